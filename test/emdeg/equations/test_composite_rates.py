"""Rates of moments are those of moving points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers.emdeg.recursion_numbers import assert_close

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.algebra.vectors import about_x, about_z
from puma560_dynamics.emdeg.chain.inertia import Moments
from puma560_dynamics.emdeg.equations.composite_bodies import Composite
from puma560_dynamics.emdeg.equations.composite_rates import CompositeRates


def same(value: float) -> float:
    """No names over numbers."""
    return value


class Points:
    """Random points of random mass that move."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.mass = self.chance.uniform(-1, 2, 7)
        self.place, self.velocity = self.chance.uniform(-1, 1, (2, 7, 3))

    def body(self) -> Composite:
        """Their moments."""
        k = np.einsum("i,ia,ib", self.mass, self.place, self.place)
        first = tuple((self.mass @ self.place).tolist())
        return Composite.of(Moments(self.mass.sum(), first, (k[0, 0], k[1, 1], k[2, 2], k[0, 1], k[0, 2], k[1, 2])))

    def rates(self) -> CompositeRates:
        """The rates of their moments."""
        w = np.einsum("i,ia,ib", self.mass, self.velocity, self.place)
        return CompositeRates(tuple((self.mass @ self.velocity).tolist()), tuple(map(tuple, w.tolist())))  # type: ignore[arg-type]


def agree(found: CompositeRates, expected: CompositeRates) -> None:
    """The same twelve numbers."""
    assert_close(numbers(found), numbers(expected))
    assert found.polar == pytest.approx(expected.polar)


def numbers(rates: CompositeRates) -> FloatArray:
    """All of the rates."""
    return np.array([rates.first, *rates.second], float)


@pytest.mark.parametrize("seed", range(5))
def test_a_rigid_body_rotates(seed: int):
    points = Points(seed)
    omega = points.chance.uniform(-1, 1, 3)
    points.velocity = np.cross(omega, points.place)
    agree(CompositeRates.of(points.body(), tuple(omega), same), points.rates())


@pytest.mark.parametrize("seed", range(5))
def test_rates_in_other_axes_and_about_other_origins(seed: int):
    points, other = Points(seed), Points(seed + 100)
    both = CompositeRates(
        tuple(np.add(points.rates().first, other.rates().first)),
        tuple(map(tuple, np.add(points.rates().second, other.rates().second))),  # type: ignore[arg-type]
    )
    agree(points.rates().plus(other.rates(), same), both)
    r, rate = points.chance.uniform(-1, 1, (2, 3))
    shifted = points.rates().shifted(points.body(), tuple(r), tuple(rate), same)
    c, s = math.cos(seed), math.sin(seed)
    for rotation in (about_z(c, s), about_x(c, s), about_x(-1, 0)):
        turned = points.rates().turned(rotation, same)
        moved = Points(seed)
        moved.place, moved.velocity = moved.place @ np.transpose(rotation), moved.velocity @ np.transpose(rotation)
        agree(turned, moved.rates())
    agree(points.rates().flipped(-1), moved.rates())
    assert points.rates().flipped(1).second == points.rates().second
    points.place, points.velocity = points.place + r, points.velocity + rate
    agree(shifted, points.rates())
