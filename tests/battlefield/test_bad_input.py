"""What cannot be, given to everything public of battlefields, arrivals and reserves: one message that names it, never a traceback."""

import math
from fractions import Fraction

import pytest
from shapely import Polygon, box

from toolkit.battlefield import (
    Base,
    Board,
    Footprint,
    Model,
    Terrain,
    Unit,
    Zone,
    ambush_breaches,
    ambush_region,
    arrival_region,
    block,
    board_from,
    board_to,
    breaches,
    deployment,
    distance,
    edge_points,
    fits,
    formations,
    polygon,
    unit_distance,
    widest_formation,
)
from toolkit.battlefield.ambush_rule import AmbushRule, ChosenPoint, widest_within
from toolkit.battlefield.coherency import WH40K_11E, Coherency, out_of_coherency
from toolkit.battlefield.document import unit_from, unit_to
from toolkit.battlefield.footprint import Rectangle
from toolkit.dice.notation import Dice
from toolkit.errors import ToolkitError
from toolkit.studies.charge_map import charge_map, charges_from
from toolkit.studies.charge_rule import ChargeRule, after_charge, prizes_of
from toolkit.studies.reserve_sets import every_set, maximal_sets
from toolkit.studies.reserves import ArmyUnit, check_reserves, legal_sets
from toolkit.studies.screening import Threat, best_screen, gaps, screens
from toolkit.studies.timeline import Lasting, Memory, WaitingUnit, come_back, next_turn, reposition, timeline
from toolkit.systems.wh40k_11e.reserves import ARRIVALS, INGRESS, LIMITS, TACTICAL_DISEMBARK

BASE, CARD = Base.parse("32mm"), Base.parse("20x20mm")
FOES = block("Foes", BASE, 3, 30, 22)
TABLE = deployment("dawn_of_war").with_unit(FOES)
MINE = block("Mine", BASE, 3, 30, 2, side="own")
SCREEN = block("Screen", BASE, 3, 30, 12)
RULE = ChargeRule.of("wh40k_11e")
THREAT = Threat(BASE, INGRESS, 2, RULE)
RANKS = Footprint(CARD, 10, 5)
ARMY = [ArmyUnit("Guns", 200), ArmyUnit("Carrier", 85, ("Transport",))]


def refused(make):
    """The message, which is one line."""
    with pytest.raises(ToolkitError) as caught:
        make()
    message = str(caught.value)
    assert message and "\n" not in message and len(message) < 400
    return message


# --- wrong kinds, for every argument there is -------------------------------------------------------------------------

JUNK = (
    None,
    True,
    "x",
    "9",
    "",
    math.nan,
    math.inf,
    -1,
    1e308,
    10**400,
    [],
    {},
    (),
    object(),
    [[]],
    ["x"],
    [None],
    {"x": 1},
    b"a",
    1j,
    (math.nan, 1),
)
CALLS = {
    "Base": (Base, {"shape": "round", "width": 32, "depth": 32}),
    "Base.parse": (Base.parse, {"text": "32mm"}),
    "Model": (Model, {"base": BASE, "x": 1, "y": 2, "facing": 0, "z": 0}),
    "Unit": (Unit, {"name": "A", "models": MINE.models, "side": "own", "keywords": (), "abilities": ()}),
    "block": (block, {"name": "A", "base": BASE, "count": 3, "x": 9, "y": 9, "files": 2, "gap": 0.1, "side": "own", "keywords": ()}),
    "distance": (distance, {"one": MINE.models[0], "other": MINE.models[1]}),
    "unit_distance": (unit_distance, {"one": MINE, "other": FOES}),
    "Zone": (Zone, {"side": "own", "polygon": box(0, 0, 9, 9), "name": "Z"}),
    "Terrain": (Terrain, {"name": "T", "kind": "ruins", "polygon": box(0, 0, 9, 9), "height": 0}),
    "Board": (Board, {"width": 60, "depth": 44, "zones": (), "terrain": (), "units": (), "name": ""}),
    "Board.parse": (Board.parse, {"size": "44x60"}),
    "Board.unit": (TABLE.unit, {"name": "Foes"}),
    "Board.without": (TABLE.without, {"name": "Foes"}),
    "Board.with_unit": (TABLE.with_unit, {"unit": SCREEN}),
    "Board.with_units": (TABLE.with_units, {"units": [SCREEN]}),
    "Board.zone": (TABLE.zone, {"side": "own"}),
    "Board.of_side": (TABLE.of_side, {"side": "own"}),
    "polygon": (polygon, {"points": [(0, 0), (1, 0), (0, 1)], "what": "zone"}),
    "deployment": (deployment, {"key": "dawn_of_war", "width": 60, "depth": 44}),
    "Coherency": (Coherency, {"near": 2, "vertical": 5, "neighbours": 1, "large": 7, "of_every_other": 9, "engagement": 1}),
    "out_of_coherency": (out_of_coherency, {"models": MINE.models, "rule": WH40K_11E}),
    "arrival_region": (
        arrival_region,
        {"board": TABLE, "base": BASE, "arrival": INGRESS, "battle_round": 2, "side": "own", "facing": 0, "anchor": None,
         "keep_away": {}, "edge_reading": "one_edge"},
    ),
    "breaches": (
        breaches,
        {"board": TABLE, "unit": MINE, "arrival": INGRESS, "battle_round": 2, "coherency": WH40K_11E, "side": "own", "anchor": None,
         "keep_away": {}, "edge_reading": "one_edge", "engagement": 2},
    ),
    "fits": (
        fits,
        {"board": TABLE, "unit": MINE, "arrival": INGRESS, "battle_round": 2, "coherency": WH40K_11E, "near": (1, 2), "side": "own",
         "anchor": None, "keep_away": {}, "edge_reading": "one_edge", "engagement": 2, "facings": [0]},
    ),
    "board_from": (board_from, {"table": {"size": "44x60"}}),
    "board_to": (board_to, {"board": TABLE}),
    "unit_from": (unit_from, {"table": {"name": "A", "base": "32mm", "at": [9, 9]}}),
    "unit_to": (unit_to, {"unit": FOES}),
    "Footprint": (Footprint, {"base": CARD, "models": 10, "files": 5, "gap": 0}),
    "Footprint.at": (RANKS.at, {"x": 9, "y": 9, "facing": 0}),
    "formations": (
        formations,
        {"base": CARD, "models": 10, "height": 1, "light_troops": False, "light_troops_width": "as_ranked", "rank_table": {1: 5}, "gap": 0},
    ),
    "Rectangle": (Rectangle, {"x": 1, "y": 2, "width": 3, "depth": 4, "facing": 0}),
    "AmbushRule": (AmbushRule, {"radius": 6, "corners": "three", "spacing": 1, "open_terrain_point": "refuse"}),
    "ChosenPoint": (ChosenPoint, {"x": 1, "y": 2, "kind": "edge", "of": ""}),
    "widest_within": (widest_within, {"depth": 3, "rule": AmbushRule(), "on_edge": True, "sideways": False}),
    "ambush_breaches": (
        ambush_breaches,
        {"board": TABLE, "point": ChosenPoint(0, 3), "unit": Rectangle(3, 3, 2, 2), "rule": AmbushRule()},
    ),
    "ambush_region": (
        ambush_region,
        {"board": TABLE, "point": ChosenPoint(0, 3), "width": 3, "depth": 2, "facing": 0, "rule": AmbushRule()},
    ),
    "edge_points": (
        edge_points,
        {"board": TABLE, "choices": [RANKS], "edges": ["bottom"], "rule": AmbushRule(), "step": 24, "tolerance": 12},
    ),
    "widest_formation": (
        widest_formation,
        {"board": TABLE, "point": ChosenPoint(30, 0), "base": CARD, "models": 10, "rule": AmbushRule(), "facing": 0, "height": 1,
         "light_troops": False, "gap": 0},
    ),
    "charge_map": (
        charge_map,
        {"board": TABLE, "base": BASE, "arrival": INGRESS, "battle_round": 2, "rule": RULE, "side": "own", "prizes": None, "step": 12,
         "facing": 0, "region": None},
    ),
    "charges_from": (charges_from, {"board": TABLE, "arriving": MINE, "rule": RULE, "side": "own", "prizes": None}),
    "ChargeRule": (ChargeRule, {"numbers": RULE.numbers, "modifiers": (), "of_target": {}, "reroll": None, "chosen_after_roll": False}),
    "ChargeRule.of": (ChargeRule.of, {"system": "wh40k_10e", "modifiers": (), "of_target": {}, "reroll": None}),
    "ChargeRule.needs": (RULE.needs, {"inches": 9}),
    "ChargeRule.chance": (RULE.chance, {"inches": 9, "target": "Foes"}),
    "after_charge": (after_charge, {"chance": Fraction(1, 2), "damage": Dice.parse("D3").pmf(exact=True)}),
    "prizes_of": (prizes_of, {"fights": {}}),
    "Threat": (Threat, {"base": BASE, "arrival": INGRESS, "battle_round": 2, "rule": RULE, "within": 9, "chance": None, "side": "own"}),
    "gaps": (gaps, {"board": TABLE, "threat": THREAT, "protect": ["Foes"]}),
    "best_screen": (
        best_screen,
        {"board": TABLE, "unit": SCREEN, "threat": THREAT, "protect": ["Foes"], "allowed": None, "facings": [0], "step": 20, "grid": 4},
    ),
    "screens": (screens, {"board": TABLE, "units": [SCREEN], "threat": THREAT, "protect": ["Foes"], "step": 20, "grid": 4}),
    "ArmyUnit": (ArmyUnit, {"name": "A", "points": 10, "keywords": (), "embarked_in": ""}),
    "check_reserves": (check_reserves, {"army": ARMY, "waiting": ["Guns"], "points_limit": 2000, "limits": LIMITS}),
    "legal_sets": (legal_sets, {"army": ARMY, "points_limit": 2000, "limits": LIMITS, "largest": 3}),
    "every_set": (lambda **given: list(every_set(**given)), {"army": ARMY, "points_limit": 2000, "limits": LIMITS}),
    "maximal_sets": (maximal_sets, {"army": ARMY, "points_limit": 2000, "limits": LIMITS, "most": 3}),
    "WaitingUnit": (
        WaitingUnit,
        {"name": "A", "origin": "new", "since": 2, "arrived": 3, "embarked_in": "", "keywords": (), "abilities": ()},
    ),
    "timeline": (
        timeline,
        {"units": [WaitingUnit("A")], "ways": ARRIVALS, "limits": LIMITS, "last_round": 5, "new_units_spared": None},
    ),
    "Lasting": (Lasting, {"name": "Aura", "until": "in range"}),
    "Memory": (Memory, {"advanced": False, "moved": False, "lasting": (), "off_table": False}),
    "reposition": (reposition, {"memory": Memory(), "phase": "movement"}),
    "next_turn": (next_turn, {"memory": Memory(), "own": True}),
    "come_back": (
        come_back,
        {"memory": Memory(off_table=True), "arrival": INGRESS, "in_range_of": (), "tests_below_half": False},
    ),
}  # fmt: skip
FREE = {"keywords", "abilities", "name", "embarked_in", "target", "in_range_of"}
"""Arguments that take nearly any text or list of texts."""


@pytest.mark.parametrize("called", CALLS)
def test_wrong_kinds_are_never_a_traceback_and_nonsense_never_an_answer(called):
    call, right = CALLS[called]
    call(**right)
    for argument in right.keys() - {"what"}:
        for junk in JUNK:
            try:
                call(**{**right, argument: junk})
            except ToolkitError as error:
                assert "\n" not in str(error) and str(error), (argument, junk)  # noqa: PT017
            else:
                nothing = isinstance(junk, (str, list, tuple, dict)) and not junk
                text = isinstance(junk, str) or (isinstance(junk, (list, tuple, dict)) and all(isinstance(each, str) for each in junk))
                number = junk == -1
                assert (
                    nothing
                    or junk is None
                    or junk is True
                    or number
                    or (text and argument in FREE)
                    or (called, argument, junk) == ("Base.parse", "text", "9")
                ), (
                    argument,
                    junk,
                )


# --- what cannot be on a table ----------------------------------------------------------------------------------------


def unit(name, *places, side="enemy", base=BASE):
    return Unit(name, tuple(Model(base, *place) for place in places), side)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: unit("Scouts", (10, 10), (11, 10)),
            "unit 'Scouts': the bases of models 1 and 2 overlap, at (10, 10) and (11, 10); move one of them",
        ),
        (
            lambda: TABLE.with_unit(unit("Others", (29.9, 22))),
            "model 1 of unit 'Foes' and model 1 of unit 'Others' overlap; move one of them",
        ),
        (
            lambda: TABLE.with_units([FOES, FOES.moved(9, 9)]),
            "unit 'Foes' is on the board twice; give each unit a name of its own, or remove one",
        ),
        (
            lambda: TABLE.with_units([FOES, block("Foes", BASE, 3, 9, 9, side="own")]),
            "unit 'Foes' is on the board twice; give each unit a name of its own, or remove one",
        ),
        (
            lambda: TABLE.with_unit(unit("Far", (60, 22))),
            "model 1 of unit 'Far' at (60, 22) is not wholly on the 60\" by 44\" board",
        ),
        (lambda: TABLE.with_unit(unit("Far", (-3, 22))), "model 1 of unit 'Far' at (-3, 22) is not wholly on the 60\" by 44\" board"),
        (
            lambda: Board(60, 44, (Zone("own", box(0, 0, 61, 9), "South"),)),
            "zone 'South' reaches beyond the 60\" by 44\" board, by 9.00 square inches; move its corners inside",
        ),
        (
            lambda: Board(60, 44, terrain=(Terrain("Crag", "impassable", box(-1, 0, 4, 4)),)),
            "terrain 'Crag' reaches beyond the 60\" by 44\" board, by 4.00 square inches; move its corners inside",
        ),
        (
            lambda: polygon([(0, 0), (4, 4), (4, 0), (0, 4)], "zone 'Bow tie'"),
            "zone 'Bow tie' crosses itself at (2, 2); list its corners in order around the outline",
        ),
        (
            lambda: Zone("own", Polygon([(0, 0), (4, 4), (4, 0), (0, 4)]), "Bow tie"),
            "zone 'Bow tie' crosses itself; list its corners in order around the outline",
        ),
        (
            lambda: Zone("own", Polygon(), "Nowhere"),
            "zone 'Nowhere' has no area; give at least three corners that are not on one line",
        ),
        (lambda: polygon([(0, 0), (1, 1), (2, 2)], "zone 'Line'"), "zone 'Line' has no area; its corners lie on one line"),
        (
            lambda: polygon([(0, 0), (1, math.nan), (2, 0)], "zone 'N'"),
            "corner 2 of zone 'N' is (1, nan); a corner is [across, up] in inches",
        ),
        (
            lambda: polygon([(0, 0), (1, 10**400), (2, 0)], "zone 'N'"),
            "corner 2 of zone 'N' is (1, " + repr(10**400)[:75] + "…; a corner is [across, up] in inches",
        ),
        (lambda: polygon("square", "zone 'N'"), "the corners of zone 'N' are 'square'; give a list of [across, up] in inches"),
        (lambda: Board(-60, 44), 'a board with a width of -60"; it is more than 0 and at most 240 inches'),
        (lambda: Board(60, math.inf), 'a board with a depth of inf"; it is more than 0 and at most 240 inches'),
        (lambda: Board(60, "44"), "a board with a depth of '44'\"; it is more than 0 and at most 240 inches"),
        (lambda: Base("round", -32, -32), "a base of -32 mm; each side is more than 0 and at most 1000 mm"),
        (lambda: Base.parse("32"), None),
        (lambda: Base.parse("-32mm"), 'base \'-32mm\' is not understood; write "32mm", "60x35mm oval" or "25x50mm"'),
        (lambda: Base.parse("1" * 400 + "mm"), "a base of inf mm; each side is more than 0 and at most 1000 mm"),
        (lambda: Unit("Scouts", ()), "unit 'Scouts' has no models; give at least one"),
        (
            lambda: Unit("Scouts", (Model(BASE, 5, 5), "second")),
            "unit 'Scouts': model 2 is 'second'; it is a Model",
        ),
        (
            lambda: Unit("Scouts", (Model(BASE, 5, 5),), keywords="Infantry"),
            "keywords of unit 'Scouts' 'Infantry'; they are a list of texts, such as ['Infantry']",
        ),
        (lambda: block("Horde", BASE, 10**9, 30, 22), "unit 'Horde' with 1000000000 models; it has 1 to 200"),
        (lambda: block("Horde", BASE, 200, 30, 22, gap=-1), "unit 'Horde' with -1 inches between bases; it is a number from 0 to 9"),
        (lambda: Unit("Scouts", (Model(BASE, 5, 5),), "theirs"), "unit 'Scouts' is on the side 'theirs'; it is \"own\" or \"enemy\""),
        (lambda: Model(BASE, math.nan, 5), "a model with x = nan; it is a number of inches up to 1000"),
        (lambda: Model(BASE, 5, "6"), "a model with y = '6'; it is a number of inches up to 1000"),
        (lambda: Model("32mm", 5, 6), "the base of a model '32mm'; it is a Base, such as Base.parse(\"32mm\")"),
        (lambda: TABLE.of_side("theirs"), "side 'theirs'; it is \"own\" or \"enemy\""),
        (lambda: TABLE.unit("Nobody"), "no unit 'Nobody' on the board; there are: 'Foes'"),
        (lambda: deployment("dawn_of_war", 60, 0), 'a board with a depth of 0"; it is more than 0 and at most 240 inches'),
        (lambda: deployment("frontline", 60, 20), None),
    ],
)  # fmt: skip
def test_tables(make, message):
    if message is None:
        try:
            make()
        except ToolkitError as error:
            assert "\n" not in str(error)  # noqa: PT017
    else:
        assert refused(make) == message


# --- documents --------------------------------------------------------------------------------------------------------


def with_unit(**more):
    return {"size": "44x60", "units": [{"name": "Scouts", "base": "32mm", "at": [10, 10], **more}]}


def with_models(*models, **more):
    return {"size": "44x60", "units": [{"name": "Scouts", "base": "32mm", "models": list(models), **more}]}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"size": "44x60", "colour": 1}, "[board] has no key 'colour'; it has: size, width, depth, deployment, zones, terrain, units"),
        ({"size": 44}, 'board size 44 is not understood; write "44x60", in inches'),
        ({"size": "44x600"}, 'a board with a width of 600.0"; it is more than 0 and at most 240 inches'),
        ({"size": "44x60", "zones": [{"side": "own", "points": [[0, 0], [9, 0], [9, 9]], "colour": 1}]},
         "[[board.zones]] 1 has no key 'colour'; it has: side, name, points, holes"),
        ({"size": "44x60", "zones": [{"side": "own", "name": 3, "points": [[0, 0], [9, 0], [9, 9]]}]},
         "[[board.zones]] 1: name = 3; it is a text"),
        ({"size": "44x60", "terrain": [{"points": [[0, 0], [9, 0], [9, 9]]}]}, "[[board.terrain]] 1: name = None; it is a text"),
        (with_unit(base="big"),
         '[[board.units]] 1 (\'Scouts\'): base \'big\' is not understood; write "32mm", "60x35mm oval" or "25x50mm"'),
        (with_unit(at=[math.nan, 3]), "unit 'Scouts' with x = nan; it is a number of inches from -1000 to 1000"),
        (with_unit(at="middle"), "[[board.units]] 1 ('Scouts'): at is 'middle'; it is [across, up] in inches"),
        (with_unit(count=0), "unit 'Scouts' with 0 models; it has 1 to 200"),
        (with_unit(count=True), "unit 'Scouts' with True models; it has 1 to 200"),
        (with_models(), "unit 'Scouts' has no models; give at least one"),
        (with_models([10, 10], [12]), "[[board.units]] 1 ('Scouts'), model 2 is [12]; it is [across, up] in inches"),
        (with_models([10, 10], [12, math.inf]),
         "[[board.units]] 1 ('Scouts'), model 2: a model with y = inf; it is a number of inches up to 1000"),
        (with_models([10, 10], {"at": [12, 10], "base": "0mm"}),
         "[[board.units]] 1 ('Scouts'), model 2: a base of 0.0 mm; each side is more than 0 and at most 1000 mm"),
        (with_models([10, 10], {"at": [12, 10], "x": 1}),
         "[[board.units]] 1 ('Scouts'), model 2 has no key 'x'; it has: base, at, facing, z"),
        (with_models([10, 10], {"at": [14, 10], "z": "high"}),
         "[[board.units]] 1 ('Scouts'), model 2: a model with z = 'high'; it is a number of inches up to 1000"),
        (with_models([10, 10], [11, 10]), "unit 'Scouts': the bases of models 1 and 2 overlap, at (10, 10) and (11, 10); move one of them"),
        (with_models([61, 10]), "model 1 of unit 'Scouts' at (61, 10) is not wholly on the 60\" by 44\" board"),
        ({"size": "44x60", "units": with_unit()["units"] * 2},
         "unit 'Scouts' is on the board twice; give each unit a name of its own, or remove one"),
    ],
)  # fmt: skip
def test_documents(table, message):
    assert refused(lambda: board_from(table)) == message


# --- arrivals, charges, screens ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: arrival_region(TABLE, BASE, INGRESS, 0), "battle round 0; it is a whole number from 1 to 99"),
        (lambda: arrival_region(TABLE, "32mm", INGRESS, 2), 'base \'32mm\'; it is a Base, such as Base.parse("32mm"), or None for a point'),
        (lambda: arrival_region(TABLE, BASE, INGRESS, 2, side="mine"), "side 'mine'; it is \"own\" or \"enemy\""),
        (
            lambda: arrival_region(TABLE, BASE, INGRESS, 2, edge_reading="both"),
            "edge_reading 'both'; it is \"one_edge\" or \"any_edges\"",
        ),
        (
            lambda: arrival_region(TABLE, BASE, INGRESS, 2, keep_away={"Foes": -12}),
            "keep_away from 'Foes' = -12; it is a number of inches from 0 to 1000",
        ),
        (lambda: arrival_region(TABLE, BASE, INGRESS, 2, keep_away={"Foe": 12}), "no unit 'Foe' on the board; there are: 'Foes'"),
        (
            lambda: arrival_region(TABLE.with_unit(MINE), BASE, INGRESS, 2, keep_away={"Mine": 12}),
            "keep_away from 'Mine', which is on the arriving side; it names units of the other side",
        ),
        (lambda: arrival_region(TABLE, BASE, TACTICAL_DISEMBARK, 2), "Tactical disembark is measured from a model; give it as anchor"),
        (lambda: breaches(TABLE, [], INGRESS, 2, coherency=WH40K_11E), "no models to judge; give at least one"),
        (
            lambda: breaches(TABLE, MINE, INGRESS, 2, coherency="wh40k_11e"),
            "coherency 'wh40k_11e'; it is that of an edition, such as coherency.WH40K_11E",
        ),
        (lambda: fits(TABLE, MINE, INGRESS, 2, coherency=WH40K_11E, near=(1, "x")), "near = (1, 'x'); it is (across, up) in inches"),
        (lambda: fits(TABLE, MINE, INGRESS, 2, coherency=WH40K_11E, facings=[]), "facings []; they are a list of degrees, at least one"),
        (lambda: charge_map(TABLE, BASE, INGRESS, 2, RULE, step=0), "step = 0; it is a number of inches from 0.25 to 12"),
        (
            lambda: charge_map(TABLE, BASE, INGRESS, 2, RULE, prizes={"Foes": math.nan}),
            "a prize for 'Foes' = nan; it is a number from 0 to 1e+09",
        ),
        (lambda: ChargeRule.of("wh40k_9e"), "no charge of 2D6 is known for 'wh40k_9e'; choose from wh40k_10e, wh40k_11e"),
        (lambda: ChargeRule.of("wh40k_10e", reroll="both"), 'a re-roll of \'both\'; it is "whole" or "one_die"'),
        (
            lambda: ChargeRule.of("wh40k_10e", ["-2"]),
            "the modifiers of charges: number 1 is '-2'; it is a whole number or a RollModifier",
        ),
        (lambda: Threat(BASE, INGRESS, 2, RULE, within=-9), "within = -9; it is a number of inches, more than 0 and at most 60"),
        (
            lambda: Threat(BASE, INGRESS, 2, RULE, within=None, chance=25),
            "a screen against charges of more than 25; it is a chance from 0 to below 1",
        ),
        (lambda: gaps(TABLE, THREAT, "Foes"), "protected units 'Foes'; they are a list of texts, such as ['Foes']"),
        (lambda: gaps(TABLE, THREAT, ["Nobody"]), "no unit 'Nobody' on the board; there are: 'Foes'"),
        (lambda: best_screen(TABLE, SCREEN, THREAT, facings=()), "facings (); they are a list of degrees, at least one"),
        (
            lambda: best_screen(TABLE, SCREEN, THREAT, allowed=Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])),
            "allowed crosses itself; list its corners in order around the outline",
        ),
        (lambda: best_screen(TABLE, SCREEN, THREAT, step=0.1), None),
    ],
)  # fmt: skip
def test_arrivals(make, message):
    told = refused(make)
    assert message is None or told == message


# --- reserves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ArmyUnit("", 5), 'a unit of an army without a name; write one, such as "Scouts"'),
        (lambda: ArmyUnit("Guns", -5), "unit 'Guns' costs -5 points; write a whole number from 0 to 10000"),
        (lambda: ArmyUnit("Guns", "200"), "unit 'Guns' costs '200' points; write a whole number from 0 to 10000"),
        (
            lambda: ArmyUnit("Guns", 5, "Infantry"),
            "keywords of unit 'Guns' 'Infantry'; they are a list of texts, such as ['Infantry']",
        ),
        (lambda: ArmyUnit("Guns", 5, (), "Guns"), "unit 'Guns' is embarked in itself; name the Transport, or nothing"),
        (lambda: check_reserves([*ARMY, *ARMY], [], 2000), "the army has 'Guns' twice; give each unit a name of its own"),
        (lambda: check_reserves(ARMY, ["Guns", "Guns"], 2000), "'Guns' is placed in reserves twice; name each unit once"),
        (lambda: check_reserves(ARMY, "Guns", 2000), "units that wait 'Guns'; they are a list of texts, such as ['Guns']"),
        (lambda: check_reserves(ARMY, ["Nobody"], 2000), "'Nobody' is not in the army; there are: Guns, Carrier"),
        (lambda: check_reserves(ARMY, [], 0), "a battle of 0 points; write a whole number, such as 2000"),
        (lambda: check_reserves(ARMY, [], math.nan), "a battle of nan points; write a whole number, such as 2000"),
        (
            lambda: check_reserves([ArmyUnit("Veterans", 50, (), "Chimera")], [], 2000),
            "'Veterans' is embarked in 'Chimera', which is not in the army",
        ),
        (
            lambda: check_reserves([ArmyUnit("Veterans", 50, (), "Guns"), ArmyUnit("Guns", 9)], [], 2000),
            "'Veterans' is embarked in 'Guns', which has no keyword TRANSPORT",
        ),
        (
            lambda: check_reserves(ARMY, [], 2000, limits="wh40k_10e"),
            "limits 'wh40k_10e'; it is a ReserveLimits, such as LIMITS[\"wh40k_10e\"]",
        ),
        (lambda: legal_sets([ArmyUnit(f"U{n}", 1) for n in range(500)], 2000), "an army of 500 units; at most 200"),
        (lambda: legal_sets(ARMY, 2000, largest=10**6), "the number of largest choices 1000000; it is a whole number from 0 to 1,000"),
        (lambda: maximal_sets(ARMY, 2000, most=-1), "the number of first choices -1; it is a whole number from 0 to 10,000"),
        (lambda: WaitingUnit(""), 'a unit in reserves without a name; write one, such as "Scouts"'),
        (
            lambda: WaitingUnit("A", "lost"),
            '\'A\' came to reserves as \'lost\'; it is "declared", "repositioned" or "new"',
        ),
        (lambda: WaitingUnit("A", since=math.nan), "'A' is in reserves since round nan; it is a whole number from 0 to 99"),
        (lambda: WaitingUnit("A", since=2), "'A' is declared and in reserves since round 2; declared units wait since round 0"),
        (lambda: WaitingUnit("A", "new", 3, arrived=2), "'A' arrived in round 2, before it was in reserves (round 3)"),
        (lambda: WaitingUnit("A", embarked_in="A"), "'A' is embarked in itself; name the Transport, or nothing"),
        (lambda: timeline([WaitingUnit("A"), WaitingUnit("A")]), "'A' is in reserves twice; give each unit a name of its own"),
        (lambda: timeline([WaitingUnit("A", embarked_in="B")]), "'A' is embarked in 'B', which is not in reserves"),
        (lambda: timeline([WaitingUnit("A", arrived=1)]), "'A' arrived in round 1; it may arrive from round 2 on"),
        (lambda: timeline([WaitingUnit("A", arrived=4)]), "'A' arrived in round 4; it was destroyed at the end of round 3"),
        (lambda: timeline([WaitingUnit("A")], last_round=0), "the last round 0; it is a whole number from 1 to 99"),
        (lambda: timeline(["A"]), "in reserves, unit number 1 is 'A'; it is a WaitingUnit"),
        (lambda: reposition(Memory(off_table=True)), "the unit is not on the table in the movement phase; it cannot be taken off again"),
        (
            lambda: reposition(Memory(), phase="psychic"),
            'phase \'psychic\'; it is "command", "movement", "shooting", "charge" or "fight"',
        ),
        (lambda: come_back(Memory(), INGRESS), "the unit is on the table; only a unit in reserves arrives"),
        (lambda: Memory(advanced="yes"), "advanced 'yes'; it is True or False"),
        (lambda: Lasting("Aura", "always"), None),
    ],
)
def test_reserves(make, message):
    told = refused(make)
    assert message is None or told == message
