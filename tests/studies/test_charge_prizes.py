"""What a successful charge is worth: the fight of two datasheets, and targets that compete for one roll."""

from __future__ import annotations

import numpy as np
import pytest

from toolkit.battlefield import Base, Board, block
from toolkit.battlefield.placement import Model
from toolkit.studies.charge_map import charge_map, charges_from
from toolkit.studies.charge_prizes import charge_prize, charges_worth, known_datasheet
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.crunch import crunch
from toolkit.systems.wh40k_11e.reserves import DEEP_STRIKE


def test_the_prize_is_the_mean_of_the_fight_typed_in_by_hand():
    knives = {"name": "Close combat weapon", "count": 10, "type": "melee", "attacks": 3, "skill": "3+", "strength": 4, "ap": 0, "damage": 1}
    rhino = {"name": "Rhino", "models": [{"count": 1, "toughness": 9, "save": "3+", "wounds": 10}]}
    asked = {"system": "wh40k_10e", "attacker": {"weapons": [knives]}, "defender": rhino, "situation": {"phase": "fight", "charged": True}}
    found = charge_prize("wh40k_10e", "intercessor squad", 10, "Rhino", 1)
    assert found.value == pytest.approx(float(crunch(asked).mean_damage), abs=1e-12)
    assert found.said == "10 × Close combat weapon into 1 × Rhino" and "Oath of Moment" in found.not_calculated


def test_more_models_carry_the_weapon_of_most():
    five, ten = (charge_prize("wh40k_10e", "Boyz", size, "Rhino", 1) for size in (10, 20))
    assert "1 × Big choppa" in five.said and "1 × Big choppa" in ten.said and "19 × Choppa" in ten.said
    assert five.value is not None and ten.value is not None and five.value < ten.value


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (("Kasrkin", 10, "Rhino", 1), '"Kasrkin" is not a unit'),
        (("Boyz", 10, "Rhino", 2), "cannot have 2 models"),
        (("Boyz", 3, "Rhino", 1), "Boyz cannot have 3 models"),
        (("Marine profile T4 Sv3+ W2", 5, "Rhino", 1), "no melee weapon"),
    ],
)
def test_what_cannot_be_computed_says_why(who, said):
    found = charge_prize("wh40k_10e", *who)
    assert found.value is None and said in found.said


def test_datasheets_are_found_as_players_write_them():
    assert known_datasheet("wh40k_11e", "INTERCESSOR squad") == "Intercessor Squad"
    assert known_datasheet("wh40k_11e", "  ") is None


@pytest.mark.parametrize("system", ["wh40k_10e", "wh40k_11e"])
@pytest.mark.parametrize("reroll", [None, "whole", "one_die"])
def test_one_spot_is_worth_what_the_map_says(system, reroll):
    base = Base.parse("32mm")
    board = Board.parse("44x60")
    for name, x, y in (("Near", 20, 20), ("Far", 25, 24), ("Away", 50, 40)):
        board = board.with_unit(block(name, base, 1, x, y))
    prizes = {"Near": 1.0, "Far": 6.0, "Away": 40.0}
    rule = ChargeRule.of(system, [1], reroll=reroll)
    found = charge_map(board, base, DEEP_STRIKE, 2, rule, prizes=prizes)
    for row in np.linspace(0, len(found.frame) - 1, 60).astype(int).tolist():
        cell = found.frame.row(row, named=True)
        model = Model(base, (cell["x1"] + cell["x2"]) / 2, (cell["y1"] + cell["y2"]) / 2)
        charges = charges_from(board, model, rule).select("target", "distance").rows()
        assert charges_worth(rule, [(name, inches, prizes[name]) for name, inches in charges]) == pytest.approx(cell["value"], abs=1e-9)


def test_nobody_to_charge_is_worth_nothing():
    assert charges_worth(ChargeRule.of("wh40k_10e"), []) == charges_worth(ChargeRule.of("wh40k_11e"), []) == 0
