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
# # Screening against ingress: three units are enough
#
# *Warhammer 40,000, 11th edition, a table of 44 by 60 inches. Every number below is worked out by the cells of this page.*

# %% jupyter={"source_hidden": true} tags=["hide-input"]
import math
from dataclasses import replace
from itertools import pairwise

import altair as alt
import shapely

from toolkit import charts
from toolkit.battlefield import Base, Model, Unit, arrival_region, block, deployment
from toolkit.battlefield.coherency import WH40K_11E, out_of_coherency
from toolkit.charts.articles import lines
from toolkit.charts.board import chart as draw
from toolkit.dashboards.article import percent, say, table
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Threat, gaps, screens
from toolkit.systems.wh40k_11e.reserves import INGRESS

charts.enable()

BASE, RULE, GAP = Base.parse("32mm"), ChargeRule.of("wh40k_11e"), 1.3
PATTERNS = ("dawn_of_war", "hammer_and_anvil", "search_and_destroy", "sweeping_engagement", "tipping_point", "corners")


def table_of(pattern):
    """An empty table as the defender sees it, who has the upper or the right zone."""
    board = deployment(pattern)
    names = {"own": "Their zone", "enemy": "Your zone"}
    return replace(board, zones=tuple(replace(each, name=names[each.side]) for each in board.zones))


def home(board):
    return next(each.polygon for each in board.zones if each.side == "enemy")


def strip(board, battle_round=3):
    """Where the centre of one base may arrive."""
    return arrival_region(board, BASE, INGRESS, battle_round).polygon


def line(name, x, y, turned=0.0, models=5, gap=GAP):
    """Models side by side, turned by so many degrees."""
    a, step = math.radians(turned), BASE.width_inches + gap
    places = [(each - (models - 1) / 2) * step for each in range(models)]
    return Unit(name, tuple(Model(BASE, x + far * math.cos(a), y + far * math.sin(a)) for far in places))


def beside(*pictures):
    """Two or three pictures in a row."""
    look = pictures[0].to_dict()["config"]
    plain = [each.copy(deep=False) for each in pictures]
    for each in plain:
        each.config = each.autosize = each.padding = alt.Undefined
    return alt.hconcat(*plain, spacing=26, config=look)


def area(square_inches):
    return f"{square_inches:.1f}" if square_inches > 0.005 else "none"


# Lines of five that close the edges of one's own zone: middle across, up, and degrees. They are checked further down.
PLACES = {
    "dawn_of_war": [(48, 37, 0), (8, 38, 0), (24, 41, 0)],
    "hammer_and_anvil": [(52, 36, 105), (55, 13, 90), (49, 10, 45)],
    "search_and_destroy": [(58, 32, 105), (41, 40, 15)],
    "sweeping_engagement": [(33, 36, 90), (50, 39, 150), (12, 41, 0)],
    "tipping_point": [(52, 37, 150), (55, 12, 75)],
    "corners": [(43, 39, 165), (53, 31, 45), (58, 13, 105)],
}


def screened(pattern, count):
    board = table_of(pattern)
    for number, place in enumerate(PLACES[pattern][:count], 1):
        board = board.with_unit(line(f"{number}", *place))
    return board


def at_home(board):
    """Square inches of the own zone where somebody can arrive in round 3."""
    return strip(board).intersection(home(board)).area


OPEN = {pattern: [at_home(screened(pattern, count)) for count in range(len(PLACES[pattern]) + 1)] for pattern in PATTERNS}
NEEDED = {pattern: len(places) for pattern, places in PLACES.items()}
TWO = [table_of(pattern).name for pattern in PATTERNS if NEEDED[pattern] == 2]
GUNS = block("Guns", Base.parse("100mm"), 2, 53, 38, files=2, gap=0.5)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
plain, again = (ChargeRule.of("wh40k_11e", reroll=kind).chance(8.001) for kind in (None, "whole"))
say(f"""
    A unit in strategic reserves comes in along any table edge, more than 8 inches from you. From there a charge needs a
    **{RULE.needs(8.001)}**: {percent(plain)}, or {percent(again)} with a re-roll. In round 2 your deployment zone is closed to it.
    From round 3 on your own back edge is where your artillery dies. What does it take to keep it shut?

    **In short**

    1. **Stand 3 inches from the edge**, in the middle of the strip. On the very edge a unit closes less, far up the table much less.
    2. **A line of five is the widest screen there is.** Unit coherency of this edition lets ten models hold no more edge than five.
    3. **{max(NEEDED.values())} such lines close every edge of your zone**, on all {len(PATTERNS)} deployments. On
       {" and ".join(TWO)} two do.
    4. **To keep one pair of guns from being charged, one line is enough**, on every map; against a Command Re-roll, nearly.
    5. **In round 2 most of this is free.** Do something else with those units, and be back before *their* third turn: in your turn 2 if
       they go first, in your turn 3 if you do.
""")

# %% [markdown]
# ## Round 2 is not round 3
#
# Blue is where the centre of one 32 mm base may be set up: wholly within 6 inches of an edge. On the left before round 3, on the right
# from then on.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
empty = table_of("dawn_of_war")
beside(*(draw(empty, region=strip(empty, number), title=f"Round {number}", subtitle=empty.name, width=330) for number in (2, 3)))

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for pattern in PATTERNS:
    board = table_of(pattern)
    edge = board.polygon.exterior.intersection(home(board)).length
    early, late = strip(board, 2).area, strip(board).area
    rows.append({"deployment": board.name, "your edge, inches": round(edge), "of the strip closed in round 2": (late - early) / late})
table(rows, of_the_strip_closed_in_round_2=percent)

# %% [markdown]
# ## Where to stand
#
# One question decides everything: how many inches of table edge does a unit close? A base keeps others more than 8 inches away from *its*
# edge, in all directions. The strip is 6 inches deep; stand in the middle of it and the circle is widest where it matters.


# %% jupyter={"source_hidden": true} tags=["hide-input"]
def closed_edge(unit):
    """Inches of the upper edge where nobody can arrive any more, at any depth of the strip."""
    left = strip(deployment("dawn_of_war").with_unit(unit)).intersection(shapely.box(0, 38, 60, 44))
    spans = sorted((part.bounds[0], part.bounds[2]) for part in getattr(left, "geoms", [left]))
    return max((after[0] - before[1] for before, after in pairwise(spans)), default=0.0)


AWAY = [0.7, *range(1, 10)]
closing = {
    "a line of five": [(far, closed_edge(line("line", 30, 44 - far))) for far in AWAY],
    "one model": [(far, closed_edge(line("one", 30, 44 - far, models=1))) for far in AWAY],
}
best = max(closing["a line of five"], key=lambda each: each[1])
lines(
    closing,
    title=f"Inches of table edge that a unit closes: most at {best[0]} inches from it",
    across="inches from the edge to the middle of its bases",
    up="inches of edge closed",
    percent=False,
    top=30,
    ticks=list(range(1, 10)),
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
on_edge, far_back = closing["a line of five"][0][1], closing["a line of five"][-1][1]
longest = WH40K_11E.of_every_other + BASE.width_inches * 2
too_wide = out_of_coherency(line("wide", 30, 20, gap=1.4).models, WH40K_11E)
full = strip(deployment("dawn_of_war")).area
straight, corner = (
    full - strip(deployment("dawn_of_war").with_unit(unit)).area for unit in (line("edge", 30, 41), line("corner", 51, 35, 135))
)
assert too_wide
assert not out_of_coherency(line("line", 30, 20).models, WH40K_11E)
say(f"""
    - At {best[0]} inches a line of five closes **{best[1]:.0f} inches**; with the bases on the very edge {on_edge:.0f}, and
      9 inches up the table, where screens are often put, {far_back:.0f}.
    - The gaps in that line are {GAP} inches. At 1.4 it would be illegal: every model has to be within
      {WH40K_11E.of_every_other:g} inches of every other, so on these bases no unit is ever more than {longest:.1f} inches wide.
      **Ten models screen no more edge than five.** Two units of five do.
    - Across a corner the same line takes {corner:.0f} square inches off the strip; on a straight edge, {straight:.0f}.
""")

# %% [markdown]
# ## How many, on which map
#
# The places below are for round 3 and lie inside the deployment zone, so they can be taken at set-up. Each was looked for by trying
# thousands; that it is legal, in coherency and closes what it says is checked here.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for pattern in PATTERNS:
    board = screened(pattern, len(PLACES[pattern]))
    assert all(home(board).covers(unit.outline) and not out_of_coherency(unit.models, WH40K_11E) for unit in board.units)
    assert OPEN[pattern][-1] < 1e-6
    left = [area(each) for each in OPEN[pattern]]
    rows.append(
        {
            "deployment": board.name,
            "nobody": left[0],
            **{f"{count} placed": (left[count] if count < len(left) else "") for count in (1, 2, 3)},
            "where (across, up)": "; ".join(f"{x}, {y}" for x, y, _ in PLACES[pattern]),
        }
    )
table(rows)

# %% [markdown]
# In square inches of your zone where somebody can still arrive in round 3. On the pictures you have the upper or the right zone; the
# dashed rings are 8 inches wide, blue is what stays open. For the other side turn the page upside down.


# %% jupyter={"source_hidden": true} tags=["hide-input"]
def closed(pattern):
    board = screened(pattern, len(PLACES[pattern]))
    said = f"{len(PLACES[pattern])} lines of five, round 3"
    return draw(board, region=strip(board), keep_out=INGRESS.enemy, title=board.name, subtitle=said, width=330)


beside(*(closed(pattern) for pattern in PATTERNS[:2]))

# %% jupyter={"source_hidden": true} tags=["hide-input"]
beside(*(closed(pattern) for pattern in PATTERNS[2:4]))

# %% jupyter={"source_hidden": true} tags=["hide-input"]
beside(*(closed(pattern) for pattern in PATTERNS[4:]))

# %% [markdown]
# ## Only the guns
#
# Often the back edge may be lost, as long as nobody charges the artillery. Two field guns stand in the corner, 7 inches from the side
# and 6 from the back. The stronger the blue, the likelier the charge at them in round 3.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
manned = table_of("dawn_of_war").with_unit(GUNS)
seen = charge_map(manned, BASE, INGRESS, 3, RULE)
danger = Threat(BASE, INGRESS, 3, RULE, within=9)
one = screens(manned, [line("Screen", 30, 20)], danger, ["Guns"], step=0.5, facings=(0.0,), allowed=home(manned))[-1]
after = manned.with_unit(one.unit)
beside(
    draw(
        manned,
        region=seen.region,
        heat=seen.frame,
        keep_out=INGRESS.enemy,
        title="Guns alone",
        subtitle="blue: may arrive; stronger: likelier charge",
        width=330,
    ),
    draw(
        after,
        region=strip(after),
        keep_out=INGRESS.enemy,
        title="With one line of five",
        subtitle="blue: where somebody may still arrive",
        width=330,
    ),
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for pattern in PATTERNS:
    board = table_of(pattern).with_unit(GUNS)
    row = {"deployment": board.name}
    for number in (2, 3):
        threat = Threat(BASE, INGRESS, number, RULE, within=9)
        found = screens(board, [line("Screen", 30, 20)], threat, ["Guns"], step=0.5, facings=(0.0,), allowed=home(board))
        row[f"round {number}, alone"] = gaps(board, threat, ["Guns"]).area
        row[f"round {number}, with one line"] = found[-1].after.area if found else 0.0
    rows.append(row)
guarded = rows
table(rows, **{head.replace(" ", "_"): area for head in rows[0] if head != "deployment"})

# %% jupyter={"source_hidden": true} tags=["hide-input"]
spot = one.unit.centre
free = [row["deployment"] for row in guarded if row["round 2, alone"] < 0.005]
assert max(row["round 3, with one line"] for row in guarded) < 0.05
say(f"""
    Square inches from which a charge at the guns needs a {RULE.needs(8.001)} or less. **One line is enough**, on every map: for Dawn of
    War {spot[0]:.0f} inches across and {spot[1]:.0f} up, before the guns and towards the middle of the table. On
    {" and ".join(free)} it is not even needed in round 2.
""")

# %% [markdown]
# ## When they have a re-roll
#
# "More than 9 inches" is a habit from dice without help. Say you accept one charge in six. Then the re-roll moves the line you have to
# hold.

# %% jupyter={"source_hidden": true} tags=["hide-input"]
kinds = {"plain": None, "Command Re-roll": "whole", "one die again": "one_die"}
rules = {name: ChargeRule.of("wh40k_11e", reroll=kind) for name, kind in kinds.items()}
chances = {name: [(far, float(rule.chance(far))) for far in range(6, 13)] for name, rule in rules.items()}
lines(
    chances,
    title="Chance of a charge by distance",
    across="inches, edge to edge",
    strong=["plain", "Command Re-roll"],
    ticks=list(range(6, 13)),
)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
rows = []
for name, rule in rules.items():
    stricter = Threat(BASE, INGRESS, 3, rule, within=None, chance=1 / 6)
    found = screens(manned, [line("Screen", 30, 20)], stricter, ["Guns"], step=0.5, facings=(0.0,), allowed=home(manned))
    reach, alone = f"{stricter.reach('Guns'):g}", gaps(manned, stricter, ["Guns"]).area
    rows.append({"their dice": name, "keep them out to, inches": reach, "open, alone": alone, "with one line": found[-1].after.area})
held = rows
table(rows, with_one_line=area)

# %% jupyter={"source_hidden": true} tags=["hide-input"]
say(f"""
    Against a Command Re-roll the guns need {held[1]["keep them out to, inches"]} inches of room instead of
    {held[0]["keep them out to, inches"]}: {held[1]["open, alone"]:.0f} square inches to close instead of {held[0]["open, alone"]:.0f}. The
    same single line leaves {held[1]["with one line"]:.1f} of them open, and {held[2]["with one line"]:.1f} of
    {held[2]["open, alone"]:.0f} if they roll one die again: then it takes a second one.
""")

# %% [markdown]
# ## What this leaves out
#
# - Deep Strike needs no edge: these lines keep it 8 inches away from themselves, and that is all.
# - One base stands for the whole arriving unit. Ten models need more room, so real gaps are smaller than these.
# - Charges are straight lines; walls and models in the way only lower the chances.
# - The screens have to live until then. Whoever can be shot off the edge in round 2 closes nothing in round 3.
# - That fewer lines would do is not ruled out where three are shown: thousands of places for two were tried, not all.
#
# Areas are exact, and so are the chances. toolkit is unofficial: made by players, not by or for the owners of any game.
