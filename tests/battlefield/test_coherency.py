"""Coherency of both editions."""

from toolkit.battlefield.bases import Base
from toolkit.battlefield.coherency import BY_SYSTEM, WH40K_10E, WH40K_11E, Coherency, out_of_coherency
from toolkit.battlefield.placement import Model

INCH = Base.parse("25.4mm")


def line(*places, z=0.0):
    return [Model(INCH, x, 0, z=z if index == 1 else 0) for index, x in enumerate(places)]


def broken(models, rule):
    return [index for index, _ in out_of_coherency(models, rule)]


def test_one_model_is_always_coherent():
    assert out_of_coherency(line(0), WH40K_10E) == ()


def test_two_inches_are_within_two_inches():
    for rule in BY_SYSTEM.values():
        assert broken(line(0, 3), rule) == []
        assert broken(line(0, 3.001), rule) == [0, 1]


def test_five_inches_up_are_within_reach():
    assert broken(line(0, 2, z=5), WH40K_10E) == []
    assert broken(line(0, 2, z=5.1), WH40K_10E) == [0, 1]


def test_seven_models_of_the_tenth_edition_need_two_neighbours():
    assert WH40K_10E.needed(6) == 1
    assert broken(line(*range(0, 18, 3)), WH40K_10E) == []
    assert out_of_coherency(line(*range(0, 21, 3)), WH40K_10E) == (
        (0, '1 other models within 2", must be 2'),
        (6, '1 other models within 2", must be 2'),
    )
    assert broken(line(*range(10)), WH40K_10E) == []


def test_the_tenth_edition_wants_one_group():
    assert out_of_coherency(line(0, 2, 10, 12), WH40K_10E) == (
        (2, "not connected with the rest of the unit"),
        (3, "not connected with the rest of the unit"),
    )


def test_the_eleventh_edition_wants_nine_inches_of_every_other():
    assert broken(line(0, 3, 7, 10), WH40K_11E) == []
    assert out_of_coherency(line(0, 3, 7.1, 10.1), WH40K_11E) == (
        (0, '9.1" from the farthest other model, must be within 9"'),
        (3, '9.1" from the farthest other model, must be within 9"'),
    )


def test_ones_own_numbers():
    assert broken(line(0, 5, 10), Coherency(4, 5, 1)) == []
    assert broken(line(0, 5, 10), Coherency(4, 5, 2)) == [0, 2]
