"""Random serial chains: special twists as often as general ones, bodies of every symmetry, always physical.

Numbers are short decimals and small fractions, so that exact arithmetic stays quick and a failing example readable.
Strategies are made once: hypothesis validates each new one, which takes longer than to draw from it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.algebra.exact import rational_cos_sin
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, REVOLUTE, Body, Chain, ChainJoint

QUARTERS = ((1, 0), (0, 1), (0, -1), (-1, 0))
"""Cosine and sine of 0, 90°, -90°, 180°."""


@cache
def decimals(bound: int) -> st.SearchStrategy[float]:
    """Hundredths up to `bound`."""
    return st.integers(-100 * bound, 100 * bound).map(lambda n: n / 100)


def maybe(strategy: st.SearchStrategy[float]) -> st.SearchStrategy[float]:
    """Zero half of the time."""
    return st.one_of(st.just(0.0), strategy)


HALVES = st.integers(1, 15).map(lambda n: Fraction(n, 16))
"""Tangents of half an angle."""
TWISTS = st.one_of(
    st.sampled_from(QUARTERS).map(lambda pair: (Fraction(pair[0]), Fraction(pair[1]))),
    HALVES.map(lambda t: ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))),
)
"""Cosine and sine of quarter turns and of angles with small fractions."""
LENGTHS = maybe(decimals(1))
OFFSETS = st.sampled_from((0.0, 0.0, math.pi / 2, -math.pi / 2, math.pi)) | decimals(3)
ARMATURES = maybe(st.integers(1, 50).map(lambda n: n / 10))
TYPES = st.sampled_from((REVOLUTE, REVOLUTE, REVOLUTE, PRISMATIC))
KINDS = st.sampled_from(("massless", "point", "round", "general", "general"))
TENTHS = st.integers(1, 99).map(lambda n: n / 10)
SMALL, EDGE, SIDE = st.integers(1, 50), st.integers(1, 5), st.integers(-5, 5)
DOWN = (0.0, 0.0, -9.81)
GRAVITIES = st.one_of(st.just(DOWN), st.just(DOWN), st.tuples(decimals(9), decimals(9), decimals(9)))


@cache
@st.composite
def bodies(draw: st.DrawFn) -> Body:
    """Massless, a point, round about z, or general; inertia from a second moment L Lᵀ, hence physical."""
    kind = draw(KINDS)
    if kind == "massless":
        return Body()
    mass = draw(TENTHS)
    if kind == "round":
        across, along = (Fraction(draw(SMALL), 100) for _ in range(2))
        height = draw(LENGTHS)
        return Body(mass, (0, 0, height), (across + along, across + along, 2 * across, 0, 0, 0))
    center = (draw(LENGTHS), draw(LENGTHS), draw(LENGTHS))
    if kind == "point":
        return Body(mass, center)
    a, b, c = (Fraction(draw(EDGE), 10) for _ in range(3))
    d, e, f = (Fraction(draw(SIDE), 10) for _ in range(3))
    xx, yy, zz = a * a, d * d + b * b, e * e + f * f + c * c
    return Body(mass, center, (yy + zz, xx + zz, xx + yy, -a * d, -a * e, -(d * e + b * f)))


@cache
@st.composite
def joints(draw: st.DrawFn, name: str, prismatic: bool = True) -> ChainJoint:
    """One joint with its step."""
    kind = draw(TYPES) if prismatic else REVOLUTE
    cos_alpha, sin_alpha = draw(TWISTS)
    offset = draw(OFFSETS)
    cos_offset, sin_offset = rational_cos_sin(offset)
    return ChainJoint(
        name,
        kind,
        cos_alpha,
        sin_alpha,
        a=draw(LENGTHS),
        d=draw(LENGTHS),
        offset=offset if kind == REVOLUTE else 0.0,
        cos_offset=cos_offset,
        sin_offset=sin_offset,
        armature=draw(ARMATURES),
    )


@cache
@st.composite
def chains(draw: st.DrawFn, most: int = 4, least: int = 1, prismatic: bool = True) -> Chain:
    """Chains of `least` to `most` joints, gravity mostly along a base axis, `prismatic` joints now and then."""
    n = draw(st.integers(least, most))
    return Chain(
        "random",
        tuple(draw(joints(f"joint{i + 1}", prismatic)) for i in range(n)),
        tuple(draw(bodies()) for _ in range(n)),
        draw(GRAVITIES),
    )


def planar(n: int, gravity: tuple[float, float, float], flips: bool = False) -> Chain:
    """An arm of parallel axes; with `flips` every other axis the other way round."""
    joints = tuple(ChainJoint(f"j{i}", cos_alpha=-1 if flips and i % 2 else 1, a=1, d=0.5) for i in range(n))
    return Chain("planar", joints, (Body(1, (0.5, 0.1, 0.2), (0.1, 0.2, 0.3, 0, 0, 0)),) * n, gravity)


def states(chain: Chain, count: int = 1, seed: int = 0) -> list[tuple[FloatArray, ...]]:
    """`count` random positions, velocities and accelerations, each (n,); the same for the same seed."""
    rng = np.random.default_rng(seed)
    spans = (np.pi, 3.0, 10.0)
    return [tuple(rng.uniform(-span, span, chain.n) for span in spans) for _ in range(count)]
