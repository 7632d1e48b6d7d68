"""The law of one attack: what one attack can turn into, jointly, and of a random number of them.

A law is a polynomial with whole-number coefficients, kept as a dictionary. The exponent counts what comes out of the attack: `PACKET` for
each wound that goes on to damage, `CRITICAL` for each thing set aside until all other attacks are done. Hits, automatic wounds and critical
wounds of one die stay together, because they come from the same faces.
"""

from __future__ import annotations

import numpy as np

from toolkit.attack.spec import AttackSpec
from toolkit.dice.convolution import Mass, Total, compound, power, trim
from toolkit.dice.one_die import WAYS, DieTest
from toolkit.dice.pmf import Pmf

Polynomial = dict[int, int]
PACKET = 1
CRITICAL = 1 << 32
"""Exponents below and above this do not mix: no matchup has four thousand million wounds."""

ONE: Polynomial = {0: 1}


def _add(a: Polynomial, b: Polynomial, factor: int = 1) -> Polynomial:
    out = dict(a)
    for key, value in b.items():
        out[key] = out.get(key, 0) + value * factor
    return out


def _multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    out: Polynomial = {}
    for key_a, value_a in a.items():
        for key_b, value_b in b.items():
            key = key_a + key_b
            out[key] = out.get(key, 0) + value_a * value_b
    return out


def _scaled(a: Polynomial, factor: int) -> Polynomial:
    return {key: value * factor for key, value in a.items()} if factor != 1 else a


def attack_law(
    hit: DieTest | None, extra_hits: Pmf | None, auto_wound: bool, rolled: Polynomial, automatic: Polynomial, unit: int
) -> tuple[Polynomial, int]:
    """What one attack turns into.

    Parameters
    ----------
    hit : DieTest or None
        The hit roll; None hits without one.
    extra_hits : Pmf or None
        Extra hits of a critical hit.
    auto_wound : bool
        Whether a critical hit becomes `automatic` instead of `rolled`.
    rolled, automatic : Polynomial
        What one hit turns into with a wound roll, and without.
    unit : int
        Total of `rolled` and of `automatic`.

    Returns
    -------
    tuple of Polynomial and int
        The law and its total.
    """
    if hit is None:
        return rolled, unit
    fail, success, critical = hit.odds
    if extra_hits is None or not critical:
        if not auto_wound:
            law = {key: value * (success + critical) for key, value in rolled.items()}
        else:
            law = _add(_scaled(rolled, success), automatic, critical)
        law[0] = law.get(0, 0) + fail * unit
        return law, WAYS * unit
    weights, total = extra_hits.mass.tolist(), int(extra_hits.total)
    # a critical hit: the first hit times a random number of extra ones, over the common denominator unit ** most
    most = extra_hits.high
    extras: Polynomial = {}
    running: Polynomial = {0: 1}
    for number in range(most + 1):
        if number >= extra_hits.low:
            extras = _add(extras, running, weights[number - extra_hits.low] * unit ** (most - number))
        if number < most:
            running = _multiply(running, rolled)
    scale = total * unit**most
    burst = _multiply(automatic if auto_wound else rolled, extras)
    law = _add(_add({0: fail * unit * scale}, rolled, success * scale), burst, critical)
    return law, WAYS * unit * scale


def hits_law(spec: AttackSpec) -> tuple[Polynomial, int]:
    """Hits of one attack, extra hits included."""
    return attack_law(spec.hit, spec.extra_hits, False, {PACKET: 1}, {PACKET: 1}, 1)


def wounds_law(spec: AttackSpec) -> tuple[Polynomial, int]:
    """Successful wounds of one attack, automatic and critical ones included."""
    fail, success, critical = spec.wound.odds
    rolled = {0: fail, PACKET: success + critical}
    return attack_law(spec.hit, spec.extra_hits, spec.auto_wound, rolled, {PACKET: WAYS}, WAYS)


def packets_law(spec: AttackSpec, *, save: DieTest | None, apart: bool) -> tuple[Polynomial, int]:
    """Wounds of one attack that go on to damage, and critical wounds set aside.

    Parameters
    ----------
    spec : AttackSpec
    save : DieTest or None
        The saving throw to make here; None leaves saves to the allocation (or there is none).
    apart : bool
        Whether deferred critical wounds are counted apart (`CRITICAL`) or among the packets.
    """
    fail, success, critical = spec.wound.odds
    through = WAYS if save is None else save.odds.fail
    stopped = WAYS - through
    automatic: Polynomial = {0: stopped, PACKET: through}
    unit = WAYS * WAYS
    if spec.deferred:
        rolled = {0: fail * WAYS + success * stopped, PACKET: success * through}
        key = CRITICAL if apart else PACKET
        rolled[key] = rolled.get(key, 0) + critical * WAYS
    elif spec.mortal_on_wound is not None:
        weights, total = spec.mortal_on_wound.mass.tolist(), int(spec.mortal_on_wound.total)
        normal = ONE if spec.mortal_instead else automatic
        points = {(spec.mortal_on_wound.low + i) * CRITICAL: weight for i, weight in enumerate(weights) if weight}
        burst = _multiply(_scaled(normal, WAYS) if spec.mortal_instead else normal, points)
        rolled = _add({0: (fail * WAYS + success * stopped) * total, PACKET: success * through * total}, burst, critical)
        automatic, unit = _scaled(automatic, total), unit * total
    else:
        rolled = {0: fail * WAYS + (success + critical) * stopped, PACKET: (success + critical) * through}
    return attack_law(spec.hit, spec.extra_hits, spec.auto_wound, rolled, _scaled(automatic, WAYS) if spec.auto_wound else rolled, unit)


def to_mass(law: Polynomial, total: int, *, exact: bool) -> tuple[Mass, Total]:
    """A law of packets alone as a mass array over 0, 1, 2, ..."""
    size = max(law) + 1
    if exact:
        out: Mass = np.zeros(size, dtype=object)
        for key, value in law.items():
            out[key] = value
        return out, total
    floats = [0.0] * size
    for key, value in law.items():
        floats[key] = value / total
    return np.array(floats), 1.0


def attack_numbers(spec: AttackSpec, *, exact: bool) -> Pmf:
    """The number of attacks all weapons of `spec` make together."""
    return (spec.attacks if exact else spec.attacks.to_float()).times(spec.weapons)


def repeat(spec: AttackSpec, mass: Mass, total: Total, top: int | None = None) -> tuple[Mass, Total]:
    """The sum of `mass` over all attacks of all weapons, capped at `top` if given."""
    number = spec.attacks
    if number.low == number.high:
        attacks = number.low * spec.weapons
        return power(mass, attacks, top), total**attacks
    if mass.dtype != object:
        number = number.to_float()
    one, scale = compound(number.mass, number.low, mass, total, top)
    return power(one, spec.weapons, top), (scale * number.total) ** spec.weapons


def repeat_joint(spec: AttackSpec, law: Polynomial, total: int, *, exact: bool) -> tuple[Mass, Total]:
    """Packets and criticals of all attacks of all weapons, jointly.

    Returns
    -------
    tuple of ndarray, shape (packets + 1, criticals + 1), and total
    """
    attacks = spec.attacks.high * spec.weapons
    packets = max(key % CRITICAL for key in law) * attacks
    criticals = max(key // CRITICAL for key in law) * attacks
    stride = packets + 1
    flat = {key % CRITICAL + stride * (key // CRITICAL): value for key, value in law.items()}
    mass, unit = to_mass(flat, total, exact=exact)
    mass, unit = repeat(spec, mass, unit)
    out = np.zeros(stride * (criticals + 1), dtype=mass.dtype)
    out[: len(mass)] = mass
    table = out.reshape(criticals + 1, stride).T
    return table, unit


def trimmed(mass: Mass) -> Mass:
    """Without what cannot happen at the end."""
    mass = trim(mass)
    used = np.flatnonzero(mass != 0)
    return mass[: int(used[-1]) + 1] if len(used) else mass[:1]
