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
# - *Charge* shows the chance of the best charge from each spot, *Damage* that chance times what the charge is worth, *Region* every legal
#   spot, *Screen* what the other player leaves open. Rest the pointer on a spot, a unit or a piece of terrain to read about it.
# - What a charge is worth is computed where both units have a datasheet (all models fight, with their usual melee weapons); elsewhere it is
#   the number under *Worth*, which you may write over.
# - A spot that is not legal says why, model by model.
# - *Find best spot* places the whole unit, legally, where its charge is likeliest, or with *Damage* where it is worth most.
# - *Pin as A* keeps the numbers and the outline of the region, to compare with whatever you change next.
# - *Where to screen* looks for the place of one more unit of the other player that closes most of what is open.
# - Terrain is added and sized under the units. Impassable ground closes places; what else terrain does is not calculated, and a line
#   says so.

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
# Chance is not everything. What does the fight after a charge bring, on average? With the wounds that it removes as prizes, each spot has
# an expected damage:

# %%
from toolkit.studies.charge_prizes import charge_prize

prize = charge_prize("wh40k_11e", "Intercessor Squad", 10, "Intercessor Squad", 5)
print(f"{prize.said}: {prize.value:.2f} wounds (not calculated: {', '.join(prize.not_calculated)})")
worth = charge_map(
    board, base, DEEP_STRIKE, 2, ChargeRule.of("wh40k_11e"), prizes={"Intercessors": prize.value, "Hellblasters": 5.0, "Scouts": 1.0}
)
print(f"most expected damage {worth.best.value:.2f}, by charging {worth.best.target}")

# %% [markdown]
# As a picture, for a page of your own:

# %%
from toolkit import charts
from toolkit.charts.board import chart

charts.enable()
chart(board, region=plain.region, heat=plain.frame, keep_out=DEEP_STRIKE.enemy, title="Deep Strike in round 2")

# %% [markdown]
# ## Where would one more screen stand?
#
# The other player wants nothing to arrive within 9" of these three units. Five more models, in a line:

# %%
from toolkit.studies.screening import best_screen
from toolkit.studies.threat import Threat

threat = Threat(base, INGRESS, 2, ChargeRule.of("wh40k_11e"), within=9)
line = block("Screen", Base.parse("32mm"), 5, 30, 22, files=5, gap=1.9)
screen = best_screen(board, line, threat)
print(f"open before: {screen.before.area:.1f} square inches, after: {screen.after.area:.1f}")
chart(board.with_unit(screen.unit), gaps=screen.after.polygon, keep_out=INGRESS.enemy, title="With one more screen")

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
