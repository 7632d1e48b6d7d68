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
# # 3. Critical hits
#
# An unmodified 6 does more than hit. Four abilities live on that one face: **Sustained Hits** makes more hits, **Lethal Hits** skips the
# wound roll, **Devastating Wounds** skips the save, and **Anti** moves the line. Each is simple. Together they are where arguments start.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Four cards

# %%
for name in ("Sustained Hits", "Lethal Hits", "Devastating Wounds", "Anti"):
    print(tk.rule(name, "wh40k_10e"), end="\n\n")

# %% [markdown]
# ## Sustained and Lethal
#
# 36 attacks at 3+, Strength 4 into Toughness 8 (6+ to wound). On average 24 hit, 6 of them critically. Watch what each ability does alone
# and what the two do together. The extra hits of Sustained Hits are plain hits: they never wound by themselves.

# %%
tough = {"name": "Tough unit", "models": [{"count": 36, "toughness": 8, "save": "7+", "wounds": 1}]}


def volley(*abilities):
    gun = {"name": "Gun", "attacks": 36, "skill": "3+", "strength": 4, "ap": 0, "damage": 1, "abilities": list(abilities)}
    title = " and ".join(abilities) or "plain"
    return {"system": "wh40k_10e", "title": title, "attacker": {"name": "Gunner", "weapons": [gun]}, "defender": tough}


matchups = [volley(), volley("Sustained Hits 1"), volley("Lethal Hits"), volley("Sustained Hits 1", "Lethal Hits")]
tk.compare(matchups).select("title", wounds="mean_damage")

# %%
charts.slain(tk.crunch(matchups[3]), tk.crunch(matchups[0]), title="Wounds: both abilities (dashed: plain)")

# %% [markdown]
# ## Friends and enemies
#
# Some pairs are worth more together than apart: Anti makes more critical wounds, and Devastating Wounds feeds on those. Some are worth
# less: a hit that Lethal Hits turns into a wound never makes a wound roll, so it can never be a critical *wound*. The column `extra` is
# what a pair brings on top of the two alone.

# %%
gun = {"name": "Gun", "attacks": 12, "skill": "4+", "strength": 4, "ap": 0, "damage": 1}
gun["abilities"] = ["Lethal Hits", "Devastating Wounds", "Anti-Infantry 4+"]
troops = {"name": "Troops", "keywords": ["Infantry"], "models": [{"count": 12, "toughness": 5, "save": "3+", "wounds": 1}]}
question = {"system": "wh40k_10e", "attacker": {"name": "Gunner", "weapons": [gun]}, "defender": troops}
grid = tk.pairs(question)
grid.filter(pl.col("first") != pl.col("second")).select("first", "second", "alone_first", "alone_second", "together", "extra")

# %% [markdown]
# ## One attack, face by face
#
# When in doubt, read the die. Anti-Infantry 4+ turns 4, 5 and 6 into critical wounds, although Strength 4 into Toughness 5 needs a 5.

# %%
tk.die_faces(question)

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("criticals")
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
# Next: [Saves, cover and AP](4_saves_cover_and_ap.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
