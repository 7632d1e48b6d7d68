"""The answer to a scenario document of The Ninth Age: what falls on both sides, who wins, who breaks, and what the rules did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ScenarioError
from toolkit.rules.ledger import Entry, ReadingUsed, Step
from toolkit.rules.system import Game
from toolkit.studies.question import counted
from toolkit.studies.t9a.attack import answers
from toolkit.studies.t9a.combat import combat
from toolkit.studies.t9a.document import SYSTEM, Clash, read_clash
from toolkit.studies.t9a.melee import MELEE_READINGS
from toolkit.studies.t9a.morale import caught
from toolkit.studies.t9a.regiment import Regiment
from toolkit.studies.t9a.shooting import volley
from toolkit.studies.t9a.steps import blow_steps, shot_steps
from toolkit.systems import game

if TYPE_CHECKING:
    import polars as pl

ENDS = {
    "a_breaks": "attacker_breaks",
    "b_breaks": "defender_breaks",
    "a_wiped": "attacker_destroyed",
    "b_wiped": "defender_destroyed",
    "both_wiped": "both_destroyed",
}
"""Names of the ends of a combat, seen from the document."""


@dataclass(frozen=True)
class ClashResult:
    """What two units of The Ninth Age do to each other.

    Attributes
    ----------
    clash : Clash
        What was asked.
    exact : bool
        Whether probabilities are Fractions.
    damage, slain : Pmf
        Health Points and models that the defender loses.
    own_damage, own_slain : Pmf or None
        The same of the attacker; None in shooting.
    chances : mapping of str to probability
        How a combat ends: "attacker_wins", "defender_wins" and "tie" by the scores of a single round; "attacker_breaks",
        "defender_breaks", "attacker_destroyed", "defender_destroyed", "both_destroyed", "goes_on". Of units that break and are
        pursued: "attacker_caught" and "defender_caught" the enemy catches, "attacker_removed" and "defender_removed" are not caught and
        Decimated, so that they flee no more.
    steps : tuple of Step
    used : mapping
        How each open question was read that counts here.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    warnings : tuple of str
    """

    clash: Clash
    exact: bool
    damage: Pmf
    slain: Pmf
    own_damage: Pmf | None
    own_slain: Pmf | None
    chances: Mapping[str, Probability]
    steps: tuple[Step, ...]
    used: Mapping[str, str | bool]
    second_edition: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def system(self) -> Game:
        """The Ninth Age."""
        return game(SYSTEM)

    @property
    def mean_damage(self) -> Probability:
        """Mean of `damage`."""
        return self.damage.mean()

    @property
    def mean_slain(self) -> Probability:
        """Mean of `slain`."""
        return self.slain.mean()

    @property
    def p_destroyed(self) -> Probability:
        """Probability that no model of the defender is left."""
        return self.damage.at_least(self.clash.defender.pool - self.clash.defender.wounded)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ledger as records; `weapon` is the name of the unit."""
        return self.clash.entries

    @property
    def not_calculated(self) -> tuple[str, ...]:
        """Names of rules without a record, or noted in the table: the numbers leave them out."""
        return tuple(dict.fromkeys(each.rule for each in self.entries if each.status == "not calculated"))

    @cached_property
    def readings(self) -> tuple[ReadingUsed, ...]:
        """How each question that counts here was read."""
        known = {each.key: each for each in self.system.readings}
        return tuple(ReadingUsed(key, value, value == known[key].default, known[key].summary) for key, value in self.used.items())

    @property
    def question(self) -> str:
        """The scenario as one question."""
        clash = self.clash
        there = counted(clash.defender.models, clash.defender.name)
        if clash.unit is None:
            shots = clash.shots
            assert shots is not None
            around = "".join(f", {why}" for _, why in shots.modifiers)
            return f"What do {shots.shots} shots of {clash.attacker} do to {there}{around}?"
        here = counted(clash.unit.models, clash.unit.name)
        first = " charging" * clash.unit.charging
        second = ", who charge" * clash.defender.charging
        return f"What do {here}{first} do to {there}{second} in {'a round' if clash.rounds == 1 else f'{clash.rounds} rounds'} of combat?"

    # --- tables ---

    @property
    def ledger(self) -> pl.DataFrame:
        """The ledger as a table: weapon (the unit), step, rule, effect, status, reason."""
        import polars as pl

        columns = ("weapon", "step", "rule", "effect", "status", "reason")
        rows = [tuple(getattr(entry, column) for column in columns) for entry in self.entries]
        return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")

    @property
    def laws(self) -> Mapping[str, Pmf]:
        """Every distribution by its name."""
        own = {"own_damage": self.own_damage, "own_slain": self.own_slain}
        return {"damage": self.damage, "slain": self.slain, **{name: law for name, law in own.items() if law is not None}}

    @property
    def stages(self) -> pl.DataFrame:
        """Every distribution as a table: stage, value, probability (float)."""
        import polars as pl

        rows = [(name, value, float(p)) for name, law in self.laws.items() for value, p in law.items()]
        return pl.DataFrame(rows, schema={"stage": pl.String, "value": pl.Int64, "probability": pl.Float64}, orient="row")

    def __repr__(self) -> str:
        return f"ClashResult({self.question!r}: mean slain {float(self.mean_slain):.4g}, mean damage {float(self.mean_damage):.4g})"

    def _repr_html_(self) -> str:
        import html

        from toolkit.studies.t9a.report import to_text

        return f"<pre>{html.escape(to_text(self))}</pre>"


def clash(document: Mapping[str, Any], *, exact: bool = False) -> ClashResult:
    """Answer a scenario document of The Ninth Age: a volley, or a combat of one or more rounds.

    Parameters
    ----------
    document : mapping
        With ``system = "t9a_3e"``; see `toolkit.studies.t9a.document`.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    ClashResult

    Raises
    ------
    ScenarioError
        If the document has a key or value that cannot be used.

    Examples
    --------
    >>> result = clash({"system": "t9a_3e", "attacker": {"name": "Trolls", "models": 4, "files": 4},
    ...                 "defender": {"name": "Heavy Infantry", "models": 20, "files": 5}, "situation": {"charging": "attacker"}})
    >>> round(result.mean_slain, 3), round(result.chances["defender_breaks"], 3)
    (4.85, 0.223)
    """
    read = read_clash(document)
    return _volley(read, exact) if read.unit is None else _combat(read, exact)


def _volley(read: Clash, exact: bool) -> ClashResult:
    shots, target = read.shots, read.defender
    assert shots is not None
    modifiers = [each for each, _ in shots.modifiers]
    found = volley(
        shots.shots, shots.attack, target.target, target.models, aim=shots.aim, modifiers=modifiers, wounded=target.wounded,
        readings=read.readings, exact=exact,
    )  # fmt: skip
    steps = shot_steps(read.attacker, shots, target.target, found.readings)
    second = (*found.second_edition, *read.from_table)
    return ClashResult(read, exact, found.lost, found.models, None, None, {}, steps, found.readings, second, read.notes)


def _combat(read: Clash, exact: bool) -> ClashResult:
    a, b = read.unit, read.defender
    assert a is not None
    used = answers(read.readings, (*MELEE_READINGS, "pursuit_tie", "swiftstride"))
    chosen = {key: used[key] for key in MELEE_READINGS}
    fought = combat(a, b, read.rounds, first_round=read.first_round, readings=chosen, exact=exact)
    chances: dict[str, Probability] = {}
    if read.rounds == 1:
        chances = {"attacker_wins": fought.first.a_wins, "defender_wins": fought.first.b_wins, "tie": fought.first.tie}
    ends = {told: fought.chance(end) for end, told in ENDS.items()}
    chances |= {**ends, "goes_on": 1 - sum(ends.values())}
    swift = [int(each and used["swiftstride"] == "maximised") for each in read.swift]
    tie = {"pursuit_tie": used["pursuit_tie"]}
    catching = [caught(maximised=swift[1 - at], flee_maximised=swift[at], readings=tie, exact=exact) for at in (0, 1)]
    for at, name in enumerate(("attacker", "defender")):
        chances[f"{name}_caught"] = ends[f"{name}_breaks"] * catching[at]
        chances[f"{name}_removed"] = fought.removed["ab"[at]] * (1 - catching[at])
    if any(read.swift) and used["attribute_text"] == "refuse":
        raise ScenarioError(
            "readings.attribute_text", "refuses Swiftstride, which is known from the 2nd edition only; leave one of them out"
        )
    second = (*fought.first.second_edition, *(["Swiftstride"] if any(swift) else []), "Pursuit", *read.from_table)
    steps = blow_steps(a, b, chosen, read.first_round)
    notes = (*read.notes, *_notes(a, b))
    return ClashResult(read, exact, *_fallen(fought.losses, 1, b), *_fallen(fought.losses, 0, a), chances, steps, used, second, notes)


def _fallen(joint: Mapping[tuple[int, int], Probability], at: int, unit: Regiment) -> tuple[Pmf, Pmf]:
    """Health Points and models that one side loses."""
    law: dict[int, Probability] = {}
    for losses, p in joint.items():
        law[losses[at]] = law.get(losses[at], 0) + p
    lost = Pmf(law)
    before = unit.wounded // unit.health
    return lost, lost.map(lambda points: (unit.wounded + points) // unit.health - before)


def _notes(a: Regiment, b: Regiment) -> tuple[str, ...]:
    notes: list[str] = []
    for unit in (a, b):
        if unit.stomp:
            notes.append(f"{unit.name}: which Heights are Standard is not public; Stomp Attacks count against every one")
        if unit.in_contact is None:
            reach, _ = unit.fighting(unit.wounded)
            notes.append(f"{unit.name}: {reach} models reach the enemy; write in_contact where bases are wider or the fronts differ")
    return tuple(notes)
