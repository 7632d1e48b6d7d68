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
# # Army reserves
#
# Who may wait in reserves, how much room is left, and what happens to those that never arrive?
#
# Run the cell below (`Shift`+`Enter`) and type your own list into the table. Passengers count and come along with their Transport.

# %%
from toolkit import dashboards

dashboards.army_reserves()

# %% [markdown]
# ## The same numbers without the screen

# %%
from toolkit.studies.reserves import ArmyUnit, check_reserves, legal_sets

army = [
    ArmyUnit("Chimera", 85, ("Vehicle", "Transport")),
    ArmyUnit("Cadian Shock Troops", 65, ("Infantry",), "Chimera"),
    ArmyUnit("Kasrkin", 110, ("Infantry",)),
    ArmyUnit("Rogal Dorn Battle Tank", 260, ("Vehicle",)),
    ArmyUnit("Baneblade", 300, ("Vehicle",)),
    ArmyUnit("Aegis Defence Line", 100, ("Fortification",)),
]
check = check_reserves(army, ["Chimera", "Baneblade"], 1000)
check.points, check.room, check.legal

# %%
check_reserves(army, ["Baneblade", "Rogal Dorn Battle Tank", "Aegis Defence Line"], 1000).breaches

# %% [markdown]
# Every legal choice, counted, and the largest ones:

# %%
sets = legal_sets(army, 1000, largest=4)
print(f"{sets.count} choices are legal")
list(zip(sets.points, sets.largest, strict=True))

# %% [markdown]
# ## What may arrive when

# %%
from toolkit.studies.timeline import WaitingUnit, timeline

waiting = [WaitingUnit("Kasrkin", abilities=("Deep Strike",)), WaitingUnit("Rough Riders", origin="repositioned", since=2)]
timeline(waiting).select("unit", "round", "state", "why")

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
