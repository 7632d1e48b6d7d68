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
# # 9-inch charges out of Deep Strike, and what each re-roll is worth
#
# The teleport flares, the Terminators stand 9 inches and a hair away, and everybody at the table knows the number. This article (10th
# edition, with a look at the 11th) asks what can be done about it: which second chance helps most, what a +1 is worth beside it, and on
# which of several charges to spend the one Command Re-roll of the phase. Every number is exact; fractions are given where they are short.

# %%
import polars as pl

import toolkit as tk
from toolkit import charts
from toolkit.charts import waterfall
from toolkit.studies.charge_series import charge_series
from toolkit.studies.movement import movement
from toolkit.studies.rolls import charge_needs
from toolkit.systems.wh40k_10e.rolls import TANGLEFOOT
from toolkit.systems.wh40k_11e import rolls as eleventh

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=80, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## Why 9, in both editions
#
# In the 10th edition you arrive more than 9 inches away and have to end within 1 inch: more than 8 inches to go, so a 9. In the 11th you
# arrive more than 8 inches away, but the roll has to cover the whole distance: more than 8 inches, so a 9 again.

# %%
print("10th edition:", charge_needs(9, just_over=True), "  11th edition:", charge_needs(8, just_over=True, numbers=eleventh.CHARGE))
print("exactly 9 inches, if you were ever allowed to stand there:", charge_needs(9))

# %% [markdown]
# The strong bars are the charges that get there: 10 of the 36 ways two dice can fall, **5/18** or 28 %.

# %%
charts.pmf(tk.dice("2D6"), noun="inches", k=9, title="A charge roll out of Deep Strike")

# %% [markdown]
# ## Three kinds of second chance
#
# They look alike and are not:
#
# - **both dice again** (Command Re-roll): a failed charge is simply tried a second time;
# - **one die again**: you keep the better die and roll the other one;
# - **three dice, best two**: the third die is thrown from the start.
#
# The last two are the same thing to the last fraction: the die you would drop is the die you would roll again.

# %%
kinds = {"plain": None, "both dice again": "whole", "one die again": "one_die"}
rows = []
for needed in range(4, 13):
    exact = {name: tk.charge(needed, reroll=kind, exact=True).chance for name, kind in kinds.items()}
    rows.append(
        {
            "needs": needed,
            **{name: str(chance) for name, chance in exact.items()},
            "best two of three": str(tk.keep(3, 6, 2, exact=True).at_least(needed)),
        }
    )
pl.DataFrame(rows)

# %% [markdown]
# And the same as what each *adds*, in points of a hundred:

# %%
rows = []
for needed in range(4, 13):
    plain, both, one = (100 * tk.charge(needed, reroll=kind).chance for kind in kinds.values())
    rows.append({"needs": needed, "plain %": plain, "both dice add": both - plain, "one die adds": one - plain})
gains = pl.DataFrame(rows)
gains

# %% [markdown]
# Three things to take from this table.
#
# - A Command Re-roll adds most where the charge is a coin toss: over 24 points at 7 and at 8. On a 9 it still adds 20 points (5/18 to
#   155/324, from 28 % to 48 %): it does not make the charge good, it makes it even.
# - Up to 7, throw both dice again; from 8 on, keep the good die. On a 9, one die again is worth 4½ points more than both dice (113/216
#   against 155/324), and on an 11 it adds half as much again (43/216 against 23/144, 20 % against 16 %).
# - On a 4 the re-roll is worth 8 points. A command point spent there is spent on peace of mind.
#
# ## A +1 or a re-roll?
#
# A bonus to the roll is weaker than it feels on a long charge, and worth more on top of a re-roll than by itself. Here is the charge of 9,
# with one help after another.

# %%
ladder = [("+1 to charge", [1], None), ("Command Re-roll", [1], "whole"), ("a second +1", [2], "whole")]
steps, before = [], tk.charge(9).chance
for name, bonus, kind in ladder:
    after = tk.charge(9, bonus, reroll=kind).chance
    steps.append({"id": name, "rule": name, "step": after - before, "before": before, "after": after})
    before = after
waterfall.chart(pl.DataFrame(steps), "probability", title="A charge of 9, with one help after another")

# %%
rows = []
for bonus in (-2, -1, 0, 1, 2, 3):
    plain, again = (tk.charge(9, [bonus], reroll=kind, exact=True).chance for kind in (None, "whole"))
    rows.append({"modifier": f"{bonus:+d}", "plain": str(plain), "%": 100 * float(plain), "re-roll": str(again), "% ": 100 * float(again)})
pl.DataFrame(rows)

# %% [markdown]
# A +1 takes the charge from 5/18 to 5/12, a Command Re-roll takes it to 155/324, a +2 to 7/12: alone, the re-roll is worth more than a +1
# and less than a +2. With a +2 the roll is a 7 and better than even; with the re-roll on top it is 119/144, five charges in six.
#
# The other way round: Tanglefoot Grenades (−2, for one command point) turn 155/324 into 23/144. Where the attacker still holds a re-roll,
# the grenades take away 32 points; where he does not, 19. Keep them for the charge that has
# a re-roll behind it.

# %%
for kind in (None, "whole"):
    print(
        "with a re-roll:   " if kind else "without a re-roll:",
        tk.charge(9, reroll=kind, exact=True).chance,
        "->",
        tk.charge(9, [TANGLEFOOT], reroll=kind, exact=True).chance,
    )

# %% [markdown]
# ## Two units, one re-roll
#
# The same stratagem works once in a phase. If two units have come down, the question is what you need: *one* of them in combat, or both?

# %%
rows = []
for needs in ([9], [9, 9], [9, 9, 9], [7, 9], [8, 9]):
    for want in range(1, len(needs) + 1):
        found = charge_series(needs, want, exact=True)
        rows.append(
            {
                "charges": " and ".join(map(str, found.order)),
                "wanted": want,
                "without": float(found.without),
                "with": float(found.chance),
                "exact": str(found.chance),
                "if a charge fails": ", then ".join(found.policy),
            }
        )
pl.DataFrame(rows)

# %% [markdown]
# Read it like this:
#
# - **A second unit is worth exactly one re-roll.** Two charges of 9 without a re-roll and one charge with it come to the same 155/324, if
#   one success is enough. Two units *and* the re-roll give 3635/5832, 62 %; three units and the re-roll 73 %.
# - If one success is enough and the charges are equal, it does not matter which failed one you roll again, as long as you do. If the
#   charges differ, roll the shorter one again.
# - If you need *both*, spend it on the first failure, and do not plan on it: two charges of 9 both succeed in 275/1458, not one in five.
#
# ## Or walk
#
# A unit that is on the table already can do something Deep Strike cannot: move first. With Move 6 and the enemy 15 inches away it ends 9
# inches away, no hair: an 8. Whoever comes out of a transport that has not yet moved gets 3 inches more.

# %%
print("15 inches, on foot:       ", movement(6, 15, then_charge=True, exact=True).charge_chance)
hatch = movement(6, 15, disembark="not yet moved", then_charge=True, exact=True)
print("15 inches, from a hull:   ", hatch.charge_chance, "=", "; ".join(hatch.steps))
dispersal = movement(6, 18, disembark="not yet moved", rapid_dispersal_after=True, then_charge=True, exact=True)
print("18 inches, Rapid Dispersal:", dispersal.charge_chance)

# %% [markdown]
# ## In short
#
# 1. Out of Deep Strike a charge needs a 9: 5/18, with a Command Re-roll 155/324, with one die again or three dice 113/216.
# 2. A +1 (5/12) is worth less than the re-roll; both together give 95/144.
# 3. A second unit is worth exactly one re-roll, and does not cost a command point in the Charge phase.
# 4. The defender's −2 hurts most where a re-roll is in hand: 155/324 falls to 23/144.
# 5. A transport 15 inches away is a better launching pad than the sky: 5/6 against 5/18.
#
# toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep the
# rulebook at hand.
