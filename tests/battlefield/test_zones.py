"""Deployment patterns."""

import pytest
from shapely import Point
from shapely.affinity import rotate

from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.errors import ToolkitError

AREAS = {
    "dawn_of_war": 60 * 12,
    "hammer_and_anvil": 18 * 44,
    "sweeping_engagement": 30 * 14 + 30 * 8,
    "tipping_point": 20 * 22 + 12 * 22,
    "corners": 30 * 44 / 2,
    "frontline": 60 * 10,
}


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda each: each.key)
@pytest.mark.parametrize("size", [(60, 44), (72, 48), (90, 60)])
def test_two_zones_each_the_other_turned_half_around(pattern, size):
    board = deployment(pattern.key, *size)
    own, enemy = (board.zone(side)[0].polygon for side in ("own", "enemy"))
    assert own.area == pytest.approx(enemy.area)
    assert rotate(own, 180, origin=(size[0] / 2, size[1] / 2)).symmetric_difference(enemy).area < 1e-9
    assert own.intersection(enemy).area < 1e-9
    assert board.name == pattern.name
    assert pattern.summary.endswith(".")


@pytest.mark.parametrize("key", AREAS)
def test_areas_on_the_board_they_were_made_for(key):
    assert deployment(key).zone("own")[0].polygon.area == pytest.approx(AREAS[key])


def test_search_and_destroy_leaves_nine_inches_in_the_middle():
    own = deployment("search_and_destroy").zone("own")[0].polygon
    assert own.distance(Point(30, 22)) == pytest.approx(9, abs=0.01)


def test_names_as_players_write_them():
    assert deployment("Hammer and Anvil").zones == deployment("hammer-and-anvil").zones


class TestBadInput:
    def test_no_such_pattern(self):
        with pytest.raises(ToolkitError) as caught:
            deployment("dawn")
        assert str(caught.value).startswith("no deployment pattern 'dawn'; there are: dawn_of_war, hammer_and_anvil, ")

    def test_no_room(self):
        with pytest.raises(ToolkitError) as caught:
            deployment("frontline", 40, 20)
        assert str(caught.value) == "the pattern 'Frontline' leaves no room on a board of 40\" by 20\"; choose another or a larger board"
