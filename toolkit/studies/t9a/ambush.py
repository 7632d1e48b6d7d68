"""The numbers of Ambush, as the open questions are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.battlefield.ambush_rule import AmbushRule
from toolkit.studies.t9a.attack import answers

AMBUSH_READINGS = ("ambush_corners", "ambush_radius", "ambush_open_terrain_point")


def ambush_rule(readings: Mapping[str, str | bool] | None = None) -> AmbushRule:
    """The rule of placement for ambushers, for every function of `toolkit.battlefield.ambush`.

    Parameters
    ----------
    readings : mapping, optional
        ``ambush_corners``, ``ambush_radius`` (inches, as text) and ``ambush_open_terrain_point``; defaults elsewhere.

    Returns
    -------
    AmbushRule

    Raises
    ------
    ToolkitError
        If there is no such reading or answer.

    Examples
    --------
    >>> ambush_rule({"ambush_corners": "all", "ambush_radius": "8"}).radius
    8.0
    """
    chosen: dict[str, Any] = answers(readings, AMBUSH_READINGS)
    return AmbushRule(
        radius=float(chosen["ambush_radius"]),
        corners=chosen["ambush_corners"],
        open_terrain_point=chosen["ambush_open_terrain_point"],
    )
