"""What is refused as too much work, before any is done."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.attack.allocation import Battlefield
from toolkit.attack.batches import pooled
from toolkit.attack.law import CRITICAL
from toolkit.attack.planning import Plan
from toolkit.attack.spec import AttackSpec
from toolkit.errors import SpecError

MAX_CELLS = 20_000_000
"""Most numbers the joint law of unit and waiting criticals may have (160 MB as floats)."""
MAX_CELLS_EXACT = 400_000
"""The same in exact mode, where every number is a long integer."""
MAX_ATTACKS = 20_000
"""Most attacks of one weapon profile, all its weapons together."""
MAX_WORK, MAX_WORK_EXACT = 2_000_000_000, 20_000_000
"""Most products of two numbers, estimated before work starts; either takes up to about a minute."""
DENSE = 300
"""Up to this many states, powers of a dense matrix beat single steps."""


def check_size(attacks: Sequence[AttackSpec], plans: Sequence[Plan], unit: Battlefield, *, exact: bool) -> None:
    """Refuse what would not fit in memory, or would take minutes."""
    cells, work, parts = unit.size, 0, [f"{unit.size} states of the unit"]
    largest = cells
    widest = max(group.wounds for group in unit.defence.groups) + 1
    for batch in pooled(attacks):
        attack, plan = attacks[batch[0]], plans[batch[0]]
        most = sum(attacks[index].attacks.high * attacks[index].weapons for index in batch)
        criticals, packets = (max(key // CRITICAL for key in plan.law) * most, max(key % CRITICAL for key in plan.law) * most)
        held = cells
        if criticals:
            held *= criticals + 1
            parts.append(f"up to {criticals} critical wounds of {attack.name!r} that wait")
        held = max(held, (packets + 1) * (criticals + 1))
        if attack.batched and plan.save_later:  # every number of dice that may be left
            held *= packets + 1
            work += 4 * packets * held * widest
        else:
            work += packets * held * (min(widest, attack.against[0].damage.high + 1) if exact or unit.size > DENSE else 1)
        cells = cells if attack.after_batch else held
        largest = max(largest, held)
    refuse_above("numbers at once", largest, MAX_CELLS_EXACT if exact else MAX_CELLS, " x ".join(parts), exact=exact)
    refuse_above("multiplications", work, MAX_WORK_EXACT if exact else MAX_WORK, f"{parts[0]} for each wound", exact=exact)


def refuse_above(what: str, needed: int, limit: int, why: str, *, exact: bool) -> None:
    """Refuse `needed` numbers, products or attacks where they are more than `limit`; `why` says where they come from."""
    if needed > limit:
        mode = " in exact mode" if exact else ""
        raise SpecError(
            f"this matchup needs {needed:,} {what} ({why}); the limit{mode} is {limit:,}: fire fewer weapons or attacks at a time"
        )


def check_attacks(attacks: Sequence[AttackSpec], unit: Battlefield, *, exact: bool) -> None:
    """Refuse more attacks than anybody makes."""
    for attack in attacks:
        most = attack.attacks.high * attack.weapons
        if most > MAX_ATTACKS:
            refuse_above("attacks", most, MAX_ATTACKS, f"up to {most:,} of {attack.name!r}", exact=False)
        if exact and unit.additive:
            refuse_above("steps", most * unit.size, MAX_WORK_EXACT // 10, f"{most} attacks, {unit.size} states", exact=True)
