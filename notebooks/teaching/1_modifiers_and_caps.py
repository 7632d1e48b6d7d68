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
# # 1. Modifiers and caps
#
# Everything in this hobby that sounds clever ("I'm at plus two, but he's hard to see") ends as one question about one die: **which faces
# are good?** In this lesson: what a +1 is worth, why the second +1 is often worth nothing, and how to get one that is.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Six faces
#
# A 4+ succeeds on three faces of six. `tk.odds` counts the ways out of 36 rather than 6, so that re-rolls fit in later: failures,
# successes, critical successes.

# %%
print(tk.odds(tk.DieTest(4)), "so the chance is", tk.odds(tk.DieTest(4)).chance)

# %% [markdown]
# ## The limit
#
# Hit and wound rolls can be changed by one at most, up or down, **after** everything has been added up. And two faces never change sides:
# an unmodified 1 fails, an unmodified 6 succeeds. Here is every hit roll under every sum of modifiers. Look how the columns repeat.

# %%
rows = [
    {"needs": f"{need}+"} | {f"{total:+d}": str(tk.odds(tk.DieTest(need, total)).chance) for total in (-3, -2, -1, 0, 1, 2, 3)}
    for need in (2, 3, 4, 5, 6)
]
pl.DataFrame(rows)

# %% [markdown]
# A +1 opens one more face, but it is not always worth the same: from 5+ to 4+ you hit half as often again, from 3+ to 2+ only a quarter
# more. And at 2+ no face is left to open: there it is worth nothing, except that it takes a −1 away.
#
# ## The way around the limit
#
# Some rules change the **roll**, others the **characteristic** that is printed on the datasheet. Only the first kind is limited. Compare
# the two cards:

# %%
tk.rule("Heavy", "wh40k_10e")

# %%
tk.rule("Take Aim!", "wh40k_10e")

# %% [markdown]
# So a battery with BS 5+ that stood still *and* was ordered to aim hits on 3+: one step from the characteristic, one from the roll.

# %%
battery = {"name": "Field Ordnance Battery", "weapons": [{"name": "Malleus rocket launcher", "count": 2}], "rules": ["Take Aim!"]}
target = {"name": "Intercessor Squad"}
still = {"system": "wh40k_10e", "attacker": battery, "defender": target, "situation": {"remained_stationary": True}}
out = tk.crunch(still, exact=True)
out.explain(fractions=True)

# %% [markdown]
# What each rule adds to the models slain, one after the other, and the faces of the dice when all of them count:

# %%
tk.waterfall(still)

# %%
tk.die_faces(out).filter(pl.col("roll") == "hit")

# %% [markdown]
# ## When modifiers meet
#
# Let the target be hard to hit (Stealth, −1 to hit). Heavy and Stealth are both modifiers of the roll: they cancel. Take Aim! stays. Bars
# are for the guns that meet Stealth, the dashed line is without it.

# %%
hidden = tk.crunch(still | {"rules": ["Stealth"]})
charts.slain(hidden, tk.crunch(still))

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("modifiers")
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
# Next: [Re-rolls and fishing](2_rerolls_and_fishing.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
