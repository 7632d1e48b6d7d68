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
# # 7. Charges and deep strike
#
# Nothing is as loud as a failed charge. Two dice, one number, and the whole plan behind it. In this lesson (10th edition): the odds of
# every charge, three kinds of second chance, and what the enemy can do about it.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts
from toolkit.charts.distribution import chart
from toolkit.studies.rolls import ChargeTarget, advance, charge_at, charge_needs
from toolkit.systems.wh40k_10e.rolls import TANGLEFOOT

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Two dice
#
# 2D6 is not flat: 7 is six times as likely as 12. That is why every inch costs more in the middle. The strong bars are a charge of 9.

# %%
chart(tk.dice("2D6"), noun="inches", k=9, title="A charge roll")

# %% [markdown]
# ## How far do I have to roll?
#
# A charge has to end within 1 inch of its target. Arriving by Deep Strike means *more than* 9 inches away; call it 9 and a hair. So a
# roll of 8 is not quite enough:

# %%
print("9 inches and a hair:", charge_needs(9, just_over=True), "  9 inches exactly:", charge_needs(9), "  6 inches:", charge_needs(6))

# %% [markdown]
# ## Second chances
#
# A Command Re-roll takes both dice up again. Other rules let you re-roll one die, or roll three dice and keep the best two. The last two
# are the same thing: the die you would drop is the die you would re-roll.

# %%
rows = [
    {
        "roll needed": needed,
        "plain": float(tk.charge(needed).chance),
        "both dice again": float(tk.charge(needed, reroll="whole").chance),
        "lowest die again": float(tk.charge(needed, reroll="one_die").chance),
        "three dice, best two": float(tk.keep(3, 6, 2).at_least(needed)),
    }
    for needed in range(4, 13)
]
pl.DataFrame(rows)

# %% [markdown]
# The Deep Strike charge stands in the row of 9: a little better than one in four, and close to a coin toss with a Command Re-roll.
# Compare the two kinds of re-roll: up to 7 it is better to throw both dice again, from 8 on it is better to keep the good one.
#
# ## Several targets, several modifiers
#
# One roll has to reach *every* target. So the farthest counts, and a target that slows you down slows the whole charge. Tanglefoot
# Grenades take 2 off, but not together with other negative modifiers; the worst counts.

# %%
near, far = ChargeTarget(5), ChargeTarget(7, modifiers=(TANGLEFOOT,))
both = charge_at([near, far], exact=True)
print("the near one alone:", charge_at([near], exact=True).chance)
print("both, the far one with grenades: the roll needs", both.needed, "after modifiers, chance", both.chance)
print("a charge of 9 with −2 and another −2 that does not add up:", tk.charge(9, [TANGLEFOOT, -2], exact=True).chance)

# %% [markdown]
# ## Running instead
#
# An Advance adds one die to the Move, and ends all thoughts of a charge this turn. Here is the way to an objective 11 inches away with
# Move 6: it takes a 5. With a Command Re-roll, spent on anything that falls short:

# %%
reach = advance(6, needed=11, reroll=True, exact=True)
print("without:", advance(6, needed=11, exact=True).chance, "  with:", reach.chance, " ", reach.policy)
reach.distance

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. The last exercise asks for a whole distribution: dice (`"2D6+3"`) or a list (`"1: 1/2, 2: 1/2"`). When
# you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("charges")
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
# Next: [Battle-shock and objectives](8_battle_shock_and_objectives.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
