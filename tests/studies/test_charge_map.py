"""Charge maps and screens, against counting by hand on small boards."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import shapely

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import Model, Unit, block, distance
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.zones import deployment
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.rules.rolls import RollModifier
from toolkit.studies.charge_map import charge_map, charges_from, distances
from toolkit.studies.charge_rule import ChargeRule, after_charge, prizes_of
from toolkit.studies.screening import Threat, best_screen, gaps, screens

BASE = Base.parse("32mm")
INGRESS = Arrival("demo.ingress", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, zone_before=3, first_round=2)
DEEP_STRIKE = Arrival("demo.deep-strike", "Deep Strike", "Anywhere.", "Example", enemy=9, first_round=2)


def chance_by_counting(need, again=False):
    """2D6 of at least `need`, a failed roll made again."""
    hits = sum(a + b >= need for a, b in product(range(1, 7), repeat=2))
    once = Fraction(hits, 36)
    return once + (1 - once) * once if again else once


def table():
    return deployment("dawn_of_war").with_units(
        [
            block("Squad", BASE, 5, 15, 30),
            block("Tank", Base.parse("120x92mm oval"), 1, 40, 25),
            block("Riders", Base.parse("25x50mm"), 3, 52, 20),
        ]
    )


def from_rectangle(x, y, width, depth, facing, at):
    """Inches from a point to a rectangle, seen from its middle and in its directions."""
    cos, sin = np.cos(np.radians(facing)), np.sin(np.radians(facing))
    across, up = x - at[0], y - at[1]
    u, v = across * cos + up * sin, up * cos - across * sin
    return np.hypot(max(0.0, abs(u) - width / 2), max(0.0, abs(v) - depth / 2))


def corners(width, depth, facing, at):
    cos, sin = np.cos(np.radians(facing)), np.sin(np.radians(facing))
    halves = [(a * width / 2, b * depth / 2) for a, b in product((-1, 1), repeat=2)]
    return [(at[0] + a * cos - b * sin, at[1] + a * sin + b * cos) for a, b in halves]


@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0, 217.5])
def test_distances_of_a_rectangular_base_are_exact(facing):
    dice = np.random.default_rng(int(facing))
    base, width, depth = Base.parse("25x50mm"), 25 / 25.4, 50 / 25.4
    xs, ys = dice.uniform(0, 60, 200), dice.uniform(0, 44, 200)
    discs = [Model(Base.parse(text), *dice.uniform(5, 40, 2)) for text in ("32mm", "32mm", "25mm", "170mm")]
    found = distances(discs, base, facing, xs, ys)
    for x, y, inches in zip(xs, ys, found, strict=True):
        true = min(from_rectangle(each.x, each.y, width, depth, facing, (x, y)) - each.base.width / 50.8 for each in discs)
        assert inches == pytest.approx(max(0.0, true), abs=1e-12)
    card = Model(Base.parse("60x100mm"), 30, 22, 20.0)
    wide, long = 60 / 25.4, 100 / 25.4
    for x, y, inches in zip(xs, ys, distances([card], base, facing, xs, ys), strict=True):
        if np.hypot(x - 30, y - 22) > 4:  # too far apart to overlap
            true = min(
                min(from_rectangle(*each, wide, long, 20.0, (30, 22)) for each in corners(width, depth, facing, (x, y))),
                min(from_rectangle(*each, width, depth, facing, (x, y)) for each in corners(wide, long, 20.0, (30, 22))),
            )
            assert inches == pytest.approx(true, abs=1e-12)


def test_a_rectangular_base_exactly_nine_inches_away_charges_on_eight():
    base, target = Base.parse("25.4x25.4mm"), Base.parse("40mm")
    inches = distances([Model(target, 0, 0)], base, 0.0, np.array([9.5 + 20 / 25.4]), np.array([0.0]))
    assert ChargeRule.of("wh40k_10e").chances_at(inches)[0].tolist() == [8]


@pytest.mark.parametrize("base", ["60x35mm oval", "25x50mm", "32mm"])
def test_distances_are_those_of_single_models(base):
    dice = np.random.default_rng(5)
    xs, ys = dice.uniform(0, 60, 60), dice.uniform(0, 44, 60)
    models = [Model(Base.parse(text), *dice.uniform(5, 40, 2), dice.uniform(0, 360)) for text in ("32mm", "90x52mm oval", "25x25mm")]
    for x, y, inches in zip(xs, ys, distances(models, Base.parse(base), 35.0, xs, ys), strict=True):
        here = Model(Base.parse(base), x, y, 35.0)
        assert inches == pytest.approx(min(distance(here, each) for each in models), abs=1e-9)


@pytest.mark.parametrize("system", ["wh40k_10e", "wh40k_11e"])
def test_each_cell_names_the_best_charge(system):
    rule = ChargeRule.of(system)
    found = charge_map(table(), BASE, DEEP_STRIKE, 2, rule)
    assert len(found.frame) > 500
    engagement = 1 if system == "wh40k_10e" else 0
    for row in found.frame.sample(150, seed=3).iter_rows(named=True):
        here = Model(BASE, (row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
        best = Fraction(0)
        for unit in table().units:
            inches = min(distance(here, each) for each in unit.models)
            assert inches > 9
            if inches <= 12:
                best = max(best, chance_by_counting(int(np.ceil(round(inches - engagement, 9)))))
        assert row["chance"] == pytest.approx(float(best), abs=1e-12)
        assert (row["target"] == "") == (best == 0)
    assert found.best is not None
    assert found.best.chance == Fraction(5, 18) if system == "wh40k_10e" else Fraction(1, 6)


def test_modifiers_of_one_target_and_rerolls():
    board = table()
    rule = ChargeRule.of("wh40k_10e", of_target={"Squad": [RollModifier(-2, name="Tanglefoot Grenades")]}, reroll="whole")
    found = charge_map(board, BASE, DEEP_STRIKE, 2, rule)
    squad = found.frame.filter(target="Squad")
    assert squad["chance"].max() == pytest.approx(float(chance_by_counting(11, again=True)))
    assert found.best is not None
    assert found.best.target != "Squad"
    assert found.best.chance == chance_by_counting(9, again=True)


def test_no_charge_where_the_rule_forbids_it():
    quiet = Arrival("demo.drop", "Drop", "Close, without a charge.", "Example", enemy=6, may_charge=False)
    found = charge_map(table(), BASE, quiet, 2, ChargeRule.of("wh40k_10e"))
    assert found.frame["chance"].max() == 0
    assert set(found.frame["target"]) == {""}


@pytest.mark.parametrize("reroll", [None, "whole", "one_die"])
def test_the_best_prize_in_reach_of_the_roll(reroll):
    """11th edition: targets are chosen after the roll; counted over all dice, the re-roll chosen knowing the roll."""
    spot = (30.0, 5.0)
    board = Board.parse("44x60").with_units([block("Near", BASE, 1, 30, 15), block("Far", BASE, 1, 40.5, 5)])
    prizes = {"Near": 1.0, "Far": 3.5}
    rule = ChargeRule.of("wh40k_11e", of_target={"Far": [1]}, reroll=reroll)
    anywhere = Arrival("demo", "Anywhere", "Anywhere.", "Example", enemy=1)
    frame = charge_map(board, BASE, anywhere, 2, rule, prizes=prizes, step=2).frame
    row = frame.filter((frame["x1"] < spot[0] + 1) & (frame["x2"] > spot[0] + 0.5) & (frame["y1"] < spot[1]) & (frame["y2"] > spot[1])).row(
        0, named=True
    )
    here = Model(BASE, (row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
    near, far = (distance(here, board.unit(name).models[0]) for name in ("Near", "Far"))

    def worth(total):
        return max(1.0 if near <= 12 and total >= near else 0.0, 3.5 if far <= 12 and total + 1 >= far else 0.0)

    pairs = list(product(range(1, 7), repeat=2))
    once = sum(worth(a + b) for a, b in pairs) / 36
    total = 0.0
    for a, b in pairs:
        options = [worth(a + b)]
        if reroll == "whole":
            options.append(once)
        if reroll == "one_die":
            options += [sum(worth(keep + c) for c in range(1, 7)) / 6 for keep in (a, b)]
        total += max(options) / 36
    assert row["value"] == pytest.approx(total, abs=1e-12)


def test_charges_from_a_whole_unit():
    board = table()
    frame = charges_from(board, block("Arrivals", BASE, 5, 15, 18, side="own"), ChargeRule.of("wh40k_11e"), prizes={"Squad": 4.0})
    first = frame.row(0, named=True)
    assert first["target"] == "Squad"
    assert first["value"] == pytest.approx(4 * first["chance"])
    assert frame.filter(target="Tank")["needs"][0] is None


def test_distances_of_every_shape_of_base():
    models = [*table().models("enemy")]
    for base in (BASE, Base.parse("60x35mm oval"), Base.parse("25x50mm")):
        xs, ys = np.array([3.0, 20.0, 44.5]), np.array([3.0, 12.0, 40.0])
        plain = [min(distance(Model(base, x, y, 30.0), each) for each in models) for x, y in zip(xs, ys, strict=True)]
        assert distances(models, base, 30.0, xs, ys).tolist() == pytest.approx(plain, abs=1e-4)  # ovals are polygons


def test_after_a_charge_that_may_fail():
    fight = prizes_of({"Squad": _fight()})
    assert fight["Squad"] == pytest.approx(1.0)
    from toolkit.studies.crunch import crunch

    result = crunch(_fight(), exact=True)
    mixed = after_charge(Fraction(5, 18), result.damage)
    assert mixed.mean() == Fraction(5, 18) * result.damage.mean()
    assert sum(p for _, p in mixed.items()) == 1


def _fight():
    knife = {"name": "knife", "count": 2, "type": "melee", "attacks": 3, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}
    guard = {"name": "Guard", "models": [{"count": 10, "toughness": 3, "save": "5+", "wounds": 1}]}
    return {"system": "wh40k_10e", "attacker": {"weapons": [knife]}, "defender": guard, "situation": {"phase": "fight", "charged": True}}


def test_a_prize_for_nobody_is_named():
    with pytest.raises(ToolkitError, match=r"'Nobody'.* Squad, Tank"):
        charge_map(table(), BASE, DEEP_STRIKE, 2, ChargeRule.of("wh40k_10e"), prizes={"Nobody": 1.0})


# --- screens --------------------------------------------------------------------------------------------------------


def test_gaps_against_counting_points():
    board = table()
    threat = Threat(BASE, DEEP_STRIKE, 2, ChargeRule.of("wh40k_10e"), within=None, chance=0.2)
    left = gaps(board, threat, ["Squad"])
    inside = 0
    across, up = np.meshgrid(np.arange(0.05, 60, 0.1), np.arange(0.05, 44, 0.1), indexing="ij")
    xs, ys = across.ravel(), up.ravel()
    squad = distances(board.unit("Squad").models, BASE, 0, xs, ys)
    everyone = distances(board.models("enemy"), BASE, 0, xs, ys)
    r = BASE.radius
    on_board = (xs >= r) & (xs <= 60 - r) & (ys >= r) & (ys <= 44 - r)
    inside = (on_board & (everyone > 9) & (squad <= 10)).sum() * 0.01
    assert left.area == pytest.approx(inside, rel=0.02)
    assert left.chance == Fraction(5, 18)


def test_a_screen_in_the_gap_closes_it():
    # A tank near the left edge: only ingress from that edge is close enough.
    board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 12, 22))
    threat = Threat(BASE, INGRESS, 2, ChargeRule.of("wh40k_11e"))
    one = best_screen(board, block("Screen", BASE, 5, 30, 22, files=5, gap=1.5), threat, step=1)
    assert one.unit is not None
    assert not one.before.closed
    assert one.after.area < 0.5 * one.before.area
    again = gaps(board.with_unit(one.unit), threat, ["Tank"])
    assert again.area == pytest.approx(one.after.area)
    # No position of the frame, computed exactly, leaves less than the chosen one by more than the grid can tell apart.
    for row in one.frame.sort("left").head(40).iter_rows(named=True):
        turned = Unit(
            "Screen",
            tuple(
                Model(
                    BASE,
                    row["x"] + (i - 2) * (1.5 + 2 * BASE.radius) * (row["facing"] == 0),
                    row["y"] + (i - 2) * (1.5 + 2 * BASE.radius) * (row["facing"] == 90),
                )
                for i in range(5)
            ),
        )
        assert gaps(board.with_unit(turned), threat, ["Tank"]).area > one.after.area - 2.5


def test_more_screens_leave_less():
    board = deployment("dawn_of_war").with_unit(block("Tank", Base.parse("100mm"), 1, 8, 30))
    threat = Threat(BASE, DEEP_STRIKE, 3, ChargeRule.of("wh40k_10e"), within=12)
    found = screens(board, [block(f"Screen {n}", BASE, 5, 30, 10, files=5, gap=1.5) for n in (1, 2, 3)], threat, step=2, grid=1)
    areas = [found[0].before.area, *(each.after.area for each in found)]
    assert areas == sorted(areas, reverse=True)
    assert areas[-1] < areas[0]


def test_a_chance_of_exactly_the_limit_is_allowed():
    for limit, reach in ((1 / 6, 9), (1 / 6 - 1e-6, 10), (5 / 18, 8)):
        assert Threat(BASE, INGRESS, 2, ChargeRule.of("wh40k_11e"), within=None, chance=limit).reach("Tank") == reach


def test_screens_ask_for_one_thing():
    with pytest.raises(ToolkitError, match="give one of them"):
        Threat(BASE, INGRESS, 2, ChargeRule.of("wh40k_11e"), within=9, chance=0.2)
    board = Board.parse("44x60").with_unit(block("Friends", BASE, 1, 5, 5, side="own"))
    with pytest.raises(ToolkitError, match="arriving side"):
        gaps(board, Threat(BASE, INGRESS, 2, ChargeRule.of("wh40k_11e")), ["Friends"])


def test_no_gap_is_missed_for_a_base_that_is_not_round():
    """A card that may face any way: wherever it may arrive and reaches the tank, facing a multiple of 15 degrees, is a gap."""
    board = Board.parse("44x60").with_units([block("Tank", Base.parse("100mm"), 1, 8, 22), block("Line", BASE, 5, 12, 12, files=5, gap=2)])
    card, arrival, rule = Base.parse("40x100mm"), INGRESS, ChargeRule.of("wh40k_11e")
    left = gaps(board, Threat(card, arrival, 2, rule, within=10), ["Tank"])
    dice, worst, seen = np.random.default_rng(3), Fraction(0), 0
    for _ in range(2500):
        x, y, facing = dice.uniform(0, 6), dice.uniform(0, 44), 15.0 * dice.integers(0, 12)
        if not arrival_region(board, card, arrival, 2, facing=facing).contains(x, y):
            continue
        inches = distance(Model(card, x, y, facing), board.unit("Tank").models[0])
        worst = max(worst, rule.chance(inches, "Tank"))
        if inches < 10:
            seen += 1
            assert left.polygon.distance(shapely.Point(x, y)) < 0.005
    assert seen > 15
    assert left.chance >= worst
    for row in left.frame.iter_rows(named=True):
        here = Model(card, row["x"], row["y"], row["facing"])
        assert distance(here, board.unit(row["target"]).models[0]) == pytest.approx(row["distance"], abs=1e-9)


def test_the_best_spot_of_a_rectangular_base_is_the_closest():
    board = Board.parse("44x60").with_unit(block("Tank", Base.parse("60mm"), 1, 24, 22))
    card = Base.parse("30x120mm")
    for facing in (0.0, 20.0, 90.0):
        best = charge_map(board, card, INGRESS, 3, ChargeRule.of("wh40k_11e"), facing=facing, step=3).best
        region = arrival_region(board, card, INGRESS, 3, facing=facing)
        left, low, right, high = region.polygon.bounds
        xs, ys = (each.ravel() for each in np.meshgrid(np.arange(left, right, 0.1), np.arange(low, high, 0.1)))
        inside = shapely.contains_xy(region.polygon, xs, ys)
        least = distances(board.models("enemy"), card, facing, xs[inside], ys[inside]).min()
        reached = [each for each in (best.inches, least) if each <= 12]
        assert not reached or best.inches <= least + 1e-9


def test_a_map_takes_the_facing_of_its_region_and_no_other_region():
    board, card = table(), Base.parse("25x50mm")
    region = arrival_region(board, card, INGRESS, 3, facing=30)
    rule = ChargeRule.of("wh40k_11e")
    assert charge_map(board, card, INGRESS, 3, rule, region=region).frame.equals(charge_map(board, card, INGRESS, 3, rule, facing=30).frame)
    for more, what in (
        ({"facing": 60.0}, "facing"),
        ({"side": "enemy"}, "side"),
        ({"base": BASE}, "base"),
        ({"battle_round": 2}, "battle_round"),
        ({"board": board.without("Tank")}, "board"),
        ({"arrival": DEEP_STRIKE}, "arrival"),
    ):
        asked = {"board": board, "base": card, "arrival": INGRESS, "battle_round": 3, "rule": rule, "region": region, **more}
        with pytest.raises(ToolkitError, match=f"the region given is that of another {what};"):
            charge_map(**asked)


def test_a_screen_is_of_the_defending_side_and_each_has_its_name():
    board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 12, 22))
    threat = Threat(BASE, INGRESS, 2, ChargeRule.of("wh40k_11e"))
    with pytest.raises(ToolkitError, match="'Line' belongs to the arriving side"):
        best_screen(board, block("Line", BASE, 5, 30, 22, side="own"), threat)
    with pytest.raises(ToolkitError, match="two screening units are called 'Line'"):
        screens(board, [block("Line", BASE, 5, 30, 22), block("Line", BASE, 5, 30, 32)], threat)


@pytest.mark.parametrize("text", ["32mm", "25x50mm", "60x35mm oval"])
def test_far_targets_are_left_out_without_a_trace(text):
    """Every cell names the same target at the same distance as if each distance were measured."""
    board = table().with_unit(block("Far", Base.parse("90x52mm oval"), 2, 6, 38))
    base, rule = Base.parse(text), ChargeRule.of("wh40k_10e")
    found = charge_map(board, base, DEEP_STRIKE, 2, rule, facing=20, step=2).frame
    xs, ys = ((found[f"{axis}1"] + 1).to_numpy() for axis in "xy")
    inches = np.stack([distances(unit.models, base, 20, xs, ys) for unit in board.units])
    chances = np.stack([rule.chances_at(each)[1] for each in inches])
    best = [min(range(len(board.units)), key=lambda unit: (-chances[unit, spot], inches[unit, spot])) for spot in range(len(xs))]
    assert found["chance"].to_list() == pytest.approx([chances[unit, spot] for spot, unit in enumerate(best)])
    assert found["distance"].to_list() == pytest.approx([inches[unit, spot] for spot, unit in enumerate(best)], abs=1e-12)
    assert found["target"].to_list() == [board.units[unit].name if chances[unit, spot] else "" for spot, unit in enumerate(best)]
    assert len(set(found["target"])) == 5
