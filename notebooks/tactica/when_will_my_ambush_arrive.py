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
# # When will my ambush arrive?
#
# *The Ninth Age, 3rd edition, with the 2nd beside it. Everything is counted exactly by the cells of this page; no dice were thrown.*

# %% jupyter={"source_hidden": true} tags=["hide-input"]
from fractions import Fraction

from toolkit import charts
from toolkit.battlefield import Base
from toolkit.battlefield.ambush_rule import AmbushRule, widest_within
from toolkit.battlefield.footprint import Footprint
from toolkit.charts.arrival import turn_chart
from toolkit.charts.articles import lines
from toolkit.dashboards.article import mean, odds, percent, say, table
from toolkit.studies.ambush_arrival import SECOND_EDITION, Ambusher, arrival, arrival_status, arrivals
from toolkit.studies.ambush_hosts import Attachable, host_plan
from toolkit.studies.light_troops import Stand, dangerous_terrain, ranks, reform, reform_reach, shooting_after_reform

charts.enable()


def both(fraction):
    """A chance as players say it, with the fraction behind it."""
    return f"{percent(fraction)} ({fraction})"


def several(number, **how):
    return arrivals([Ambusher(f"Unit {each}", **how) for each in range(1, number + 1)], exact=True)


one, old = arrival(exact=True), arrival(rule=SECOND_EDITION, exact=True)
TURNS = list(one.rule.numbers)
ROOMS = {"always": 1, "3 times in 4": Fraction(3, 4), "every other turn": Fraction(1, 2), "1 time in 4": Fraction(1, 4)}
roomy = {name: arrival(room, exact=True) for name, room in ROOMS.items()}
guarded = {"no turn": one, "turns 2 and 3": arrival({2: 0, 3: 0}, exact=True), "turns 5 and 6": arrival({5: 0, 6: 0}, exact=True)}

# The chieftain's choice, further down: the herd finds room every other turn, the raiders none on turn 2.
chieftain = Attachable("Chieftain", ("Herd", "Raiders"))
warband = [Ambusher("Herd", room="1/2"), Ambusher("Raiders", room={2: 0})]


def with_a_unit_by_turn_3(arrived):
    return arrived.came_with["Chieftain"] != "" and arrived.turns["Chieftain"] <= 3


fixed = {
    name: host_plan(warband, [chieftain], with_a_unit_by_turn_3, joins={"Chieftain": name}, exact=True).worth
    for name in ("Herd", "Raiders")
}
free = host_plan(warband, [chieftain], with_a_unit_by_turn_3, exact=True)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
three = several(3)
say(f"""
    You leave a unit off the table, and from your second turn on a die decides: 3+ and it comes in, at a point of your choice. Turns 5 and 6
    need no die. So when does it come, what does waiting cost, and what if there is no room when it wants in?

    **In short**

    1. **Hope for turn 2 ({percent(one[2])}), plan for turn 3 ({percent(one.by(3))}).** On average the unit is on the table for
       {mean(one.turns_on_table)} of your six turns.
    2. **With several units plan for a number, never for all.** Three units are all there on turn 2 in {percent(three.all_by(2))} of games,
       but two or more of them in {percent(three.by(2).at_least(2))}.
    3. **Put on one die what has to come together.** A character in the same Combined Unit always arrives with it; on a die of his own
       he comes in the same turn in {percent(several(2).same_turn)} of games.
    4. **Room matters more than the die.** With room every other turn {odds(roomy["every other turn"].never)} is lost without having been
       seen, and as many come too late to score.
    5. **If you guard an edge, guard it on turns 2 and 3.** On turns 5 and 6 you shut out {percent(guarded["turns 5 and 6"].never)}.
    6. **Let the character choose again every turn**, before the dice.
""")

# %% [markdown]
# ## One unit, all the room in the world

# %% jupyter={"source_hidden": true} tags=["hide-input"]
turn_chart(
    TURNS,
    [float(one[turn]) for turn in TURNS],
    [float(one.by(turn)) for turn in TURNS],
    title="When one unit arrives, with room in every turn",
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say(f"""
    The turn of arrival is {mean(one.mean_turn)} on average ({one.mean_turn}), which leaves {mean(one.turns_on_table)} turns of six. In the
    turn it arrives it does not charge. That is the price; the point of your choice is what you buy.

    The second edition was harsher: never without a die, and whoever came in turn 4 or later did not score.
""")

# %% jupyter={"source_hidden": true} tags=["hide-input"]
table(
    [
        {
            "edition": law.rule.name,
            "arrives and scores": law.scores,
            "too late to score": law.arrives_too_late_to_score,
            "never": law.never,
            "turns on the table": float(law.turns_on_table),
        }
        for law in (one, old)
    ],
    arrives_and_scores=percent,
    too_late_to_score=percent,
    never=percent,
)

# %% [markdown]
# ## Several units: at least so many
#
# One die each. "They come in together" sounds natural and is the worst of plans. What you can count on is the number, not the names.
# Of three units, how likely is it that at least one, two or all of them have arrived?

# %% jupyter={"source_hidden": true} tags=["hide-input"]
names = {1: "at least one", 2: "at least two", 3: "all three"}
lines(
    {name: [(turn, float(three.by(turn).at_least(count))) for turn in TURNS] for count, name in names.items()},
    strong=["at least two", "all three"],
    title="Three units in ambush",
    across="by the end of turn",
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for number in (2, 3, 4):
    group = several(number)
    for count in range(1, number + 1):
        chances = {f"by turn {turn}": group.by(turn).at_least(count) for turn in (2, 3, 4)}
        rows.append({"in ambush": f"{number} units", "at least": count, **chances})
table(rows, by_turn_2=percent, by_turn_3=percent, by_turn_4=percent)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for number in (1, 2, 3, 4):
    group = several(number)
    rows.append(
        {
            "units": number,
            "all in one turn": group.same_turn,
            "the first, turn": float(group.mean_turn_of_first),
            "the last, turn": float(group.mean_turn_of_last),
        }
    )
table(rows, all_in_one_turn=percent)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
pair = several(2)
say(f"""
    Two units arrive in the same turn in {both(pair.same_turn)} of games, four in {percent(several(4).same_turn)}. The first of three is
    there on turn {mean(three.mean_turn_of_first)} on average, the last on {mean(three.mean_turn_of_last)}. Give the early job to whichever
    unit comes, and keep for the late one a job that can wait.
""")

# %% [markdown]
# ## On one die
#
# A Combined Unit rolls once. For whatever has to work together that is worth more than any re-roll: a character and his unit, both on the
# table by the end of the turn.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
together = arrivals([Ambusher("Unit with its character", count=2)], exact=True)
lines(
    {
        "one die for both": [(turn, float(together.all_by(turn))) for turn in TURNS],
        "a die each": [(turn, float(pair.all_by(turn))) for turn in TURNS],
    },
    title="Both on the table",
    across="by the end of turn",
    bottom=0.4,
)

# %% [markdown]
# A character may join another unit in each of your turns, before the dice. Say he should not come alone: we want the chieftain on the
# table *with a unit* by turn 3. The herd is large and finds room every other turn. The raiders find none on turn 2, since somebody guards
# their edge, and plenty afterwards.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = [{"the chieftain": f"stays with the {name.lower()}", "comes with a unit by turn 3": worth} for name, worth in fixed.items()]
rows.append({"the chieftain": "chooses again every turn", "comes with a unit by turn 3": free.worth})
table(rows, comes_with_a_unit_by_turn_3=both)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say(f"""
    Herd first, and if it has no luck, over to the raiders. The freedom to change horses is worth
    {odds(free.worth - max(fixed.values()))} games. (When everything is equal the choice does not matter: a 3+ is a 3+ in any company.)
""")

# %% [markdown]
# ## No room
#
# A die is not enough: there has to be a legal place. At least three of the four corners within 6 inches of the chosen point, nothing in
# between, an inch from everybody. At a table edge with nothing in the way, how wide can a unit be? Models on 20 mm bases, by the rule
# (three corners) and by the stricter words under its picture (all four):

# %% jupyter={"source_hidden": true} tags=["hide-input"]
WIDTH_MM = 20
rows = []
for deep in (1, 2, 3, 4, 5):
    depth = Footprint(Base.parse(f"{WIDTH_MM}x{WIDTH_MM}mm"), deep, 1).depth
    widths = {reading: widest_within(depth, AmbushRule(corners=reading), on_edge=True) for reading in ("three", "all")}
    rows.append(
        {
            "ranks": deep,
            "inches deep": depth,
            **{f"files, {reading} corners": int(width * 25.4 // WIDTH_MM) for reading, width in widths.items()},
            "inches wide, three corners": widths["three"],
        }
    )
table(rows)

# %% [markdown]
# So it is rarely your own size that keeps you out. It is the enemy who stands there. Suppose that in each turn there is room only
# sometimes; what has no room waits and rolls again.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
lines(
    {f"room {name}": [(turn, float(law.by(turn))) for turn in TURNS] for name, law in roomy.items()},
    strong=["room always", "room every other turn"],
    title="On the table, by how often there is room",
    across="by the end of turn",
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = [
    {
        "room": name,
        "by turn 3": law.by(3),
        "by turn 5, scores": law.scores,
        "on turn 6, no scoring": law.arrives_too_late_to_score,
        "lost": law.never,
        "turns on the table": float(law.turns_on_table),
    }
    for name, law in roomy.items()
]
table(rows, **dict.fromkeys(("by_turn_3", "by_turn_5,_scores", "on_turn_6,_no_scoring", "lost"), percent))

# %% jupyter={"source_hidden": true} tags=["hide-input"]
half, most = roomy["every other turn"], roomy["3 times in 4"]
say(f"""
    With room every other turn, {percent(half.never)} is a casualty without having been seen, and {percent(half.arrives_too_late_to_score)}
    comes on turn 6 and does not score. The free arrival of turn 5 does not help against that: nobody needs a die then, but everybody needs
    a place. Even room three times in four costs {mean(one.turns_on_table - most.turns_on_table)} turns on the table.
""")

# %% [markdown]
# ## Which turns to guard
#
# Turn the table around. You hold the only edge they can use, for two turns. Which two?

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = [
    {"guarded on": name, "their turns on the table": float(law.turns_on_table), "scores": law.scores, "lost": law.never}
    for name, law in guarded.items()
]
table(rows, scores=percent, lost=percent)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
early, late = guarded["turns 2 and 3"], guarded["turns 5 and 6"]
say(f"""
    On turns 2 and 3 you take {mean(one.turns_on_table - early.turns_on_table)} turns from a unit, on turns 5 and 6 only
    {mean(one.turns_on_table - late.turns_on_table)}: by then hardly anyone is left outside, {both(late.never)}. But who is left then is
    dead.
""")

# %% [markdown]
# ## And then?
#
# The arrival counts as an Advance:

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say("\n".join(f"- {reason}" for reason in arrival_status(3).because))

# %% [markdown]
# From the next turn on, Light Troops make most of it. Ten raiders with Mobility 5 (20 mm bases, two ranks) reform up to twice their
# Mobility, where others get half of it. Beyond Mobility that counts as a march, for dangerous ground and the like, but not for shooting.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
band = Stand(Footprint(Base.parse("20x20mm"), 10, 5), 30, 2)
rows = []
for far in (2.5, 4, 5, 8, 10, 10.5):
    check = reform(band, Stand(band.formation, 30, 2 + far), mobility=5)
    march = "counts as a march" if check.counts_as_march else "no march"
    rows.append(
        {"inches forward": f"{far:g}", "Light Troops": "legal" if check.legal else "not legal", "and": march if check.legal else ""}
    )
table(rows)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
shot, woods = shooting_after_reform(4), dangerous_terrain(10, 6)
herd = Footprint(Base.parse("20x20mm"), 30, 5)
say(f"""
    - Turned by 45 degrees they get {reform_reach(band, 5, facing=45):.1f} inches far, by 90 degrees {reform_reach(band, 5, facing=90):.1f}.
    - Bows that hit on 4+ need {shot.needs}+ after a reform, long or short: {percent(shot.chance)}.
    - Dangerous terrain (6+) means {woods.dice} dice and {mean(woods.health.mean())} models lost on average; none in
      {percent(woods.health[0])} of games.
    - What they give up: Light Troops have no ranks. Thirty of them in files of five do without {ranks(herd).lost} points of combat score.

    ## What this leaves out

    Room is taken as independent from turn to turn and from unit to unit; real enemies stay where they stand, which makes luck and bad luck
    stick. Where a given table leaves room is what the Ambush planner draws (`toolkit.dashboards.ambush_planner`). Six turns are played.
    That no charge follows in the turn of arrival rests on the order of phases as known from the second edition.

    toolkit is unofficial: made by players, not by or for the owners of any game.
""")
