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
# You leave a unit off the table, and from your second turn on a die decides: 3+ and it comes in, at a point of your choice. In the third
# edition of The Ninth Age turns 5 and 6 need no die. So when does it come, what does waiting cost, and what if there is no room when
# it wants in? Everything here is counted exactly, no dice were thrown.

# %%
import polars as pl

from toolkit import charts
from toolkit.battlefield import Base
from toolkit.battlefield.ambush_rule import AmbushRule, widest_within
from toolkit.battlefield.footprint import Footprint
from toolkit.charts.arrival import turn_chart
from toolkit.studies.ambush_arrival import SECOND_EDITION, Ambusher, arrival, arrival_status, arrivals
from toolkit.studies.ambush_hosts import Attachable, host_plan
from toolkit.studies.light_troops import Stand, dangerous_terrain, ranks, reform, reform_reach, shooting_after_reform

pl.Config(float_precision=3, tbl_rows=20, fmt_str_lengths=100, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True)
charts.enable()

# %% [markdown]
# ## One unit, all the room in the world

# %%
one = arrival()
rounds = list(one.rule.numbers)
turn_chart(rounds, [one[turn] for turn in rounds], [one.by(turn) for turn in rounds], title="One unit in ambush")

# %% [markdown]
# Two times in three it is there on turn 2, and by turn 3 in eight games of nine. The turn it arrives and the turns that are left:

# %%
exactly = arrival(exact=True)
print(f"turn of arrival, on average: {exactly.mean_turn} = {one.mean_turn:.3f}")
print(f"own turns on the table:      {exactly.turns_on_table} = {one.turns_on_table:.3f} of 6")

# %% [markdown]
# A unit in ambush plays four and a half turns of six, and in the turn of its arrival it does not charge. That is the price; the point of
# your choice is what you buy.
#
# The second edition was harsher: never without a die, and whoever came in turn 4 or later did not score.

# %%
old = arrival(rule=SECOND_EDITION)
pl.DataFrame(
    [
        {"edition": law.rule.name, "arrives and scores": law.scores, "arrives too late": law.arrives_too_late_to_score, "never": law.never}
        for law in (one, old)
    ]
)

# %% [markdown]
# ## Two, three, four units
#
# One die each. The plan "they come in together" sounds natural and is the worst of plans: with two units it is a coin toss.

# %%
rows = []
for number in (1, 2, 3, 4):
    several = arrivals([Ambusher(f"Unit {each}") for each in range(number)])
    early = [several.all_by(turn) for turn in (2, 3, 4)]
    rows.append(
        {
            "units": number,
            **dict(zip(("all on turn 2", "all by 3", "all by 4"), early, strict=True)),
            "all in one turn": several.same_turn,
            "first, on average": several.mean_turn_of_first,
            "last, on average": several.mean_turn_of_last,
        }
    )
pl.DataFrame(rows)

# %%
three = arrivals([Ambusher("Hounds"), Ambusher("Raiders"), Ambusher("Herd")])
everybody = [float(three.all_by(turn)) for turn in rounds]
turn_chart(rounds, [one[turn] for turn in rounds], [one.by(turn) for turn in rounds], everybody, title="Three units: each, and all of them")

# %% [markdown]
# What you can count on is the number, not the names. Of three units, how many stand on the table after turn 2?

# %%
charts.pmf(three.by(2), noun="units after turn 2", k=2)

# %% [markdown]
# Two or more in 20 games of 27. Give the early job to whichever unit comes.
#
# ## No room
#
# A die is not enough: there has to be a legal place. At least three of the four corners within 6 inches of the chosen point, nothing in
# between, an inch from everybody. At a table edge with nothing in the way, how wide can a unit be? For models on 20 mm bases, inches
# for the rule (three corners) and for the stricter reading of its picture (all four):

# %%
rows = []
for deep in (1, 2, 3, 4, 5):
    depth = Footprint(Base.parse("20x20mm"), deep, 1).depth
    widths = [widest_within(depth, AmbushRule(corners=reading), on_edge=True) for reading in ("three", "all")]
    rows.append(
        {
            "ranks": deep,
            "deep": depth,
            **dict(zip(("three corners", "all corners"), widths, strict=True)),
            "files": int(widths[0] * 25.4 // 20),
            "files, all corners": int(widths[1] * 25.4 // 20),
        }
    )
pl.DataFrame(rows)

# %% [markdown]
# So it is rarely your own size that keeps you out. It is the enemy who stands there. Suppose that each turn in which the unit is due there
# is room only sometimes; what has no room waits and rolls again.

# %%
rows = []
for room in ("1", "3/4", "1/2", "1/4"):
    law = arrival(room)
    rows.append(
        {
            "room": room,
            "by turn 3": law.by(3),
            "by turn 5": law.by(5),
            "turn 6, no scoring": law.arrives_too_late_to_score,
            "lost": law.never,
            "turns on the table": law.turns_on_table,
        }
    )
pl.DataFrame(rows)

# %% [markdown]
# With room every second turn, one unit in fourteen is a casualty without having been seen, and as many come too late to score. The free
# arrival of turn 5 does not help against that: nobody needs a die then, but everybody needs a place. It also tells the enemy *when* to
# stand there. A unit that meets a closed edge on turns 5 and 6 only:

# %%
late = arrival({5: 0, 6: 0}, exact=True)
print("scores:", late.scores, "  lost:", late.never)

# %% [markdown]
# One in 27: by then there is hardly anyone left to shut out. Whoever wants to stop an ambush has to do it on turns 2 and 3.

# %%
shut = arrival({2: 0, 3: 0}, exact=True)
print("shut out on turns 2 and 3: on the table for", shut.turns_on_table, "turns instead of", exactly.turns_on_table)

# %% [markdown]
# ## Whom does the chieftain come with?
#
# A character in ambush may join a unit in ambush of the same kind. He chooses anew every turn, before the dice, and the two roll once.
# Say he should not come alone: we want him on the table *with a unit* by turn 3. The herd is large and finds room every second turn.
# The raiders find none on turn 2, since somebody guards their edge, and plenty afterwards.

# %%
units = [Ambusher("Herd", room="1/2"), Ambusher("Raiders", room={2: 0})]
chieftain = Attachable("Chieftain", ("Herd", "Raiders"))


def with_a_unit_by_turn_3(arrived):
    return arrived.came_with["Chieftain"] != "" and arrived.turns["Chieftain"] <= 3


best = host_plan(units, [chieftain], with_a_unit_by_turn_3, exact=True)
herd, raiders = (
    host_plan(units, [chieftain], with_a_unit_by_turn_3, joins={"Chieftain": name}, exact=True).worth for name in ("Herd", "Raiders")
)
print(f"always with the herd {herd}, always with the raiders {raiders}, choosing every turn {best.worth}")
best.frame.filter(pl.col("turn") <= 3)

# %% [markdown]
# Herd first, and if it has no luck, over to the raiders: 7 in 9 instead of 5 in 9 or 2 in 3. The freedom to change horses is worth
# one game in nine. (When everything is equal the choice does not matter: a 3+ is a 3+ in any company.)
#
# ## And then?
#
# The arrival counts as an Advance: no further move, no charge, and whoever shoots does it at −1.

# %%
for reason in arrival_status(3).because:
    print("-", reason)

# %% [markdown]
# From the next turn on, Light Troops are the ones who make something of it. Ten raiders with Mobility 5 reform by up to 10 inches where
# others manage 2½. Beyond 5 inches that counts as a march for dangerous ground and the like, but not for shooting.

# %%
band = Stand(Footprint(Base.parse("20x20mm"), 10, 5), 30, 2)
for far in (4, 8, 10):
    check = reform(band, Stand(band.formation, 30, 2 + far), mobility=5)
    march = "counts" if check.counts_as_march else "does not count"
    print(f"{far} inches forward: {'legal' if check.legal else 'not legal'}, {march} as a march")
print(f"and turned by 45 degrees at most {reform_reach(band, 5, facing=45):.2f}, by 90 degrees {reform_reach(band, 5, facing=90):.2f}")
shot = shooting_after_reform(4)
print(f"bows that hit on 4+ need {shot.needs}+ after it: {shot.chance:.0%}")

# %%
woods = dangerous_terrain(10, 6)
print(f"through dangerous terrain (6+): {woods.dice} dice, {woods.health.mean():.2f} models lost, none in {woods.health[0]:.0%} of games")
block = Footprint(Base.parse("20x20mm"), 30, 5)
print("combat score that thirty of them in ranks of five do without:", ranks(block).lost)

# %% [markdown]
# ## To take home
#
# 1. Count on turn 2 (two in three) and be glad; plan for turn 3 (eight in nine).
# 2. With several units plan for a number of them, never for all at once.
# 3. Room matters more than the die. Even with room three times in four you lose four tenths of a turn on the table.
# 4. A guarded edge hurts on turns 2 and 3; on turns 5 and 6 it hardly meets anyone.
# 5. Let a character choose again every turn.
#
# ## What this leaves out
#
# Room is taken as independent from turn to turn and from unit to unit; real enemies stay where they stand, which makes luck and bad luck
# stick. Where a given board leaves room is a question of its own, which `toolkit.battlefield.ambush` answers. Six turns are played. That no
# charge follows in the turn of arrival rests on the order of phases as known from the second edition.
#
# toolkit is unofficial: made by players, not by or for the owners of any game.
