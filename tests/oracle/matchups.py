"""Short ways to write the scenario documents of the named tests."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def gun(
    attacks: int | str = 1, skill: str = "N/A", strength: int = 20, ap: int = 0, damage: int | str = 1, *abilities: str, **more: Any
) -> Document:
    """A ranged weapon; with the defaults it hits by itself and wounds Toughness 4 on 2+."""
    numbers = {"attacks": attacks, "skill": skill, "strength": strength, "ap": ap, "damage": damage}
    torrent = ["torrent"] if skill == "N/A" else []
    return {"name": "gun", "count": 1, "type": "ranged", "range": 24, **numbers, "abilities": [*abilities, *torrent], **more}


def models(count: int = 1, toughness: int = 4, save: str = "7+", wounds: int = 1, **more: Any) -> Document:
    """One profile of the target; without a save by default."""
    return {"count": count, "toughness": toughness, "save": save, "wounds": wounds, **more}


def matchup(weapons: Document | list[Document], target: Document | list[Document], **situation: Any) -> Document:
    """A scenario document; `ours`, `theirs` and `keywords` go to the units, every other word to the situation."""
    ours, theirs = situation.pop("ours", []), situation.pop("theirs", [])
    keywords = situation.pop("keywords", ["Infantry"])
    return {
        "system": "wh40k_10e",
        "attacker": {
            "keywords": ["Infantry", "Regiment"],
            "rules": ours,
            "weapons": weapons if isinstance(weapons, list) else [weapons],
        },
        "defender": {"keywords": keywords, "rules": theirs, "models": target if isinstance(target, list) else [target]},
        "situation": situation,
    }
