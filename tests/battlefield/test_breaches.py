"""Placements made by hand: each rule broken alone, and the words for it."""

from dataclasses import replace

import pytest

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, polygon
from toolkit.battlefield.breaches import breaches, told
from toolkit.battlefield.coherency import WH40K_10E, WH40K_11E, Coherency
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.battlefield.zones import deployment
from toolkit.errors import ToolkitError
from toolkit.systems import wh40k_10e, wh40k_11e

INCH = Base.parse("25.4mm")
FOE = Unit("Intercessors A", (Model(INCH, 30, 22),))
TABLE = Board.parse("44x60").with_unit(FOE)
INGRESS = wh40k_11e.reserves.INGRESS
DEEP_STRIKE = wh40k_10e.reserves.DEEP_STRIKE
DISEMBARK = wh40k_10e.reserves.DISEMBARK
BELLICOSA = wh40k_10e.reserves.BELLICOSA_DROP


def wrong(models, arrival=INGRESS, battle_round=2, board=TABLE, **more):
    more.setdefault("coherency", WH40K_11E)
    found = breaches(board, models if isinstance(models, Unit) else [Model(INCH, x, y) for x, y in models], arrival, battle_round, **more)
    return [(each.rule, each.model, each.text) for each in found]


def test_a_legal_placement_has_no_breaches():
    assert wrong([(3, 20), (3, 22), (3, 24)]) == []


class TestEachRuleAlone:
    def test_distance_to_enemies(self):
        text = "model 1 is {} from 'Intercessors A', must be more than 9\""
        for y, inches in ((33.6, None), (31, '8.0"'), (31.93, '8.9"'), (31.97, '8.97"')):
            found = wrong([(30, y)], replace(DEEP_STRIKE, abilities=()))
            assert found == ([] if inches is None else [("enemy", 1, text.format(inches))])
        assert wrong([(30, 32)], replace(DEEP_STRIKE, abilities=())) == [("enemy", 1, text.format('exactly 9"'))]
        assert wrong([(30, 32.00001)], replace(DEEP_STRIKE, abilities=())) == []

    def test_more_from_one_unit(self):
        found = wrong([(30, 34)], replace(DEEP_STRIKE, abilities=()), keep_away={"Intercessors A": 12})
        assert found == [("enemy", 1, "model 1 is 11.0\" from 'Intercessors A', must be more than 12\"")]

    def test_edges(self):
        assert wrong([(3, 20), (5.6, 20)]) == [
            ("edge", 2, 'model 2 reaches 6.1" from the nearest edge, must be wholly within 6" of one edge')
        ]
        assert wrong([(0.4, 20)]) == [("board", 1, 'model 1 is 0.1" beyond the edge of the board')]

    def test_a_corner_is_read_in_two_ways(self):
        knight = [Model(Base.parse("160mm"), 3.2, 3.2)]
        assert [each.rule for each in breaches(TABLE, knight, INGRESS, 2, coherency=WH40K_11E)] == ["edge"]
        assert breaches(TABLE, knight, INGRESS, 2, coherency=WH40K_11E, edge_reading="any_edges") == ()

    def test_the_opponents_zone(self):
        board = deployment("dawn_of_war")
        assert wrong([(3, 31.5)], board=board) == []
        assert wrong([(3, 31.6)], board=board) == [("zone", 1, 'model 1 reaches into "Opponent\'s zone", which is closed before round 3')]
        assert wrong([(3, 31.6)], board=board, battle_round=3) == []

    def test_impassable_terrain(self):
        square = polygon([(2, 18), (4, 18), (4, 20), (2, 20)], "rock")
        for kind, expected in (("impassable", [("impassable", 1, "model 1 stands on 'Rock', which is impassable")]), ("ruins", [])):
            assert wrong([(3, 20.4)], board=replace(TABLE, terrain=(Terrain("Rock", kind, square),))) == expected

    def test_other_units(self):
        board = TABLE.with_unit(Unit("Guard", (Model(INCH, 3, 20), Model(INCH, 3, 22)), side="own"))
        assert wrong([(3, 22.9)], board=board) == [("overlap", 1, "model 1 overlaps model 2 of 'Guard'")]
        assert wrong([(3, 23)], board=board) == []

    def test_its_own_models(self):
        assert wrong([(3, 20), (3, 20.5)]) == [("overlap", 2, "models 1 and 2 overlap")]

    def test_coherency_of_both_editions(self):
        assert wrong([(3, 20), (3, 23.1)]) == [
            ("coherency", 1, 'model 1 is out of coherency: 2.1" from the nearest other model, must be within 2"'),
            ("coherency", 2, 'model 2 is out of coherency: 2.1" from the nearest other model, must be within 2"'),
        ]
        line = [(3, 2 + 3 * index) for index in range(7)]
        assert {each[0] for each in wrong(line)} == {"coherency"}
        assert len(wrong(line)) == 6  # the middle one is within 9 inches of all
        assert [each[1] for each in wrong(line, coherency=WH40K_10E)] == [1, 7]
        assert wrong(line[:6], coherency=WH40K_10E) == []

    def test_the_transport_it_leaves(self):
        ride = Model(Base.parse("127mm"), 10, 10)
        assert wrong([(10, 15)], DISEMBARK, anchor=ride) == []
        assert wrong([(10, 15.01)], DISEMBARK, anchor=ride) == [
            ("anchor", 1, 'model 1 reaches 3.01" from the model it leaves, must be wholly within 3"')
        ]
        assert wrong([(10, 12)], DISEMBARK, anchor=ride) == [("overlap", 1, "model 1 overlaps the model it leaves")]
        board = TABLE.with_unit(Unit("Chimera", (ride,), side="own"))
        assert wrong([(10, 12)], DISEMBARK, board=board, anchor=ride) == [("overlap", 1, "model 1 overlaps model 1 of 'Chimera'")]

    def test_engagement_range_where_nothing_else_keeps_away(self):
        free = replace(DEEP_STRIKE, enemy=0, abilities=())
        assert wrong([(30, 24.5)], free, engagement=2) == [
            ("engagement", 1, "model 1 is 1.5\" from 'Intercessors A', within Engagement Range (2\")")
        ]
        assert wrong([(30, 24.5)], free, engagement=1) == []

    def test_engagement_range_is_that_of_the_edition(self):
        free = replace(DEEP_STRIKE, enemy=0, abilities=())
        assert wrong([(30, 24.5)], free, coherency=WH40K_11E) == wrong([(30, 24.5)], free, engagement=2)
        assert wrong([(30, 24.5)], free, coherency=WH40K_10E) == []
        with pytest.raises(ToolkitError, match="does not say the Engagement Range of its edition; give engagement in inches"):
            wrong([(30, 24.5)], free, coherency=Coherency(2, 5, 1))
        assert wrong([(30, 24.5)], free, coherency=Coherency(2, 5, 1), engagement=1) == []

    @pytest.mark.parametrize(
        ("rule", "records"),
        [(WH40K_10E, wh40k_10e.reserves.ARRIVALS), (WH40K_11E, (*wh40k_11e.reserves.ARRIVALS, *wh40k_11e.reserves.DISEMBARKS))],
    )
    def test_no_printed_arrival_comes_within_engagement_range(self, rule, records):
        """A region of legal centres needs no Engagement Range of its own."""
        assert all(each.enemy >= rule.engagement for each in records)

    def test_rounds_keywords_and_abilities(self):
        unit = Unit("Squad", (Model(INCH, 3, 3),), side="own")
        assert wrong(unit, BELLICOSA, battle_round=1) == [
            ("round", None, "Bellicosa Drop is from round 2 on, this is round 1"),
            ("keywords", None, "'Squad' has no keyword Infantry, which Bellicosa Drop asks for"),
            ("abilities", None, "'Squad' has no Deep Strike, which every model needs for Bellicosa Drop"),
        ]
        able = replace(unit, keywords=("INFANTRY",), abilities=("Deep Strike",))
        assert wrong(able, BELLICOSA) == []
        flyer = replace(unit, keywords=("Aircraft",))
        assert wrong(flyer, wh40k_11e.reserves.RAPID_INGRESS) == [
            ("keywords", None, "'Squad' has the keyword Aircraft, which bars it from Rapid Ingress")
        ]


def test_every_breach_is_named_at_once():
    found = wrong([(30, 29), (30, 29.5), (0, 50)], battle_round=1)
    assert {each[0] for each in found} == {"round", "enemy", "edge", "overlap", "board", "coherency"}


def test_a_unit_of_the_same_name_is_this_unit():
    board = TABLE.with_unit(block("Squad", INCH, 2, 3, 20, side="own"))
    assert wrong(block("Squad", INCH, 2, 3.2, 20, side="own"), board=board) == []
    assert {each[0] for each in wrong(block("Other", INCH, 2, 3.2, 20, side="own"), board=board)} == {"overlap"}


def test_numbers_stay_on_their_side_of_the_limit():
    assert [told(each, 8) for each in (7.62, 7.96, 7.99, 8.04, 8.06, 8)] == ['7.6"', '7.96"', '7.99"', '8.04"', '8.1"', 'exactly 8"']


class TestBadInput:
    def test_messages(self):
        for models, more, message in (
            ([], {}, "no models to judge; give at least one"),
            ([(3, 3)], {"battle_round": 0}, "battle round 0; it is a whole number from 1 to 99"),
            ([(3, 3)], {"keep_away": {"Nobody": 12}}, "no unit 'Nobody' on the board; there are: 'Intercessors A'"),
            ([(3, 3)], {"arrival": DISEMBARK}, "Disembark is measured from a model; give it as anchor"),
        ):
            with pytest.raises(ToolkitError) as caught:
                wrong(models, **more)
            assert str(caught.value) == message
