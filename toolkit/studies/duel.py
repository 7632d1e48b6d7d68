"""Attacks between two units, with the models that each of them has left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield
from toolkit.attack.outcome import Outcome
from toolkit.attack.stages import stages_of
from toolkit.dice.pmf import Probability
from toolkit.dice.pools import successes
from toolkit.rules.rolls import LastStand
from toolkit.rules.scenario import Attacker, Defender, Scenario
from toolkit.rules.situation import FactValue
from toolkit.studies.carry import Strike, point
from toolkit.studies.fighters import Fighter, kits_left
from toolkit.studies.joint import Table, summed
from toolkit.systems.wh40k_10e import rolls as tenth

Phase = Literal["shooting", "fight"]


class Duel:
    """Two units, each of which can attack the other with what it has left.

    Parameters
    ----------
    sides : tuple of Fighter
        With the weapons that they use here.
    system : str
    phase : {"shooting", "fight"}
    rules : tuple of str
        Rules in force for either side.
    readings : mapping or None
        Answers to questions that the rules leave open.
    last_stand : LastStand
        The roll of slain models that may still fight (Trench Fighters).
    exact : bool
    apart : tuple of bool or None
        Whether each unit's leaders are followed apart, because some attack can pick them; None: if those of the other side can.

    Attributes
    ----------
    units : tuple of Battlefield
        The states of each unit.
    resolved : tuple of Resolved
        The attacks of each unit, with all its models, on the other, as numbers and with what was left out.
    """

    def __init__(
        self, sides: tuple[Fighter, Fighter], system: str, *, exact: bool, phase: Phase = "fight", rules: tuple[str, ...] = (),
        readings: Mapping[str, bool | str] | None = None, last_stand: LastStand = tenth.TRENCH_FIGHTERS,
        apart: tuple[bool, bool] | None = None,
    ) -> None:  # fmt: skip
        self.sides, self.system, self.phase, self.rules, self.readings = sides, system, phase, rules, dict(readings or {})
        self.last_stand, self.exact = last_stand, exact
        self._strikes: dict[tuple[int, tuple[int, ...]], Strike] = {}
        whole = [Strike(self._scenario(who, [w.count for w in sides[who].weapons])) for who in (0, 1)]
        self.resolved = whole[0].resolved, whole[1].resolved
        # the states of each unit are those that the other one's attacks tell apart
        self.apart = apart or (len(whole[1].unit.chains) > 1, len(whole[0].unit.chains) > 1)
        self.units = tuple(Battlefield(whole[1 - who].defence, apart=self.apart[who]) for who in (0, 1))
        self.kits = tuple(kits_left(self.units[who], sides[who]) for who in (0, 1))

    def _scenario(self, who: int, counts: Sequence[int]) -> Scenario:
        striker, target = self.sides[who], self.sides[1 - who]
        weapons = tuple(replace(weapon, count=count) for weapon, count in zip(striker.weapons, counts, strict=True))
        situation: dict[str, FactValue] = {"phase": self.phase, "charged": striker.charged, **striker.situation}
        return Scenario(
            self.system, Attacker(striker.name, striker.keywords, striker.rules, weapons),
            Defender(target.name, target.keywords, target.rules, target.models), rules=self.rules, situation=situation,
            readings=self.readings,
        )  # fmt: skip

    def _blow(self, who: int, kits: Sequence[int]) -> Strike:
        """The attacks of so many models of each kit."""
        counts = [0] * len(self.sides[who].weapons)
        for number, (_, places) in zip(kits, self.sides[who].falling, strict=True):
            for place in places:
                counts[place] += number
        key = (who, tuple(counts))
        if key not in self._strikes:
            self._strikes[key] = Strike(self._scenario(who, counts), apart=self.apart[1 - who])
        return self._strikes[key]

    def rolled(self, who: int, state: int) -> Probability | None:
        """Damage of the unsaved attacks of a unit in this state against the whole of the other, before any is ignored or lost."""
        resolved = self._blow(who, self.kits[who][state].tolist()).resolved
        return stages_of(resolved.attacks, resolved.defence, exact=self.exact).damage_rolled

    def strike(self, table: NDArray[Any], total: Any, who: int, *, stand: bool = False) -> Table:
        """One unit attacks; slain models of the other may then fight before they are removed.

        Parameters
        ----------
        table : ndarray
            Weights of the states of the first unit (rows) and the second.
        total : float or int
        who : int
            Who attacks: 0 or 1.
        stand : bool
        """
        turned = table if who == 0 else table.T
        unit = self.units[1 - who]
        parts: list[Table] = []  # parts of the joint law, the striker's states first
        for state in np.flatnonzero((turned != 0).any(axis=1)).tolist():
            row = turned[state]
            blow = self._blow(who, self.kits[who][state].tolist())
            if not stand:
                after = blow.on(Outcome(unit, row, total))
                part = np.zeros_like(turned)
                part[state] = after.states
                parts.append((part, after.total))
                continue
            for before in np.flatnonzero(row != 0).tolist():
                single = np.zeros_like(row)
                single[before] = row[before]
                parts += self._stand(who, state, before, blow.on(Outcome(unit, single, total)))
        states, whole = summed(parts, exact=self.exact)
        return (states if who == 0 else states.T), whole

    def _stand(self, who: int, state: int, before: int, after: Outcome) -> Iterator[Table]:
        """Slain models of the struck unit roll, and those that succeed strike back at the striker in `state`."""
        struck = 1 - who
        regiment = any(each.casefold() == self.last_stand.keyword.casefold() for each in self.sides[struck].keywords)
        need = self.last_stand.need - (self.last_stand.bonus if regiment else 0)
        chance = Fraction(min(6, max(0, 7 - need)), 6)
        slain = self.kits[struck][before] - self.kits[struck]
        for fallen in np.unique(slain[after.states != 0], axis=0).tolist():
            here = np.all(slain == fallen, axis=1)
            landed = np.where(here, after.states, 0)
            back = self._fought_back(who, state, fallen, chance)
            yield np.multiply.outer(back.states, landed), back.total * after.total

    def _fought_back(self, who: int, state: int, fallen: Sequence[int], chance: Fraction) -> Outcome:
        """What is left of the striker when each of the fallen models fights with this chance."""
        start = point(self.units[who], state, exact=self.exact)
        laws = [list(successes(number, chance, exact=True).items()) for number in fallen]
        parts: list[Table] = []
        for chosen in product(*laws):
            share = Fraction(math.prod(Fraction(p) for _, p in chosen))
            hit = self._blow(1 - who, [number for number, _ in chosen]).on(start)
            if self.exact:
                parts.append((hit.states * share.numerator, hit.total * share.denominator))
            else:
                parts.append((hit.states * float(share), 1.0))
        return Outcome(self.units[who], *summed(parts, exact=self.exact))
