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
# # Start here
#
# You point a gun at a unit. What happens?
#
# Run the cell below (`Shift`+`Enter`) and ask. Pick a unit, pick a target, tick what is true on the table. The big numbers are the answer,
# the charts show every result that can happen and how often, and the panel at the foot says why: which rule changed which roll.

# %%
from toolkit import dashboards

dashboards.matchup()

# %% [markdown]
# ## The same question in five lines
#
# A Field Ordnance Battery, two guns that did not move, fires its Malleus rocket launchers at five Intercessors. Everything that matters is in
# one small document; leave out what you do not need.

# %%
import toolkit as tk

battery = {"name": "Malleus rocket launcher", "count": 2, "attacks": "D6+6", "skill": "5+", "strength": 6, "ap": -1, "damage": 1}
battery["abilities"] = ["blast", "heavy"]
intercessors = {"name": "Intercessors", "models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
out = tk.crunch({"attacker": {"weapons": [battery]}, "defender": intercessors, "situation": {"remained_stationary": True}})
out

# %% [markdown]
# `out.slain` is the number of models that die, with the chance of each number; `out.damage` is the wounds the unit loses.

# %%
out.slain

# %%
print(
    f"on average {float(out.slain.mean()):.2f} models die; at least three: {float(out.slain.at_least(3)):.1%}; all five: {float(out.p_destroyed):.1%}"
)

# %% [markdown]
# ## Why?
#
# The ledger lists every rule that was looked at, and what it did. Nothing is left out in silence: what toolkit cannot calculate stands in
# `out.not_calculated`, by name.

# %%
out.ledger

# %%
out.not_calculated

# %% [markdown]
# ## What if?
#
# Change one thing and ask again. Here: the guns moved, so *Heavy* does not help them.

# %%
moved = tk.crunch({"attacker": {"weapons": [battery]}, "defender": intercessors, "situation": {"remained_stationary": False}})
tk.compare([out, moved])

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
