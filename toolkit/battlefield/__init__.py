"""The table, in inches: boards, zones, terrain, bases and units on it, and where a unit may be set up.

Read in this order: `bases` and `placement` (one model, one unit), `board` and `zones` (what it stands on), `coherency`, then `regions`,
`breaches` and `fit` (where a unit may arrive), `ambush` (blocks of The Ninth Age). Horizontal geometry is shapely's; distances between
round and rectangular bases are exact, other outlines are polygons that differ from the true curve by less than 0.001 inches.
"""
