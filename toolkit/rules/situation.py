"""What is true on the table: the facts a game system asks about, and their values in one scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

FactValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Fact:
    """One question about the table that rules can depend on.

    Parameters
    ----------
    key : str
        Name in the ``[situation]`` table of a scenario document.
    label : str
        Short text for a switch ("Stayed stationary"), at most about 20 characters.
    help : str
        One sentence: what the fact means.
    default : bool or str
        Value when the document is silent.
    choices : tuple of str
        The allowed texts; empty for a yes/no fact.
    when_true, when_false : str
        How a ledger tells it ("the unit remained stationary", "the unit moved").
    in_question : str
        Words for the generated question when the fact differs from its default ("stationary"); empty to leave it out.
    """

    key: str
    label: str
    help: str
    default: FactValue
    choices: tuple[str, ...] = ()
    when_true: str = ""
    when_false: str = ""
    in_question: str = ""


class Situation:
    """Immutable values of all facts of a system: what the scenario says, defaults elsewhere.

    Examples
    --------
    >>> moved = Fact("moved", "Moved", "The unit moved.", False, when_true="the unit moved", when_false="the unit stood still")
    >>> Situation([moved], {"moved": True})["moved"]
    True
    """

    __slots__ = ("_facts", "_values")

    def __init__(self, facts: Iterable[Fact], values: Mapping[str, FactValue]) -> None:
        self._facts = {fact.key: fact for fact in facts}
        self._values = {key: values.get(key, fact.default) for key, fact in self._facts.items()}

    def __getitem__(self, key: str) -> FactValue:
        return self._values[key]

    def tell(self, key: str, value: FactValue) -> str:
        """Words for the fact `key` having the value `value`."""
        fact = self._facts[key]
        if fact.choices:
            return f"the {fact.label.lower()} is {value}"
        return fact.when_true if value else fact.when_false
