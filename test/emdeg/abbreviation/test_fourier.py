"""Waves against the monomials they stand for: values, slopes by differences, bounds never below."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.abbreviation.fourier import Waves, WaveSums
from puma560_dynamics.emdeg.abbreviation.terms import Factors, basis, equations_of_motion
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.chain.chain import Chain

ANGLES = (Angle(((0, 1),)), Angle(((0, 1), (1, 1))), Angle(((1, 1),), 0.3))
WAVES = Waves(3, ANGLES)
POLYNOMIALS = [
    {(("c1", 2),): 2.0, (("c1", 1), ("s12", 1)): -0.5, (): 0.25},
    {(("q3", 2), ("s2", 1)): 1.5, (("q3", 1),): -2.0, (("c12", 1), ("q3", 3)): 0.1},
]
LOWER, UPPER = np.array([-2.0, -1.0, -0.4]), np.array([2.5, 1.0, 0.9])


def value(polynomial: dict, q: np.ndarray) -> np.ndarray:
    atoms = {"q3": q[:, 2]}
    for angle in ANGLES:
        total = angle.offset + sum(sign * q[:, joint] for joint, sign in angle.joints)
        atoms |= {f"c{angle.label}": np.cos(total), f"s{angle.label}": np.sin(total)}
    terms = (k * np.prod([atoms[name] ** e for name, e in factors], axis=0) for factors, k in polynomial.items())
    return sum(terms, np.zeros(len(q)))


@pytest.fixture(scope="module")
def field() -> WaveSums:
    return WaveSums([WAVES.sum(polynomial) for polynomial in POLYNOMIALS], LOWER, UPPER)


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    return np.random.default_rng(0).uniform(LOWER, UPPER, (300, 3))


def test_values_are_those_of_the_monomials(field: WaveSums, points: np.ndarray):
    expected = np.array([value(polynomial, points) for polynomial in POLYNOMIALS])
    assert field.at(points)[0] == pytest.approx(expected, abs=1e-13)


def test_slopes_are_derivatives(field: WaveSums, points: np.ndarray):
    slopes, step = field.at(points)[1], 1e-5
    for joint in range(3):
        shift = step * np.eye(3)[joint]
        difference = (field.at(points + shift)[0] - field.at(points - shift)[0]) / (2 * step)
        assert slopes[joint] == pytest.approx(difference, abs=1e-7)


def test_curvature_and_amplitudes_are_never_exceeded(field: WaveSums, points: np.ndarray):
    curvature, step = field.curvature(), 1e-5
    assert (np.abs(field.at(points)[0]) <= field.amplitudes[:, None] + 1e-12).all()
    for i in range(3):
        shift = step * np.eye(3)[i]
        second = (field.at(points + shift)[1] - field.at(points - shift)[1]) / (2 * step)
        assert (np.abs(second) <= curvature[i][:, :, None] + 1e-6).all()
    assert curvature == pytest.approx(curvature.transpose(1, 0, 2))


def test_a_sum_angle_is_one_wave():
    three: dict[Factors, float] = {(("c1", 1), ("c12", 1)): 1.0, (("s1", 1), ("s12", 1)): 1.0}
    turns = {turn for (turn, _), amplitude in WAVES.sum(three).items() if abs(amplitude) > 1e-12}
    assert turns == {(0, 1, 0), (0, -1, 0)}


@trials(15)
@given(chains(most=3))
def test_every_term_of_a_random_chain_is_its_waves(chain: Chain):
    equations = equations_of_motion(chain)
    still = [term for term in equations.terms if term.kind == "g"]
    q = np.random.default_rng(1).uniform(-1, 1, (5, chain.n))
    waves = Waves(chain.n, equations.variables.angles)
    expected = basis(still, 0, equations.values(q, 0 * q, 0 * q))
    if still:
        found = WaveSums([waves.sum({term.factors: 1.0}) for term in still], -np.ones(chain.n), np.ones(chain.n)).at(q)[
            0
        ]
        assert found == pytest.approx(expected, abs=1e-12)
