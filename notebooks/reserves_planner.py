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
# # The reserves planner
#
# Where can it arrive, and what can it charge from there?
#
# Run the cell below (`Shift`+`Enter`). Click on the table to place the arriving unit. Move an enemy with the sliders, or type in the table
# under the picture; everything follows.
#
# - *Charge* shows the chance of the best charge from each spot, *Region* every legal spot, *Screen* what the other player leaves open.
# - A spot that is not legal says why, model by model.
# - *Find best spot* places the whole unit, legally, where its charge is likeliest.

# %%
from toolkit import dashboards

dashboards.reserves_planner()

# %% [markdown]
# ## The same numbers without the screen
#
# A board, some units on it, and one way of arriving:

# %%
from toolkit.battlefield import Base, arrival_region, block, deployment
from toolkit.systems.wh40k_11e.reserves import DEEP_STRIKE, INGRESS

board = deployment("dawn_of_war")
for name, x, y in (("Intercessors", 22, 30), ("Hellblasters", 38, 31), ("Scouts", 12, 24)):
    board = board.with_unit(block(name, Base.parse("32mm"), 5, x, y))

base = Base.parse("28.5mm")
{way.name: round(arrival_region(board, base, way, 2).area, 1) for way in (INGRESS, DEEP_STRIKE)}

# %% [markdown]
# Square inches in which the middle of a base may be. And the chance to charge from each of them:

# %%
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule

plain, again = (charge_map(board, base, DEEP_STRIKE, 2, ChargeRule.of("wh40k_11e", reroll=kind)) for kind in (None, "whole"))
print(f"best charge {float(plain.best.chance):.1%} at {plain.best.target}, with a re-roll {float(again.best.chance):.1%}")
plain.frame.sort("chance", descending=True).head(5)

# %% [markdown]
# As a picture, for a page of your own:

# %%
from toolkit import charts
from toolkit.charts.board import chart

charts.enable()
chart(board, region=plain.region, heat=plain.frame, keep_out=DEEP_STRIKE.enemy, title="Deep Strike in round 2")

# %% [markdown]
# ## Is this placement legal?

# %%
from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.coherency import WH40K_11E

squad = block("Kasrkin", base, 10, 8, 17, files=2, side="own", abilities=("Deep Strike",))
[str(each) for each in breaches(board, squad, INGRESS, 2, coherency=WH40K_11E)]

# %% [markdown]
# Is there a legal one nearby?

# %%
from toolkit.battlefield.fit import fits

found = fits(board, squad, INGRESS, 2, coherency=WH40K_11E, near=(8, 17))
chart(board, placed=found.unit, keep_out=INGRESS.enemy, title=f'Ten models, {found.away:.1f}" away')

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
