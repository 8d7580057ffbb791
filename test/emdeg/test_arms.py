"""Every arm of `arms/`, and random ones, from the description to Python and C: against Pinocchio and by mechanics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import needs_compiler
from helpers.emdeg.derived_arms import QUICK, DerivedArm, Library, Pinocchio, random_urdf
from helpers.emdeg.parameter_values import base_values, standard_parameters
from helpers.trials import SHARE

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Provenance, derive, numpy_functions
from puma560_dynamics.models.recursive.recursive_model import centrifugal_columns, coriolis_columns
from puma560_dynamics.models.terms import velocity_pairs

FOLDER = Path(__file__).parent
FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "arms").glob("*.urdf"))}
SHORT, LONG = (range(8 if SHARE == 1 else few) for few in (2, 1))
"""Seeds of random arms of three joints and of six."""

ARMS = [
    *(DerivedArm(name, text) for name, text in FILES.items()),
    DerivedArm("upright_3r", FILES["planar_3r"], (0.0, -9.81, 0.0)),
    DerivedArm("tilted_stanford", FILES["stanford"], (3.0, -4.0, -8.0)),
    *(DerivedArm(f"short_{seed}", random_urdf(seed, joints=3)) for seed in SHORT),
    *(DerivedArm(f"long_{seed}", random_urdf(seed, joints=6)) for seed in LONG),
]
EXPLICIT = [arm for arm in ARMS if arm.name != "seven_joints" and not arm.name.startswith("long")]
MANY = {arm.name for arm in ARMS} if SHARE == 1 else {"planar_3r", "stanford", "long_0"}
"""Arms whose C for many states is compiled: of a plane, with a joint that slides, with six general joints."""

STEP = 1e-30
"""Of a derivative by a complex step, which cancels nothing."""

FURTHER = (
    "coriolis_torque",
    "transposed_coriolis_torque",
    "momentum",
    "torque_derivatives",
    "gravity_derivative",
    "regressor",
    "base_regressor",
)
"""Functions that are not part of every model."""

each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def close(actual: FloatArray, expected: FloatArray) -> None:
    """Equal to 1e-12 of the largest entry."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max(initial=0.0)))


@cache
def expected(arm: DerivedArm) -> tuple[tuple[str, FloatArray], ...]:
    """Every program's results for the arm's random states, by Pinocchio."""
    return tuple(of_pinocchio(arm))


def of_pinocchio(arm: DerivedArm) -> Iterator[tuple[str, FloatArray]]:
    """As `expected`, one after another."""
    pinocchio = Pinocchio(arm)
    q, qd, qdd = arm.random_states()
    zero = np.zeros_like(q)
    a, g = pinocchio.kinetic_energy_matrix(q), pinocchio.torque(q, zero, zero)
    yield "torque", pinocchio.torque(q, qd, qdd)
    yield "gravity", g
    yield "kinetic_energy_matrix", a
    if "all_elements" in arm.programs:
        b, c = coriolis_columns(pinocchio.weightless, q), centrifugal_columns(pinocchio.weightless, q)
        yield "all_elements", np.concatenate([part.reshape(len(q), -1) for part in (a, b, c, g)], axis=1)


@each_arm
def test_python_against_pinocchio(arm: DerivedArm):
    pytest.importorskip("pinocchio")
    states = arm.random_states()
    for name, result in expected(arm):
        close(arm.evaluate(name, *states[: len(arm.programs[name].inputs)]), result)


@needs_compiler
def test_c_against_pinocchio(tmp_path: Path):
    pytest.importorskip("pinocchio")
    library = Library(ARMS, tmp_path, MANY)
    for arm in ARMS:
        states = arm.random_states()
        for name, result in expected(arm):
            close(library.evaluate(arm, name, *states[: len(arm.programs[name].inputs)]), result)


@each_arm
def test_further_functions_against_pinocchio(arm: DerivedArm):
    pytest.importorskip("pinocchio")
    pinocchio, n = Pinocchio(arm), arm.chain.n
    programs = derive(arm.chain, FURTHER, QUICK).programs
    functions = numpy_functions(list(programs.values()), Provenance.of(arm.chain))
    q, qd, qdd = arm.random_states(5)
    zero = np.zeros_like(q)
    close(functions.coriolis_torque(q, qd), pinocchio.torque(q, qd, zero, weight=False))
    close(functions.momentum(q, qd), pinocchio.torque(q, zero, qd, weight=False))
    close(functions.transposed_coriolis_torque(q, qd), pinocchio.transposed_coriolis_torque(q, qd))
    torque, by_position, by_velocity, inertia = np.split(
        functions.torque_derivatives(q, qd, qdd), [n, n + n * n, n + 2 * n * n], axis=1
    )
    expected = pinocchio.torque(q, qd, qdd)
    close(torque, expected)
    for found, other in zip((by_position, by_velocity), pinocchio.derivatives(q, qd, qdd), strict=True):
        close(found.reshape(other.shape), other)
    close(inertia.reshape(-1, n, n), pinocchio.kinetic_energy_matrix(q))
    close(functions.gravity_derivative(q), pinocchio.derivatives(q, zero, zero)[0])
    parameters = standard_parameters(arm.chain)
    sums = base_values(arm.chain)
    close(functions.regressor(q, qd, qdd) @ parameters, expected)
    close(functions.base_regressor(q, qd, qdd) @ sums, expected)


def slope(arm: DerivedArm, name: str, q: FloatArray, direction: FloatArray) -> FloatArray:
    """Derivative of a program's result along a direction of the joint space."""
    return arm.evaluate(name, q + 1j * STEP * direction).imag / STEP


@each_arm
def test_mechanics(arm: DerivedArm):
    """A is symmetric and positive definite, g is a gradient, and d(T + V)/dt = qd·tau."""
    q, qd, qdd = arm.random_states()
    a, g = arm.evaluate("kinetic_energy_matrix", q), arm.evaluate("gravity", q)
    np.testing.assert_array_equal(a, a.transpose(0, 2, 1))
    scale = np.abs(a).max()
    if all(body.mass for body in arm.chain.bodies):
        assert np.linalg.eigvalsh(a).min() > 1e-6
    assert np.linalg.eigvalsh(a).min() > -1e-12 * scale
    gradient = np.stack([slope(arm, "gravity", q, unit) for unit in np.eye(arm.chain.n)], axis=-1)
    close(gradient, gradient.transpose(0, 2, 1))
    kinetic = (qd * (a @ qdd[..., None] + slope(arm, "kinetic_energy_matrix", q, qd) @ qd[..., None] / 2)[..., 0]).sum(
        1
    )
    close((qd * arm.evaluate("torque", q, qd, qdd)).sum(1), kinetic + (qd * g).sum(1))


@pytest.mark.parametrize("arm", EXPLICIT, ids=lambda arm: arm.name)
def test_elements_belong_together(arm: DerivedArm):
    """Adot - 2C is skew for the matrix of Christoffel symbols, and equation (1) is the torque."""
    q, qd, qdd = arm.random_states()
    a, b, c, g = arm.split(arm.evaluate("all_elements", q))
    first, second = velocity_pairs(arm.chain.n).T
    matrix = c * qd[:, None, :]
    for pair, (j, k) in enumerate(zip(first, second, strict=True)):
        matrix[:, :, j] += b[:, :, pair] * qd[:, None, k] / 2
        matrix[:, :, k] += b[:, :, pair] * qd[:, None, j] / 2
    skew = slope(arm, "kinetic_energy_matrix", q, qd) - 2 * matrix
    close(skew, -skew.transpose(0, 2, 1))
    velocity = (b @ (qd[:, first] * qd[:, second])[..., None] + c @ (qd**2)[..., None])[..., 0]
    close((a @ qdd[..., None])[..., 0] + velocity + g, arm.evaluate("torque", q, qd, qdd))


def test_a_planar_2r_is_that_of_the_textbooks():
    """Spong, Hutchinson and Vidyasagar, section 7.4: the planar elbow manipulator."""
    arm = next(arm for arm in ARMS if arm.name == "planar_2r")
    m1, m2, l1, r1, r2, i1, i2, gravity = 2.5, 1.5, 0.5, 0.2, 0.15, 0.035, 0.012, 9.81
    q, qd, qdd = (state.T for state in arm.random_states())
    c2, h = np.cos(q[1]), -m2 * l1 * r2 * np.sin(q[1])
    d11 = m1 * r1**2 + m2 * (l1**2 + r2**2 + 2 * l1 * r2 * c2) + i1 + i2
    d12 = m2 * (r2**2 + l1 * r2 * c2) + i2
    d22 = m2 * r2**2 + i2
    g2 = m2 * r2 * gravity * np.cos(q[0] + q[1])
    g1 = (m1 * r1 + m2 * l1) * gravity * np.cos(q[0]) + g2
    tau1 = d11 * qdd[0] + d12 * qdd[1] + 2 * h * qd[0] * qd[1] + h * qd[1] ** 2 + g1
    tau2 = d12 * qdd[0] + d22 * qdd[1] - h * qd[0] ** 2 + g2
    close(arm.evaluate("torque", *arm.random_states()), np.stack([tau1, tau2], axis=1))


@pytest.mark.parametrize(("name", "gravity"), [("planar_3r", 0.0), ("upright_3r", 9.81)])
def test_a_planar_3r_is_that_of_the_textbooks(name: str, gravity: float):
    """Lagrange's equations with the kinetic energy written out; the hand is a part of the third link."""
    arm = next(arm for arm in ARMS if arm.name == name)
    m1, m2, m3, l1, l2, r1, r2 = 3.0, 2.0, 1.4, 0.5, 0.4, 0.25, 0.2
    r3 = (1.0 * 0.1 + 0.4 * 0.25) / m3
    i1, i2, i3 = 0.07, 0.03, 0.004 + (r3 - 0.1) ** 2 + 0.0005 + 0.4 * (0.25 - r3) ** 2
    for q, qd, qdd, tau in zip(*(states := arm.random_states()), arm.evaluate("torque", *states), strict=True):
        c2, c3, c23 = np.cos([q[1], q[2], q[1] + q[2]])
        a33 = i3 + m3 * r3**2
        a23 = a33 + m3 * l2 * r3 * c3
        a13 = a23 + m3 * l1 * r3 * c23
        a22 = a33 + i2 + m2 * r2**2 + m3 * (l2**2 + 2 * l2 * r3 * c3)
        a12 = a22 + m2 * l1 * r2 * c2 + m3 * l1 * (l2 * c2 + r3 * c23)
        a11 = 2 * a12 - a22 + i1 + m1 * r1**2 + (m2 + m3) * l1**2
        a = np.array([[a11, a12, a13], [a12, a22, a23], [a13, a23, a33]])
        # Derivatives by q2 and q3; nothing depends on q1.
        u, v = l1 * (m2 * r2 + m3 * l2) * np.sin(q[1]), m3 * l1 * r3 * np.sin(q[1] + q[2])
        w = m3 * l2 * r3 * np.sin(q[2])
        by_q2 = -np.array([[2 * (u + v), u + v, v], [u + v, 0, 0], [v, 0, 0]])
        by_q3 = -np.array([[2 * (v + w), v + 2 * w, v + w], [v + 2 * w, 2 * w, w], [v + w, w, 0]])
        velocity = (by_q2 * qd[1] + by_q3 * qd[2]) @ qd - np.array([0, qd @ by_q2 @ qd, qd @ by_q3 @ qd]) / 2
        g3 = m3 * r3 * gravity * np.cos(q.sum())
        g2 = g3 + (m2 * r2 + m3 * l2) * gravity * np.cos(q[0] + q[1])
        g1 = g2 + (m1 * r1 + (m2 + m3) * l1) * gravity * np.cos(q[0])
        close(tau, a @ qdd + velocity + np.array([g1, g2, g3]))
