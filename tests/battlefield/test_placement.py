"""Models and units: distances, overlaps, blocks."""

import math
import random

import pytest
import shapely

from toolkit.battlefield.bases import Base
from toolkit.battlefield.placement import Model, Unit, block, distance, engaged, overlaps, unit_distance
from toolkit.errors import ToolkitError

INCH = Base.parse("25.4mm")
SQUARE = Base.parse("25.4x25.4mm")


class TestDistance:
    def test_round_to_round(self):
        assert distance(Model(INCH, 0, 0), Model(INCH, 3, 4)) == 4
        assert distance(Model(INCH, 0, 0), Model(INCH, 0.5, 0)) == 0

    def test_rectangles(self):
        assert distance(Model(SQUARE, 0, 0), Model(SQUARE, 5, 0)) == pytest.approx(4, abs=1e-12)
        assert distance(Model(SQUARE, 0, 0), Model(SQUARE, 5, 5)) == pytest.approx(4 * math.sqrt(2), abs=1e-12)
        assert distance(Model(SQUARE, 0, 0), Model(SQUARE, 5, 0, 45)) == pytest.approx(4.5 - math.sqrt(0.5), abs=1e-12)

    def test_round_to_rectangle_both_ways(self):
        for one, other in ((INCH, SQUARE), (SQUARE, INCH)):
            assert distance(Model(one, 0, 0), Model(other, 3, 0)) == pytest.approx(2, abs=1e-12)

    def test_ovals_against_a_walk_around_them(self):
        dice = random.Random(4)
        angles = [2 * math.pi * step / 4000 for step in range(4000)]
        for _ in range(5):
            model = Model(Base.parse("105x70mm oval"), dice.uniform(0, 9), dice.uniform(0, 9), dice.uniform(0, 180))
            turn = math.radians(model.facing)
            points = [(model.base.width_inches / 2 * math.cos(each), model.base.depth_inches / 2 * math.sin(each)) for each in angles]
            ring = [
                (model.x + x * math.cos(turn) - y * math.sin(turn), model.y + x * math.sin(turn) + y * math.cos(turn)) for x, y in points
            ]
            nearest = min(math.hypot(x - 20, y - 20) for x, y in ring) - INCH.radius
            assert distance(model, Model(INCH, 20, 20)) == pytest.approx(nearest, abs=1e-3)

    def test_of_units(self):
        line = Unit("A", (Model(INCH, 0, 0), Model(INCH, 2, 0)))
        assert unit_distance(line, Unit("B", (Model(INCH, 12, 0), Model(INCH, 14, 0)))) == 9

    def test_engagement_counts_up_too(self):
        assert engaged(Model(INCH, 0, 0), Model(INCH, 3, 0), 2)
        assert not engaged(Model(INCH, 0, 0), Model(INCH, 3.001, 0), 2)
        assert engaged(Model(INCH, 0, 0), Model(INCH, 2, 0, z=5), 1)
        assert not engaged(Model(INCH, 0, 0), Model(INCH, 2, 0, z=5.01), 1)


class TestOverlaps:
    def test_touching_is_no_overlap(self):
        assert list(overlaps([Model(INCH, 0, 0), Model(INCH, 1, 0)])) == []
        assert list(overlaps([Model(INCH, 0, 0), Model(INCH, 0.999999, 0)])) == [(0, 1)]
        assert list(overlaps([Model(SQUARE, 0, 0), Model(SQUARE, 1, 0), Model(SQUARE, 0.5, 0.5)])) == [(0, 2), (1, 2)]

    @pytest.mark.parametrize("facing", [0, 30, 45, 77.7])
    @pytest.mark.parametrize(("one", "other"), [("25.4x25.4mm", "25.4x50.8mm"), ("25.4mm", "25.4x25.4mm"), ("25.4x25.4mm", "25.4mm")])
    def test_judged_by_depth(self, one, other, facing):
        """Side by side, and a corner against a side: 1e-8 inches is an overlap, 1e-10 is none."""
        turn = math.radians(facing)
        for kind, apart in ((0, 1.0), (45, 0.5 + (math.sqrt(0.5) if one != "25.4mm" else 0.5))):
            for depth, deep in ((-1e-8, False), (0, False), (1e-10, False), (1e-8, True), (1e-4, True)):
                along = apart - depth
                a = Model(Base.parse(one), 20 + along * math.cos(turn), 20 + along * math.sin(turn), facing + kind)
                b = Model(Base.parse(other), 20, 20, facing)
                if kind and one == "25.4x25.4mm" and other == "25.4mm":
                    continue
                for pair in ([a, b], [b, a], [a, b, Model(INCH, 50, 50)]):
                    assert bool(list(overlaps(pair))) == deep, (kind, depth)

    def test_levels_are_apart(self):
        assert list(overlaps([Model(INCH, 0, 0), Model(INCH, 0, 0, z=3)])) == []

    def test_against_areas(self):
        dice = random.Random(9)
        bases = [Base.parse(text) for text in ("32mm", "25x50mm", "60x35mm oval")]
        models = [Model(dice.choice(bases), dice.uniform(0, 8), dice.uniform(0, 8), dice.uniform(0, 180)) for _ in range(30)]
        found = set(overlaps(models))
        for second in range(30):
            for first in range(second):
                shared = shapely.intersection(models[first].outline, models[second].outline).area
                assert ((first, second) in found) == (shared > 1e-6) or shared < 1e-4


class TestBlock:
    def test_rows_around_the_centre(self):
        unit = block("Squad", INCH, 5, 10, 20, files=3, gap=0.5)
        assert unit.centre == pytest.approx((10, 20.3), abs=0.4)
        assert [each.y for each in unit.models] == [20.75] * 3 + [19.25] * 2
        assert [each.x for each in unit.models] == [8.5, 10, 11.5, 9.25, 10.75]

    def test_moved(self):
        assert block("Squad", INCH, 4, 10, 20).moved(1, -2).centre == pytest.approx((11, 18))


class TestBadInput:
    def test_messages(self):
        for make, message in (
            (lambda: Unit(" ", (Model(INCH, 0, 0),)), 'a unit without a name; write one, such as "Scouts"'),
            (lambda: Unit("A", ()), "unit 'A' has no models; give at least one"),
            (lambda: Unit("A", (Model(INCH, 0, 0),), side="theirs"), "unit 'A' is on the side 'theirs'; it is \"own\" or \"enemy\""),
            (
                lambda: Unit("A", (Model(INCH, 0, 0), Model(INCH, 3, 3), Model(INCH, 0.5, 0))),
                "unit 'A': the bases of models 1 and 3 overlap, at (0, 0) and (0.5, 0); move one of them",
            ),
            (lambda: Model(INCH, float("nan"), 0), "a model with x = nan; it is a number of inches up to 1000"),
            (lambda: Model(INCH, 0, 2000), "a model with y = 2000; it is a number of inches up to 1000"),
            (lambda: Model(INCH, 0, 0, "north"), "a model with facing = 'north'; it is a number of degrees up to 1000"),
            (lambda: block("A", INCH, 0, 1, 1), "unit 'A' with 0 models; it has 1 to 200"),
        ):
            with pytest.raises(ToolkitError) as caught:
                make()
            assert str(caught.value) == message
