"""Charts on live screens: the browser keeps the drawn chart, the kernel sends numbers.

A page needs one `VegaLoader` on display (the Vega bundle, about 0.9 MB, travels once per kernel) and any number of `LiveChart`.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from toolkit.charts import bundle

STATIC = Path(__file__).parent / "static"


class VegaLoader(anywidget.AnyWidget):
    """Carries Vega to the page; shows nothing. Use `loader`, so that it is sent once."""

    _esm = traitlets.Unicode().tag(sync=True)

    @traitlets.default("_esm")
    def _bundle(self) -> str:
        entry = resources.files("toolkit.charts").joinpath("static/loader.js").read_text(encoding="utf-8")
        return bundle.javascript(entry)


_loader: VegaLoader | None = None


def loader() -> VegaLoader:
    """Return the one loader of this kernel; every dashboard shows it once."""
    global _loader
    if _loader is None or _loader.comm is None:
        _loader = VegaLoader()
    return _loader


class LiveChart(anywidget.AnyWidget):
    """One chart that is drawn once and then repainted from columns of numbers.

    Parameters
    ----------
    spec : dict
        Vega-Lite spec with named data sets and parameters; its padding is fixed, its width comes from the page.
    height : int
        Height on the page in pixels, padding included.
    clickable : bool
        Report clicks inside the plot in `clicked`, as [x, y, time] in the units of the axes.
    description : str
        What the chart shows, for screen readers.
    """

    _esm = STATIC / "live_chart.js"
    spec = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(220).tag(sync=True)
    clickable = traitlets.Bool(False).tag(sync=True)
    clicked = traitlets.List().tag(sync=True)
    description = traitlets.Unicode().tag(sync=True)
    data = traitlets.Dict().tag(sync=True)
    signals = traitlets.Dict().tag(sync=True)
    tick = traitlets.Int(0).tag(sync=True)

    def push(self, signals: dict[str, Any], description: str | None = None, **data: dict[str, list[Any]]) -> None:
        """Repaint with new parameter values and columns, in one message; nothing is sent when nothing has changed."""
        if signals == self.signals and data == self.data:
            return
        with self.hold_sync():
            self.data = data
            self.signals = signals
            if description is not None:
                self.description = description
            self.tick += 1
