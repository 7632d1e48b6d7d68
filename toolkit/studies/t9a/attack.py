"""One attack of The Ninth Age: to hit, to wound, armour, special saves; what it can cost the target, counted over the faces of its dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.systems.t9a_3e.readings import DEFAULTS, READINGS
from toolkit.systems.t9a_3e.tables import armour_need, wound_need

SIX = Fraction(1, 6)
ATTACK_READINGS = ("advantaged_cap", "special_saves", "multiple_wounds_cap", "attribute_text")
"""The open questions that one attack depends on."""
Law = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Target:
    """What is attacked.

    Attributes
    ----------
    resilience, armour : int
        As printed, worn armour and shields added.
    health : int
        Health Points of each model.
    aegis, fortitude : int or None
        Special saves, 2 to 6 for 2+ to 6+.
    flammable : bool
    """

    resilience: int
    armour: int = 0
    health: int = 1
    aegis: int | None = None
    fortitude: int | None = None
    flammable: bool = False

    def __post_init__(self) -> None:
        whole("Resilience", self.resilience, 1, 20)
        whole("Armour", self.armour, 0, 6)
        whole("Health Points", self.health, 1, 50)
        for name, save in (("Aegis", self.aegis), ("Fortitude", self.fortitude)):
            if save is not None:
                whole(name, save, 2, 6)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack with its attributes.

    Attributes
    ----------
    strength, ap : int
    hit : int or None
        The die that hits; None for an automatic hit, 7 for one that cannot hit.
    reroll_hits : bool
        Failed rolls to hit are made again (Hatred in the first round).
    battle_focus, poison, lethal_strike, flaming, divine : bool
        Attributes; their text is of the 2nd edition.
    multiple_wounds : str
        What each unsaved wound becomes: a number or dice ("D3").
    advantaged : bool
        +1 to wound, of a unit that is Steady and Solid.
    six_hits : bool
        Whether a natural 6 always hits; not in shooting that needs a 7.
    """

    strength: int
    ap: int = 0
    hit: int | None = None
    reroll_hits: bool = False
    battle_focus: bool = False
    poison: bool = False
    lethal_strike: bool = False
    flaming: bool = False
    divine: bool = False
    multiple_wounds: str = "1"
    advantaged: bool = False
    six_hits: bool = True

    def __post_init__(self) -> None:
        whole("Strength", self.strength, 1, 20)
        whole("AP", self.ap, 0, 20)
        if self.hit is not None:
            whole("the roll to hit", self.hit, 2, 7)
        if Dice.parse(self.multiple_wounds).pmf().low < 1:
            raise ToolkitError(f"Multiple Wounds of {self.multiple_wounds!r}; each wound becomes at least one")

    @property
    def second_edition(self) -> tuple[str, ...]:
        """Names of its attributes that are known from the 2nd edition only."""
        named = {
            "Hatred": self.reroll_hits,
            "Battle Focus": self.battle_focus,
            "Poison": self.poison,
            "Lethal Strike": self.lethal_strike,
            "Flaming": self.flaming,
            "Divine": self.divine,
            "Multiple Wounds": self.multiple_wounds != "1",
        }
        return tuple(name for name, there in named.items() if there)

    def per_attack(self, target: Target, readings: Mapping[str, str | bool] | None = None) -> Pmf:
        """Health Points that one attack costs, before models run out; exact.

        Parameters
        ----------
        target : Target
        readings : mapping, optional
            Answers to `toolkit.systems.t9a_3e.readings`; defaults elsewhere.

        Returns
        -------
        Pmf

        Raises
        ------
        ToolkitError
            If a reading does not exist, or refuses an attribute.

        Examples
        --------
        >>> Attack(strength=5, ap=2).per_attack(Target(resilience=4, armour=3)).mean()
        Fraction(5, 9)
        """
        chosen = answers(readings, ATTACK_READINGS)
        if chosen["attribute_text"] == "refuse" and self.second_edition:
            raise ToolkitError(f"{self.second_edition[0]} is known from the 2nd edition only, and attribute_text refuses it")
        plain, poisoned = (self._hit_law(target, chosen, auto) for auto in (False, True))
        law: Law = defaultdict(Fraction)
        for hits, automatic, chance in self._hits():
            whole_law = _sum([poisoned] * automatic + [plain] * (hits - automatic))
            for lost, p in whole_law.items():
                law[lost] += chance * p
        return Pmf(dict(law))

    @property
    def hit_chance(self) -> Fraction:
        """Chance that the attack hits, re-rolls included."""
        return sum((chance for hits, _, chance in self._hits() if hits), Fraction(0))

    def wound_need(self, target: Target, readings: Mapping[str, str | bool] | None = None) -> int:
        """The die that wounds, an advantaged position included."""
        return self._wound_need(target, answers(readings, ATTACK_READINGS))

    def save_fails(self, target: Target, readings: Mapping[str, str | bool] | None = None) -> Fraction:
        """Chance that no save stops a wound, rolled without a natural 6."""
        return self._through(target, answers(readings, ATTACK_READINGS), six=False)

    def _wound_need(self, target: Target, chosen: Mapping[str, str | bool]) -> int:
        need = wound_need(self.strength, target.resilience)
        return max(3, need - 1) if self.advantaged and (need > 3 or chosen["advantaged_cap"] == "caps") else need

    def _hits(self) -> list[tuple[int, int, Fraction]]:
        """Each outcome of the roll to hit: how many hits, how many of them wound by themselves, its chance."""
        if self.hit is None:
            return [(1, 0, Fraction(1))]
        found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)

        def count(face: int, chance: Fraction, again: bool) -> None:
            hits = face != 1 and (face >= self.hit or (face == 6 and self.six_hits))  # pyright: ignore[reportOperatorIssue]
            if not hits and again:
                for second in range(1, 7):
                    count(second, chance * SIX, again=False)
            elif not hits:
                found[0, 0] += chance
            elif face == 6:
                found[1 + self.battle_focus, int(self.poison)] += chance
            else:
                found[1, 0] += chance

        for face in range(1, 7):
            count(face, SIX, self.reroll_hits)
        return [(hits, automatic, chance) for (hits, automatic), chance in found.items()]

    def _hit_law(self, target: Target, chosen: Mapping[str, str | bool], automatic: bool) -> Law:
        """Health Points that one hit costs."""
        need = self._wound_need(target, chosen)
        plain, lethal = (self._through(target, chosen, six) for six in (False, True))
        through = Fraction(0)
        if automatic:
            through = plain
        else:
            for face in range(1, 7):
                if face != 1 and (face >= need or face == 6):
                    through += SIX * (lethal if face == 6 else plain)
                elif self.flaming and target.flammable:
                    for again in range(1, 7):
                        if again != 1 and (again >= need or again == 6):
                            through += SIX * SIX * (lethal if again == 6 else plain)
        dice = Dice.parse(self.multiple_wounds).pmf(exact=True)
        wounds = dice.capped(target.health) if chosen["multiple_wounds_cap"] == "hp" and self.multiple_wounds != "1" else dice
        law: Law = defaultdict(Fraction)
        law[0] += 1 - through
        for count, p in wounds.items():
            law[count] += through * Fraction(p)
        return law

    def _through(self, target: Target, chosen: Mapping[str, str | bool], six: bool) -> Fraction:
        """Chance that no save stops a wound; `six` for a natural 6 to wound."""
        lethal = six and self.lethal_strike
        need = armour_need(target.armour, 10 if lethal else self.ap)
        failed = Fraction(1) if need is None else 1 - _at_least(need)
        specials: list[Fraction] = []
        if target.aegis is not None:
            saved = _at_least(target.aegis)
            specials.append(saved * saved if self.divine else saved)
        if target.fortitude is not None and not self.flaming and not lethal:
            specials.append(_at_least(target.fortitude))
        if chosen["special_saves"] == "all":
            for saved in specials:
                failed *= 1 - saved
        elif specials:
            failed *= 1 - max(specials)
        return failed


def answers(given: Mapping[str, str | bool] | None, asked: Sequence[str]) -> dict[str, str | bool]:
    """The readings that an answer depends on, each with the answer that counts.

    Parameters
    ----------
    given : mapping or None
    asked : sequence of str
        Keys of the readings that make a difference here.

    Raises
    ------
    ToolkitError
        If there is no such reading or answer, or it makes no difference here.

    Examples
    --------
    >>> answers({"pursuit_tie": "escapes"}, ["pursuit_tie", "edition"])
    {'pursuit_tie': 'escapes', 'edition': '3e'}
    """
    known = {each.key: each for each in READINGS}
    for key, value in (given or {}).items():
        if key not in known:
            raise ToolkitError(f"no reading {key!r}; those that count here: {', '.join(asked)}")
        if key not in asked:
            raise ToolkitError(f"the reading {key!r} changes nothing here; those that count: {', '.join(asked)}")
        if not known[key].accepts(value):
            raise ToolkitError(f"{key} = {value!r}; choose from {', '.join(map(repr, known[key].choices))}")
    return {key: (given or {}).get(key, DEFAULTS[key]) for key in asked}


def whole(name: str, value: object, low: int, high: int) -> None:
    """Check a whole number.

    Raises
    ------
    ToolkitError
        If it is none, or out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ToolkitError(f"{name} of {value!r}; it is a whole number from {low} to {high}")


def _at_least(need: int) -> Fraction:
    return Fraction(max(0, 7 - max(2, need)), 6)


def _sum(laws: list[Law]) -> Law:
    total: Law = {0: Fraction(1)}
    for law in laws:
        summed: Law = defaultdict(Fraction)
        for a, p in total.items():
            for b, q in law.items():
                summed[a + b] += p * q
        total = dict(summed)
    return total
