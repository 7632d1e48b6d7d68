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
# # Start here
#
# You point a gun at a unit. What happens?
#
# Run the cell below (`Shift`+`Enter`) and ask. Pick a unit, pick a target, tick what is true on the table. The big numbers are the
# answer; the charts show everything that can happen and how often; the rows at the foot say why: which rule changed which roll.

# %%
from toolkit import dashboards

dashboards.matchup()

# %% [markdown]
# ## The same question in five lines
#
# A Field Ordnance Battery that did not move fires two Malleus rocket launchers at five Intercessors. The profiles come from the
# tables, by name.

# %%
import toolkit as tk

battery = {"name": "Field Ordnance Battery", "weapons": [{"name": "Malleus rocket launcher", "count": 2}]}
question = {"system": "wh40k_10e", "attacker": battery, "defender": {"name": "Intercessor Squad"}}
out = tk.crunch(question | {"situation": {"remained_stationary": True}})
out

# %% [markdown]
# `out.slain` is how many models die, `out.damage` how many wounds the unit loses, each as a distribution.

# %%
print(f"on average {out.slain.mean():.2f} models die; at least three: {out.slain.at_least(3):.1%}; all of them: {out.p_destroyed:.2%}")
out.slain

# %% [markdown]
# ## Why?
#
# The ledger lists every rule that was looked at, and what it did. Nothing is left out in silence: what toolkit cannot calculate stands in
# `out.not_calculated`, by name.

# %%
out.ledger

# %% [markdown]
# ## What if?
#
# Change one thing and ask again. Here the guns have moved, so *Heavy* does not help them.

# %%
moved = tk.crunch(question | {"situation": {"remained_stationary": False}})
tk.compare([out, moved], at_least=3)

# %% [markdown]
# ## Where to go from here
#
# The *Rules Lab* takes one matchup apart: every rule a switch, what each adds, which help each other, what each face of a die does.
# Open [teaching/rules_lab](teaching/rules_lab.ipynb).
#
# Nine short lessons have exercises that check your answer exactly (`.check(...)`, `.hint`, `.solution()`):
#
# 1. [Modifiers and caps](teaching/1_modifiers_and_caps.ipynb)
# 2. [Re-rolls and fishing](teaching/2_rerolls_and_fishing.ipynb)
# 3. [Critical hits](teaching/3_critical_hits.ipynb)
# 4. [Saves, cover and AP](teaching/4_saves_cover_and_ap.ipynb)
# 5. [Damage, overkill and feel no pain](teaching/5_damage_overkill_and_feel_no_pain.ipynb)
# 6. [Spending a Command Re-roll](teaching/6_spending_a_command_reroll.ipynb)
# 7. [Charges and Deep Strike](teaching/7_charges_and_deep_strike.ipynb)
# 8. [Battle-shock and objectives](teaching/8_battle_shock_and_objectives.ipynb)
# 9. [From the 10th to the 11th edition](teaching/9_from_the_10th_to_the_11th_edition.ipynb)

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
