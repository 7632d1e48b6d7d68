"""Charts on live screens: the browser keeps the drawn chart, the kernel sends numbers.

A page needs one `VegaLoader` on display (the Vega bundle, about 0.9 MB, travels once per kernel) and any number of `LiveChart`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from toolkit.charts import bundle

STATIC = Path(__file__).parent / "static"
_NOTHING = {"data": {}, "signals": {}, "description": "", "tick": 0}


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


class Feed(ipywidgets.Widget):
    """What the charts of one dashboard show now.

    All of them travel in one message, so that the page paints them in one frame: as messages of their own they would be seen one after
    the other.
    """

    now = traitlets.Dict().tag(sync=True)
    """For each chart, by its key: data, signals, description, tick."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send what is pushed inside as one message, at the end."""
        with self.hold_sync():
            yield


class LiveChart(anywidget.AnyWidget):
    """One chart that is drawn once and then repainted from columns of numbers.

    Parameters
    ----------
    feed : Feed, optional
        What it shows comes from here, together with the other charts of the dashboard; None for a feed of its own.
    spec : dict
        Vega-Lite spec with named data sets and parameters; its padding is fixed, its width comes from the page.
    height : int
        Height on the page in pixels, padding included.
    ratio : float
        If more than 0, the plot without its padding is so many times as high as wide, whatever `height` says.
    clickable : bool
        Report clicks inside the plot in `clicked`, as [x, y, time] in the units of the axes.
    """

    _esm = STATIC / "live_chart.js"
    spec = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(220).tag(sync=True)
    ratio = traitlets.Float(0.0).tag(sync=True)
    clickable = traitlets.Bool(False).tag(sync=True)
    clicked = traitlets.List().tag(sync=True)
    feed = traitlets.Instance(Feed).tag(sync=True, **ipywidgets.widget_serialization)
    key = traitlets.Unicode().tag(sync=True)

    def __init__(self, feed: Feed | None = None, **traits: Any) -> None:
        feed = feed or Feed()
        key = str(len(feed.now))
        feed.now = {**feed.now, key: _NOTHING}
        super().__init__(feed=feed, key=key, **traits)

    @property
    def _shown(self) -> dict[str, Any]:
        return self.feed.now[self.key]

    @property
    def data(self) -> dict[str, dict[str, list[Any]]]:
        """The columns of each data set."""
        return self._shown["data"]

    @property
    def signals(self) -> dict[str, Any]:
        """The values of the parameters."""
        return self._shown["signals"]

    @property
    def description(self) -> str:
        """What the chart shows, for screen readers."""
        return self._shown["description"]

    @property
    def tick(self) -> int:
        """How often it was repainted."""
        return self._shown["tick"]

    def push(self, signals: dict[str, Any], description: str | None = None, **data: dict[str, list[Any]]) -> None:
        """Repaint with new parameter values and columns, in one message; nothing is sent when nothing has changed."""
        if signals == self.signals and data == self.data:
            return
        said = self.description if description is None else description
        shown = {"data": data, "signals": signals, "description": said, "tick": self.tick + 1}
        self.feed.now = {**self.feed.now, self.key: shown}
