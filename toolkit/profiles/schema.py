"""The columns of the profile tables, declared once: type, bounds, description, and what would be right.

The declarations are dataframely schemas, so that `Weapons.validate(frame)` works on any polars frame. `metadata["right"]` completes the
sentence "write ..." in an error; `metadata["blank"]` is what an empty cell stands for where that is not "none".
"""

# ruff: noqa: N805 - dataframely passes the schema itself to its rules

from __future__ import annotations

from typing import Any

import dataframely as dy
import polars as pl

from toolkit.dice.notation import Dice
from toolkit.errors import NotationError

LONGEST_NAME = 60
LONGEST_LIST = 160
"""Cells hold names and numbers. Anything longer is prose, which has no place in a table of profiles."""


def _name(description: str, *, key: bool = False, nullable: bool = False) -> dy.String:
    return dy.String(
        primary_key=key, nullable=nullable, min_length=1, max_length=LONGEST_NAME, description=description,
        metadata={"right": f"a name of 1 to {LONGEST_NAME} letters"},
    )  # fmt: skip


def _list(description: str) -> dy.String:
    return dy.String(
        nullable=True, max_length=LONGEST_LIST, description=description,
        metadata={"right": f"names separated by commas, {LONGEST_LIST} letters at most"},
    )  # fmt: skip


def _whole(low: int, high: int, description: str, *, nullable: bool = False, blank: int | None = None, right: str = "") -> dy.Int64:
    metadata: dict[str, Any] = {"right": right or f"a whole number from {low} to {high}"}
    if blank is not None:
        metadata["blank"] = str(blank)
    return dy.Int64(nullable=nullable, min=low, max=high, description=description, metadata=metadata)


def _roll(best: int, worst: int, description: str, *, nullable: bool = False) -> dy.String:
    none = ", or nothing" if nullable else ""
    return dy.String(
        nullable=nullable, regex=rf"^[{best}-{worst}]\+$", description=description,
        metadata={"right": f"{best}+ to {worst}+{none}"},
    )  # fmt: skip


def _choice(values: tuple[str, ...], description: str, *, key: bool = False) -> dy.String:
    return dy.String(
        primary_key=key, regex=rf"^({'|'.join(values)})$", description=description,
        metadata={"right": " or ".join(f'"{value}"' for value in values)},
    )  # fmt: skip


def _flag(description: str) -> dy.Bool:
    return dy.Bool(description=description, metadata={"right": '"true", "false" or nothing', "blank": "false"})


def is_dice(text: str) -> bool:
    """Whether `text` is dice notation that can never sum to less than nothing."""
    try:
        return Dice.parse(text).low >= 0
    except NotationError:
        return False


def _dice(description: str) -> dy.String:
    return dy.String(
        description=description,
        check=lambda cells: cells.map_elements(is_dice, return_dtype=pl.Boolean),
        metadata={"right": "a whole number or dice such as D6, 2D3 or D6+3", "dice": True},
    )  # fmt: skip


class Units(dy.Schema):
    """One row for each unit."""

    unit = _name("Printed name of the unit; the other tables refer to it.", key=True)
    faction = _name("Printed name of the faction.")
    keywords = _list("Printed keywords, separated by commas.")
    points = _whole(0, 5000, "Price in points of the unit with min_models models; nothing where it has none.", nullable=True)
    min_models = _whole(1, 200, "Fewest models in the unit.")
    max_models = _whole(1, 200, "Most models in the unit.")
    leadership = _roll(2, 9, "Leadership: 2D6 must reach it.", nullable=True)
    move = _whole(0, 100, "Move in inches; nothing where it is not known.", nullable=True)
    objective_control = _whole(0, 100, "Objective Control of one model.", nullable=True)
    source = _name("Which entry of SOURCES.toml the row comes from.", nullable=True)

    @dy.rule()
    def max_models_fit(cls) -> pl.Expr:
        """The largest size is not below the smallest."""
        return cls.max_models.col >= cls.min_models.col


class Models(dy.Schema):
    """One row for each kind of model in a unit, in the order in which the defender allocates attacks to them."""

    unit = _name("The unit, as in units.csv.", key=True)
    model = _name("Printed name of the model.", key=True)
    toughness = _whole(1, 30, "Toughness.")
    save = _roll(2, 7, "Armour save.")
    wounds = _whole(1, 200, "Wounds of one model.")
    invulnerable = _roll(2, 6, "Invulnerable save; one against shooting only is a row of abilities.csv.", nullable=True)
    feel_no_pain = _roll(2, 6, "Feel No Pain: each wound about to be lost is ignored on this roll.", nullable=True)
    feel_no_pain_mortal = _roll(2, 6, "The same against mortal wounds, where it differs.", nullable=True)
    damage_reduction = _whole(0, 10, "Subtracted from the Damage of each attack.", blank=0)
    half_damage = _flag("Whether the Damage of each attack is halved.")
    fixed_damage = _whole(0, 20, "What the Damage of each attack is changed to, if it is.", nullable=True)
    character = _flag("Whether it is a CHARACTER leading the unit: attacked after all other models.")
    count_min = _whole(0, 200, "Fewest of these models in the unit.")
    count_max = _whole(1, 200, "Most of these models in the unit.")
    default_count = _whole(0, 200, "How many the unit has unless told otherwise.")

    @dy.rule()
    def default_count_fits(cls) -> pl.Expr:
        """The default is within the limits."""
        return cls.default_count.col.is_between(cls.count_min.col, cls.count_max.col)


class Weapons(dy.Schema):
    """One row for each weapon profile a unit may have, in the order in which they are resolved."""

    unit = _name("The unit, as in units.csv.", key=True)
    weapon = _name("Printed name of the weapon profile.", key=True)
    type = _choice(("ranged", "melee"), "Whether it shoots or fights.", key=True)
    range = _whole(1, 500, "Range in inches; nothing for melee.", nullable=True)
    attacks = _dice("Attacks of one such weapon.")
    skill = dy.String(
        regex=r"^([2-6]\+|N/A)$", description="BS or WS; N/A for weapons that hit automatically.",
        metadata={"right": "2+ to 6+, or N/A"},
    )  # fmt: skip
    strength = _whole(1, 40, "Strength.")
    ap = _whole(-9, 0, "Armour Penetration as printed.", right="0 or a negative number as printed, such as -1")
    damage = _dice("Damage of one attack.")
    abilities = _list("Printed weapon abilities, separated by commas.")
    slot = _name("Weapons of one slot replace each other: their counts together stay what the default is.", nullable=True)
    default_count = _whole(
        0, 200, "How many are used unless told otherwise; 0 for options, other profiles, and pistols beside better guns."
    )
    max_count = _whole(1, 200, "Most the unit may have at its largest.")

    @dy.rule()
    def skill_fits_type(cls) -> pl.Expr:
        """Only ranged Torrent weapons hit without a skill."""
        hits_by_itself = (cls.type.col == "ranged") & cls.abilities.col.fill_null("").str.to_lowercase().str.contains("torrent")
        return (cls.skill.col != "N/A") | hits_by_itself

    @dy.rule()
    def range_fits_type(cls) -> pl.Expr:
        """Melee weapons have no range."""
        return (cls.type.col != "melee") | cls.range.col.is_null()

    @dy.rule()
    def max_count_fits(cls) -> pl.Expr:
        """The default is not above the most."""
        return cls.max_count.col >= cls.default_count.col


class Abilities(dy.Schema):
    """One row for each printed rule of a unit that matters in the attack sequence; what models.csv has as a number is not repeated."""

    unit = _name("The unit, as in units.csv.", key=True)
    ability = _name("Printed name of the rule.", key=True)
    kind = _choice(("core", "faction", "datasheet", "wargear"), "Where the rule is printed.")
    side = _choice(("attack", "defence", "both"), "Whether it matters when the unit attacks, is attacked, or both.")


SCHEMAS: dict[str, type[dy.Schema]] = {"units": Units, "models": Models, "weapons": Weapons, "abilities": Abilities}
"""The tables of a folder by name; each is the file `name`.csv."""

KEYS: dict[str, tuple[str, ...]] = {name: tuple(schema.primary_key()) for name, schema in SCHEMAS.items()}
"""What makes a row unique, compared as people read it (`toolkit.profiles.names.fold`)."""

ACROSS: dict[str, tuple[str, str]] = {
    "max_models_fit": ("max_models", "at least min_models"),
    "default_count_fits": ("default_count", "a number from count_min to count_max"),
    "skill_fits_type": ("skill", "2+ to 6+; N/A is for ranged weapons with the ability torrent"),
    "range_fits_type": ("range", "nothing for a melee weapon"),
    "max_count_fits": ("max_count", "at least default_count"),
}
"""The rules across columns: which cell is named when one is broken, and what would be right."""


def columns_of(table: str) -> pl.DataFrame:
    """The columns of one table as a frame: what to write in a CSV of your own.

    Parameters
    ----------
    table : str
        "units", "models", "weapons" or "abilities".

    Examples
    --------
    >>> columns_of("models").filter(pl.col("column") == "save")["write"].item()
    '2+ to 7+'
    """
    rows: list[dict[str, Any]] = []
    for name, column in SCHEMAS[table].columns().items():
        metadata = column.metadata or {}
        optional = column.nullable or "blank" in metadata
        rows.append({"column": name, "write": metadata["right"], "may_be_empty": optional, "description": column.description})
    return pl.DataFrame(rows)
