"""Moves, charges and what they allow afterwards; battle-shock; what a destroyed model does.

None of these rules changes a roll of the attack sequence. The rolls they make are in `rolls`, their chances in `toolkit.studies.rolls`.
"""

from __future__ import annotations

from toolkit.rules.rule import NoEffectOnDice, Rule
from toolkit.rules.use import Either, Is, Keywords, Need, Phase, Use, Window, Within

_NOT_MOVED_YET = (Is("unit", "advanced", False), Is("unit", "fell back", False), Is("unit", "made a normal move", False))
_FREE_TO_MOVE: tuple[Need, ...] = (
    *_NOT_MOVED_YET, Is("unit", "disembarked after its transport moved", False), Is("unit", "in reserves", False),
    Is("unit", "embarked", False),
)  # fmt: skip
_TRANSPORT = "the TRANSPORT"


def _use(phase: Phase, *needs: Need, follows: tuple[str, ...] = (), partner: str = "the second unit", at: tuple[str, ...] = ()) -> Use:
    return Use((Window((phase,), at=at),), needs, once="", follows=follows, partner=partner, despite_shock=True)


def _move(name: str, summary: str, what: str, use: Use | None = None) -> Rule:
    slug, source = name.lower().replace(" ", "-"), f"Core rules: {name}"
    effects = (NoEffectOnDice(what),)
    return Rule(f"wh40k_10e.move.{slug}", name, "Moves and tests", "any", summary, source, effects, always=True, use=use)


MOVEMENT = (
    _move(
        "Normal Move", "Up to Move inches, never within Engagement Range of an enemy.", "how far the unit moves",
        _use("movement", *_FREE_TO_MOVE, Is("unit", "engaged", False)),
    ),
    _move(
        "Advance", "Up to Move and D6 inches; the unit cannot shoot or charge this turn, but for Assault weapons.",
        "a D6 added to Move",
        _use("movement", *_FREE_TO_MOVE, Is("unit", "engaged", False), follows=("no shooting or charging this turn",)),
    ),
    _move(
        "Fall Back", "Up to Move inches out of Engagement Range; the unit cannot shoot or charge this turn.", "how far the unit moves",
        _use("movement", *_FREE_TO_MOVE, Is("unit", "engaged"), follows=("no shooting or charging this turn",)),
    ),
    _move(
        "Desperate Escape", "One D6 for each model that crosses enemies, or for all if battle-shocked: on 1 or 2 one model is lost.",
        "one D6 for each such model, a model of the player's choice lost on 1 or 2",
    ),
    _move(
        "Remain Stationary", "No model moves for the rest of the phase.", "whether the unit has moved",
        _use("movement", *_FREE_TO_MOVE, Is("unit", "disembarked", False), Is("unit", "set up", False)),
    ),
    _move(
        "Disembark",
        "Set up wholly within 3 inches of the Transport, away from Engagement Range; before it moves or after a Normal move.",
        "where the unit is; after its TRANSPORT moved it can neither move nor charge",
        _use(
            "movement", Is("unit", "embarked"), Keywords("partner", ("Transport",)), Is("partner", "advanced", False),
            Is("partner", "fell back", False), follows=("the unit cannot Remain Stationary this turn",), partner=_TRANSPORT,
        ),
    ),
    _move(
        "Embark", "After a move that ends with every model within 3 inches of a Transport; not in the phase the unit disembarked.",
        "the unit is off the table",
        _use(
            "movement", Keywords("partner", ("Transport",)), Within("partner", 3), Is("unit", "disembarked", False),
            Either(
                (Is("unit", "made a normal move"), Is("unit", "advanced"), Is("unit", "fell back")),
                "the unit has made no Normal, Advance or Fall Back move",
            ),
            partner=_TRANSPORT,
        ),
    ),
    _move(
        "Charge", "2D6 inches: the unit must reach every target, each within 12 inches, and no other enemy.", "2D6, the inches of the move",
        _use(
            "charge", Within("enemy", 12), Is("unit", "engaged", False), Is("unit", "advanced", False), Is("unit", "fell back", False),
            Is("unit", "disembarked after its transport moved", False), follows=("Fights First this turn, if the charge succeeds",),
        ),
    ),
    _move("Charge Bonus", "A unit that made a charge move Fights First until the end of the turn.", "the order in which units fight"),
    _move(
        "Battle-shock", "A unit Below Half-strength rolls 2D6 against its Leadership, or has no Objective Control and no Stratagems.",
        "2D6 that must reach Leadership",
        _use("command", Is("unit", "below half-strength"), at=("battle-shock step",)),
    ),
)  # fmt: skip

AFTER_DEATH = (
    Rule(
        "wh40k_10e.unit.deadly-demise", "Deadly Demise {x}", "Unit abilities", "any",
        "When the model is destroyed, on a 6 each unit within 6 inches suffers x mortal wounds.", "Core abilities: Deadly Demise",
        (NoEffectOnDice("one D6 when the model is destroyed, on a 6 mortal wounds to every unit nearby"),),
        keyword="deadly demise {x}", example="deadly demise D6",
    ),
)  # fmt: skip
