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
# # 2. Re-rolls and fishing
#
# A re-roll is a second chance, and people are bad at guessing what second chances are worth. In this lesson: how much, on which rolls,
# and when it pays to throw a *success* back into the water because you want a bigger fish.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts
from toolkit.charts.distribution import chart

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## What a second try is worth
#
# Re-rolling every failure takes the chance of failing and squares it. Re-rolling 1s only saves the ones.

# %%
rows = [
    {
        "needs": f"{need}+",
        "plain": tk.odds(tk.DieTest(need)).chance,
        "re-roll 1s": tk.odds(tk.DieTest(need, reroll="ones")).chance,
        "re-roll failures": tk.odds(tk.DieTest(need, reroll="failed")).chance,
    }
    for need in (2, 3, 4, 5, 6)
]
pl.DataFrame([{key: str(value) for key, value in row.items()} for row in rows])

# %% [markdown]
# In steps of the die: a full re-roll of a 4+ (3/4) is worth more than a +1 (2/3). On a 2+ the two kinds of re-roll are the same, because
# a 1 is the only failure.
#
# A die is never rolled three times, and modifiers come **after** the re-roll, once. So a 4+ with +1 under a full re-roll is a 3+ under a
# full re-roll:

# %%
print(tk.odds(tk.DieTest(4, modifier=1, reroll="failed")).chance, "=", tk.odds(tk.DieTest(3, reroll="failed")).chance)

# %% [markdown]
# A roll of several dice that are added is re-rolled as a whole. A charge of 9, with and without:

# %%
roll = tk.dice("2D6", exact=True)
again = tk.rerolled(roll, lambda total: total < 9)
print(f"9 or more: {roll.at_least(9)} = {float(roll.at_least(9)):.1%}, with a re-roll {again.at_least(9)} = {float(again.at_least(9)):.1%}")
chart(again, roll, noun="inches", k=9, title="A charge of 9, failures re-rolled (dashed: without)")

# %% [markdown]
# ## Fishing
#
# You may re-roll any hit roll, not only misses. Your weapon has Lethal Hits: a 6 wounds without a wound roll. Is a plain hit good enough,
# or do you throw it back? Here is one attack on 3+ whose owner re-rolls everything but 6s:

# %%
gun = {"name": "Gun", "attacks": 1, "skill": "3+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["Lethal Hits"]}


def at(toughness, reroll):
    """One attack at a target of this Toughness, without a save."""
    target = {"name": "Target", "models": [{"count": 1, "toughness": toughness, "save": "7+", "wounds": 1}]}
    attacker = {"name": "Shooter", "weapons": [gun | {"modifiers": {"reroll_hits": reroll}}]}
    return {"system": "wh40k_10e", "attacker": attacker, "defender": target}


tk.die_faces(at(12, "non_critical")).filter(pl.col("roll") == "hit")

# %% [markdown]
# Against a tough target, fishing wins. Where hits wound easily it loses. And in between there is a tie:

# %%
rows = []
for toughness, wounds_on in ((3, "3+"), (4, "4+"), (5, "5+"), (12, "6+")):
    failures, fishing = (tk.crunch(at(toughness, reroll), exact=True).mean_damage for reroll in ("failed", "non_critical"))
    better = "a tie" if failures == fishing else "fish" if fishing > failures else "keep hits"
    rows.append({"wounds on": wounds_on, "re-roll misses": str(failures), "re-roll all but 6s": str(fishing), "better": better})
pl.DataFrame(rows)

# %% [markdown]
# Why? A hit in your hand is worth its chance to wound. A new roll is worth 1/6 for the 6, and half a wound roll for a 3, 4 or 5. Fish as
# long as the second number is larger.

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("rerolls")
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
# Next: [Critical hits](3_critical_hits.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
