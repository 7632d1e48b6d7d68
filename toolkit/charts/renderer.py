"""Altair charts that draw with the network off, in JupyterLab, Voila, nbconvert and exported pages.

`enable` puts the Vega bundle on the page once; every chart after it is a small piece of HTML with its spec, and an SVG picture of
the chart for places where no script runs.
"""

from __future__ import annotations

import html
import json
import re
import uuid
from importlib import resources
from typing import Any

NAME = "toolkit"


def enable() -> None:
    """Make charts of this notebook draw without the network; call it in a cell of its own near the top.

    Examples
    --------
    >>> enable()  # doctest: +SKIP
    """
    import altair
    from IPython.display import HTML, display  # pyright: ignore[reportPrivateImportUsage]

    altair.renderers.register(NAME, render)
    altair.renderers.enable(NAME)
    display(HTML(page_script()))


def page_script() -> str:
    """Return the HTML that brings Vega to a page, once for all its charts."""
    from toolkit.charts import bundle

    entry = resources.files("toolkit.charts").joinpath("static/page.js").read_text(encoding="utf-8")
    return f'<script type="module">{_in_script(bundle.javascript(entry))}</script>'


def render(spec: dict[str, Any], **_: Any) -> dict[str, str]:
    """Turn a Vega-Lite `spec` into what a notebook stores and shows."""
    return {"text/html": chart_html(spec), "text/plain": _in_words(spec)}


def chart_html(spec: dict[str, Any], still: bool = True) -> str:
    """Return the HTML of one chart.

    Parameters
    ----------
    spec : dict
        Vega-Lite spec.
    still : bool
        Include an SVG picture, shown until (or unless) the chart is drawn by the page.
    """
    import vl_convert

    from toolkit.charts import bundle

    name = f"tk-chart-{uuid.uuid4().hex[:12]}"
    picture = vl_convert.vegalite_to_svg(spec, vl_version=bundle.vega_lite_version()) if still else ""
    draw = resources.files("toolkit.charts").joinpath("static/one_chart.js").read_text(encoding="utf-8")
    call = f'({draw.strip().rstrip(";")})("{name}", {_in_script(json.dumps(spec, separators=(",", ":")))})'
    return (
        f'<div id="{name}" class="tk-still" role="img" aria-label="{html.escape(_in_words(spec))}">{picture}</div><script>{call}</script>'
    )


def _in_words(spec: dict[str, Any]) -> str:
    title = spec.get("title", "")
    if isinstance(title, dict):
        title = title.get("text", "")
    return f"Chart: {title}" if title else "Chart"


def _in_script(code: str) -> str:
    """Keep `code` from ending the script element it stands in."""
    return re.sub("</(?=script)", r"<\\/", code, flags=re.IGNORECASE).replace("<!--", "<\\!--")
