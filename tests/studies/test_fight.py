"""The order of a fight, who carries what, and what cannot be fought."""

from __future__ import annotations

from typing import Any

import pytest

from toolkit.errors import ScenarioError
from toolkit.studies.fight import Combatant, fight, fight_order, fighter
from toolkit.systems.wh40k_11e import rolls as eleventh

BAYONET = {"name": "Bayonet", "type": "melee", "count": 5, "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}
GUARD: dict[str, Any] = {"name": "Guard", "weapons": [BAYONET], "models": [{"count": 5, "toughness": 3, "save": "5+", "wounds": 1}]}


def test_the_charge_bonus_and_who_picks() -> None:
    charger, other = Combatant("charger", True, charged=True), Combatant("other", False)
    assert fight_order([other, charger]) == ("charger", "other")
    both = [charger, Combatant("quick", False, fights_first=True)]
    assert fight_order(both) == ("quick", "charger")  # the player whose turn it is not picks first
    assert fight_order(both, numbers=eleventh.FIGHT_ORDER) == ("charger", "quick")
    assert fight_order([Combatant("a", True), Combatant("b", False)]) == ("b", "a")
    assert fight_order([Combatant("a", True), Combatant("b", False)], numbers=eleventh.FIGHT_ORDER) == ("a", "b")


def test_the_rest_of_the_11th_edition_starts_with_who_found_nobody_left_in_the_first_step() -> None:
    """Both chargers are the turn player's: looking for a third, the other player finds none, and picks first of the rest."""
    units = [Combatant("c1", True, charged=True), Combatant("c2", True, charged=True), Combatant("a", True), Combatant("b", False)]
    assert fight_order(units, numbers=eleventh.FIGHT_ORDER) == ("c1", "c2", "b", "a")
    quick = [Combatant("c1", True, charged=True), Combatant("q", False, fights_first=True), Combatant("a", True), Combatant("b", False)]
    assert fight_order(quick, numbers=eleventh.FIGHT_ORDER) == ("c1", "q", "a", "b")
    assert fight_order(quick) == ("q", "c1", "b", "a")


def test_counter_offensive_interrupts() -> None:
    units = [Combatant("a1", True, charged=True), Combatant("a2", True, charged=True), Combatant("b1", False), Combatant("b2", False)]
    assert fight_order(units) == ("a1", "a2", "b1", "b2")
    assert fight_order(units, counter_offensive="b2") == ("a1", "b2", "a2", "b1")


def test_those_who_charged_strike_first_and_the_order_is_told() -> None:
    result = fight({**GUARD, "charged": True}, {**GUARD, "name": "Trench"})
    assert result.order == ("Guard", "Trench")
    first, second = result.lost
    assert first.mean() < second.mean()
    stubborn = fight({**GUARD, "charged": True}, {**GUARD, "name": "Trench", "trench_fighters": True, "keywords": ["Regiment"]})
    assert stubborn.order == ("Guard", "slain models of Trench", "Trench")
    assert stubborn.lost[1].mean() == pytest.approx(second.mean(), rel=1e-12)
    assert stubborn.lost[0].mean() > first.mean()
    assert abs(stubborn.table["probability"].sum() - 1) < 1e-12
    assert "Guard then" in repr(stubborn)


def test_kits_shrink_in_their_order() -> None:
    fist = {**BAYONET, "name": "Fist", "count": 1, "attacks": 3, "strength": 8, "ap": -2, "damage": 2}
    weapons = [{**BAYONET, "count": 4}, fist]
    brave = {**GUARD, "weapons": weapons, "kits": [{"count": 1, "weapons": ["Fist"]}, {"count": 4, "weapons": ["Bayonet"]}]}
    late = {**GUARD, "weapons": weapons}
    assert fighter(late).falling == ((4, (0,)), (1, (1,)))
    foe = {**GUARD, "name": "Foe", "charged": True}
    assert fight(foe, late, exact=True).lost[0].mean() > fight(foe, brave, exact=True).lost[0].mean()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weapons": [{**BAYONET, "count": 4}]}, "has 5 models, but kits for 4"),
        ({"kits": [{"count": 5, "weapons": ["Axe"]}]}, "'Axe' is no weapon of Guard; it has 'Bayonet'"),
        ({"models": [{"count": 200, "toughness": 3, "save": "5+", "wounds": 2}], "weapons": [{**BAYONET, "count": 200}]}, "the limit is"),
        ({"modles": []}, "is no part of a fighting unit"),
    ],
)
def test_what_cannot_fight(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        fight({**GUARD, **change}, {**GUARD, "models": [{"count": 100, "toughness": 3, "save": "5+", "wounds": 1}],
                                    "weapons": [{**BAYONET, "count": 100}]} if "models" in change else GUARD)  # fmt: skip
