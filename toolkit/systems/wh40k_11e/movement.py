"""Moves, charges, the order of a fight, battle-shock, transports and hidden units in the 11th edition.

None of these rules changes a roll of the attack sequence. Their numbers are in `rolls`, their chances in `toolkit.studies.rolls`, and
`toolkit.studies.fight` plays fights in their order.
"""

from __future__ import annotations

from toolkit.rules.rule import NoEffectOnDice, Rule
from toolkit.rules.use import Either, Is, Keywords, Need, Phase, Use, Window, Within

_FREE: tuple[Need, ...] = (
    Is("unit", "advanced", False), Is("unit", "fell back", False), Is("unit", "made a normal move", False), Is("unit", "embarked", False),
    Is("unit", "in reserves", False),
)  # fmt: skip
_TRANSPORT = "the TRANSPORT"


def _use(phase: Phase, *needs: Need, follows: tuple[str, ...] = (), partner: str = "the second unit", at: tuple[str, ...] = ()) -> Use:
    return Use((Window((phase,), at=at),), needs, once="", follows=follows, partner=partner, despite_shock=True)


def _move(name: str, summary: str, what: str, use: Use | None = None) -> Rule:
    slug = name.lower().replace(" ", "-")
    return Rule(
        f"wh40k_11e.move.{slug}", name, "Moves and tests", "any", summary, f"Core rules: {name}", (NoEffectOnDice(what),), always=True,
        use=use,
    )  # fmt: skip


_NEITHER = ("no shooting or charging this turn",)
_LEAVING = (Is("unit", "embarked"), Keywords("partner", ("Transport",)))

MOVEMENT = (
    _move(
        "Advance", "Move and D6 inches; no charge this turn, and shooting with Assault weapons only.", "a D6 added to Move",
        _use("movement", *_FREE, Is("unit", "engaged", False), follows=("no charge this turn",)),
    ),
    _move(
        "Ordered Retreat", "A unit that is not battle-shocked falls back without a roll.", "how far the unit moves",
        _use("movement", *_FREE, Is("unit", "engaged"), Is("unit", "battle-shocked", False), follows=_NEITHER),
    ),
    _move(
        "Desperate Escape", "Falling back past enemies, or battle-shocked: a hazard roll for each model, then a Battle-shock roll.",
        "a hazard roll for each model, then 2D6 against Leadership unless the unit is battle-shocked already",
        _use("movement", *_FREE, Is("unit", "engaged"), follows=_NEITHER),
    ),
    _move(
        "Charge", "2D6 inches, 12 at most; the targets are chosen after the roll, among enemies no farther away than it.",
        "2D6, the inches of the move, before the targets are chosen",
        _use(
            "charge", Within("enemy", 12), Is("unit", "engaged", False), Is("unit", "advanced", False), Is("unit", "fell back", False),
            follows=("Fights First this turn, if the charge succeeds",),
        ),
    ),
    _move(
        "Flying Charge", "A unit that flies over what is in its way charges 2 inches less; said before the roll.", "−2 to the charge roll",
    ),
    _move(
        "Pile In", "Up to 3 inches: all units of the player whose turn it is, then those of the other, before anyone fights.",
        "where models stand when they fight",
    ),
    _move(
        "Fight Order", "Fights First first, begun by the player whose turn it is; the rest by the player who finds none left there.",
        "the order in which units fight",
    ),
    _move(
        "Battle-shock", "A unit at or below half strength, or battle-shocked, rolls 2D6 against its Leadership; it ends by passing only.",
        "2D6 that must reach Leadership",
        _use(
            "command",
            Either((Is("unit", "below half-strength"), Is("unit", "battle-shocked")), "the unit is neither weakened nor battle-shocked"),
            at=("battle-shock step",),
        ),
    ),
    _move(
        "Rapid Disembark", "Out of a Transport that has made a Normal move or arrived; no charge this turn.", "where the unit is",
        _use("movement", *_LEAVING, Is("partner", "made a normal move"), follows=("no charge this turn",), partner=_TRANSPORT),
    ),
    _move(
        "Tactical Disembark", "Out of a Transport that has not moved yet; the unit can then move.", "where the unit is",
        _use("movement", *_LEAVING, Is("partner", "made a normal move", False), partner=_TRANSPORT),
    ),
    _move(
        "Combat Disembark", "Within 6 inches of the Transport: a hazard roll for each model; battle-shocked, no charge this turn.",
        "a hazard roll for each model",
        _use("movement", *_LEAVING, follows=("the unit is battle-shocked", "no charge this turn"), partner=_TRANSPORT),
    ),
    _move(
        "Emergency Disembark", "Out of a destroyed Transport, within 6 inches: a hazard roll for each model; battle-shocked, no charge.",
        "a hazard roll for each model",
    ),
    _move(
        "Hidden", "In light or dense terrain a unit is seen within 15 inches only, 12 if it has gone to ground; never below 9 or above 30.",
        "from how near the unit can be seen",
    ),
    _move("Coherency", "Each model within 2 inches of another of its unit, and within 9 of every other.", "where models may stand"),
)  # fmt: skip
