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
# # 9. From the 10th to the 11th edition
#
# The dice are the same, and most of what you learned stays true. But some rules moved to another number, and a few of them turn old
# habits into mistakes. Both editions are in toolkit: the same matchup, one word changed.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts
from toolkit.studies.rolls import charge_needs, is_weakened
from toolkit.systems.wh40k_11e import rolls as eleventh

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Cover moved
#
# It used to help the save. Now it worsens the attacker's BS, outside the limit of ±1, and it helps good armour against AP 0 just as well.

# %%
for edition in ("wh40k_10e", "wh40k_11e"):
    print(tk.rule("Benefit of Cover", edition), end="\n\n")


# %%
def shoot(edition, save, ap, in_cover, **more):
    """Twenty shots on 3+, Strength 4 into Toughness 4."""
    gun = {"name": "Gun", "attacks": 20, "skill": "3+", "strength": 4, "ap": ap, "damage": 1} | more
    target = {"name": "Target", "models": [{"count": 20, "toughness": 4, "save": save, "wounds": 1}]}
    situation = {"target_in_cover": in_cover}
    return tk.crunch({"system": edition, "attacker": {"weapons": [gun]}, "defender": target, "situation": situation}, exact=True)


rows = []
for save, ap in (("2+", 0), ("3+", 0), ("3+", -1), ("5+", 0), ("5+", -2), ("6+", -2)):
    row = {"target": f"{save}, AP {ap}"}
    for edition in ("wh40k_10e", "wh40k_11e"):
        kept = shoot(edition, save, ap, True).mean_slain / shoot(edition, save, ap, False).mean_slain
        row[f"left in cover, {edition[-3:]}"] = f"{float(kept):.0%}"
    rows.append(row)
pl.DataFrame(rows)

# %% [markdown]
# The 11th edition's cover takes the same share from every weapon with the same BS. In the 10th it did nothing for a Marine against
# lasguns and nothing for anyone whose save was gone already.

# %%
charts.slain(
    shoot("wh40k_11e", "3+", 0, True), shoot("wh40k_10e", "3+", 0, True), title="Slain in cover, 3+ against AP 0: 11th (dashed: 10th)"
)

# %% [markdown]
# ## Lethal Hits are a choice
#
# A critical hit *may* wound without a roll. With Devastating Wounds on the same weapon you may prefer to roll. toolkit takes what is
# better for the attacker, and says that it did.

# %%
both = {"abilities": ["Lethal Hits", "Devastating Wounds", "Anti-Infantry 2+"]}
gun = {"name": "Gun", "attacks": 20, "skill": "3+", "strength": 4, "ap": 0, "damage": 1} | both
marines = {"name": "Marines", "keywords": ["Infantry"], "models": [{"count": 20, "toughness": 4, "save": "3+", "wounds": 1}]}
for edition in ("wh40k_10e", "wh40k_11e"):
    out = tk.crunch({"system": edition, "attacker": {"weapons": [gun]}, "defender": marines})
    print(edition, f"{out.mean_slain:.3f} slain on average.", *out.choices)

# %% [markdown]
# ## Other rolls
#
# Three habits to check. Half is now enough for a Battle-shock test. A hazard roll fails on 1 and 2, but costs only 1 mortal wound (3 if
# all models are Monsters or Vehicles). And Deep Strike comes closer, more than 8 inches instead of 9, but a charge now has to cover the
# whole distance: you need the same 9 as ever.

# %%
half_now = is_weakened(10, 5, numbers=eleventh.BATTLE_SHOCK)
needed_now = charge_needs(8, just_over=True, numbers=eleventh.CHARGE)
rows = [
    {"question": "5 of 10 left: has to test?", "10th": str(is_weakened(10, 5)), "11th": str(half_now)},
    {"question": "charge roll needed after Deep Strike", "10th": str(charge_needs(9, just_over=True)), "11th": str(needed_now)},
]
costs = {}
for edition, column in (("wh40k_10e", "10th"), ("wh40k_11e", "11th")):
    hazard = shoot(edition, "3+", 0, False, abilities=["Hazardous"]).hazard
    costs[column] = f"{float(hazard.mean()):.3f}"
rows.append({"question": "mortal wounds from one Hazardous weapon, on average"} | costs)
pl.DataFrame(rows)

# %% [markdown]
# ## What is still open
#
# Where the rules can be read in two ways, toolkit has a named switch, a default, and says which reading it used:

# %%
pl.DataFrame([{"switch": each.key, "read as": str(each.default), "question": each.summary} for each in tk.system("wh40k_11e").readings])

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("editions")
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
# That was the last lesson. Now ask your own questions: [Start here](../start_here.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
