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
# # 8. Battle-shock and objectives
#
# Games are won on objectives, not on casualties. A unit that is still there but battle-shocked holds nothing. So the question after
# shooting is not only "how many died?" but "who will hold this in the next turn?" (10th edition).

# %%
import polars as pl

import toolkit as tk
from toolkit import charts
from toolkit.charts.distribution import chart
from toolkit.studies.rolls import battle_shock_after, desperate_escape, is_weakened

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## The test
#
# A unit below half of what it started with rolls 2D6 in its Command phase and needs its Leadership or more. Failed, it is battle-shocked:
# its Objective Control is 0.

# %%
rows = [
    {
        "Leadership": f"{leadership}+",
        "passes": str(tk.battle_shock(leadership, exact=True)),
        "is shocked": float(1 - tk.battle_shock(leadership)),
        "shocked, Duty and Honour!": float(1 - tk.battle_shock(leadership, improve=1)),
    }
    for leadership in (5, 6, 7, 8)
]
pl.DataFrame(rows)

# %% [markdown]
# Below half means *below*: five of ten is not, four of ten is.

# %%
print({left: is_weakened(10, left) for left in (6, 5, 4)})

# %% [markdown]
# ## What an attack does to an objective
#
# Two Malleus launchers fire at five Intercessors with Leadership 6+ and Objective Control 2 each. Nothing is assumed to happen before
# their test. All branches together: no test, test passed, test failed, all dead.

# %%
battery = {"name": "Field Ordnance Battery", "weapons": [{"name": "Malleus rocket launcher", "count": 2}], "rules": ["Take Aim!"]}
still = {"system": "wh40k_10e", "attacker": battery, "defender": {"name": "Intercessor Squad"}, "situation": {"remained_stationary": True}}
out = tk.crunch(still)
shock = battle_shock_after(out, leadership=6, objective_control=2)
print(f"has to test {shock.tests:.1%}, battle-shocked {shock.shocked:.1%}, destroyed {shock.destroyed:.1%}")
shock.objective_control

# %% [markdown]
# The same as a picture. Strong bars are what it takes to beat an enemy with Objective Control 4.

# %%
chart(shock.objective_control, noun="Objective Control left", k=5)

# %% [markdown]
# ## What one Command Point buys
#
# Insane Bravery passes the test without a roll, once in a battle. An Order, Duty and Honour!, makes Leadership and Objective Control
# better by 1. How likely does the unit have more Objective Control left than an enemy with 3, 4 or 5?

# %%
plans = {
    "nothing": shock,
    "Insane Bravery": battle_shock_after(out, leadership=6, objective_control=2, passes=True),
    "Duty and Honour!": battle_shock_after(out, leadership=6, objective_control=3, improve=1),
}
pl.DataFrame(
    [
        {"plan": name} | {f"against {enemy}": float(what.objective_control.at_least(enemy + 1)) for enemy in (3, 4, 5)}
        for name, what in plans.items()
    ]
)

# %% [markdown]
# Look at the columns for 4 and 5: bravery is worth *nothing* there. To have more than 4 it takes three models, and three of five do not
# have to test. Against 3 two models are enough if they keep their nerve, so there it helps. Objective Control +1 helps every model that
# is left, tested or not.
#
# ## Running away
#
# A battle-shocked unit that falls back rolls a die for every model and loses one on each 1 or 2.

# %%
desperate_escape(5, shocked=True, exact=True)

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("battle_shock")
first

# %%
first.check(...)

# %%
second

# %%
second.check(...)

# %%
third

# %%
third.check(...)

# %% [markdown]
# ---
# Next: [From the 10th to the 11th edition](9_from_the_10th_to_the_11th_edition.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
