"""Flight and pursuit of The Ninth Age against every throw of every die, laid out one by one."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.oracle import t9a_nerves as literal
from toolkit.dice.pmf import Pmf
from toolkit.studies.t9a.flight import Crossing, Fleeing, Pursuer, flight

DEFAULTS = {
    "pursuit_tie": "caught", "swiftstride": "maximised", "decimated_scope": "own_unit", "panic_once": "once",
    "dangerous_when": "unit_at_end_of_move", "dangerous_x": "explicit", "attribute_text": "2e",
}  # fmt: skip


def random_readings(dice):
    chosen = {
        "pursuit_tie": dice.choice(("caught", "escapes")), "swiftstride": dice.choice(("maximised", "none")),
        "decimated_scope": dice.choice(("own_unit", "combined_unit")), "panic_once": dice.choice(("once", "every_trigger")),
        "dangerous_when": dice.choice(("unit_at_end_of_move", "unit_at_end_of_move", "2e_per_model")),
    }  # fmt: skip
    return {key: value for key, value in chosen.items() if dice.random() < 0.6}


def random_unit(dice):
    health = dice.choice((1, 1, 1, 2, 3))
    models = dice.randint(1, 6)
    unit = {"models": models, "health": health, "height": dice.randint(0, 3), "dice_per_model": dice.randint(1, 3)}
    if health > 1:
        unit["wounded"] = dice.randint(0, health - 1)
    unit["starting"] = models * health + dice.choice((0, 1, 3, 10, 20))
    if dice.random() < 0.4:
        unit["special_save"] = dice.randint(2, 6)
    if dice.random() < 0.3:
        unit["attached_starting"] = dice.randint(1, 6)
        unit["attached"] = dice.randint(0, unit["attached_starting"])
    return {**unit, **random_run(dice)}


def random_run(dice):
    return {
        "swiftstride": dice.random() < 0.3, "maximised": dice.choice((0, 0, 0, 1, 2)), "minimised": dice.choice((0, 0, 0, 1, 2)),
    }  # fmt: skip


def random_path(dice, edge):
    path = []
    for _ in range(dice.randint(0, 3)):
        it = {"kind": dice.choice(("enemy", "impassable", "dangerous", "friend")), "at": Fraction(dice.randint(0, 4 * 13), 4)}
        if it["at"] >= (edge or 100):
            continue
        if dice.random() < 0.6:
            it["clear"] = int(it["at"]) + dice.randint(1, 5)
        if it["kind"] == "dangerous" or (it["kind"] != "friend" and dice.random() < 0.3):
            it["x"] = dice.randint(2, 5)
        if it["kind"] == "friend" and dice.random() < 0.8:
            it |= {"courage": dice.randint(5, 9), "passed": dice.random() < 0.2, "engaged": dice.random() < 0.2}
        path.append(it)
    return path


def asked(path):
    return [Crossing(**{**it, "at": float(it["at"])}) for it in path]


@pytest.mark.parametrize("seed", range(60))
def test_a_flight(seed):
    dice = random.Random(seed)
    given = random_readings(dice)
    read = {**DEFAULTS, **given}
    unit, pursuers = random_unit(dice), [random_run(dice) for _ in range(dice.choice((0, 1, 1, 2, 2)))]
    edge = dice.choice((None, 3.5, 7, 9.25, 12, 20))
    path = random_path(dice, edge)
    voluntary = dice.random() < 0.2
    joint, ends, losses, through, where = literal.flight(unit, pursuers, edge, path, read)
    ask = {"edge": edge, "crossings": asked(path), "voluntary": voluntary, "readings": given}
    hunters = [Pursuer(**each) for each in pursuers]
    found = flight(Fleeing(**unit), hunters, exact=True, **ask)
    assert {key: p for key, p in found.joint.items() if p} == dict(joint)
    assert {name: getattr(found, name) for name in ("caught", "removed", "off_table", "slain", "fleeing")} == {
        name: ends[name] for name in ("caught", "removed", "off_table", "slain", "fleeing")
    }
    assert found.lost == Pmf(dict(losses))
    assert found.distance == Pmf(literal.law_of(unit, read))
    assert found.crossed == tuple(through[number] for number in range(len(path)))
    assert {key: p for key, p in found.where.items() if p} == dict(where)
    for hunter, p in zip(pursuers, found.caught_by, strict=True):
        assert literal.flight(unit, [hunter], None, [], read)[1]["caught"] == p
    away = Counter()
    for (_, caught, gap), p in joint.items():
        if not caught and gap is not None:
            away[gap] += p
    assert found.gap == (Pmf({int(gap): p / sum(away.values()) for gap, p in away.items()}) if away else None)
    for number, it in enumerate(path):
        tests = found.panics[number]
        if "courage" not in it or voluntary:
            assert tests is None
            continue
        spared = it["engaged"] or (it["passed"] and read["panic_once"] == "once")
        assert tests.tested == (0 if spared else through[number])
        assert tests.shaken == tests.tested * (1 - literal.passes(it["courage"]))
    assert found.readings == read
    close(flight(Fleeing(**unit), hunters, **ask), found)


def close(near, found):
    for name in ("caught", "removed", "off_table", "slain", "fleeing"):
        assert getattr(near, name) == pytest.approx(float(getattr(found, name)), abs=1e-12)
    assert near.crossed == pytest.approx([float(p) for p in found.crossed], abs=1e-12)
    assert near.lost.mean() == pytest.approx(float(found.lost.mean()), abs=1e-12)
    assert (near.gap is None) == (found.gap is None)
