"""May I use this here? Every stratagem once as it should be, and with each thing that forbids it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolkit.errors import ToolkitError
from toolkit.rules.legality import Facts, UnitFacts, describe_use, in_effect, may_use, price
from toolkit.rules.rule import Rule
from toolkit.rules.use import MOMENTS, STATES, Either, Is, Use
from toolkit.systems import get

SYSTEM = get("wh40k_10e")


def record(name: str) -> Rule:
    found = SYSTEM.find(name)
    assert found is not None, name
    return found.rule


def unit(*words: str, inches: float | None = None, visible: bool = True, may_order: tuple[str, ...] = ()) -> UnitFacts:
    """Words in capitals are keywords, the others states."""
    return UnitFacts(
        tuple(word for word in words if word.isupper()), tuple(word for word in words if not word.isupper()), inches, visible, may_order
    )


GUARD = unit("INFANTRY", "REGIMENT", "GRENADES")

# name, cost, facts that allow it, and changes that each forbid it with words of the reason
STRATAGEMS: list[tuple[str, int, Facts, list[tuple[dict[str, Any], str]]]] = [
    (
        "Bellicosa Drop",
        1,
        Facts("movement", at="reinforcements step", unit=unit("INFANTRY", "in reserves", "deep strike")),
        [
            ({"unit": unit("INFANTRY", "in reserves")}, "does not have Deep Strike"),
            ({"unit": unit("INFANTRY", "deep strike")}, "is not in Reserves"),
            ({"unit": unit("VEHICLE", "in reserves", "deep strike")}, "the unit is not INFANTRY"),
            ({"at": ""}, "reinforcements step"),
            ({"turn": "opponent"}, "your movement phase"),
        ],
    ),
    (
        "Fire and Relocate",
        1,
        Facts("shooting", unit=unit("VEHICLE", "advanced")),
        [({"unit": unit("VEHICLE", "TITANIC", "advanced")}, "the unit is TITANIC"), ({"phase": "movement"}, "your shooting phase")],
    ),
    (
        "Servo-designators",
        1,
        Facts("shooting", at="the unit has shot", unit=GUARD, enemy=unit("hit")),
        [
            ({"enemy": unit()}, "was not hit"),
            ({"enemy": unit("hit", visible=False)}, "not visible"),
            ({"enemy": None}, "say which is"),
            ({"unit": unit("VEHICLE")}, "not INFANTRY"),
            ({"at": ""}, "the unit has shot"),
        ],
    ),
    (
        "On My Position",
        1,
        Facts("fight", "opponent", "end of the phase", unit("INFANTRY", "REGIMENT", "engaged")),
        [
            ({"turn": "own"}, "the opponent's fight phase"),
            ({"unit": GUARD}, "is not within Engagement Range"),
            ({"unit": unit("INFANTRY", "engaged")}, "not REGIMENT"),
            ({"at": "start of the phase"}, "end of the phase"),
        ],
    ),
    (
        "Coordinated Action",
        1,
        Facts("charge", "opponent", "start of the phase", GUARD, partner=unit("SQUADRON", inches=6)),
        [
            ({"partner": unit("SQUADRON", inches=6.5)}, "must be within 6"),
            ({"partner": unit("SQUADRON")}, "say how far away"),
            ({"partner": unit("SQUADRON", inches=3, visible=False)}, "the SQUADRON unit is not visible"),
            ({"partner": unit("VEHICLE", inches=3)}, "not SQUADRON"),
            ({"partner": None}, "say which is the SQUADRON unit"),
            ({"at": ""}, "start"),
            ({"partner": unit("SQUADRON", "battle-shocked", inches=6)}, "battle-shocked"),
        ],
    ),
    (
        "Reinforcements!",
        2,
        Facts("fight", "opponent", "the unit was destroyed", unit("INFANTRY", "REGIMENT", "destroyed"), cp=2),
        [
            ({"cp": 1}, "costs 2 CP; 1 are left"),
            ({"unit": unit("INFANTRY", "REGIMENT")}, "was not just destroyed"),
            ({"unit": unit("INFANTRY", "REGIMENT", "CHARACTER", "destroyed", "attached")}, "cannot be returned"),
            ({"unit": unit("VEHICLE", "SQUADRON", "destroyed")}, "not INFANTRY"),
        ],
    ),
    (
        "Fields of Fire",
        1,
        Facts("shooting", unit=GUARD, partner=unit("SQUADRON")),
        [
            ({"partner": unit("SQUADRON", "shot")}, "the SQUADRON unit has shot"),
            ({"unit": unit("REGIMENT", "shot")}, "the unit has shot"),
            ({"unit": unit("INFANTRY")}, "not REGIMENT"),
            ({"turn": "opponent"}, "your shooting phase"),
        ],
    ),
    (
        "Command Re-roll",
        1,
        Facts("charge", "opponent", "just after a roll"),
        [
            ({"at": ""}, "just after a roll"),
            ({"unit": unit("battle-shocked")}, "battle-shocked"),
            ({"used": {"command re-roll": "phase"}}, "once a phase"),
            ({"cp": 0}, "0 are left"),
        ],
    ),
    (
        "Insane Bravery",
        1,
        Facts("command", at="before a battle-shock test"),
        [
            ({"used": {"Insane Bravery": "battle"}}, "once a battle"),
            ({"used": {"Insane Bravery": "phase"}}, "once a battle"),
            ({"turn": "opponent"}, "your command phase"),
        ],
    ),
    (
        "Fire Overwatch",
        1,
        Facts("charge", "opponent", "an enemy unit declares a charge", unit("can shoot"), enemy=unit(inches=24)),
        [
            ({"enemy": unit("TITANIC", inches=24)}, "the enemy unit is TITANIC"),
            ({"enemy": unit(inches=25)}, "within 24"),
            ({"enemy": unit(inches=9, visible=False)}, "not visible"),
            ({"unit": unit()}, "would not be eligible to shoot"),
            ({"phase": "shooting"}, "movement or charge phase"),
            ({"used": {"Fire Overwatch": "turn"}}, "once a turn"),
            ({"at": "an enemy unit has ended a charge move"}, "declares a charge"),
        ],
    ),
    (
        "Rapid Ingress",
        1,
        Facts("movement", "opponent", "end of the phase", unit("in reserves", "can arrive this round")),
        [
            ({"unit": unit("in reserves")}, "could not arrive"),
            ({"unit": unit("can arrive this round")}, "not in Reserves"),
            ({"turn": "own"}, "opponent's"),
        ],
    ),
    (
        "Grenade",
        1,
        Facts("shooting", unit=GUARD, enemy=unit(inches=8)),
        [
            ({"unit": unit("INFANTRY")}, "not GRENADES"),
            *[
                ({"unit": unit("GRENADES", state)}, STATES[state][0])
                for state in ("advanced", "fell back", "shot", "engaged", "battle-shocked")
            ],
            ({"enemy": unit("engaged", inches=8)}, "the enemy unit is within"),
            ({"enemy": unit(inches=8.1)}, "within 8"),
            ({"enemy": unit(inches=8, visible=False)}, "not visible"),
        ],
    ),
    (
        "Go to Ground",
        1,
        Facts("shooting", "opponent", "an enemy unit has selected its targets", unit("INFANTRY", "targeted")),
        [({"unit": GUARD}, "no target"), ({"unit": unit("VEHICLE", "targeted")}, "not INFANTRY"), ({"phase": "fight"}, "shooting phase")],
    ),
    (
        "Heroic Intervention",
        1,
        Facts("charge", "opponent", "an enemy unit has ended a charge move", unit("VEHICLE", "WALKER", "can charge"), enemy=unit(inches=6)),
        [
            ({"unit": unit("VEHICLE", "can charge")}, "is VEHICLE and not WALKER"),
            ({"enemy": unit(inches=7)}, "within 6"),
            ({"unit": GUARD}, "would not be eligible to charge"),
        ],
    ),
    (
        "Counter-offensive",
        2,
        Facts("fight", "own", "an enemy unit has fought", unit("engaged")),
        [
            ({"unit": unit("engaged", "fought")}, "has been selected to fight"),
            ({"unit": unit()}, "not within Engagement Range"),
            ({"cp": 1}, "costs 2 CP"),
        ],
    ),
    (
        "Rapid Dispersal",
        1,
        Facts("movement", unit=unit("INFANTRY", "disembarked")),
        [({"unit": GUARD}, "did not disembark"), ({"phase": "charge"}, "your movement phase")],
    ),
    (
        "Hasty Extraction",
        1,
        Facts(
            "charge",
            "opponent",
            "an enemy unit has selected its charge targets",
            unit("INFANTRY", "charge target"),
            partner=unit("TRANSPORT", inches=3),
        ),
        [
            ({"unit": GUARD}, "no target of the charge"),
            ({"unit": unit("INFANTRY", "charge target", "engaged")}, "Engagement Range"),
            ({"partner": unit("TRANSPORT", inches=3.5)}, "within 3"),
            ({"partner": unit("VEHICLE", inches=1)}, "the TRANSPORT is not TRANSPORT"),
        ],
    ),
    (
        "Scramble Field",
        1,
        Facts("movement", "opponent", "start of the reinforcements step", GUARD),
        [({"unit": unit("VEHICLE")}, "not INFANTRY"), ({"at": "reinforcements step"}, "start of the reinforcements step")],
    ),
    (
        "Courageous Diversion",
        1,
        Facts("shooting", "opponent", "start of the phase", unit("MOUNTED")),
        [({"unit": unit("VEHICLE")}, "not INFANTRY or MOUNTED"), ({"at": "an enemy unit has selected its targets"}, "start of the phase")],
    ),
    (
        "Tanglefoot Grenades",
        1,
        Facts("charge", "opponent", "start of the phase", GUARD),
        [({"unit": unit("INFANTRY")}, "not GRENADES"), ({"at": "an enemy unit declares a charge"}, "start of the phase")],
    ),
    (
        "Trench Fighters",
        1,
        Facts("fight", "own", "an enemy unit has selected its targets", unit("INFANTRY", "targeted")),
        [({"unit": GUARD}, "no target"), ({"phase": "shooting"}, "fight phase")],
    ),
]


def test_every_stratagem_is_here() -> None:
    priced = {rule.name for rule in SYSTEM.rules if rule.cp}
    assert {name for name, *_ in STRATAGEMS} == priced
    assert len(STRATAGEMS) == 21  # T1 to T20 and the Command Re-roll


@pytest.mark.parametrize(("name", "cp", "facts", "breaches"), STRATAGEMS, ids=[name for name, *_ in STRATAGEMS])
def test_stratagem(name: str, cp: int, facts: Facts, breaches: list[tuple[dict[str, Any], str]]) -> None:
    rule = record(name)
    verdict = may_use(rule, facts, SYSTEM.facts)
    assert verdict.allowed, verdict.reasons
    assert verdict.reasons
    assert verdict.cp == cp == rule.cp
    assert verdict.changes
    for change, words in breaches:
        allowed, reasons = may_use(rule, replace(facts, **change))
        assert not allowed, change
        assert any(words in reason for reason in reasons), (change, reasons)
        assert len(reasons) == 1 or "unit" in change or "enemy" in change or "partner" in change, reasons


def test_once_a_phase_comes_back_in_the_next() -> None:
    facts = Facts("charge", at="just after a roll", used={"Command Re-roll": "turn"})
    assert may_use(record("Command Re-roll"), facts).allowed


# --- orders -----------------------------------------------------------------------------------------------------------

OFFICER = unit("INFANTRY", "OFFICER", inches=6, may_order=("Regiment",))


@pytest.mark.parametrize("order", [rule.name for rule in SYSTEM.rules if rule.group in ("Orders", "Army rules")])
def test_voice_of_command(order: str) -> None:
    rule = record(order)
    facts = Facts("command", unit=GUARD, partner=OFFICER)
    assert may_use(rule, facts).allowed
    for change, words in (
        ({"partner": replace(OFFICER, inches=7)}, "within 6"),
        ({"partner": replace(OFFICER, keywords=("Infantry",))}, "the OFFICER is not OFFICER"),
        ({"partner": replace(OFFICER, may_order=("Squadron",))}, "may give orders to SQUADRON, which the unit is not"),
        ({"partner": replace(OFFICER, may_order=())}, "its datasheet has them"),
        ({"unit": unit("INFANTRY", "REGIMENT", "battle-shocked")}, "the unit is battle-shocked"),
        ({"turn": "opponent"}, "your command phase"),
        ({"phase": "movement", "at": "end of the phase"}, "neither disembarked nor was set up"),
    ):
        allowed, reasons = may_use(rule, replace(facts, **change))
        assert not allowed
        assert any(words in reason for reason in reasons), reasons
    late = Facts("movement", "opponent", "end of the phase", GUARD, replace(OFFICER, states=("set up",)))
    assert may_use(rule, late).allowed


def test_the_newest_order_is_in_effect_until_battle_shocked() -> None:
    aim, cover, move = record("Take Aim!"), record("Take Cover!"), record("Move! Move! Move!")
    assert in_effect([]) == ()
    assert in_effect([aim, cover]) == (cover,)
    assert in_effect([aim, cover], shocked=True) == ()
    assert in_effect([aim], shared=[cover, move]) == (aim, move)
    assert in_effect([], shared=[move]) == (move,)
    assert in_effect([move], shared=[move]) == (move,)
    assert in_effect([aim], shared=[move], partner_shocked=True) == (aim,)


def test_what_a_plan_costs() -> None:
    plan = [record(name) for name in ("Grenade", "Fields of Fire", "Counter-offensive", "Take Aim!", "Fire Overwatch")]
    assert price(plan) == 5


# --- abilities, moves, words --------------------------------------------------------------------------------------------


def test_artillery_support_needs_12_inches() -> None:
    for name in ("Creeping Barrage", "Incendiary Bombardment"):
        facts = Facts("command", at="start of the battle round", enemy=unit(inches=12.5))
        assert may_use(record(name), facts).allowed
        assert not may_use(record(name), replace(facts, enemy=unit(inches=12))).allowed
    assert may_use(record("Smoke Shells"), Facts("command", at="start of the battle round")).allowed


def test_moves() -> None:
    charging = Facts("charge", unit=GUARD, enemy=unit(inches=12))
    assert may_use(record("Charge"), charging).allowed
    for state in ("advanced", "fell back", "engaged", "disembarked after its transport moved"):
        assert not may_use(record("Charge"), replace(charging, unit=unit(state))).allowed
    assert not may_use(record("Charge"), replace(charging, enemy=unit(inches=12.1))).allowed
    moving = Facts("movement", unit=GUARD)
    assert may_use(record("Normal Move"), moving).allowed
    assert may_use(record("Advance"), moving).allowed
    assert not may_use(record("Fall Back"), moving).allowed
    assert may_use(record("Fall Back"), replace(moving, unit=unit("engaged", "battle-shocked"))).allowed
    assert not may_use(record("Remain Stationary"), replace(moving, unit=unit("disembarked"))).allowed
    chimera = unit("TRANSPORT", inches=3)
    assert may_use(record("Disembark"), replace(moving, unit=unit("embarked"), partner=chimera)).allowed
    assert not may_use(record("Disembark"), replace(moving, unit=unit("embarked"), partner=unit("TRANSPORT", "advanced"))).allowed
    assert may_use(record("Embark"), replace(moving, unit=unit("made a normal move"), partner=chimera)).allowed
    assert not may_use(record("Embark"), replace(moving, unit=unit("made a normal move", "disembarked"), partner=chimera)).allowed
    assert not may_use(record("Embark"), replace(moving, partner=chimera)).allowed
    assert may_use(record("Battle-shock"), Facts("command", at="battle-shock step", unit=unit("below half-strength"))).allowed


def test_abilities_apply_by_themselves() -> None:
    verdict = may_use(record("Heavy"), Facts("shooting"), SYSTEM.facts)
    assert verdict.allowed
    assert "applies whenever" in verdict.reasons[0]
    assert verdict.changes == "+1 to hit rolls"


def test_every_use_can_be_told() -> None:
    for rule in SYSTEM.rules:
        if rule.use is not None:
            told = describe_use(rule.use)
            assert told.startswith("in ")
            assert "None" not in told
    assert describe_use(record("Grenade").use or Use(())) == (
        "in your shooting phase; the unit is GRENADES; the unit has not Advanced; the unit has not Fallen Back; "
        "the unit has not been selected to shoot; the unit is not within Engagement Range of an enemy; "
        "the enemy unit is not within Engagement Range of an enemy; the enemy unit is within 8 inches; "
        "the enemy unit is visible; once a phase"
    )


def test_records_use_known_words() -> None:
    for rule in SYSTEM.rules:
        for window in rule.use.windows if rule.use else ():
            assert set(window.at) <= set(MOMENTS)
            for need in (*window.needs, *(rule.use.needs if rule.use else ())):
                for each in need.conditions if isinstance(need, Either) else (need,):
                    assert not isinstance(each, Is) or each.state in STATES


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Facts("shoting"), "'shoting' is not a phase; did you mean 'shooting'?"),
        (lambda: Facts("shooting", turn="mine"), "'mine' is not a turn"),
        (lambda: Facts("shooting", at="end of phase"), "did you mean 'end of the phase'?"),
        (lambda: Facts("shooting", used={"Grenade": "yesterday"}), "'yesterday' is not a time of use"),  # pyright: ignore[reportArgumentType]
        (lambda: UnitFacts(states=("advancd",)), "did you mean 'advanced'?"),
        (lambda: UnitFacts(inches=-1), "it is 0 or more"),
        (lambda: UnitFacts(keywords="Infantry"), "put it in brackets"),  # pyright: ignore[reportArgumentType]
    ],
)
def test_bad_facts(build: Any, words: str) -> None:
    with pytest.raises(ToolkitError) as caught:
        build()
    assert words in str(caught.value)
