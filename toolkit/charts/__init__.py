"""Pictures of results, as Altair charts.

`slain`, `damage` and `funnel` take a result of `toolkit.crunch` (anything with its ``slain``, ``damage`` and ``stage``), `pmf` takes any
distribution; they return a chart for a notebook or an exported page. Call `enable` once in a notebook so that charts draw without the
network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair

__all__ = ["damage", "enable", "funnel", "pmf", "slain"]


def enable() -> None:
    """Make charts of this notebook draw without the network; call it in a cell of its own near the top.

    Examples
    --------
    >>> enable()  # doctest: +SKIP
    """
    from toolkit.charts import renderer

    renderer.enable()


def slain(result: Any, against: Any = None, *, k: int | None = None, **options: Any) -> altair.LayerChart:
    """Draw how many models are slain.

    Parameters
    ----------
    result : Result
        A result of `toolkit.crunch`.
    against : Result, optional
        Another result, drawn as A beside it.
    k : int, optional
        Bars of `k` or more are strong.
    **options
        ``title``, ``width``, ``height``, ``look`` ("light" or "dark").

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> slain(SimpleNamespace(slain={0: 0.25, 1: 0.75}), k=1).to_dict()["title"]["text"]
    'Models slain'
    """
    from toolkit.charts import distribution

    return distribution.chart(result.slain, None if against is None else against.slain, noun="models slain", k=k, **options)


def damage(result: Any, against: Any = None, *, k: int | None = None, **options: Any) -> altair.LayerChart:
    """Draw how many wounds are removed from the target; parameters as for `slain`.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> damage(SimpleNamespace(damage={0: 0.25, 2: 0.75})).to_dict()["title"]["text"]
    'Wounds removed'
    """
    from toolkit.charts import distribution

    return distribution.chart(result.damage, None if against is None else against.damage, noun="wounds removed", k=k, **options)


def pmf(now: Any, against: Any = None, *, noun: str = "result", k: int | None = None, **options: Any) -> altair.LayerChart:
    """Draw any distribution over whole numbers from 0 up, such as one of `toolkit.dice`.

    Parameters
    ----------
    now : Pmf, mapping or polars.DataFrame
        The chances of each number.
    against : the same, optional
        Another one, drawn as A beside it.
    noun : str
        What is counted.
    k : int, optional
        Bars of `k` or more are strong.
    **options
        ``top`` (the last number drawn), ``title``, ``width``, ``height``, ``look`` ("light" or "dark").

    Examples
    --------
    >>> from toolkit.dice.notation import Dice
    >>> pmf(Dice.parse("2D6").pmf(), noun="inches", k=9).to_dict()["title"]["text"]
    'Inches'
    """
    from toolkit.charts import distribution

    return distribution.chart(now, against, noun=noun, k=k, **options)


def funnel(result: Any, against: Any = None, **options: Any) -> altair.LayerChart:
    """Draw every stage from attacks to models slain.

    Parameters
    ----------
    result, against : Result
        As for `slain`; of `against`, the averages are drawn.
    **options
        ``title``, ``width``, ``height``, ``look`` ("light" or "dark").

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> funnel(SimpleNamespace(stage=lambda name: {1: 1.0})).to_dict()["title"]["text"]
    'From attacks to models'
    """
    from toolkit.charts import stages as picture

    return picture.chart(stages_of(result), None if against is None else stages_of(against), **options)


def stages_of(result: Any) -> dict[str, Any]:
    """Return the distributions of a result's stages by name, in order.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> list(stages_of(SimpleNamespace(stage=lambda name: {1: 1.0})))
    ['attacks', 'hits', 'wounds', 'unsaved', 'damage', 'slain']
    """
    from toolkit.charts import stages as picture

    return {name: result.stage(name) for name in picture.STAGES}
