"""Ten numbers of a body: both forms, their slope, and what makes them possible."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arm import Arm
from puma560_dynamics.identification.bodies import from_linear, linear, linear_form_jacobian, measured, pseudo_inertia
from puma560_dynamics.models.recursive.regressor import arm_parameters


def cloud(seed: int, count: int = 6) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 2.0, count), rng.normal(size=(count, 3))


def of_points(mass: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Linear form of point masses, by the definition of each number."""
    inertia = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(mass, at, strict=True))
    six = [inertia[i, j] for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))]
    return np.array([mass.sum(), *(mass @ at), *six])


@given(st.integers(0, 2**32 - 1))
def test_pseudo_inertia_is_the_second_moment_of_mass(seed: int):
    mass, at = cloud(seed)
    homogeneous = np.column_stack([at, np.ones(len(at))])
    matrix = pseudo_inertia(of_points(mass, at))
    np.testing.assert_allclose(matrix, (homogeneous.T * mass) @ homogeneous, atol=1e-9)
    assert np.linalg.eigvalsh(matrix)[0] > 0.0


def test_a_body_against_the_triangle_inequality_is_impossible():
    assert np.linalg.eigvalsh(pseudo_inertia(np.array([1, 0, 0, 0, 0.1, 0, 0.1, 0, 0, 0.21])))[0] < 0.0


@given(st.integers(0, 2**32 - 1))
def test_forms_are_inverse_and_the_slope_is_right(seed: int):
    body = from_linear(of_points(*cloud(seed)))
    np.testing.assert_allclose(from_linear(linear(body)), body, atol=1e-9)
    step = 1e-6
    slope = np.column_stack([(linear(body + step * e) - linear(body - step * e)) / (2.0 * step) for e in np.eye(10)])
    np.testing.assert_allclose(linear_form_jacobian(body), slope, rtol=1e-5, atol=1e-6)


def test_the_order_is_that_of_the_regressor(arm: Arm):
    bodies = np.concatenate([linear(measured(link)) for link in arm.links])
    np.testing.assert_allclose(bodies, arm_parameters(arm)[:60], atol=1e-15)
