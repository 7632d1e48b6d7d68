"""The table, in inches: boards, zones, terrain, bases and units on it, and where a unit may be set up.

Read in this order: `bases` and `placement` (one model, one unit), `board` and `zones` (what it stands on), `coherency`, then `regions`,
`breaches` and `fit` (where a unit may arrive), `ambush` (blocks of The Ninth Age). Horizontal geometry is shapely's; distances between
round and rectangular bases are exact, ovals are right to 0.001 inches. How "more than", "wholly within" and "overlap" are read to the last
digit is told in `tolerance`, where all such numbers stand.

>>> from toolkit.battlefield import Base, block, deployment
>>> deployment("dawn_of_war").with_unit(block("Scouts", Base.parse("32mm"), 5, 30, 20)).units[0].centre[0]
30.0
"""

from toolkit.battlefield.ambush import ambush_breaches, ambush_region
from toolkit.battlefield.ambush_points import edge_points
from toolkit.battlefield.ambush_search import widest_formation
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, polygon
from toolkit.battlefield.breaches import Breach, breaches
from toolkit.battlefield.document import board_from, board_to
from toolkit.battlefield.fit import Fit, fits
from toolkit.battlefield.footprint import Footprint, formations
from toolkit.battlefield.placement import Model, Unit, block, distance, unit_distance
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.battlefield.zones import deployment

__all__ = [
    "Base",
    "Board",
    "Breach",
    "Fit",
    "Footprint",
    "Model",
    "Region",
    "Terrain",
    "Unit",
    "Zone",
    "ambush_breaches",
    "ambush_region",
    "arrival_region",
    "block",
    "board_from",
    "board_to",
    "breaches",
    "deployment",
    "distance",
    "edge_points",
    "fits",
    "formations",
    "polygon",
    "unit_distance",
    "widest_formation",
]
