"""Bases: texts, sizes, outlines."""

import math

import pytest

from toolkit.battlefield.bases import Base
from toolkit.errors import ToolkitError


class TestParse:
    @pytest.mark.parametrize(
        ("text", "base", "canonical"),
        [
            ("32mm", Base("round", 32, 32), "32mm"),
            ("28.5", Base("round", 28.5, 28.5), "28.5mm"),
            ("60x35mm oval", Base("oval", 60, 35), "60x35mm oval"),
            ("105 × 70 mm OVAL", Base("oval", 105, 70), "105x70mm oval"),
            ("25x50mm", Base("rectangular", 25, 50), "25x50mm"),
            ("20mm square", Base("rectangular", 20, 20), "20x20mm"),
        ],
    )
    def test_as_players_write_it(self, text, base, canonical):
        assert Base.parse(text) == base
        assert str(base) == canonical
        assert Base.parse(canonical) == base

    @pytest.mark.parametrize("text", ["", "big", "32 inches", "-32mm", "32x", None, 32])
    def test_what_is_no_base(self, text):
        with pytest.raises(ToolkitError) as caught:
            Base.parse(text)
        assert str(caught.value) == f'base {text!r} is not understood; write "32mm", "60x35mm oval" or "25x50mm"'


class TestBadInput:
    def test_sizes(self):
        for given, message in (
            (("round", -32, -32), "a base of -32 mm; each side is more than 0 and at most 1000 mm"),
            (("rectangular", 25, 0), "a base of 0 mm; each side is more than 0 and at most 1000 mm"),
            (("oval", 2000, 10), "a base of 2000 mm; each side is more than 0 and at most 1000 mm"),
            (("oval", float("nan"), 10), "a base of nan mm; each side is more than 0 and at most 1000 mm"),
            (("round", 60, 35), "a round base of 60 by 35 mm; write one diameter, or make it oval"),
            (("hexagonal", 60, 60), 'base shape \'hexagonal\'; it is "round", "oval" or "rectangular"'),
        ):
            with pytest.raises(ToolkitError) as caught:
                Base(*given)
            assert str(caught.value) == message
        with pytest.raises(ToolkitError, match=r"a base of 0\.0 mm; each side"):
            Base.parse("0mm")


class TestOutlines:
    def test_inches(self):
        assert Base.parse("50.8mm").radius == 1
        assert Base.parse("76.2x101.6mm").radius == 2.5

    def test_a_rectangle_is_exact_and_turns_counter_clockwise(self):
        outline = Base.parse("25.4x50.8mm").outline(10, 5, 90)
        assert outline.bounds == pytest.approx((9, 4.5, 11, 5.5))
        assert outline.area == pytest.approx(2)

    def test_curves_are_polygons_inside_them(self):
        outline = Base.parse("254x127mm oval").outline(0, 0)
        area = math.pi * 5 * 2.5
        assert area * (1 - 2e-4) < outline.area < area

    @pytest.mark.parametrize("text", ["32mm", "25x50mm", "105x70mm oval"])
    @pytest.mark.parametrize("facing", [0, 30, 45, 90, 200])
    def test_the_extent_is_that_of_the_outline(self, text, facing):
        base = Base.parse(text)
        across, up = base.extent(facing)
        assert base.outline(0, 0, facing).bounds == pytest.approx((-across, -up, across, up), abs=4e-4)
