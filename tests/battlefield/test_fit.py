"""Whole units: what is found is legal, and where nothing is found a random search finds nothing either."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
import shapely

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, polygon
from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.coherency import WH40K_10E, WH40K_11E
from toolkit.battlefield.fit import fits
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.zones import deployment
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.systems import wh40k_10e, wh40k_11e

TABLE = Board.parse("44x60")
INGRESS = wh40k_11e.reserves.INGRESS
DEEP = Arrival("demo", "Deep", "Anywhere.", "Example", enemy=9, first_round=2)
TRIES = 20_000


def unit(text, count, **more):
    """A unit that stands nowhere near where it may."""
    base = Base.parse(text)
    return Unit("Mine", tuple(Model(base, 12.0 * index, 0.0) for index in range(count)), side="own", **more)


def strip(width):
    """An arrival that leaves a strip of centres of this width along each edge, for bases of 32 mm."""
    return Arrival("demo", "Strip", "Near an edge.", "Example", enemy=3, edge=2 * Base.parse("32mm").radius + width)


class TestFound:
    @pytest.mark.parametrize(
        ("text", "count"), [("32mm", 20), ("40mm", 10), ("60mm", 6), ("25x50mm", 10), ("60x35mm oval", 6), ("170mm", 1)]
    )
    @pytest.mark.parametrize("rule", [WH40K_10E, WH40K_11E])
    def test_on_an_empty_table(self, text, count, rule):
        found = fits(TABLE, unit(text, count), DEEP, 2, coherency=rule)
        assert found.unit is not None
        assert len(found.unit.models) == found.most == count
        assert {type(each) for model in found.unit.models for each in (model.x, model.y, model.facing)} == {float}
        assert breaches(TABLE, found.unit, DEEP, 2, coherency=rule) == ()

    def test_bases_of_several_sizes(self):
        squad = replace(
            unit("32mm", 5), models=(*unit("32mm", 5).models, Model(Base.parse("50mm"), 90, 9), Model(Base.parse("25x50mm"), 90, 20))
        )
        found = fits(deployment("dawn_of_war"), squad, INGRESS, 2, coherency=WH40K_11E, near=(10, 2))
        assert [each.base for each in found.unit.models] == [each.base for each in squad.models]
        assert breaches(deployment("dawn_of_war"), found.unit, INGRESS, 2, coherency=WH40K_11E) == ()

    def test_in_a_strip_as_wide_as_a_line(self):
        for count, rule in ((7, WH40K_11E), (20, WH40K_10E)):
            found = fits(TABLE, unit("32mm", count), strip(0.0), 1, coherency=rule)
            assert found.unit is not None, found.why
            assert breaches(TABLE, found.unit, strip(0.0), 1, coherency=rule) == ()

    def test_a_line_of_the_eleventh_edition_ends_at_nine_inches(self):
        base = Base.parse("32mm")
        board = Board(30, 2 * base.radius + 1e-4)
        anywhere = Arrival("demo", "Anywhere", "Anywhere.", "Example", enemy=0)
        # The first and the last of nine in contact are 7 x 1.26 inches apart, of ten 8 x 1.26.
        for count in (8, 9, 10):
            gap = 2 * (count - 2) * base.radius
            found = fits(board, unit("32mm", count), anywhere, 1, coherency=WH40K_11E)
            assert bool(found) == (gap <= 9)
            assert found.most == min(count, 9)
            assert fits(board, unit("32mm", count), anywhere, 1, coherency=WH40K_10E)

    def test_close_to_the_wanted_point(self):
        found = fits(TABLE, unit("32mm", 1), DEEP, 2, coherency=WH40K_10E, near=(30, 22))
        assert found.unit.centre == (30, 22)
        assert found.away == 0
        foe = TABLE.with_unit(block("Foe", Base.parse("32mm"), 1, 30, 22))
        found = fits(foe, unit("32mm", 1), DEEP, 2, coherency=WH40K_10E, near=(30, 22))
        assert found.away == pytest.approx(9 + 2 * Base.parse("32mm").radius, abs=0.006)
        squad = fits(foe, unit("32mm", 5), DEEP, 2, coherency=WH40K_10E, near=(30, 22))
        assert 9.5 < squad.away < 11

    def test_the_same_twice(self):
        board = TABLE.with_unit(block("Foe", Base.parse("32mm"), 10, 20, 10))
        one, two = (fits(board, unit("40mm", 5), DEEP, 2, coherency=WH40K_11E, near=(20, 12)) for _ in range(2))
        assert one == two

    def test_groups_of_the_eleventh_edition(self):
        # Two pockets 6 inches apart with room for three each: four models are two and two, every one within 9 inches of all.
        wall = polygon([(0, 1.3), (12, 1.3), (12, 6), (0, 6)], "wall")
        plug = polygon([(3, 0), (9, 0), (9, 1.3), (3, 1.3)], "plug")
        board = Board(12, 6, terrain=(Terrain("Wall", "impassable", wall), Terrain("Plug", "impassable", plug)))
        anywhere = Arrival("demo", "Anywhere", "Anywhere.", "Example", enemy=0)
        for count in (2, 3, 4):
            found = fits(board, unit("25mm", count), anywhere, 1, coherency=WH40K_11E)
            assert found.unit is not None, found.why
            assert bool(fits(board, unit("25mm", count), anywhere, 1, coherency=WH40K_10E)) == (count <= 3)

    def test_out_of_a_transport(self):
        ride = Unit("Chimera", (Model(Base.parse("100x60mm"), 30, 22, 30),), side="own")
        board = TABLE.with_unit(ride)
        disembark = wh40k_10e.reserves.DISEMBARK
        found = fits(board, unit("32mm", 10), disembark, 1, coherency=WH40K_10E, anchor=ride.models[0])
        assert found.unit is not None
        assert breaches(board, found.unit, disembark, 1, coherency=WH40K_10E, anchor=ride.models[0]) == ()

    def test_a_unit_that_is_on_the_board_may_stand_anew(self):
        board = Board(8, 8).with_unit(block("Mine", Base.parse("60mm"), 4, 4, 4, side="own"))
        anywhere = Arrival("demo", "Anywhere", "Anywhere.", "Example", enemy=0)
        assert fits(board, block("Mine", Base.parse("60mm"), 6, 4, 4, side="own"), anywhere, 1, coherency=WH40K_10E)


class TestNone:
    def test_the_unit_itself(self):
        found = fits(TABLE, unit("32mm", 5), wh40k_10e.reserves.BELLICOSA_DROP, 1, coherency=WH40K_10E)
        assert not found
        assert found.certain
        assert found.why == (
            "Bellicosa Drop is from round 2 on, this is round 1; 'Mine' has no keyword Infantry, which Bellicosa Drop asks for; "
            "'Mine' has no Deep Strike, which every model needs for Bellicosa Drop"
        )

    def test_one_rule_leaves_no_room(self):
        board = Board(12, 12).with_unit(block("Foe", Base.parse("32mm"), 1, 6, 6))
        found = fits(board, unit("32mm", 5), DEEP, 2, coherency=WH40K_10E)
        assert (found.unit, found.certain, found.why) == (None, True, "no room for a single base of 32mm: within 9\" of 'Foe'")
        assert found.but_for == ("within 9\" of 'Foe'",)

    def test_too_large_for_the_strip(self):
        found = fits(TABLE, unit("160mm", 1), INGRESS, 2, coherency=WH40K_11E)
        assert (found.certain, found.why) == (True, 'no room for a single base of 160mm: wholly within 6" of edges')
        assert fits(TABLE, unit("160mm", 1), INGRESS, 2, coherency=WH40K_11E, edge_reading="any_edges")
        assert fits(TABLE, unit("152.4mm", 1), INGRESS, 2, coherency=WH40K_11E)

    def test_what_is_in_the_way_of_the_whole_unit(self):
        board = Board(14, 14).with_unit(block("Foe", Base.parse("32mm"), 1, 3, 3))
        found = fits(board, unit("60mm", 6), DEEP, 2, coherency=WH40K_10E)
        assert not found
        assert not found.certain
        assert 1 <= found.most < 6
        assert found.but_for == ("within 9\" of 'Foe'",)
        together = f"at most {found.most} of 6 models found room together"
        assert found.why == f"no spot found by the search: {together}; there is room but for: within 9\" of 'Foe'"

    def test_bad_input(self):
        with pytest.raises(ToolkitError, match=r"near = \(3,\); it is \(across, up\) in inches"):
            fits(TABLE, unit("32mm", 1), DEEP, 2, coherency=WH40K_10E, near=(3,))  # pyright: ignore[reportArgumentType]
        with pytest.raises(ToolkitError, match="battle round 0"):
            fits(TABLE, unit("32mm", 1), DEEP, 0, coherency=WH40K_10E)


def random_board(dice):
    width, depth = dice.choice([(60, 44), (44, 30), (30, 22), (24, 24)])
    board = deployment("dawn_of_war") if width == 60 else Board(width, depth)
    for number in range(dice.choice([4, 8, 16, 24]) if width > 30 else dice.choice([1, 2, 3, 4])):
        base = Base.parse(dice.choice(["32mm", "40mm", "25x50mm", "60x35mm oval", "90mm"]))
        side = dice.choice(["enemy", "enemy", "own"])
        try:
            board = board.with_unit(
                block(f"Unit {number}", base, dice.choice([1, 1, 3, 5]), dice.uniform(1, width - 1), dice.uniform(1, depth - 1), side=side)
            )
        except ToolkitError:
            continue
    return board


def random_placement(board, mine, arrival, rule, dice, tries):
    """Models thrown at random: the first into the region, the others around those before."""
    base, facing = mine.models[0].base, dice.uniform(0, 180)
    region = arrival_region(board, base, arrival, 2, facing=facing).polygon
    if not region.area:
        return None
    shapely.prepare(region)
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(region))
    chances = np.cumsum(shapely.area(parts)) / shapely.area(parts).sum()
    used = 0
    while used < tries:
        corners = shapely.get_coordinates(parts[min(int(np.searchsorted(chances, dice.random())), len(parts) - 1)])[:3]
        u, v = sorted((dice.random(), dice.random()))
        x, y = u * corners[0] + (v - u) * corners[1] + (1 - v) * corners[2]
        models = [Model(base, float(x), float(y), facing)]
        used, failed = used + 1, 0
        while len(models) < len(mine.models) and failed < 40:
            used, failed = used + 1, failed + 1
            beside, angle = dice.choice(models), dice.uniform(0, 2 * math.pi)
            away = dice.uniform(0.6, 2 * base.radius + 2) if dice.random() < 0.5 else 2 * base.radius * dice.uniform(1, 1.1)
            x, y = beside.x + away * math.cos(angle), beside.y + away * math.sin(angle)
            if not shapely.contains_xy(region, x, y):
                continue
            model = Model(base, x, y, facing)
            if any(math.hypot(x - other.x, y - other.y) < 2 * base.radius and model.outline.intersects(other.outline) for other in models):
                continue
            models.append(model)
            failed = 0
        if len(models) == len(mine.models) and not breaches(board, models, arrival, 2, coherency=rule):
            return models
    return None


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_on_random_boards(start):
    """Every placement is legal; where there is none, 20 000 random tries find none."""
    for seed in range(start, start + 20):
        dice = random.Random(seed)
        board = random_board(dice)
        text = dice.choice(["32mm", "40mm", "60mm", "100mm", "25x50mm", "60x35mm oval"])
        count = dice.choice([2, 3, 6] if text in ("60mm", "100mm") else [2, 3, 5, 6, 7, 10, 12])
        rule = dice.choice([WH40K_10E, WH40K_11E])
        edge = dice.choice([None, 6.0, Base.parse(text).depth_inches + dice.choice([0.02, 0.1, 0.3, 0.8])])
        arrival = Arrival("demo", "Arrival", "Anywhere.", "Example", enemy=dice.uniform(2, 9), edge=edge, zone_before=3)
        found = fits(board, unit(text, count), arrival, 2, coherency=rule)
        if found.unit is not None:
            assert breaches(board, found.unit, arrival, 2, coherency=rule) == ()
        else:
            assert random_placement(board, unit(text, count), arrival, rule, dice, TRIES) is None, seed
