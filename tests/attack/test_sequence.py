"""The engine on its own: properties that hold for every attack, and what it refuses. Whole distributions are checked in tests/oracle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from toolkit.attack import sequence
from toolkit.attack.sequence import resolve
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.attack.stages import stages_of
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import dice
from toolkit.errors import SpecError


def law(text: str | int) -> Pmf:
    return dice(text, exact=True)


@st.composite
def groups(draw: st.DrawFn, most: int = 2) -> DefenceSpec:
    count = draw(st.integers(1, most))
    need = st.sampled_from([None, 4, 5, 6])
    return DefenceSpec(
        tuple(
            ModelGroup(draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(need), draw(need), leader=index > 0 and draw(st.booleans()))
            for index in range(count)
        )
    )


@st.composite
def attacks(draw: st.DrawFn, defence: DefenceSpec) -> AttackSpec:
    damage = law(draw(st.sampled_from(["1", "2", "D3", "D6+1", "3"])))
    saves = [saving_throw(draw(st.integers(2, 7))) for _ in defence.groups]
    deferred = draw(st.booleans())
    return AttackSpec(
        "gun",
        law(draw(st.sampled_from(["1", "3", "D3", "D6", "2D3+1"]))),
        draw(st.integers(1, 2)),
        draw(
            st.one_of(
                st.none(), st.builds(DieTest, st.integers(2, 6), st.integers(-1, 1), reroll=st.sampled_from([None, "ones", "failed"]))
            )
        ),
        DieTest(draw(st.integers(2, 6)), critical=draw(st.integers(4, 6)), critical_succeeds=True),
        tuple(Against(save, damage) for save in saves),
        extra_hits=draw(st.sampled_from([None, law(1), law("D3")])),
        auto_wound=draw(st.booleans()),
        deferred=deferred,
        mortal_on_wound=None if deferred else draw(st.sampled_from([None, law(1), law("D3")])),
        mortal_instead=draw(st.booleans()),
        leaders_first=draw(st.booleans()),
    )


@st.composite
def matchups(draw: st.DrawFn) -> tuple[list[AttackSpec], DefenceSpec]:
    defence = draw(groups())
    specs = [draw(attacks(defence)) for _ in range(draw(st.integers(1, 2)))]
    more = [replace(specs[0], weapons=specs[0].weapons + 1), *specs[1:]]
    try:  # what the engine refuses as too much work is tested below
        resolve(more, defence, exact=True)
    except SpecError:
        assume(False)
    return specs, defence


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matchups())
def test_float_equals_exact_and_mass_is_one(matchup: tuple[list[AttackSpec], DefenceSpec]) -> None:
    exact, floating = resolve(*matchup, exact=True), resolve(*matchup)
    for name in ("damage", "slain"):
        want, got = getattr(exact, name), getattr(floating, name)
        assert sum(p for _, p in want.items()) == 1
        for value, p in want.items():
            assert got[value] >= 0
            assert got[value] == pytest.approx(float(p), rel=1e-10, abs=1e-140)
    assert floating.p_destroyed == pytest.approx(float(exact.p_destroyed), rel=1e-10)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matchups())
def test_stages_of_float_equal_exact(matchup: tuple[list[AttackSpec], DefenceSpec]) -> None:
    exact, floating = stages_of(*matchup, exact=True), stages_of(*matchup, exact=False)
    for stage in ("attacks", "hits", "wounds", "unsaved"):
        want, got = exact.of(stage), floating.of(stage)  # type: ignore[arg-type]
        assert sum(p for _, p in want.items()) == 1
        assert all(got[value] == pytest.approx(float(p), rel=1e-10, abs=1e-140) for value, p in want.items())
    if exact.damage_rolled is not None:
        assert floating.damage_rolled == pytest.approx(float(exact.damage_rolled))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matchups())
def test_more_attacks_never_slay_fewer(matchup: tuple[list[AttackSpec], DefenceSpec]) -> None:
    specs, defence = matchup
    fewer = resolve(specs, defence, exact=True)
    more = resolve([replace(specs[0], weapons=specs[0].weapons + 1), *specs[1:]], defence, exact=True)
    for k in range(1, defence.wounds + 1):
        assert more.damage.at_least(k) >= fewer.damage.at_least(k) or len(defence.groups) > 1 or _order_can_waste(specs)
    assert more.damage.mean() >= fewer.damage.mean() or _order_can_waste(specs)


def _order_can_waste(specs: list[AttackSpec]) -> bool:
    """More hits of one weapon can leave a model with so few wounds that the next weapon's bigger hit is wasted on it."""
    return len(specs) > 1 or specs[0].deferred or specs[0].mortal_on_wound is not None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(groups(most=1).flatmap(lambda d: st.tuples(attacks(d), attacks(d), st.just(d))))
def test_order_of_independent_attacks_does_not_matter_where_damage_adds_up(case: tuple[AttackSpec, AttackSpec, DefenceSpec]) -> None:
    first, second, defence = case
    single = DefenceSpec((replace(defence.groups[0], count=1),))
    one, other = resolve([first, second], single, exact=True), resolve([second, first], single, exact=True)
    assert one.damage == other.damage


def test_the_three_ways_to_compute_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding up, dense matrices and single steps are one law."""
    spec = AttackSpec("gun", law("2D6+3"), 2, DieTest(4), DieTest(3), (Against(saving_throw(5), law("D3")),), extra_hits=law(1))
    for defence in (DefenceSpec((ModelGroup(1, 12, 6),)), DefenceSpec((ModelGroup(9, 1, 6),)), DefenceSpec((ModelGroup(6, 3, 6),))):
        usual = resolve([spec], defence)
        with monkeypatch.context() as patch:
            patch.setattr(sequence, "DENSE", 0)
            steps = sequence._resolve_states([spec], sequence.battlefield([spec], defence), exact=False)
        dense = sequence._resolve_states([spec], sequence.battlefield([spec], defence), exact=False)
        for value, p in usual.damage.items():
            assert steps.damage[value] == pytest.approx(p, rel=1e-12)
            assert dense.damage[value] == pytest.approx(p, rel=1e-12)


def test_a_thousand_attacks_stay_clean() -> None:
    spec = AttackSpec("horde", law(1), 1000, DieTest(5), DieTest(5), (Against(saving_throw(4), law("D3")),))
    for group in (ModelGroup(1, 1000), ModelGroup(200, 2), ModelGroup(20, 3)):
        outcome = resolve([spec], DefenceSpec((group,)))
        assert min(p for _, p in outcome.damage.items()) >= 0
        assert sum(p for _, p in outcome.damage.items()) == pytest.approx(1, abs=1e-11)


def test_devastating_damage_waits_for_other_weapons() -> None:
    """D2 devastating and plain D3, each through with 5/6, into two models of three wounds: 25/6 wounds in either order."""
    always = DieTest(2, critical=2, critical_succeeds=True)
    sure = DieTest(1, fails_up_to=0)
    two = AttackSpec("two", law(1), 1, sure, always, (Against(None, law(2)),), deferred=True)
    three = AttackSpec("three", law(1), 1, sure, always, (Against(None, law(3)),))
    defence = DefenceSpec((ModelGroup(2, 3),))
    assert (
        resolve([two, three], defence, exact=True).damage.mean()
        == resolve([three, two], defence, exact=True).damage.mean()
        == Fraction(25, 6)
    )


def test_refusals_come_with_numbers() -> None:
    one = law(1)
    good = AttackSpec("gun", one, 1, DieTest(4), DieTest(4), (Against(None, one),))
    with pytest.raises(SpecError, match="1 groups"):
        resolve([good], DefenceSpec((ModelGroup(1, 1), ModelGroup(1, 2))))
    with pytest.raises(SpecError, match="floating"):
        replace(good, attacks=dice(1))
    with pytest.raises(SpecError, match="0 wounds"):
        ModelGroup(1, 0)
    with pytest.raises(SpecError, match="two ways"):
        replace(good, deferred=True, mortal_on_wound=one)
    with pytest.raises(SpecError, match="needs 50,000 attacks"):
        resolve([replace(good, attacks=law(50), weapons=1000)], DefenceSpec((ModelGroup(1, 1),)))
    with pytest.raises(SpecError, match="multiplications"):
        resolve([replace(good, attacks=law(20), weapons=1000)], DefenceSpec((ModelGroup(1000, 1000),)))
    different = (Against(None, law(2)),)
    many = [AttackSpec(f"gun {i}", law(1), 60, DieTest(4), DieTest(4), (Against(None, law(i + 1)),), deferred=True) for i in range(4)]
    with pytest.raises(SpecError, match=r"needs [\d,]+ numbers at once .*the limit is 20,000,000"):
        resolve([*many, replace(good, against=different)], DefenceSpec((ModelGroup(10, 3),)))
