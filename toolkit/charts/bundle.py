"""The Vega bundle: made from the installed vl-convert at first use and kept on disk; nothing is fetched."""

from __future__ import annotations

import functools
import hashlib
import tempfile
from importlib import metadata
from pathlib import Path


def vega_lite_version() -> str:
    """Return the Vega-Lite version that the installed Altair writes, as vl-convert names it ("6.4")."""
    import altair

    return ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])


@functools.cache
def javascript(entry: str) -> str:
    """Return one self-contained JavaScript module: Vega, Vega-Lite, vega-embed and the code `entry`, which may use them.

    Making it takes over a second, so it is kept in the user's cache directory; if that cannot be written, it is made each time.

    Parameters
    ----------
    entry : str
        JavaScript that uses the names ``vegaEmbed`` and ``vegaLite``.
    """
    import vl_convert

    version = vega_lite_version()
    name = hashlib.sha256(f"{metadata.version('vl-convert-python')}\n{version}\n{entry}".encode()).hexdigest()[:20]
    kept = _cache_directory() / f"vega-{version}-{name}.js"
    try:
        return kept.read_text(encoding="utf-8")
    except OSError:
        made = vl_convert.javascript_bundle(entry, vl_version=version)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        # A reader must never see half a file: write beside it, then move.
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=kept.parent, suffix=".part", delete=False) as part:
            part.write(made)
        Path(part.name).replace(kept)
    except OSError:
        pass
    return made


def _cache_directory() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("wargame-toolkit", appauthor=False))
