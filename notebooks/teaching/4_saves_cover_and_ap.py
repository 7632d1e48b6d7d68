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
# # 4. Saves, cover and AP
#
# Up to here the attacker rolled. Now the defender does, and three numbers argue about one die: the save, the weapon's AP, and cover. This
# is the 10th edition; the last lesson shows what became of it.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=200, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Save and AP
#
# AP is taken off the roll. Unlike a hit roll, a save has no lucky 6: a save of 7+ is no save. The chance that a wound **gets through**:


# %%
def gets_through(save, ap, invulnerable=None, **situation):
    """The chance that one wound gets through the save, exactly."""
    gun = {"name": "Gun", "attacks": 1, "skill": "3+", "strength": 4, "ap": ap, "damage": 1}
    models = {"count": 1, "toughness": 4, "save": save, "wounds": 1} | ({"invulnerable": invulnerable} if invulnerable else {})
    document = {"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": {"models": [models]}, "situation": situation}
    steps = tk.crunch(document, exact=True).steps
    return next(1 if step.chance is None else step.chance for step in steps if step.name == "Save")


saves = ["2+", "3+", "4+", "5+", "6+"]
pl.DataFrame([{"save": save} | {f"AP {ap}": str(gets_through(save, ap)) for ap in (0, -1, -2, -3, -4)} for save in saves])

# %% [markdown]
# Read a row from left to right: each point of AP adds the same 1/6. But look at it from the gun: against a 2+, the first point of AP
# *doubles* the damage. Against a 6+ it adds a fifth. AP is for armour.
#
# ## Cover
#
# Cover adds 1 to armour saves against shooting, and it does not add up. The same table in cover:

# %%
tk.rule("Benefit of Cover", "wh40k_10e")

# %%
pl.DataFrame(
    [{"save": save} | {f"AP {ap}": str(gets_through(save, ap, target_in_cover=True)) for ap in (0, -1, -2, -3, -4)} for save in saves]
)

# %% [markdown]
# Compare the first column of the two tables: 2+ and 3+ are the same. That is the exception: good armour gains nothing from cover against
# AP 0. It makes a trap. A rule that improves a 4+ to a 3+ takes the cover against small arms away again:

# %%
print("4+ in cover against AP 0:", gets_through("4+", 0, target_in_cover=True))
print("3+ in cover against AP 0:", gets_through("3+", 0, target_in_cover=True), "(no better than that)")

# %% [markdown]
# ## Invulnerable saves
#
# A second number that neither AP nor cover touches. The player uses the better of the two, so it is worth nothing until AP has ruined the
# armour:

# %%
pl.DataFrame(
    {
        "AP": [0, -1, -2, -3, -4],
        "4+ alone": [str(gets_through("4+", ap)) for ap in (0, -1, -2, -3, -4)],
        "4+ and 5+ invulnerable": [str(gets_through("4+", ap, "5+")) for ap in (0, -1, -2, -3, -4)],
    }
)

# %% [markdown]
# ## What it means on the table
#
# Two Malleus launchers (AP −1) fire at five Intercessors (3+): in the open, and in cover (dashed).

# %%
battery = {"name": "Field Ordnance Battery", "weapons": [{"name": "Malleus rocket launcher", "count": 2}]}
question = {"system": "wh40k_10e", "attacker": battery, "defender": {"name": "Intercessor Squad"}}
still = {"remained_stationary": True}
in_cover, in_the_open = tk.crunch(question | {"situation": still | {"target_in_cover": True}}), tk.crunch(question | {"situation": still})
charts.slain(in_the_open, in_cover)

# %% [markdown]
# And who says so: the steps name every rule that touched them.

# %%
in_cover.explain()

# %% [markdown]
# ## Your turn
#
# Put your answer in place of the three dots and run the cell: a fraction (`"1/3"`), a percentage (`"33.3%"`) or a decimal (`0.333`), all
# good. A wrong answer gets a hint. When you give up, `first.solution()` tells.

# %%
from toolkit.studies.lessons import exercises

first, second, third = exercises("saves")
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
# Next: [Damage, overkill and feel no pain](5_damage_overkill_and_feel_no_pain.ipynb)
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
