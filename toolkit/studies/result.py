"""Result: the answer to one scenario, around the engine's Outcome: distributions, stages, steps, ledger, what was left out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from toolkit.attack.outcome import Outcome
from toolkit.attack.stages import Stages, stages_of
from toolkit.dice.pmf import Pmf, Probability
from toolkit.rules.ledger import Entry, ReadingUsed, RuleStatus, Step
from toolkit.rules.resolve import Resolved
from toolkit.rules.scenario import Scenario
from toolkit.rules.system import System
from toolkit.studies.losses import Losses

if TYPE_CHECKING:
    import polars as pl

    from toolkit.studies.explain import Text

StageName = Literal["attacks", "hits", "wounds", "unsaved", "damage", "slain"]
STAGES: tuple[StageName, ...] = ("attacks", "hits", "wounds", "unsaved", "damage", "slain")


@dataclass(frozen=True)
class Result(Losses):
    """What an attacker does to a defender.

    Attributes
    ----------
    scenario : Scenario
    system : System
    resolved : Resolved
        The numbers that the rules came to.
    outcome : Outcome
    exact : bool
        Whether probabilities are Fractions.

    Examples
    --------
    See `toolkit.studies.crunch.crunch`.
    """

    scenario: Scenario
    system: System
    resolved: Resolved
    outcome: Outcome
    exact: bool

    # --- distributions ---

    @cached_property
    def mean_damage(self) -> Probability:
        """Mean of `damage`."""
        return self.damage.mean()

    @cached_property
    def mean_slain(self) -> Probability:
        """Mean of `slain`."""
        return self.slain.mean()

    @cached_property
    def _stages(self) -> Stages:
        return stages_of(self.resolved.attacks, self.resolved.defence, exact=self.exact)

    def stage(self, name: StageName, weapon: int | None = None) -> Pmf:
        """The distribution after one stage, of all weapons together or of one.

        Parameters
        ----------
        name : {"attacks", "hits", "wounds", "unsaved", "damage", "slain"}
        weapon : int or None
            Place among the weapons that fire; only for the first four stages.

        Raises
        ------
        KeyError
            If there is no such stage.
        """
        match name:
            case "damage":
                return self.damage
            case "slain":
                return self.slain
            case "attacks" | "hits" | "wounds" | "unsaved":
                return self._stages.of(name, weapon)
        raise KeyError(name)

    @property
    def damage_rolled(self) -> Probability | None:
        """Mean damage of all attacks that got through, before any is ignored, or lost on models that were slain by less.

        None in the rare case that it depends on which profile a critical wound meets that is dealt last.
        """
        return self._stages.damage_rolled

    # --- explanations ---

    @property
    def steps(self) -> tuple[Step, ...]:
        """What each step of each weapon's attack sequence needs, with its chance and its reasons."""
        return self.resolved.steps

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ledger as records."""
        return self.resolved.entries

    @property
    def rules(self) -> tuple[RuleStatus, ...]:
        """Every rule of the system, and whether it is in force here."""
        return self.resolved.rules

    @property
    def not_calculated(self) -> tuple[str, ...]:
        """Names without a record: the numbers leave them out."""
        return self.resolved.not_calculated

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is against the rules of the game, as far as a calculator can see."""
        return self.resolved.warnings

    @property
    def readings(self) -> tuple[ReadingUsed, ...]:
        """How each question that the rules leave open was read."""
        return self.resolved.readings

    @property
    def choices(self) -> tuple[str, ...]:
        """What the players chose where the rules let them, in words."""
        return self.resolved.choices

    @property
    def hazard(self) -> Pmf | None:
        """Mortal wounds that the attacker's Hazardous tests inflict on its own unit; None without such weapons."""
        law = self.resolved.hazard
        return law if law is None or self.exact else law.to_float()

    @cached_property
    def question(self) -> str:
        """The scenario as one question."""
        from toolkit.studies.question import question

        return question(self.scenario, self.system)

    def explain(self, *, fractions: bool = False) -> Text:
        """Return the stages in words and numbers, and what each rule did to them; see `toolkit.studies.explain.explain`."""
        from toolkit.studies.explain import explain

        return explain(self, fractions=fractions)

    # --- tables ---

    @property
    def ledger(self) -> pl.DataFrame:
        """The ledger as a table: weapon, step, rule, effect, status, reason."""
        import polars as pl

        columns = ("weapon", "step", "rule", "effect", "status", "reason")
        rows = [tuple(getattr(entry, column) for column in columns) for entry in self.entries]
        return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")

    @property
    def stages(self) -> pl.DataFrame:
        """Every stage as a table: weapon ("all" or its name), stage, value, probability (float)."""
        import polars as pl

        rows: list[tuple[str, str, int, float]] = []
        for index, attack in enumerate(self.resolved.attacks):
            for name in STAGES[:4]:
                rows += [(attack.name, name, value, float(p)) for value, p in self.stage(name, index).items()]
        for name in STAGES:
            rows += [("all", name, value, float(p)) for value, p in self.stage(name).items()]
        schema = {"weapon": pl.String, "stage": pl.String, "value": pl.Int64, "probability": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def __repr__(self) -> str:
        return (
            f"Result({self.question!r}: mean slain {float(self.mean_slain):.4g}, mean damage {float(self.mean_damage):.4g}, "
            f"destroyed {float(self.p_destroyed):.2%})"
        )

    def _repr_html_(self) -> str:
        import html

        left = "" if not self.not_calculated else f"<p><b>Not calculated:</b> {html.escape(', '.join(self.not_calculated))}</p>"
        numbers = (
            f"<p>destroyed <b>{float(self.p_destroyed):.1%}</b>, mean slain <b>{float(self.mean_slain):.2f}</b>, "
            f"mean wounds removed <b>{float(self.mean_damage):.2f}</b></p>"
        )
        return f"<p>{html.escape(self.question)}</p>{numbers}{left}{self.slain._repr_html_()}"  # pyright: ignore[reportPrivateUsage]
