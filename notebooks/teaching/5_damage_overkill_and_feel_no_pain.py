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
# # 5. Damage, overkill and feel no pain
#
# "Nine attacks, three damage each, that's twenty-seven wounds." No: damage comes in packets, a packet goes onto one model, and what the
# model cannot take is gone. In this lesson: how much is lost, and why averages divide so badly.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Packets
#
# Six attacks at 3+ and 3+, no save, damage D6, into models with 2 wounds.


# %%
def shoot(attacks, damage, wounds, feel_no_pain=None, exact=False):
    """Attacks on 3+ and 3+ without a save, at ten models with so many wounds."""
    gun = {"name": "Gun", "attacks": attacks, "skill": "3+", "strength": 5, "ap": 0, "damage": damage}
    models = {"count": 10, "toughness": 4, "save": "7+", "wounds": wounds} | ({"feel_no_pain": feel_no_pain} if feel_no_pain else {})
    return tk.crunch({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": {"models": [models]}}, exact=exact)


out = shoot(6, "D6", 2)
print(f"damage rolled: {out.damage_rolled:.3f}. Wounds removed: {out.mean_damage:.3f}. Models slain: {out.mean_slain:.3f}.")

# %% [markdown]
# More than nine points are rolled, less than five are used. Dividing the damage by two says "4.7 models"; the truth is 2.3. The picture
# shows where it goes, from the left to the right:

# %%
charts.funnel(out)

# %% [markdown]
# ## The right tool
#
# Average models slain by nine attacks, for flat damage against models of different size. Read it by columns: a 3-wound model takes two
# packets of damage 2, just as a 2-wound model takes two packets of damage 1. So both have the same number, and damage 2 wastes one point
# in four.

# %%
rows = [
    {"damage": damage} | {f"{wounds} wounds": float(shoot(9, damage, wounds).mean_slain) for wounds in (1, 2, 3, 4, 6)}
    for damage in (1, 2, 3, "D3", "D6")
]
pl.DataFrame([row | {"damage": str(row["damage"])} for row in rows])

# %% [markdown]
# Two rows with the same average damage, 2 and D3, are not the same weapon. Against models with 2 wounds the flat 2 is better, against
# models with 3 wounds the D3 is: now and then it does it in one. (At 1 wound any damage will do, and all rows tie.)

# %%
charts.slain(shoot(9, 2, 3), shoot(9, "D3", 3), title="Models of 3 wounds slain: damage 2 (dashed: D3)")

# %% [markdown]
# ## Feel no pain
#
# Each point of damage gets its own die. So it is worth more than its chance says where a packet fits a model exactly: one ignored point,
# and the model lives.

# %%
rows = [
    {
        "damage": str(damage),
        "slain": float(shoot(9, damage, 2).mean_slain),
        "slain, feel no pain 5+": float(shoot(9, damage, 2, "5+").mean_slain),
    }
    for damage in (1, 2, 3)
]
pl.DataFrame(rows).with_columns((pl.col("slain, feel no pain 5+") / pl.col("slain")).alias("left of it"))

# %% [markdown]
# A 5+ ignores a third of all wounds, so two thirds should be left. With damage 2 it is least: each packet was just enough for one model,
# and one ignored point is a model that lives. With damage 3 it is most: one ignored point of three saves nobody. (With damage 1 it is a
# little less than two thirds, because a model that is half slain does not count.)

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. The last exercise asks for a whole distribution: write `"0: 1/4, 1: 3/4"`. When you give up,
# `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("damage")
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
# Next: [Spending a Command Re-roll](6_spending_a_command_reroll.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
