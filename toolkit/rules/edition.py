"""How the records of one edition are written: the id in front, the headings, the spellings.

Records that several editions print alike are in `toolkit.rules.shared`; every other record stands in its edition's own package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.rule import Condition, Effect, Forbidden, Rule, WeaponHas
from toolkit.rules.use import Use

Owner = Literal["attacker", "defender", "any"]
_NUMBERS = (" {x}+", " {x}", "-{k}", " {k}", "!", ",")


def slug(name: str) -> str:
    """Return the last part of the id of a rule.

    Examples
    --------
    >>> slug("Anti-{k} {x}+"), slug("Move! Move! Move!")
    ('anti', 'move-move-move')
    """
    for number in _NUMBERS:
        name = name.replace(number, "")
    return name.lower().replace(" ", "-")


@dataclass(frozen=True)
class Edition:
    """Writes the records of the edition `system`; each method is one kind of record.

    Examples
    --------
    >>> from toolkit.rules.rule import AutoHit
    >>> Edition("wh40k_10e").weapon_ability("Torrent", "Every attack hits without a roll.", AutoHit()).id
    'wh40k_10e.weapon.torrent'
    """

    system: str

    def id(self, kind: str, name: str) -> str:
        """Return the id of a record."""
        return f"{self.system}.{kind}.{slug(name)}"

    def has(self, ability: str) -> WeaponHas:
        """Return the condition that the weapon has an ability of this name."""
        return WeaponHas(self.id("weapon", ability), ability)

    def weapon_ability(
        self, name: str, summary: str, *effects: Effect, when: Condition | None = None, example: str = "",
        forbidden: tuple[Forbidden, ...] = (), aliases: tuple[str, ...] = (), without_number: str = "",
    ) -> Rule:  # fmt: skip
        """An ability of weapons; its printed name is its keyword."""
        source = f"Core rules: {name.replace('{x}', 'X').replace('{k}', 'keyword')}"
        return Rule(
            self.id("weapon", name), name, "Weapon abilities", "weapon", summary, source, effects, when, name.lower(), aliases, forbidden,
            example=example, without_number=without_number,
        )  # fmt: skip

    def core(
        self, name: str, summary: str, *effects: Effect, when: Condition | None = None, forbidden: tuple[Forbidden, ...] = (), cp: int = 0,
        use: Use | None = None,
    ) -> Rule:  # fmt: skip
        """A rule of the game itself, which nobody has to name: its condition decides."""
        return Rule(
            self.id("core", name), name, "Core rules", "any", summary, f"Core rules: {name}", effects, when, forbidden=forbidden, cp=cp,
            always=True, use=use,
        )  # fmt: skip

    def order(
        self, name: str, summary: str, *effects: Effect, when: Condition | None = None, side: Owner = "attacker", use: Use | None = None
    ) -> Rule:
        """An Order of the Astra Militarum."""
        return Rule(
            self.id("order", name), name, "Orders", side, summary, f"Astra Militarum, Voice of Command: {name}", effects, when, use=use
        )

    def stratagem(
        self, name: str, source: str, summary: str, use: Use, *effects: Effect, when: Condition | None = None, side: Owner = "any",
        cp: int = 1, aliases: tuple[str, ...] = (),
    ) -> Rule:  # fmt: skip
        """A stratagem; what it costs is told with its summary."""
        told = f"{summary}  {cp} CP"
        return Rule(
            self.id("stratagem", name), name, "Stratagems", side, told, source, effects, when, aliases=aliases, cp=cp, use=use
        )  # fmt: skip
