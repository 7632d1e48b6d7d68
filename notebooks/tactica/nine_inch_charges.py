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
# # 9-inch charges: what every kind of help is worth
#
# *Warhammer 40,000, 10th edition, with the 11th beside it. Exact chances, worked out by the cells of this page.*

# %% jupyter={"source_hidden": true} tags=["hide-input"]
import toolkit as tk
from toolkit import charts
from toolkit.charts.articles import bars, lines
from toolkit.dashboards.article import percent, say, table
from toolkit.dashboards.text import points
from toolkit.studies.charge_series import charge_series
from toolkit.studies.movement import movement
from toolkit.studies.rolls import charge_needs
from toolkit.systems.wh40k_10e.reserves import ARRIVALS as TENTH
from toolkit.systems.wh40k_10e.rolls import CHARGE, TANGLEFOOT
from toolkit.systems.wh40k_11e.reserves import ARRIVALS as ELEVENTH
from toolkit.systems.wh40k_11e.rolls import CHARGE as CHARGE_11E
from toolkit.systems.wh40k_11e.rolls import TANGLEFOOT as TANGLEFOOT_11E

charts.enable()

BOTH, ONE = "whole", "one_die"  # the two kinds of re-roll


def chance(needed, *modifiers, reroll=None):
    return tk.charge(needed, list(modifiers), reroll=reroll, exact=True).chance


def both(fraction):
    """A chance as players say it, with the fraction behind it."""
    return f"{percent(fraction)} ({fraction})"


plain, whole, one_die, plus_one = chance(9), chance(9, reroll=BOTH), chance(9, reroll=ONE), chance(9, 1)
two_units = charge_series([9, 9], 1, reroll=False, exact=True).chance
hull = movement(6, 15, disembark="not yet moved", then_charge=True, exact=True)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say(f"""
    The teleport flares, the Terminators stand 9 inches and a hair away, and everybody at the table knows the number. What can be done
    about it, and what is each help worth?

    **In short**

    1. Out of Deep Strike a charge needs a **9**, in both editions: **{both(plain)}**.
    2. A **Command Re-roll** makes it {both(whole)}: it does not make the charge good, it makes it even. One die again is better still,
       {both(one_die)}.
    3. **A re-roll beats a +1** ({percent(plus_one)}), and loses to a +2 ({percent(chance(9, 2))}). All of them together are the real thing.
    4. **A second unit is worth exactly one re-roll** ({percent(two_units)} that one of two gets there) and costs no command point.
    5. **Their −2 hurts most where you hold a re-roll**: {percent(whole)} becomes {percent(chance(9, TANGLEFOOT, reroll=BOTH))}.
    6. **Walk, if you can.** From a transport 15 inches away it is {both(hull.charge_chance)}.
""")

# %% [markdown]
# ## Why it is a 9 twice
#
# In the 10th edition you arrive more than 9 inches away and have to end within 1 inch: more than 8 inches to go. In the 11th you arrive
# more than 8 inches away, but the roll has to cover the whole distance. A hair more than 8 is a 9, both times.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for edition, ways, numbers in (("10th", TENTH, CHARGE), ("11th", ELEVENTH, CHARGE_11E)):
    for way in ways:
        if way.anchor is None and way.enemy:
            needed = charge_needs(way.enemy, just_over=True, numbers=numbers)
            able = way.may_charge
            rows.append(
                {
                    "edition": edition,
                    "arrives by": way.name,
                    "more than": f"{way.enemy:g} inches away",
                    "needs": needed if able else None,
                    "plain": tk.charge(needed, numbers=numbers).chance if able else None,
                    "both dice again": tk.charge(needed, reroll=BOTH, numbers=numbers).chance if able else None,
                }
            )
table(rows, plain=percent, both_dice_again=percent)

# %% [markdown]
# A dash means that no charge is allowed in that turn: Rapid Ingress comes in the opponent's, Bellicosa Drop forbids it.
#
# And this is what an inch is worth, wherever a rule lets you stand closer:

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for far in (12, 11, 10, 9, 8, 7, 6):
    row = {"set up more than": f"{far} inches"}
    for edition, numbers in (("10th", CHARGE), ("11th", CHARGE_11E)):
        # a hair more than 12 inches is too far for any charge
        needed = charge_needs(far, just_over=True, numbers=numbers) if far < numbers.within else None
        row[f"{edition}: needs"] = needed
        row[f"{edition}: plain"] = tk.charge(needed, numbers=numbers).chance if needed else None
        row[f"{edition}: re-roll"] = tk.charge(needed, reroll=BOTH, numbers=numbers).chance if needed else None
    rows.append(row)
columns = [head.replace(" ", "_") for head in rows[0] if "plain" in head or "re-roll" in head]
table(rows, **dict.fromkeys(columns, percent))

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say(f"""
    From more than 9 to more than 8 inches takes the 10th-edition charge from {percent(chance(9))} to {percent(chance(8))}, as much as a
    +1. From more than 6 it needs a {charge_needs(6, just_over=True)}: {percent(chance(6))}, and
    that charge hardly needs a re-roll any more.
""")

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

# %% jupyter={"source_hidden": true} tags=["hide-input"]
NEEDS = range(4, 13)
assert all(tk.keep(3, 6, 2, exact=True).at_least(needed) == chance(needed, reroll=ONE) for needed in NEEDS)
kinds = {"both dice again": BOTH, "one die again": ONE}
lines(
    {name: [(needed, float(chance(needed, reroll=kind) - chance(needed))) for needed in NEEDS] for name, kind in kinds.items()},
    title="What a re-roll adds, by the roll that is needed",
    subtitle="in points: from 28% to 48% is 20",
    across="the charge needs",
    top=0.3,
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for needed in NEEDS:
    row = {"needs": needed, "plain": chance(needed), **{name: chance(needed, reroll=kind) for name, kind in kinds.items()}}
    rows.append({**row, "exactly": f"{row['plain']}, {row['both dice again']}, {row['one die again']}"})
table(rows, plain=percent, both_dice_again=percent, one_die_again=percent)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
gain = {needed: chance(needed, reroll=BOTH) - chance(needed) for needed in NEEDS}
top = [needed for needed in NEEDS if gain[needed] == max(gain.values())]
last_whole = max(needed for needed in NEEDS if chance(needed, reroll=BOTH) > chance(needed, reroll=ONE))
say(f"""
    - A Command Re-roll adds most where the charge is a coin toss: {100 * float(max(gain.values())):.0f} points, on a
      {" and on a ".join(map(str, top))}. On a 9 it still adds {100 * float(gain[9]):.0f}.
    - Up to {last_whole} throw both dice again; from {last_whole + 1} on keep the good die. On a 9 that is worth
      {points(one_die, whole).lstrip("+")} more, on an 11 it is {percent(chance(11, reroll=ONE))}
      against {percent(chance(11, reroll=BOTH))}.
    - On a 4 the re-roll is worth {100 * float(gain[4]):.0f} points. A command point spent there is spent on peace of mind.
""")

# %% [markdown]
# ## A +1 or a re-roll?
#
# Here is everything that is commonly on offer for the charge of 9, and what the other side has against it.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
offers = {
    "−2 (Tanglefoot Grenades)": chance(9, TANGLEFOOT),
    "−2, Command Re-roll": chance(9, TANGLEFOOT, reroll=BOTH),
    "plain": plain,
    "+1": plus_one,
    "Command Re-roll": whole,
    "one die again": one_die,
    "+2": chance(9, 2),
    "+1 and Command Re-roll": chance(9, 1, reroll=BOTH),
    "+1 and one die again": chance(9, 1, reroll=ONE),
    "+2 and Command Re-roll": chance(9, 2, reroll=BOTH),
}
bars(
    [(name, float(value), both(value)) for name, value in sorted(offers.items(), key=lambda each: each[1])],
    strong=["plain", "Command Re-roll", "+1"],
    title="A charge of 9, by what is on the table",
)


# %% jupyter={"source_hidden": true} tags=["hide-input"]
def worth(now, before):
    return points(now, before).lstrip("+")


shot, shot_again = chance(9, TANGLEFOOT), chance(9, TANGLEFOOT, reroll=BOTH)
say(f"""
    - A +1 adds {worth(plus_one, plain)} by itself, and {worth(chance(9, 1, reroll=BOTH), whole)} on top of a re-roll: the two help each
      other, so spend them on the same charge.
    - Tanglefoot Grenades (−2, one command point) take {worth(plain, shot)} off a plain charge and {worth(whole, shot_again)} off one
      that has a re-roll behind it. Keep them for that one.
    - In the 11th edition they are −1: {percent(plain)} falls to {percent(chance(9, TANGLEFOOT_11E))}, and with a re-roll
      {percent(whole)} to {percent(chance(9, TANGLEFOOT_11E, reroll=BOTH))}.
""")

# %% [markdown]
# ## Several units, one re-roll
#
# A stratagem works once in a phase. If more than one unit has come down, the question is what you need: *one* of them in combat, or all?

# %% jupyter={"source_hidden": true} tags=["hide-input"]
COUNTS = (1, 2, 3, 4)
said = {True: "one, with the re-roll", False: "one, without it"}
shown = {said[again]: [(count, float(charge_series([9] * count, 1, reroll=again).chance)) for count in COUNTS] for again in (True, False)}
shown["all, with the re-roll"] = [(count, float(charge_series([9] * count, count).chance)) for count in COUNTS]
lines(shown, title="Charges of 9: that one gets there, or all", across="units that charge", width=380)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for needs in ([9], [9, 9], [9, 9, 9], [7, 9], [8, 9]):
    for want in sorted({1, len(needs)}):
        found = charge_series(needs, want, exact=True)
        rows.append(
            {
                "charges of": " and ".join(map(str, found.order)),
                "you need": "one" if want == 1 else "all",
                "without": found.without,
                "with": found.chance,
                "if a charge fails": ", then ".join(found.policy),
            }
        )
table(rows, without=percent, **{"with": percent})

# %% jupyter={"source_hidden": true} tags=["hide-input"]
series = {count: charge_series([9] * count, 1, exact=True).chance for count in COUNTS}
assert two_units == whole
say(f"""
    - Two charges of 9 without a re-roll and one charge with it come to the same {both(whole)}, if one success is enough: both are simply
      two tries. Two units *and* the re-roll make {percent(series[2])}, three {percent(series[3])}.
    - If one success is enough and the charges are equal, it does not matter which failed one you roll again, as long as you do. If they
      differ, roll the shorter one again.
    - If you need *both*, spend it on the first failure, and do not plan on it: {both(charge_series([9, 9], 2, exact=True).chance)}.
""")

# %% [markdown]
# ## Or walk
#
# A unit that is on the table can do something Deep Strike cannot: move first. Whoever comes out of a transport that has not yet moved
# gets 3 inches more. Infantry with Move 6, the enemy so far from it or from its transport:

# %% jupyter={"source_hidden": true} tags=["hide-input"]
FAR = range(12, 21)


def after(far, **how):
    return float(movement(6, far, then_charge=True, **how).charge_chance)


lines(
    {
        "out of a transport": [(far, after(far, disembark="not yet moved")) for far in FAR],
        "on foot": [(far, after(far)) for far in FAR],
        "Deep Strike": [(far, float(plain)) for far in FAR],
    },
    title="Chance to be in combat this turn",
    across="inches to the enemy at the start of the turn",
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
foot = movement(6, 15, then_charge=True, exact=True).charge_chance
far = max(far for far in FAR if after(far, disembark="not yet moved") > float(plain))
say(f"""
    Fifteen inches away on foot it is {both(foot)}, from a hull {both(hull.charge_chance)}. The transport is the better launching pad up to
    {far} inches, and it can be shot; the sky cannot.

    ## What this leaves out

    Only the roll is counted, for one target in the open with nothing in the way. Modifiers to a charge add up here; whether a given rule
    may be combined with another is for its own text to say. What the fight is worth once you are in it is another article.

    toolkit is unofficial: made by players, not by or for the owners of any game. It holds numbers and mechanics in its own words; keep
    the rulebook at hand.
""")
