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
# # 6. Spending a Command Re-roll
#
# You have one re-roll, and the whole attack lies ahead. Use it on the missed hit now, or keep it for the wound roll that may go wrong?
# Feelings differ. The answer can be computed: start at the end, and work backwards.

# %%
import polars as pl

import toolkit as tk
from toolkit.studies.policy import reroll_damage

_ = pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)

# %% [markdown]
# ## The last roll first
#
# At the last roll it is easy: if it failed and a re-roll is left, re-roll. Knowing what the re-roll is worth *there* tells what you give
# up by using it *earlier*. Two lascannon shots at a Rhino with ten wounds:

# %%
gun = {"name": "Heavy lascannon", "attacks": 2, "skill": "4+", "strength": 14, "ap": -3, "damage": "D6+1"}
rhino = {"name": "Rhino", "keywords": ["Vehicle"], "models": [{"count": 1, "toughness": 9, "save": "3+", "wounds": 10}]}
question = {"system": "wh40k_10e", "attacker": {"name": "Battery", "weapons": [gun]}, "defender": rhino}
answer = tk.command_reroll(question, "destroy", exact=True)
print(answer.text)

# %% [markdown]
# You see all dice of a step before you decide (fast dice rolling), so a situation is "one of two hit". Where to use the re-roll, how
# likely you come there with it in hand, and what using it there gains over keeping it:

# %%
answer.table.filter(pl.col("gain") > 0).drop("weapon")

# %% [markdown]
# ## It depends on what you want
#
# The same two shots, another goal, and the advice for the hit roll turns around. To *destroy* the Rhino both shots have to get through,
# so with one hit of two you re-roll the miss, and with no hit you save the Command Point: it is hopeless. For the most wounds *on
# average* it is no hit at all that cries for a re-roll; with one hit you keep it, because the wound and damage rolls of that hit need it
# more.

# %%
print(tk.command_reroll(question, "mean damage").text)

# %% [markdown]
# ## Damage rolls
#
# When do you roll D6+1 again? "Below the average" is nearly right: above the wounds that are left, more damage is no better. The table
# says up to which result to re-roll, for the most wounds on average and for the best chance to slay.

# %%
rows = reroll_damage(question)
pl.DataFrame(
    {
        "wounds left": [row.wounds_left for row in rows],
        "for the average, up to": [row.mean_up_to for row in rows],
        "to slay, up to": [row.slay_up_to for row in rows],
        "average with": [float(row.mean) for row in rows],
        "slain with": [float(row.slay) for row in rows],
    }
)

# %% [markdown]
# (0 stands for never.) From 8 wounds on, one roll cannot slay, so there is nothing to re-roll for.
#
# ## The other side of the table
#
# The defender may have the re-roll, for a failed save. Then the attacker's chance goes down:

# %%
flames = {"name": "Flamer", "attacks": 3, "skill": "N/A", "strength": 4, "ap": 0, "damage": 1, "abilities": ["Torrent"]}
hero = {"name": "Hero", "models": [{"count": 1, "toughness": 4, "save": "3+", "wounds": 1}]}
duel = {"system": "wh40k_10e", "attacker": {"name": "Flamer", "weapons": [flames]}, "defender": hero}
print(tk.command_reroll(duel, "destroy", exact=True, side="defender").text)

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("command_reroll")
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
# Next: [Charges and deep strike](7_charges_and_deep_strike.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
