"""Heights: what is near above or below, and what is not."""

import math

import pytest

from toolkit.battlefield import arrival_region, breaches, fits
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.coherency import BY_SYSTEM
from toolkit.battlefield.placement import Model, Unit
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

INCH = Base.parse("25.4mm")
HULL = Model(Base.parse("60mm"), 20, 20)


def of(arrival, model, enemy, anchor=HULL, system="wh40k_10e"):
    board = Board(40, 40).with_unit(Unit("Foe", (enemy,)))
    wrong = breaches(board, (model,), arrival, 2, coherency=BY_SYSTEM[system], anchor=anchor if arrival.anchor else None)
    return [each.rule for each in wrong]


@pytest.mark.parametrize(
    ("system", "arrival", "inches"), [("wh40k_10e", tenth.DISEMBARK, 1), ("wh40k_11e", eleventh.TACTICAL_DISEMBARK, 2)]
)
def test_engagement_range_has_a_height(system, arrival, inches):
    beside = Model(INCH, 23, 20)
    for up, wrong in ((0, True), (5, True), (5.01, False), (9, False)):
        enemy = Model(INCH, 24 + inches - 0.1, 20, z=up)
        assert (of(arrival, beside, enemy, system=system) == ["enemy"]) == wrong, up
        board = Board(40, 40).with_unit(Unit("Foe", (enemy,)))
        region = arrival_region(board, INCH, arrival, 2, anchor=HULL)
        assert region.contains(23, 20) != wrong
        assert region.polygon.area < arrival_region(Board(40, 40), INCH, arrival, 2, anchor=HULL).polygon.area or not wrong


def test_deep_strike_is_measured_flat():
    for up in (0, 20):
        assert of(tenth.DEEP_STRIKE, Model(INCH, 10, 10), Model(INCH, 18, 10, z=up)) == ["enemy"]
        assert not arrival_region(Board(40, 40).with_unit(Unit("Foe", (Model(INCH, 18, 10, z=up),))), INCH, tenth.DEEP_STRIKE, 2).contains(
            10, 10
        )


def test_a_transport_above_is_farther_away():
    far = Model(INCH, 38, 38)
    edge = 20 + HULL.base.radius  # of the hull
    for up in (0, 1.5, 2.9):
        reach = math.sqrt(9 - up**2)
        hull = Model(HULL.base, 20, 20, z=up)
        for x, wrong in ((edge + reach - 0.5 - 1e-6, False), (edge + reach - 0.5 + 1e-6, True)):
            if reach > 1:  # else the base would lie under the hull, which is at another height
                assert (of(tenth.DISEMBARK, Model(INCH, x, 20), far, hull) == ["anchor"]) == wrong, (up, x)
                region = arrival_region(Board(40, 40), INCH, tenth.DISEMBARK, 2, anchor=hull)
                assert region.contains(x, 20) != wrong
    high = arrival_region(Board(40, 40), INCH, tenth.DISEMBARK, 2, anchor=Model(HULL.base, 20, 20, z=3.5))
    assert high.area == 0


def test_a_unit_is_placed_with_heights_in_mind():
    squad = Unit("Squad", tuple(Model(INCH, 2 + 1.2 * number, 2) for number in range(5)), "own")
    above = Unit("Foe", tuple(Model(INCH, 20 + 2 * math.cos(at), 20 + 2 * math.sin(at), z=8) for at in range(4)))
    level = Unit("Foe", tuple(Model(each.base, 15 + 10 * number / 3, 24) for number, each in enumerate(above.models)))
    for unit in (above, level):
        found = fits(Board(40, 40).with_unit(unit), squad, tenth.DISEMBARK, 2, coherency=BY_SYSTEM["wh40k_10e"], anchor=HULL)
        assert found.unit is not None
        board = Board(40, 40).with_unit(unit)
        assert breaches(board, found.unit, tenth.DISEMBARK, 2, coherency=BY_SYSTEM["wh40k_10e"], anchor=HULL) == ()
