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
# # The Rules Lab
#
# *Heavy* is +1 to hit. But what is it **worth**? That depends on everything else on the table: on the skill it helps, on the other rules,
# on what the target still has to lose.
#
# Run the cell below (`Shift`+`Enter`). Every rule is a switch.
#
# - The first picture adds the rules one by one, each on top of the last. A rule that adds nothing says why.
# - The table shows one attack on the six faces of each die.
# - The grid asks of two rules at a time whether they help each other.
#
# Some things to try: untick *Stealth* and see whom it hurt most; ask for the chance to destroy instead of the average; tick *Half range*.

# %%
from toolkit import dashboards

dashboards.rules_lab()

# %% [markdown]
# ## The order matters
#
# What a rule adds depends on which were there before it. *Listed* takes the rules as they stand in the list, *largest first* always the
# strongest next, and a *fair share* is the average over all orders: it splits the whole gain without taking sides.
#
# The same numbers without the screen:

# %%
import toolkit as tk

battery = {"name": "Field Ordnance Battery", "weapons": [{"name": "Malleus rocket launcher", "count": 2}]}
battery["rules"] = ["Take Aim!", "Rearm, Reload, Fire"]
question = {
    "system": "wh40k_10e",
    "attacker": battery,
    "defender": {"name": "Intercessor Squad", "rules": ["Stealth"]},
    "situation": {"remained_stationary": True},
}
listed, fair = (tk.waterfall(question, order=order).select("rule", "step") for order in ("listed", "fair"))
listed.join(fair.rename({"step": "fair share"}), on="rule", maintain_order="left")

# %% [markdown]
# As a picture, for a page of your own:

# %%
from toolkit import charts
from toolkit.charts import pairs, waterfall

charts.enable()
waterfall.chart(tk.waterfall(question), "models", title="Models slain on average, rule by rule")

# %% [markdown]
# ## Which rules help each other?
#
# Two rules are worth more together than apart when one opens what the other needs, and less when they pay for the same thing: a die that
# hits anyway cannot be made to hit again. Here with the chance to slay three or more:

# %%
pairs.chart(tk.pairs(question, "at_least_3"), "probability")

# %% [markdown]
# *Rearm, Reload, Fire* has zeros only: it needs an Order **and** *Heavy* on the weapon, and no single other rule gives it both. The first
# picture, where all the others are already on, shows what it is worth.
#
# ## One attack, face by face

# %%
faces = tk.die_faces(question)
faces.pivot("face", index=["roll", "chance"], values="word")

# %% [markdown]
# ---
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
