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
# # Screening against ingress
#
# A unit in strategic reserves can come in along any table edge, as long as it stays more than 8 inches away from you. From there a charge
# needs a 9: with nothing else about one in four, with a re-roll nearly one in two. Where do *you* have to stand so that your
# artillery is out of reach? This article (11th edition, a 44 by 60 inch table) measures it on the common deployments.

# %%
import polars as pl

from toolkit import charts
from toolkit.battlefield import Base, block, deployment
from toolkit.charts.board import chart as draw
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Threat, best_screen, gaps, screens
from toolkit.systems.wh40k_11e.reserves import INGRESS

pl.Config(float_precision=2, tbl_rows=20, fmt_str_lengths=80, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## What an empty table looks like
#
# Before round 3 the deployment zone of the player who is being attacked is closed. How much that takes away depends on the map. The
# numbers are for the centre of one 32 mm base, in square inches.

# %%
BASE = Base.parse("32mm")
rows = []
for name in ("dawn_of_war", "hammer_and_anvil", "search_and_destroy", "sweeping_engagement", "tipping_point"):
    board = deployment(name)
    early, late = (charge_map(board, BASE, INGRESS, number, ChargeRule.of("wh40k_11e")).region for number in (2, 3))
    rows.append({"deployment": board.name, "round 2": early.area, "round 3": late.area, "closed in round 2": 1 - early.area / late.area})
pl.DataFrame(rows)

# %% [markdown]
# ## A gun line in the corner
#
# Now something to protect: a pair of field guns, 9 inches from the side edge and 6 from the back. The picture shows every spot where one
# base of the attacker can arrive in round 3; the stronger the blue, the likelier the charge.

# %%
guns = block("Guns", Base.parse("100mm"), 2, 50, 38, files=2, gap=0.5)
table = deployment("dawn_of_war").with_unit(guns)
rule = ChargeRule.of("wh40k_11e")
seen = charge_map(table, BASE, INGRESS, 3, rule)
draw(table, region=seen.region, heat=seen.frame, keep_out=INGRESS.enemy)

# %%
threat = Threat(BASE, INGRESS, 3, rule, within=9)
left = gaps(table, threat, ["Guns"])
print(f"{left.area:.1f} square inches within 9 inches of the guns, best charge {left.chance}")
left.frame

# %% [markdown]
# ## One screening unit
#
# Five bases in a line, an inch and a half between them. Where do they leave the least? Each position on the table is tried in two
# directions.

# %%
line = block("Screen", BASE, 5, 30, 38, files=5, gap=1.5)
one = best_screen(table, line, threat, ["Guns"])
print(f"square inches left open: {one.before.area:.1f} before, {one.after.area:.1f} after")
print(f"best charge at the guns: {one.before.chance} before, {one.after.chance} after")
screened = table.with_unit(one.unit)
draw(screened, region=charge_map(screened, BASE, INGRESS, 3, rule).region, keep_out=INGRESS.enemy)

# %% [markdown]
# ## What is one more unit worth?
#
# The same guns on three deployments, with up to three screening units: square inches that stay open within 9 inches of the guns. In
# round 2 the zone of the defender does part of the work, and on some maps all of it. Units are placed one after the other; a cleverer
# joint placement may leave even less.

# %%
rows = []
for name in ("dawn_of_war", "hammer_and_anvil", "search_and_destroy"):
    board = deployment(name).with_unit(guns)
    for number in (2, 3):
        danger = Threat(BASE, INGRESS, number, rule, within=9)
        units = [block(f"Screen {count}", BASE, 5, 30, 20, files=5, gap=1.5) for count in (1, 2, 3)]
        found = screens(board, units, danger, ["Guns"], step=2)
        steps = [found[0].before, *(each.after for each in found)]
        open_ = [round(step.area, 2) for step in steps] + [0.0] * (4 - len(steps))
        rows.append({"deployment": board.name, "round": number, **dict(zip(("none", "one", "two", "three"), open_, strict=True))})
pl.DataFrame(rows)

# %% [markdown]
# Two things to take home. In the corner one well placed line closes nearly everything, and the second one is for the last hole. And a map
# on which your own zone reaches the edges needs no screen at all in round 2: keep those units free until round 3 is near.
#
# %% [markdown]
# ## With a re-roll, how far is far enough?
#
# "More than 9 inches" is not the only question to ask. Say you accept a charge of one in six and no more. With a re-roll of the whole
# charge, that is a longer way.

# %%
for again in (None, "whole"):
    stricter = Threat(BASE, INGRESS, 3, ChargeRule.of("wh40k_11e", reroll=again), within=None, chance=1 / 6)
    found = gaps(table, stricter, ["Guns"])
    name, reach = ("with a re-roll" if again else "plain"), stricter.reach("Guns")
    print(f"{name:<15} keep them out within {reach:g} inches; {found.area:.1f} square inches are open")

# %% [markdown]
# ## What this leaves out
#
# One base stands for the whole arriving unit; a unit of ten has less room, so that real gaps are smaller. Charges are straight lines:
# walls and models in the way only lower the chances. Whether the
# unit arrives at all is not counted. Everything else is exact: areas are those of true regions, chances are counted over all dice.
#
# toolkit is unofficial: made by players, not by or for the owners of any game.
