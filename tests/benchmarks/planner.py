"""Time a reserves planner's work on a full table: ``python -m tests.benchmarks.planner``. Regions and the charge map, and drawing them."""

from __future__ import annotations

import random

from tests.benchmarks.__main__ import measure
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import block
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.zones import deployment
from toolkit.charts.board import chart, data
from toolkit.errors import ToolkitError
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

ENEMIES = 20
BASES = ("32mm", "40mm", "60mm", "90x52mm oval", "25x50mm")


def full_table(seed: int = 7) -> Board:
    """Twenty enemy units of five to ten models where there is room for them."""
    dice = random.Random(seed)
    board = deployment("dawn_of_war")
    while len(board.units) < ENEMIES:
        base = Base.parse(dice.choice(BASES))
        count = dice.choice((5, 5, 6, 10)) if base.width < 60 else dice.choice((1, 3))
        unit = block(f"Unit {len(board.units) + 1}", base, count, dice.uniform(4, 56), dice.uniform(18, 40))
        try:
            board = board.with_unit(unit)
        except ToolkitError:  # no room there: another place
            continue
    return board


def main() -> None:
    """Print medians: the region, region and charge map together, the data of the live picture, and a picture for a page."""
    board, base = full_table(), Base.parse("32mm")
    models = sum(len(each.models) for each in board.units)
    print(f"{ENEMIES} enemy units, {models} models, 60 by 44 inches, cells of 1 inch; medians of 15 turns\n")
    for system, arrivals in (("wh40k_10e", tenth.ARRIVALS), ("wh40k_11e", eleventh.ARRIVALS)):
        rule = ChargeRule.of(system, reroll="whole")
        for arrival in arrivals:
            if arrival.anchor is not None:
                continue
            found = charge_map(board, base, arrival, 2, rule)
            seconds = measure(
                {
                    "region": lambda arrival=arrival: arrival_region(board, base, arrival, 2),
                    "both": lambda arrival=arrival, rule=rule: charge_map(board, base, arrival, 2, rule),
                    "drawing": lambda found=found, arrival=arrival: data(
                        board, region=found.region, heat=found.frame, keep_out=arrival.enemy
                    ),
                    "picture": lambda found=found, arrival=arrival: chart(
                        board, region=found.region, heat=found.frame, keep_out=arrival.enemy
                    ).to_json(),
                }
            )
            print(
                f"{arrival.name:<30} region {seconds['region'] * 1e3:6.1f} ms   region and map {seconds['both'] * 1e3:6.1f} ms   "
                f"live data {seconds['drawing'] * 1e3:6.1f} ms   ratio {seconds['both'] / seconds['drawing']:5.2f}   "
                f"page {seconds['picture'] * 1e3:6.0f} ms   ratio {seconds['both'] / seconds['picture']:5.2f}"
            )


if __name__ == "__main__":
    main()
