"""Core stratagems of the 11th edition. Fire Overwatch is a fact of the situation, see `core`; numbers of dice are in `rolls`."""

from __future__ import annotations

from typing import Any

from toolkit.rules.rule import All, Cover, Effect, FactIs, HasKeyword, NoEffectOnDice, Not, Rule
from toolkit.rules.use import Is, Keywords, Use, Visible, Window, Within
from toolkit.systems.wh40k_11e.core import EDITION, RANGED


def _core(name: str, summary: str, use: Use, *effects: Effect, **more: Any) -> Rule:
    return EDITION.stratagem(name, f"Core stratagems: {name}", summary, use, *effects, **more)


STRATAGEMS = (
    _core(
        "Command Re-roll", "An Advance, Charge, damage, hazard, hit, save, wound or number-of-attacks roll is made again; one die of a "
        "batch or a sum, a charge as a whole; never a Battle-shock roll.",
        Use((Window(turn="either", at=("just after a roll",)),)), NoEffectOnDice("one roll is made again"),
    ),
    _core(
        "Explosives", "Six D6 at an enemy unit within 8 inches: each 4+ is a mortal wound.",
        Use(
            (Window(("shooting",)),),
            (
                Keywords("unit", ("Grenades", "Explosives")), Is("unit", "advanced", False), Is("unit", "engaged", False),
                Is("enemy", "engaged", False), Within("enemy", 8), Visible("enemy"),
            ),
        ),
        NoEffectOnDice("six D6, a mortal wound on each 4+"), aliases=("grenade",),
    ),
    _core(
        "Crushing Impact", "After a charge, as many D6 as the model's Toughness: each 5+ is a mortal wound on the enemy, each 1 one on the "
        "unit itself; at most six on either.",
        Use((Window(("charge",)),), (Keywords("unit", ("Monster", "Vehicle")),)),
        NoEffectOnDice("a D6 for each point of Toughness after a charge"),
    ),
    _core(
        "Smokescreen", "A SMOKE unit has cover, and so have the units it hides.",
        Use((Window(("shooting",), "opponent"),), (Keywords("unit", ("Smoke",)),)),
        Cover(), side="defender", when=All((RANGED, HasKeyword("defender", ("Smoke",)), Not(FactIs("overwatch")))),
    ),
    _core(
        "Heroic Intervention", "At the end of the opponent's Charge phase a unit charges units within 12 inches that charged.",
        Use((Window(("charge",), "opponent", ("end of the phase",)),), (Within("enemy", 12), Is("unit", "can charge"))),
        NoEffectOnDice("a charge"),
    ),
    _core(
        "Heroic Intervention at any enemy", "The dearer mode: any enemy within 6 inches, with a charge roll of at most 6.",
        Use((Window(("charge",), "opponent", ("end of the phase",)),), (Within("enemy", 6), Is("unit", "can charge"))),
        NoEffectOnDice("a charge whose roll is at most 6"), cp=2,
    ),
    EDITION.stratagem(
        "Tanglefoot Grenades", "Astra Militarum, Recon Element", "One visible enemy unit within 12 inches charges at −1.",
        Use(
            (Window(("charge",), "opponent", ("start of the phase",)),),
            (Keywords("unit", ("Grenades",)), Within("enemy", 12), Visible("enemy")),
            follows=("until the end of the phase",),
        ),
        NoEffectOnDice("−1 to the charge rolls of that unit"), aliases=("tanglefoot",),
    ),
    _core(
        "Rapid Ingress", "A unit arrives from Reserves at the end of the opponent's Movement phase; not in the first round, no Aircraft.",
        Use(
            (Window(("movement",), "opponent", ("end of the phase",)),),
            (Is("unit", "in reserves"), Is("unit", "can arrive this round"), Keywords("unit", none_of=("Aircraft",))),
        ),
        NoEffectOnDice("when the unit arrives"),
    ),
    _core(
        "Counteroffensive", "A unit gains Fights First and is the next to be chosen.",
        Use((Window(("fight",), "either", ("an enemy unit has fought",)),), (Is("unit", "fought", False),)),
        NoEffectOnDice("who fights first"), cp=2, aliases=("counter-offensive",),
    ),
)  # fmt: skip
