"""Light Troops: reforms against a plain second opinion, marches, shooting, ranks and dangerous terrain by literal dice."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from toolkit.battlefield.bases import Base
from toolkit.battlefield.footprint import RANK_TABLE, Footprint
from toolkit.errors import ToolkitError
from toolkit.studies.light_troops import (
    Stand,
    centre_limit,
    contains_light_troops,
    counts_as_march,
    dangerous_dice,
    dangerous_terrain,
    longest_path,
    ranks,
    reform,
    reform_reach,
    shooting_after_reform,
)

INFANTRY = Base.parse("20x20mm")
RAIDERS = Footprint(INFANTRY, 10, 5)
PER_MODEL = {"dangerous_when": "2e_per_model"}


def test_how_far_and_when_it_is_a_march():
    assert centre_limit(5) == 10
    assert centre_limit(5, light_troops=False) == 2.5
    assert [counts_as_march(inches, 5) for inches in (2.5, 5, 5.001, 10)] == [False, False, True, True]
    assert not counts_as_march(2.5, 2, light_troops=False)


def test_the_limits_apply_one_by_one():
    start = Stand(RAIDERS, 20, 10)
    assert reform(start, Stand(RAIDERS, 20, 20), 5).legal
    assert "the centre moves 10.1 inches; with Light Troops it moves 10 at most" in reform(start, Stand(RAIDERS, 20, 20.1), 5).breaches
    turned = reform(start, Stand(RAIDERS, 20, 20, 45), 5)
    assert turned.centre == 10
    assert [each.split(";")[0].split(" inches")[0][:10] for each in turned.breaches] == ["a corner e", "a model ha"]
    wide = reform(start, Stand(Footprint(INFANTRY, 10, 9), 20, 12), 5)
    assert wide.breaches == ("from 5 to 9 files; a Reform changes 3 at most",)
    narrow = reform(start, Stand(Footprint(INFANTRY, 10, 2), 20, 12), 5)
    assert narrow.breaches == ("5 ranks of 2 files; more ranks than files only if 5 or more wide",)
    undead = reform(start, Stand(RAIDERS, 20, 16), 5, may_march=False)
    assert undead.counts_as_march
    assert "may not march" in undead.breaches[0]
    assert reform(start, Stand(RAIDERS, 20, 15), 5, may_march=False).legal


def test_light_troops_are_judged_as_if_they_could_form_ranks():
    deep = Footprint(INFANTRY, 30, 5)
    start = Stand(deep, 20, 20)
    assert reform(start, Stand(deep, 20, 24), 5).legal
    never = reform(start, Stand(deep, 20, 24), 5, light_troops_width="no_ranks").breaches
    assert never == ("6 ranks of 5 files; more ranks than files never, as Light Troops form no ranks",)
    assert reform_reach(start, 5) == 10
    assert reform_reach(start, 5, light_troops_width="no_ranks") is None


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_path_is_the_shortest_there_is(seed):
    dice = random.Random(seed)
    number = dice.randint(1, 6)
    before, after = ([(dice.uniform(0, 5), dice.uniform(0, 5)) for _ in range(number)] for _ in range(2))
    literal = min(max(math.dist(old, new) for old, new in zip(before, order, strict=True)) for order in permutations(after))
    assert longest_path(before, after) == literal


@pytest.mark.parametrize("seed", range(24))
def test_the_reach_is_where_the_reform_stops_being_legal(seed):
    dice = random.Random(seed)
    models, files = dice.randint(4, 20), dice.randint(2, 7)
    formation = Footprint(Base.parse(dice.choice(("20x20mm", "25x50mm"))), models, min(files, models))
    start = Stand(formation, 20, 20, dice.uniform(0, 360))
    mobility = dice.randint(2, 6)
    judged = {
        "light_troops": dice.random() < 0.7,
        "may_march": dice.random() < 0.8,
        "rank_table": dice.choice((RANK_TABLE, {1: 3})),
        "light_troops_width": dice.choice(("as_ranked", "as_ranked", "no_ranks")),
    }
    direction, facing = dice.uniform(0, 360), dice.choice((start.facing, start.facing + dice.uniform(-60, 60), dice.uniform(0, 360)))
    end = min(models, max(1, formation.files + dice.randint(-4, 4)))
    reach = reform_reach(start, mobility, direction=direction, facing=facing, files=end, **judged)
    shape = Footprint(formation.base, models, end)

    def breaks(inches):
        x, y = 20 - inches * math.sin(math.radians(direction)), 20 + inches * math.cos(math.radians(direction))
        return reform(start, Stand(shape, x, y, facing), mobility, **judged).breaches

    limit = centre_limit(mobility, light_troops=judged["light_troops"])
    legal = [inches / 20 for inches in range(int(limit * 20) + 1) if not breaks(inches / 20)]
    if reach is None:
        assert not legal
    else:
        assert not breaks(reach)
        assert not legal or legal[-1] <= reach + 1e-9
        assert reach == pytest.approx(limit) or breaks(reach + 1e-6)


def test_the_width_rule_counts_for_the_reach():
    """Twenty models from 6 files to 3 are 7 ranks: no end of that shape is legal, however near."""
    start = Stand(Footprint(INFANTRY, 20, 6), 20, 20)
    assert reform_reach(start, 5, files=3) is None
    assert reform(start, Stand(Footprint(INFANTRY, 20, 3), 20, 20), 5).breaches == (
        "7 ranks of 3 files; more ranks than files only if 5 or more wide",
    )
    for files in range(1, 21):
        ranks_ = math.ceil(20 / files)
        takes = abs(files - 6) <= 3 and (ranks_ <= files or files >= 5)
        assert (reform_reach(start, 5, files=files) is not None) == takes, files
    tall = Stand(Footprint(Base.parse("50x100mm"), 3, 2), 20, 20)
    assert reform_reach(tall, 5, files=1) is None
    assert reform_reach(tall, 5, files=1, height=5) is not None
    assert reform_reach(start, 5, files=3, rank_table={1: 3}) is not None


def test_no_such_formation_in_one_reform():
    assert reform_reach(Stand(RAIDERS, 20, 20), 5, files=9) is None
    assert reform_reach(Stand(RAIDERS, 20, 20), 5, may_march=False) == 5


def test_shooting():
    shot = shooting_after_reform(4, exact=True)
    assert (shot.modifier, shot.needs, shot.chance) == (-1, 5, Fraction(1, 3))
    assert shooting_after_reform(4, quick_to_fire=True, exact=True).chance == Fraction(1, 2)
    assert shooting_after_reform(2, quick_to_fire=True, modifiers=3).needs == 2
    unwieldy = shooting_after_reform(4, unwieldy=1, modifiers=-1, exact=True)
    assert (unwieldy.modifier, unwieldy.needs, unwieldy.chance) == (-2, 7, 0)


def test_ranks_lost():
    assert ranks(Footprint(INFANTRY, 30, 5)).lost == 4
    assert ranks(Footprint(INFANTRY, 13, 5)).lost == 2
    block = ranks(Footprint(INFANTRY, 15, 5), light_troops=False)
    assert (block.proper, block.lost, block.steady, block.solid) == (3, 0, True, True)
    light = ranks(Footprint(INFANTRY, 15, 5))
    assert (light.proper, light.steady, light.solid) == (0, False, False)
    assert ranks(Footprint(Base.parse("40x40mm"), 6, 3), height=3, light_troops=False).solid
    assert not contains_light_troops(False, [True, True])
    assert contains_light_troops(True, [False])
    assert contains_light_troops(False, [True], only_attachables=True)


def test_a_rank_table_of_your_own_is_the_reading_user():
    block = Footprint(INFANTRY, 12, 4)
    assert (ranks(block, light_troops=False).proper, ranks(block, light_troops=False).readings) == (0, {"rank_table": "C5"})
    own = ranks(block, light_troops=False, rank_table={1: 4})
    assert (own.proper, own.readings) == (3, {"rank_table": "user"})
    assert ranks(block, light_troops=False, rank_table={1: 4}, readings={"rank_table": "user"}) == own


def literal(dice, hits):
    counted = Counter(sum(hits(face) for face in throw) for throw in product(range(1, 7), repeat=dice))
    return {number: Fraction(count, 6**dice) for number, count in counted.items()}


def test_dangerous_terrain():
    assert (dangerous_dice(19), dangerous_dice(5, 2), dangerous_dice(1, 5)) == (10, 6, 5)
    assert dict(dangerous_terrain(5, 4, height=2, health=2, exact=True).health.items()) == literal(6, lambda face: face >= 4)
    giant = dangerous_terrain(1, 6, height=5, health=7, exact=True)
    assert dict(giant.health.items()) == literal(5, lambda face: face == 6)
    assert (giant.destroyed, giant.health[0]) == (0, Fraction(3125, 7776))
    ten = dangerous_terrain(19, 6, exact=True)
    assert (ten.health.mean(), ten.health[0], ten.health[10]) == (Fraction(5, 3), Fraction(9765625, 60466176), Fraction(1, 60466176))
    assert dangerous_terrain(19, 6).health.mean() == pytest.approx(5 / 3, abs=1e-12)


def test_dangerous_terrain_takes_whole_models_and_no_more_than_there_are():
    trolls = dangerous_terrain(3, 4, height=3, health=3, wounded=2, special_save=4, exact=True)
    assert (trolls.dice, trolls.chance) == (6, Fraction(1, 4))
    want = Counter()
    for hits in range(7):
        want[(hits + 2) // 3] += math.comb(6, hits) * Fraction(1, 4) ** hits * Fraction(3, 4) ** (6 - hits)
    assert dict(trolls.models.items()) == dict(want)
    last = dangerous_terrain(1, 2, height=5, health=2, exact=True)
    assert last.health.high == 2
    assert last.destroyed == 1 - Fraction(1, 6) ** 5 - 5 * Fraction(5, 6) * Fraction(1, 6) ** 4


def test_the_second_edition_throws_for_each_model():
    assert dangerous_terrain(3, 4).readings == {"dangerous_when": "unit_at_end_of_move", "dangerous_x": "explicit"}
    assert dangerous_terrain(3, 4).second_edition == ()
    assert dangerous_terrain(3, 4, dice_per_model=1, readings=PER_MODEL).second_edition == ("Dangerous Terrain",)
    assert dangerous_terrain(20, 1, dice_per_model=1, readings=PER_MODEL, exact=True).health[0] == Fraction(5, 6) ** 20
    assert dangerous_terrain(3, 2, dice_per_model=3, health=3, readings=PER_MODEL, exact=True).health.mean() == 3


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: centre_limit(-1), "Mobility of -1 inches"),
        (lambda: counts_as_march(3, True), "Mobility of True"),
        (lambda: reform(Stand(RAIDERS, 0, 0), Stand(Footprint(INFANTRY, 9, 5), 0, 0), 5), "10 models on .* ends with 9"),
        (lambda: counts_as_march(float("nan"), 5), "way of the centre = nan"),
        (lambda: counts_as_march(-3, 5), "way of the centre = -3"),
        (lambda: counts_as_march("6", 5), "way of the centre = '6'"),
        (lambda: counts_as_march(6, 5, light_troops="no"), "light_troops 'no'"),
        (lambda: centre_limit(5, light_troops="no"), "light_troops 'no'"),
        (lambda: Stand(RAIDERS, "20", 10), "a unit with x = '20'"),
        (lambda: Stand(RAIDERS, 20, 10, float("nan")), "a unit with facing = nan"),
        (lambda: Stand("raiders", 20, 10), "the formation of a unit 'raiders'"),
        (lambda: reform(RAIDERS, Stand(RAIDERS, 0, 0), 5), "start Footprint"),
        (lambda: reform(Stand(RAIDERS, 0, 0), Stand(RAIDERS, 0, 0), 5, rank_table={1: 0}), "Proper Rank of Height 1 0"),
        (lambda: reform(Stand(RAIDERS, 0, 0), Stand(RAIDERS, 0, 0), 5, height=9), "Height 9"),
        (lambda: reform_reach(Stand(RAIDERS, 0, 0), 5, rank_table={1: 0}), "Proper Rank of Height 1 0"),
        (lambda: reform_reach(Stand(RAIDERS, 0, 0), 5, direction=float("nan")), "direction = nan"),
        (lambda: reform_reach(Stand(RAIDERS, 0, 0), 5, facing="n"), "a unit with facing = 'n'"),
        (lambda: reform_reach(Stand(RAIDERS, 0, 0), 5, files=11), "files 11"),
        (lambda: reform_reach(Stand(RAIDERS, 0, 0), 5, may_march=0), "may_march 0"),
        (lambda: longest_path([], []), "0 models and 0 places"),
        (lambda: longest_path([(0, 0)], [(0, 0), (1, 1)]), "1 models and 2 places"),
        (lambda: longest_path([(0, "1")], [(0, 0)]), "a place = .0, '1'."),
        (lambda: longest_path(None, [(0, 0)]), "places None"),
        (lambda: shooting_after_reform(7), "Aim 7"),
        (lambda: shooting_after_reform(4, unwieldy=-1), "Unwieldy -1"),
        (lambda: ranks(RAIDERS, height=9), "Height 9 is not in the table"),
        (lambda: dangerous_dice(0), "models of 0"),
        (lambda: dangerous_dice(5, 6), "Height of 6"),
        (lambda: dangerous_terrain(5, 1), "X of 1"),
        (lambda: dangerous_terrain(5, 4, wounded=1), "wounded of 1"),
        (lambda: dangerous_terrain(5, 4, special_save=1), "special save of 1"),
        (lambda: dangerous_terrain(5, 4, dice_per_model=0, readings=PER_MODEL), "dice for each model of 0"),
        (lambda: dangerous_terrain(5, 6, dice_per_model=1, readings=PER_MODEL), "X of 6"),
        (lambda: dangerous_terrain(5, 4, readings=PER_MODEL), "so give dice_per_model"),
        (lambda: dangerous_terrain(5, 4, dice_per_model=2), "go with dangerous_when"),
        (lambda: dangerous_terrain(5, 4, readings={"swiftstride": "none"}), "'swiftstride' changes nothing here"),
        (lambda: ranks(RAIDERS, readings={"rank_table": "user"}), "so give your own rank_table"),
        (lambda: ranks(RAIDERS, rank_table={1: 4}, readings={"rank_table": "C5"}), "leave one of them out"),
    ],
)
def test_bad_numbers_are_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
