"""One attack, face by face: what each result of each die does, and how likely it is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.attack.spec import AttackSpec
from toolkit.dice.one_die import DieTest, face_outcome
from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import crunch
from toolkit.studies.result import Result

if TYPE_CHECKING:
    import polars as pl


def die_faces(scenario: Result | Scenario | Mapping[str, Any] | str | Path, weapon: int = 0, group: int = 0) -> pl.DataFrame:
    """The hit, wound and save die of one attack, face by face.

    Parameters
    ----------
    scenario : Result, or whatever `crunch` takes
    weapon : int
        Place among the weapons that fire.
    group : int
        Place of the profile of the target that saves.

    Returns
    -------
    polars.DataFrame
        One row for each roll and face: roll ("hit", "wound", "save"), face (1 to 6), word (what it does), goes_on (whether the attack goes
        on), again (whether the die is rolled again), chance (probability that the roll goes the attacker's way, re-roll included).

    Raises
    ------
    ScenarioError
        If there is no such weapon or profile.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["lethal hits"]}
    >>> target = {"models": [{"count": 1, "toughness": 4, "save": "3+", "wounds": 1}]}
    >>> frame = die_faces({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})
    >>> frame.filter(frame["roll"] == "hit")["word"].to_list()
    ['miss', 'miss', 'miss', 'hit', 'hit', 'critical: wounds']
    """
    import polars as pl

    result = scenario if isinstance(scenario, Result) else crunch(scenario)
    attacks = result.resolved.attacks
    if not 0 <= weapon < len(attacks):
        raise ScenarioError("weapon", f"{weapon} is no place among the {len(attacks)} weapons that fire; count from 0")
    spec = attacks[weapon]
    if not 0 <= group < len(spec.against):
        raise ScenarioError("group", f"{group} is no place among the {len(spec.against)} profiles of the target; count from 0")
    rows: list[dict[str, Any]] = []
    hit_words = {"fail": "miss", "success": "hit", "critical": _critical_hit(spec)}
    wound_words = {"fail": "no wound", "success": "wound", "critical": _critical_wound(spec)}
    if spec.hit is not None:
        rows += _rows("hit", spec.hit, hit_words)
    rows += _rows("wound", spec.wound, wound_words)
    save = spec.against[group].save
    if save is not None:
        rows += _rows("save", save, {"fail": "damage", "success": "saved", "critical": "saved"}, turned=True)
    schema = {
        "roll": pl.String, "face": pl.Int64, "word": pl.String, "goes_on": pl.Boolean, "again": pl.Boolean, "chance": pl.Float64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def _rows(roll: str, test: DieTest, words: dict[str, str], *, turned: bool = False) -> list[dict[str, Any]]:
    chance = 1 - test.odds.chance if turned else test.odds.chance
    rows: list[dict[str, Any]] = []
    for face in range(1, 7):
        outcome, again = face_outcome(test, face)
        goes_on = (outcome == "fail") if turned else (outcome != "fail")
        rows.append(
            {"roll": roll, "face": face, "word": words[outcome], "goes_on": goes_on, "again": again, "chance": float(Fraction(chance))}
        )
    return rows


def _critical_hit(spec: AttackSpec) -> str:
    extra = spec.extra_hits
    more = "" if extra is None else f"+{extra.low}" if extra.low == extra.high else f"+{extra.low} to {extra.high}"
    if spec.auto_wound:
        return f"critical: wounds, {more} hits" if more else "critical: wounds"
    return f"critical: hit {more}" if more else "critical hit"


def _critical_wound(spec: AttackSpec) -> str:
    if spec.deferred:
        return "critical: no save"
    return "critical: mortal wounds" if spec.mortal_on_wound is not None else "critical wound"
