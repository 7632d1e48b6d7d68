"""How exact the geometry is: every tolerance of the package in one place, with what it means on a table.

Rules speak of "within" and "wholly within" (the limit itself is legal), of "more than" (it is not) and of overlapping (touching is not).
Computed lengths differ from true ones in the last digits, so each of these is read with `TOUCH`, a billionth of an inch:

================================  =====================================================================================
"within 2 inches"                 at most 2 + `TOUCH`
"wholly within 6 inches"          its farthest point at most 6 + `TOUCH`
"more than 8 inches"              more than 8 + `TOUCH`: what is measured as 8.0000000005 counts as exactly 8
two bases overlap                 one still meets the other after it was made smaller by `TOUCH` all round (a depth, never an area)
a base is in a zone, on terrain   the same
something stands in between       the part of it on the way to the chosen point is wider than `TOUCH`
a base is off the board           it reaches more than `TOUCH` beyond the edge
a charge of 9 inches              of what is 9 inches after rounding to 9 decimals (`toolkit.studies.charge_rule.DIGITS`)
================================  =====================================================================================

Round and rectangular bases are exact in all of these. An oval is a polygon of 256 corners on its outline, which leaves out up to `CURVE`
of it; curved zones (the middle of "Search and Destroy") are polygons of the same kind. A region of legal centres is drawn as a polygon too,
never too large, and up to `ROOM` too small next to curves: where a single place is asked about, distances decide and not the polygon.
"""

from __future__ import annotations

TOUCH = 1e-9
"""Inches by which computed lengths may differ from true ones: within is this much more, more than is beyond it, an overlap is deeper."""
CURVE = 0.001
"""Inches by which lengths measured from ovals may be too long; below 0.00035 for the largest base there is, 170 mm."""
ROOM = 0.005
"""Inches of legal room that the polygon of a region leaves out at most, next to curves."""
MARGIN = 1e-6
"""Inches added to every forbidden distance where a region is drawn, so that what is left is legal to the last digit; part of `ROOM`."""
SLIVER = 1e-9
"""Square inches of zones outside the board or inside each other that come from rounding."""
GRAZE = 1e-12
"""Square inches below which a piece of an ambush region comes from rounding."""
WRITTEN = 1e-6
"""Inches within which a point that somebody wrote down lies on an edge."""
CLEAR = 2e-7
"""Inches that the search for a placement leaves between bases, so that rounding makes no overlap."""
ON_THE_BORDER = 5e-10
"""Inches by which that search may leave the polygon of legal centres: less than `TOUCH`, and judged by distances in the end."""
