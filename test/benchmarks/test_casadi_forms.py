"""Every form of the peer says the same of a link: vectors, accelerations, moments and tensors by numpy's matrices."""

from __future__ import annotations

from math import cos, sin
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

NAMES = ("plain", "with U", "customised")
ANGLES = ((0.3, 0.7), (0.3, 0.0), (-1.2, None), (2.0, -0.4))
"""Of the joint, and α; None is a quarter turn without rounding."""


def skew(v: np.ndarray) -> np.ndarray:
    """[v]×."""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def step_of(theta: float, alpha: float | None) -> tuple[Any, np.ndarray]:
    """A step, and its rotation: about x by α, then about z."""
    from casadi_forms import Step

    ca, sa = (0.0, -1.0) if alpha is None else (cos(alpha), sin(alpha))
    c, s = cos(theta), sin(theta)
    joint = SimpleNamespace(cos_alpha=ca, sin_alpha=sa, a=0.4, d=-0.2, branch=None, revolute=True)
    about_x = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
    return Step.of(joint, c, s), about_x @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("theta", "alpha"), ANGLES)
def test_vectors_and_tensors_are_turned(name: str, theta: float, alpha: float | None):
    from casadi_forms import FORMS

    form, (step, rotation), rng = FORMS[name], step_of(theta, alpha), np.random.default_rng(0)
    points, masses = rng.normal(size=(5, 3)), rng.uniform(1, 2, 5)
    np.testing.assert_allclose(step.origin, [0.4, *(-0.2 * rotation[1:, 2])], atol=1e-15)
    np.testing.assert_allclose(form.forth(step, points[0]), rotation @ points[0], atol=1e-14)
    np.testing.assert_allclose(form.back(step, points[0]), rotation.T @ points[0], atol=1e-14)
    there = points @ rotation.T
    first, moved = masses @ there, masses @ (there + step.origin)
    tensor, expected = (
        sum(mass * skew(p).T @ skew(p) for mass, p in zip(masses, all_, strict=True))
        for all_ in (points, there + step.origin)
    )
    np.testing.assert_allclose(form.seen(step, tensor, first, moved), expected, atol=1e-13)


@pytest.mark.parametrize("name", NAMES)
def test_a_turning_body_needs_its_moment(name: str):
    """Of points that turn: the sums of r × (α × r + ω × (ω × r))."""
    from casadi_forms import FORMS

    form, rng = FORMS[name], np.random.default_rng(1)
    points, masses = rng.normal(size=(5, 3)), rng.uniform(1, 2, 5)
    omega, alpha = rng.normal(size=(2, 3))
    u = skew(alpha) + skew(omega) @ skew(omega)
    np.testing.assert_allclose(form.at(omega, alpha, points[0]), u @ points[0], atol=1e-14)
    second = np.einsum("k,ki,kj->ij", masses, points, points)
    spread = form.spread([second[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))])
    expected = sum(mass * np.cross(p, u @ p) for mass, p in zip(masses, points, strict=True))
    np.testing.assert_allclose(form.moment(spread, omega, alpha), expected, atol=1e-13)
