"""A payload alone, by partial velocities, against Newton-Euler with and without it, and payloads too heavy to hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.oracle import EXACT, ask, random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_counts import payload_counts
from puma560_dynamics.models.payload.payload_model import PayloadModel, check_holdable


def random_load(rng: np.random.Generator) -> Payload:
    """A box of random size, place and orientation."""
    moments = rng.uniform(0.01, 0.1, 3)
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    tensor = rotation @ np.diag(moments.sum() - moments) @ rotation.T
    return Payload(rng.uniform(0.5, 5.0), rng.uniform(-0.3, 0.3, 3), (tensor + tensor.T) / 2)


def test_arms_and_loads_at_random_also_tilted(arms: Callable[..., list[Arm]]):
    rng = np.random.default_rng(11)
    for arm in arms(20):
        down = rng.normal(size=3)
        tilted = arm.with_(gravity_direction=down / np.linalg.norm(down))
        load = random_load(rng)
        whole = ask(load_model("newton_euler", tilted, load), rng, 20)
        base, extra = load_model("newton_euler", tilted), PayloadModel(tilted, load)
        for name in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
            expected = getattr(whole, name)
            total = getattr(base, name)(whole.q) + getattr(extra, name)(whole.q)
            assert np.abs(total - expected).max() < EXACT * np.abs(expected).max(), name


def test_its_torque_is_that_of_its_elements_and_adds_to_the_arms(arms: Callable[..., list[Arm]]):
    rng = np.random.default_rng(12)
    for arm in arms(5):
        payload = random_load(rng)
        states = random_states(rng, 20)
        load = PayloadModel(arm, payload)
        expected = load.terms(*states).total
        np.testing.assert_allclose(load.torque(*states), expected, rtol=0, atol=EXACT * np.abs(expected).max())
        whole = load_model("newton_euler", arm, payload).torque(*states)
        total = load_model("newton_euler", arm).torque(*states) + load.torque(*states)
        np.testing.assert_allclose(total, whole, rtol=0, atol=EXACT * np.abs(whole).max())


def test_its_kinetic_energy_matrix_is_a_bodys(arm: Arm):
    rng = np.random.default_rng(5)
    load = PayloadModel(arm, random_load(rng))
    a = load.kinetic_energy_matrix(random_states(rng, 100)[0])
    np.testing.assert_allclose(a, np.swapaxes(a, -1, -2), atol=1e-15)
    assert (np.linalg.eigvalsh(a) > -1e-12).all()


def test_one_state_is_the_row_of_many(arm: Arm):
    rng = np.random.default_rng(6)
    load = PayloadModel(arm, random_load(rng))
    q = random_states(rng, 7)[0]
    for one, many in zip(load.elements(q[3]), load.elements(q), strict=True):
        np.testing.assert_allclose(one, many[3], atol=1e-14)


def test_what_is_no_array_of_finite_doubles(arm: Arm):
    load = PayloadModel(arm, random_load(np.random.default_rng(14)))
    q = np.arange(6.0)
    np.testing.assert_allclose(load.torque(q.tolist(), 0, 0), load.gravity(q), atol=1e-14)
    np.testing.assert_allclose(load.gravity(np.arange(6)), load.gravity(q), atol=1e-14)
    np.testing.assert_allclose(load.gravity(np.arange(12.0)[::2] / 2), load.gravity(q), atol=1e-14)
    for bad in (np.full(6, np.nan), np.full(6, -np.inf), np.zeros(5), np.zeros((2, 5)), "q"):
        with pytest.raises(StateError):
            load.gravity(bad)
        with pytest.raises(StateError):
            load.torque(q, q, bad)


def test_payloads_that_the_arm_can_hold(arm: Arm):
    for mass in (0.0, 0.5, 2.5, 10.0):
        check_holdable(arm, Payload.of(mass, (0.0, 0.0, 0.1)))


@pytest.mark.parametrize(("mass", "center"), [(1200.0, 0.12), (2.5, 12.0), (40.0, 0.1)])
def test_a_misplaced_decimal_point(arm: Arm, mass: float, center: float):
    with pytest.raises(StateError, match="check the decimal point"):
        check_holdable(arm, Payload.of(mass, (0.0, 0.0, center)))


def test_the_joint_that_gives_way_first_is_named(arm: Arm):
    """Close to the wrist it is the elbow, far from it the wrist."""
    with pytest.raises(StateError, match="at joint3"):
        check_holdable(arm, Payload.of(100.0, (0.0, 0.0, 0.001)))
    with pytest.raises(StateError, match="at joint5"):
        check_holdable(arm, Payload.of(3.0, (0.0, 0.0, 1.0)))


def test_nothing_weighs_where_there_is_no_gravity(arm: Arm):
    check_holdable(arm.with_(gravity=0.0), Payload.of(1000.0, (0.0, 0.0, 1.0)))


GENERAL = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
POINT = Payload.of(2.3, (0.05, -0.03, 0.12))
ON_AXIS = Payload.of(2.3, (0.0, 0.0, 0.12))


def test_what_is_zero_costs_nothing(arm: Arm):
    general, point, on_axis = (payload_counts(arm, load) for load in (GENERAL, POINT, ON_AXIS))
    for name in ("torque", "kinetic_energy_matrix", "coefficients", "all_elements"):
        assert general[name].total > point[name].total > on_axis[name].total, name
    assert general["gravity"] == point["gravity"]  # weight knows no inertia


def test_parts_share_the_partial_velocities(arm: Arm):
    counts = payload_counts(arm, GENERAL)
    together = counts["kinetic_energy_matrix"].total + counts["gravity"].total
    assert counts["kinetic_energy_matrix"].total < counts["coefficients"].total < together
    assert counts["coefficients"].total < counts["all_elements"].total


def test_the_model_answers_with_these(arm: Arm):
    assert PayloadModel(arm, GENERAL).operation_counts() == payload_counts(arm, GENERAL)


def test_a_point_on_one_turning_joint_by_hand(arm: Arm):
    """A point (x, y) on joint 1 alone, gravity along its axis: A = m (vx² + vy²), nothing else.

    Its place is (c x - s y, s x + c y), four products and two sums; the partial velocity is that place
    turned by a right angle; m v takes two products, v . m v two more and one sum.
    """
    first = replace(arm.joints[0], a=0.0, d=0.0, alpha=0.0)
    one = replace(arm, joints=(first,), links=arm.links[:1], motors=arm.motors[:1])
    counts = payload_counts(one, Payload.of(2.0, (0.3, 0.2, 0.0)))
    assert counts["kinetic_energy_matrix"] == (4 + 2 + 2, 2 + 1)
    assert counts["gravity"] == (4, 2)  # the place; no moment about a vertical axis
    assert payload_counts(one, Payload.of(2.0, (0.3, 0.2, 0.0)), added=True)["kinetic_energy_matrix"] == (8, 4)
