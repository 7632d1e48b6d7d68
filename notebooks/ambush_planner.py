# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The ambush planner
#
# When will it arrive, and is there room for it? For ambushing units of The Ninth Age.
#
# Run the cell below (`Shift`+`Enter`). The chart shows the turns of one unit, the table those of all. On the picture, the blue area is
# where the middle of the formation may be; a formation that may not stand there says why.
#
# *Widest formation* looks for the most files that fit at the chosen point, with any facing.

# %%
from toolkit import dashboards

dashboards.ambush_planner()

# %% [markdown]
# ## The same numbers without the screen

# %%
from toolkit.studies.ambush_arrival import SECOND_EDITION, Ambusher, arrival, arrivals

arrival(exact=True).by(3), arrival(rule=SECOND_EDITION, exact=True).never

# %% [markdown]
# Two units, and a quarter of the turns without room for the second:

# %%
two = arrivals([Ambusher("Raiders"), Ambusher("Centaurs", room="3/4")], exact=True)
two.all_by(3), two.same_turn, two.mean_turn_of_last

# %%
two.frame

# %% [markdown]
# ## Does it fit?
#
# Thirty models on 20 mm bases, at the middle of a long edge, with a cliff to the right:

# %%
from toolkit.battlefield import Base, Board, Terrain, polygon
from toolkit.battlefield.ambush import ambush_breaches, ambush_region
from toolkit.battlefield.ambush_rule import AmbushRule, ChosenPoint
from toolkit.battlefield.ambush_search import widest_formation
from toolkit.battlefield.footprint import Footprint

cliff = Terrain("Cliff", "impassable", polygon([(41, 3), (46, 3), (46, 6), (41, 6)], "the cliff"))
board, point = Board(72, 48, terrain=(cliff,)), ChosenPoint(36, 0)
ten = Footprint(Base.parse("20x20mm"), 30, 10)
[each.text for each in ambush_breaches(board, point, ten.at(38, 2))]

# %% [markdown]
# The rule asks for three corners within 6 inches, its picture is explained as if it were all four. What the difference costs:

# %%
{corners: round(ambush_region(board, point, ten.width, ten.depth, 0, AmbushRule(corners=corners)).area, 2) for corners in ("three", "all")}

# %%
widest_formation(board, point, Base.parse("20x20mm"), 30).reason

# %% [markdown]
# As a picture:

# %%
from toolkit import charts
from toolkit.charts.arrival import turn_chart
from toolkit.charts.board import chart

charts.enable()
region = ambush_region(board, point, ten.width, ten.depth)
chart(board, region=region, aids={"unit": ten.at(34, 2).polygon}, points=[(36, 0)], title="Ten files at the middle of the edge")

# %%
law = arrival()
turns = list(law.rule.numbers)
turn_chart(turns, [law[turn] for turn in turns], [law.by(turn) for turn in turns])

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
