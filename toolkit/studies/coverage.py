"""What of the rules is calculated, and by what: the project's list of rules, each with the record, function or test that covers it.

The ids are the project's own shorthand. References are rule ids ("wh40k_10e.weapon.heavy"), functions ("toolkit.studies.rolls:charge")
and tests ("tests/profiles/test_tables.py::test_battery_weapons"); a test checks that each of them exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Covered:
    """One rule of the sources.

    Attributes
    ----------
    id : str
    part : str
        Heading of the list.
    title : str
    by : tuple of str
        What covers it; empty for nothing yet.
    """

    id: str
    part: str
    title: str
    by: tuple[str, ...]


_AMBUSH = "The Ninth Age: ambush"
_LIGHT = "The Ninth Age: Light Troops"
_ROLLS = "toolkit.studies.rolls"
_RESERVES = "11th edition: strategic reserves"
_PROFILES = "10th edition: profiles"
_CORE = "10th edition: core rolls"
_WEAPONS = "10th edition: weapon abilities"
_MOVES = "10th edition: moves and states"
_DETACHMENTS = "10th edition: orders and detachments"
_STRATAGEMS = "10th edition: stratagems"
_DATASHEET = "tests/profiles/test_tables.py::test_battery_weapons"
_ORACLE = "tests/oracle/test_traps.py::"
_MOVING = "tests/studies/test_movement.py::"


def _rows() -> Iterator[Covered]:
    reserves, timeline, region = "wh40k_11e.reserves.", "toolkit.studies.timeline:", "toolkit.battlefield.regions:arrival_region"
    off, back, remembers = (
        f"{timeline}reposition",
        f"{timeline}come_back",
        "tests/studies/test_reserves.py::test_what_a_unit_remembers_of_its_turn",
    )
    after = "tests/studies/test_reserves.py::test_after_an_ingress_a_unit_makes_no_move_but_a_charge"
    moving, legality = "toolkit.studies.movement:movement", "tests/rules/test_legality.py::test_moves"
    picks = "tests/studies/test_fight.py::test_the_charge_bonus_and_who_picks"
    replay = "tests/oracle/test_reserves.py::test_what_becomes_of_whom"
    for id_, title, by in (
        (
            "11-SR1",
            "Units put into strategic reserves before the battle, half of the points at most",
            (
                f"{reserves}strategic-reserves",
                "toolkit.studies.reserves:check_reserves",
                "toolkit.studies.reserves:legal_sets",
                "toolkit.studies.reserve_sets:maximal_sets",
            ),
        ),
        ("11-SR2", "A unit taken off the table: when", (f"{reserves}repositioned-units", off, remembers)),
        ("11-SR3", "A unit taken off the table: what it remembers of its moves", (f"{reserves}repositioned-units", back, remembers)),
        ("11-SR4", "A unit taken off the table: what goes on affecting it", (f"{reserves}repositioned-units", back, remembers)),
        (
            "11-SR5",
            "Arriving by ingress moves only, from the second round",
            (f"{reserves}arrival-from-reserves", f"{timeline}timeline", replay),
        ),
        ("11-SR6", "Destroyed at the end of the third round", (f"{reserves}end-of-round-three", f"{timeline}timeline", replay)),
        (
            "11-IM1",
            "Ingress: within 6 inches of an edge, more than 8 from enemies",
            (f"{reserves}ingress-move", region, "toolkit.battlefield.breaches:breaches", "toolkit.battlefield.fit:fits"),
        ),
        ("11-IM2", "Ingress before the third round: not in the enemy's deployment zone", (f"{reserves}ingress-move", region)),
        ("11-IM3", "After an ingress no other move before the Charge phase", (f"{reserves}ingress-move", back, after)),
    ):
        yield Covered(id_, _RESERVES, title, by)

    for id_, title in (
        ("P1", "Bombast field gun"),
        ("P2", "Heavy lascannon"),
        ("P3", "Malleus rocket launcher"),
        ("P4", "Lasgun"),
        ("P5", "Laspistol"),
        ("P6", "Battery close combat weapons"),
    ):
        yield Covered(id_, _PROFILES, title, (_DATASHEET,))
    yield Covered(
        "P7", _PROFILES, "Which guns the two models carry", ("tests/profiles/test_tables.py::test_battery_has_six_pairs_of_guns",)
    )
    yield Covered("P8", _PROFILES, "Models, points and keywords of the battery", ("tests/profiles/test_tables.py::test_battery_datasheet",))
    yield Covered(
        "P9",
        _PROFILES,
        "Rearm, Reload, Fire",
        ("wh40k_10e.unit.rearm-reload-fire", f"{_ORACLE}test_rearm_needs_an_order_a_stationary_unit_and_its_own_turn"),
    )

    for id_, title, by in (
        ("C1", "Hit rolls", ("toolkit.dice.one_die:odds", "tests/dice/test_one_die.py::test_counted_literally")),
        ("C2", "Wound rolls", ("toolkit.systems.wh40k_10e.core:wound_need", "tests/corpus/test_worked.py::test_exactly")),
        ("C3", "Saving throws", ("toolkit.dice.one_die:saving_throw", f"{_ORACLE}test_the_bonus_to_saves_is_capped")),
        ("C4", "Invulnerable saves", ("wh40k_10e.unit.invulnerable-save", f"{_ORACLE}test_the_invulnerable_save_counts_under_rerolls_too")),
        ("C5", "Re-rolls", ("toolkit.dice.pools:rerolled", f"{_ORACLE}test_modifiers_come_after_the_reroll_and_once")),
        (
            "C6",
            "Benefit of Cover",
            (
                "wh40k_10e.core.cover-from-terrain",
                "wh40k_10e.unit.benefit-of-cover",
                f"{_ORACLE}test_cover_is_nothing_to_a_3_plus_save_against_ap_0",
            ),
        ),
        ("C7", "Feel No Pain", ("wh40k_10e.unit.feel-no-pain", f"{_ORACLE}test_only_one_feel_no_pain_is_rolled")),
        ("C8", "Mortal wounds", ("toolkit.attack.mortal:mortal_wounds", "tests/oracle/test_rolls.py::test_grenade")),
        ("C9", "When a unit is visible", ("wh40k_10e.core.targets-out-of-sight", "toolkit.rules.use:Visible")),
        ("C10", "Engagement Range", ("toolkit.rules.rolls:ChargeRoll", f"{_ROLLS}:charge_needs")),
        (
            "C11",
            "A weapon with several profiles",
            ("toolkit.studies.compare:compare", "tests/studies/test_completion.py::test_the_type_tells_two_profiles_of_one_weapon_apart"),
        ),
    ):
        yield Covered(id_, _CORE, title, by)

    for id_, title, by in (
        ("W1", "Blast", ("wh40k_10e.weapon.blast", f"{_ORACLE}test_blast_counts_the_models_before_the_attack")),
        ("W2", "Heavy", ("wh40k_10e.weapon.heavy", f"{_ORACLE}test_take_aim_improves_the_characteristic_and_heavy_the_roll")),
        ("W3", "Indirect Fire", ("wh40k_10e.weapon.indirect-fire", f"{_ORACLE}test_firing_unseen_fails_on_1_to_3_and_gives_cover")),
        ("W4", "Rapid Fire", ("wh40k_10e.weapon.rapid-fire",)),
        ("W5", "Pistol", ("wh40k_10e.weapon.pistol", "wh40k_10e.core.shooting-while-engaged", "wh40k_10e.core.big-guns-never-tire")),
        ("W6", "Sustained Hits", ("wh40k_10e.weapon.sustained-hits", f"{_ORACLE}test_hits_and_extra_hits_come_from_the_same_die")),
        ("W7", "Devastating Wounds", ("wh40k_10e.weapon.devastating-wounds", f"{_ORACLE}test_devastating_damage_beyond_a_model_is_lost")),
        ("W8", "Hazardous", ("wh40k_10e.weapon.hazardous", f"{_ROLLS}:hazardous", "tests/oracle/test_rolls.py::test_hazardous")),
    ):
        yield Covered(id_, _WEAPONS, title, by)

    for id_, title, by in (
        ("M1", "Normal moves", ("wh40k_10e.move.normal-move", "toolkit.studies.movement:movement")),
        ("M2", "Advances", ("wh40k_10e.move.advance", "wh40k_10e.core.shooting-after-advancing", f"{_ROLLS}:advance")),
        ("M3", "Falling Back", ("wh40k_10e.move.fall-back", moving, f"{_MOVING}test_falling_back", legality)),
        ("M4", "Desperate Escape", ("wh40k_10e.move.desperate-escape", f"{_ROLLS}:desperate_escape")),
        ("M5", "Remaining Stationary", ("wh40k_10e.move.remain-stationary", "wh40k_10e.weapon.heavy")),
        (
            "M6",
            "Disembarking",
            ("wh40k_10e.move.disembark", "toolkit.systems.wh40k_10e.reserves:DISEMBARK", "toolkit.studies.movement:movement"),
        ),
        ("M7", "Embarking", ("wh40k_10e.move.embark", moving, f"{_MOVING}test_embarking_asks_for_3_inches_from_the_transport", legality)),
        ("M8", "Charges", ("wh40k_10e.move.charge", f"{_ROLLS}:charge", f"{_ROLLS}:charge_at", "tests/oracle/test_rolls.py::test_charge")),
        ("M9", "Fighting first after a charge", ("wh40k_10e.move.charge-bonus", "toolkit.studies.fight:fight_order", picks)),
        ("S1", "Battle-shock", ("wh40k_10e.move.battle-shock", f"{_ROLLS}:battle_shock", f"{_ROLLS}:battle_shock_after")),
        (
            "S2",
            "Starting Strength and half of it",
            (f"{_ROLLS}:is_weakened", "tests/oracle/test_rolls.py::test_battle_shock_after_an_attack"),
        ),
        (
            "S3",
            "Attached units",
            (f"{_ROLLS}:battle_shock_after", f"{_ORACLE}test_precision_takes_the_leader_first_and_the_leader_is_last_otherwise"),
        ),
        (
            "R1",
            "Deep Strike",
            ("wh40k_10e.unit.deep-strike", "toolkit.systems.wh40k_10e.reserves:DEEP_STRIKE", region, f"{_ROLLS}:charge_needs"),
        ),
    ):
        yield Covered(id_, _MOVES, title, by)

    orders = "wh40k_10e.order."
    for id_, title, by in (
        ("A1", "Voice of Command", ("wh40k_10e.army.voice-of-command", "toolkit.rules.legality:in_effect")),
        ("O1", "Move! Move! Move!", (f"{orders}move-move-move", f"{_ROLLS}:advance")),
        ("O2", "Fix Bayonets!", (f"{orders}fix-bayonets",)),
        ("O3", "Take Aim!", (f"{orders}take-aim", f"{_ORACLE}test_take_aim_improves_the_characteristic_and_heavy_the_roll")),
        ("O4", "First Rank, Fire! Second Rank, Fire!", (f"{orders}first-rank-fire-second-rank-fire",)),
        ("O5", "Take Cover!", (f"{orders}take-cover", f"{_ORACLE}test_take_cover_stops_at_3_plus")),
        ("O6", "Duty and Honour!", (f"{orders}duty-and-honour", f"{_ROLLS}:battle_shock")),
        ("D1", "Born Soldiers", ("wh40k_10e.detachment.born-soldiers",)),
        ("D2", "Only the Best", ("wh40k_10e.detachment.only-the-best",)),
        ("D3a", "Artillery Support: Creeping Barrage", ("wh40k_10e.detachment.creeping-barrage", f"{_ROLLS}:creeping_barrage")),
        ("D3b", "Artillery Support: Incendiary Bombardment", ("wh40k_10e.detachment.incendiary-bombardment",)),
        ("D3c", "Artillery Support: Smoke Shells", ("wh40k_10e.detachment.smoke-shells",)),
        ("D4", "Masters of Camouflage", ("wh40k_10e.detachment.masters-of-camouflage",)),
    ):
        yield Covered(id_, _DETACHMENTS, title, by)

    for id_, title, more in (
        ("T1", "Bellicosa Drop", ("toolkit.systems.wh40k_10e.reserves:BELLICOSA_DROP",)),
        ("T2", "Fire and Relocate", ()),
        ("T3", "Servo-designators", ()),
        ("T4", "On My Position", (f"{_ROLLS}:on_my_position",)),
        (
            "T5",
            "Coordinated Action",
            ("toolkit.rules.rule:AtOnce", "tests/studies/test_orders.py::test_coordinated_action_brings_a_second_one"),
        ),
        ("T6", "Reinforcements", ("toolkit.studies.timeline:WaitingUnit",)),
        ("T7", "Fields of Fire", ()),
        ("CRR", "Command Re-roll", ("toolkit.studies.policy:command_reroll", f"{_ROLLS}:charge")),
        ("T8", "Insane Bravery", (f"{_ROLLS}:battle_shock",)),
        ("T9", "Fire Overwatch", ()),
        ("T10", "Rapid Ingress", ("toolkit.systems.wh40k_10e.reserves:RAPID_INGRESS",)),
        ("T11", "Grenade", (f"{_ROLLS}:grenade",)),
        ("T12", "Go to Ground", ()),
        ("T13", "Heroic Intervention", ("toolkit.systems.wh40k_10e.rolls:HEROIC_INTERVENTION",)),
        ("T14", "Counter-offensive", ()),
        ("T15", "Rapid Dispersal", (f"{_ROLLS}:rapid_dispersal",)),
        ("T16", "Hasty Extraction", ()),
        ("T17", "Scramble Field", ("toolkit.systems.wh40k_10e.reserves:SCRAMBLE_FIELD",)),
        ("T18", "Courageous Diversion", ()),
        ("T19", "Tanglefoot Grenades", ("toolkit.systems.wh40k_10e.rolls:TANGLEFOOT", f"{_ROLLS}:charge_at")),
        ("T20", "Trench Fighters", (f"{_ROLLS}:trench_fighters",)),
    ):
        slug = title.lower().replace(" ", "-")
        record = "wh40k_10e.core.fire-overwatch" if id_ == "T9" else f"wh40k_10e.stratagem.{slug}"
        yield Covered(id_, _STRATAGEMS, title, (record, *more, "tests/rules/test_legality.py::test_stratagem"))


def _ninth_age() -> Iterator[Covered]:
    arrival, hosts, light = "toolkit.studies.ambush_arrival:", "toolkit.studies.ambush_hosts:", "toolkit.studies.light_troops:"
    region, breaches = "toolkit.battlefield.ambush:ambush_region", "toolkit.battlefield.ambush:ambush_breaches"
    worked, literal = "tests/corpus/test_worked_ambush.py::test_worked_row", "tests/oracle/test_reserves.py::test_one_unit"
    geometry = "tests/battlefield/test_ambush.py::test_worked_rows"
    ambushers = "tests/studies/test_ambush_arrival.py::"
    status, studies = f"{arrival}arrival_status", "tests/studies/test_light_troops.py::"
    for id_, title, by in (
        (
            "N1",
            "Ambush instead of being deployed",
            (f"{arrival}Ambusher", "toolkit.studies.ambush_hosts:Attachable", f"{ambushers}test_only_units_entirely_with_ambush_wait"),
        ),
        ("N2", "The roll for arrival", ("t9a_3e.ambush.ambush-arrival", f"{arrival}arrival", f"{arrival}arrivals", worked, literal)),
        ("N3", "Arriving without a roll in the last turns", (f"{arrival}ArrivalRoll", worked, literal)),
        ("N4", "The chosen point, and turns without one", ("toolkit.battlefield.ambush:point_breaches", f"{arrival}Ambusher", literal)),
        ("N5", "Three of four corners near the point", ("t9a_3e.ambush.ambush-placement", region, breaches, geometry)),
        ("N6", "Nothing between the unit and the point", ("t9a_3e.ambush.ambush-placement", region, breaches, geometry)),
        ("N7", "What a unit may do when it has arrived", (status,)),
        ("N8", "A casualty if it never arrives", (f"{arrival}ArrivalLaw", worked, literal)),
        (
            "N9",
            "Characters that choose a unit to come with, on one die",
            (
                f"{hosts}host_plan",
                "tests/oracle/test_reserves.py::test_the_best_choice_of_hosts",
                f"{ambushers}test_characters_come_with_units_of_the_same_x",
            ),
        ),
        ("N10", "Scoring lost by arriving in the last turn", (f"{arrival}ArrivalLaw", status, literal)),
    ):
        yield Covered(id_, _AMBUSH, title, by)
    reach = f"{studies}test_the_reach_is_where_the_reform_stops_being_legal"
    for id_, title, by in (
        (
            "L1",
            "Reforms of twice the Mobility",
            ("t9a_3e.light-troops.light-troops-reform", f"{light}reform", f"{light}reform_reach", reach),
        ),
        (
            "L2",
            "When a reform counts as a march",
            (
                "t9a_3e.movement.dangerous-terrain",
                f"{light}counts_as_march",
                f"{light}dangerous_terrain",
                f"{studies}test_dangerous_terrain",
            ),
        ),
        (
            "L3",
            "Shooting after a reform",
            ("t9a_3e.light-troops.light-troops-shooting", f"{light}shooting_after_reform", f"{studies}test_shooting"),
        ),
        (
            "L4",
            "No Proper Ranks",
            ("t9a_3e.light-troops.light-troops-ranks", f"{light}ranks", f"{light}contains_light_troops", f"{studies}test_ranks_lost"),
        ),
    ):
        yield Covered(id_, _LIGHT, title, by)


def coverage() -> tuple[Covered, ...]:
    """Every rule of the sources with what covers it.

    Returns
    -------
    tuple of Covered

    Examples
    --------
    >>> next(row.by for row in coverage() if row.id == "W4")
    ('wh40k_10e.weapon.rapid-fire',)
    """
    return (*_rows(), *_ninth_age())


def to_text() -> str:
    """The table as text, with a count at the end.

    Examples
    --------
    >>> print(to_text().splitlines()[0])
    11th edition: strategic reserves
    """
    rows = coverage()
    wide = max(len(row.title) for row in rows)
    lines: list[str] = []
    part = ""
    for row in rows:
        if row.part != part:
            part = row.part
            lines += ["", part, "-" * len(part)]
        lines.append(f"{row.id:<7} {row.title:<{wide}}  {', '.join(row.by) or 'none'}")
    missing = sum(not row.by for row in rows)
    return "\n".join([*lines[1:], "", f"{len(rows)} rules, {len(rows) - missing} covered, {missing} without anything yet"])
