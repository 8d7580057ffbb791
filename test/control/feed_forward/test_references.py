"""References: fresh, in order, within the limits and without a step; the last one is followed at a joint state."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.steady_loop import QD, QDD, Q, loop
from numpy.typing import ArrayLike

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import (
    SLOWEST,
    Reference,
    ReferenceCheck,
    largest_acceleration,
)
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.motor_inertia import QUICKEST
from puma560_dynamics.control.trajectory.trajectory import pick_and_place
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.interface import DynamicModel

PERIOD = 0.004
CLOCK = 1000.0


@pytest.fixture(scope="module")
def model() -> DynamicModel:
    """The PUMA."""
    return load_model("full")


@pytest.fixture(scope="module")
def limit(model: DynamicModel) -> np.ndarray:
    """Its largest acceleration."""
    return largest_acceleration(model)


@pytest.fixture
def check(arm: Arm, limit: np.ndarray) -> ReferenceCheck:
    """As the node makes it."""
    return ReferenceCheck(arm, limit)


def at(arm: Arm, joint: int = 0, position: float = 0.0, velocity: float = 0.0, acceleration: float = 0.0) -> Reference:
    """A reference in which one joint differs from zero."""
    fields = np.zeros((3, arm.n))
    fields[:, joint] = position, velocity, acceleration
    return Reference(*fields)


def send(check: ReferenceCheck, reference: Reference, now: float = 0.0, old: float = 0.0) -> None:
    """Hand in a reference at a steady time, its stamp `old` s old."""
    check.check_reference(now, CLOCK + now, CLOCK + now - old, reference)


# The acceleration that motors can give


def test_the_largest_acceleration_holds_at_random_poses(model: DynamicModel, limit: np.ndarray):
    """Never below maximum torque by inertia: a physical reference must not be refused for being too quick."""
    arm = model.arm
    poses = np.random.default_rng(1986).uniform(arm.lower, arm.upper, (1000, arm.n))
    inertia = np.diagonal(model.kinetic_energy_matrix(poses), axis1=1, axis2=2)
    assert (arm.maximum_torque / inertia <= limit).all()


def test_the_largest_acceleration_holds_for_joints_that_help_each_other(model: DynamicModel, limit: np.ndarray):
    """All motors at their maximum torque at once, each in the direction that accelerates the joint most."""
    arm = model.arm
    poses = np.random.default_rng(560).uniform(arm.lower, arm.upper, (1000, arm.n))
    mobility = np.abs(np.linalg.inv(model.kinetic_energy_matrix(poses)))
    assert (mobility @ arm.maximum_torque <= limit).all()


def test_the_largest_acceleration_is_no_more_than_it_must_be(model: DynamicModel, limit: np.ndarray):
    """A limit that admits everything would be none."""
    arm = model.arm
    poses = np.random.default_rng(1).uniform(arm.lower, arm.upper, (1000, arm.n))
    inertia = np.diagonal(model.kinetic_energy_matrix(poses), axis1=1, axis2=2)
    assert (limit <= 2.0 * arm.maximum_torque / inertia.min(axis=0)).all()
    assert (limit < 200.0).all()


def test_the_largest_acceleration_has_bounds_where_the_inertia_is_hardly_known(arm: Arm):
    """A description has no motor inertia: the last link alone would allow more than 10 000 rad/s²."""
    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    model = load_model("newton_euler", bare)
    assert 1.5 * arm.maximum_torque[5] / model.kinetic_energy_matrix(np.zeros(6))[5, 5] > 10_000.0
    assert largest_acceleration(model)[5] == arm.velocity[5] / QUICKEST
    weak = arm.with_(motors=tuple(replace(motor, maximum_torque=1e-3) for motor in arm.motors))
    np.testing.assert_array_equal(
        largest_acceleration(load_model("newton_euler", weak)), np.asarray(arm.velocity / SLOWEST)
    )


# What is accepted


def test_the_pick_and_place_cycle_is_accepted_completely(check: ReferenceCheck):
    motion = pick_and_place()
    for step in range(round((motion.duration + 0.1) / PERIOD)):
        send(check, motion.at(step * PERIOD), step * PERIOD)


@pytest.mark.parametrize("joint", range(6))
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_limits_themselves_are_accepted(
    check: ReferenceCheck, arm: Arm, limit: np.ndarray, joint: int, side: float
):
    edge = (arm.upper if side > 0.0 else arm.lower)[joint]
    send(check, at(arm, joint, edge, side * arm.velocity[joint], side * limit[joint]))


def test_a_motion_at_the_velocity_limit_is_accepted(check: ReferenceCheck, arm: Arm):
    for step in range(100):
        send(check, at(arm, 0, 8.0 * PERIOD * step - 1.6, 8.0), PERIOD * step)


# Stamps


@pytest.mark.parametrize(("old", "side"), [(0.21, "past"), (0.9, "past"), (-0.21, "future"), (-0.9, "future")])
def test_a_stamp_far_from_the_clock(check: ReferenceCheck, arm: Arm, old: float, side: str):
    with pytest.raises(MessageError, match=side):
        send(check, at(arm), old=old)
    send(check, at(arm))


def test_old_references_with_an_offset_of_the_clocks(arm: Arm, limit: np.ndarray):
    send(ReferenceCheck(arm, limit, 0.2, 1.0), at(arm), old=0.9)


def test_a_duplicate(check: ReferenceCheck, arm: Arm):
    send(check, at(arm))
    with pytest.raises(MessageError, match="that of the last message"):
        send(check, at(arm), 0.01, 0.01)


def test_one_out_of_order(check: ReferenceCheck, arm: Arm):
    send(check, at(arm))
    with pytest.raises(MessageError, match="before the last one"):
        send(check, at(arm), 0.01, 0.02)


@pytest.mark.parametrize(("clock", "stamp"), [(0.0, 0.0), (0.0, 1.0), (0.1, 0.0)])
def test_no_clock_or_no_stamp(check: ReferenceCheck, arm: Arm, clock: float, stamp: float):
    with pytest.raises(MessageError):
        check.check_reference(0.0, clock, stamp, at(arm))


# Limits


@pytest.mark.parametrize("joint", range(6))
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_beyond_a_limit(check: ReferenceCheck, arm: Arm, limit: np.ndarray, joint: int, side: float):
    edge = (arm.upper if side > 0.0 else arm.lower)[joint]
    name = arm.joint_names[joint]
    with pytest.raises(StateError, match=f"position of {name} is"):
        send(check, at(arm, joint, edge + side * 0.001))
    with pytest.raises(StateError, match=f"velocity of {name} is"):
        send(check, at(arm, joint, 0.0, side * 1.001 * arm.velocity[joint]), 0.01)
    with pytest.raises(StateError, match=f"acceleration of {name} is"):
        send(check, at(arm, joint, 0.0, 0.0, side * 1.001 * limit[joint]), 0.02)


@pytest.mark.parametrize("joint", range(6))
def test_an_acceleration_of_500(check: ReferenceCheck, arm: Arm, joint: int):
    with pytest.raises(StateError, match="acceleration"):
        send(check, at(arm, joint, acceleration=500.0))


@pytest.mark.parametrize("field", ["position", "velocity", "acceleration"])
def test_infinite_numbers_are_beyond_a_limit(check: ReferenceCheck, arm: Arm, field: str):
    for number in (math.inf, math.nan):
        with pytest.raises(StateError, match=f"{field} of the reference: expected 6 finite numbers"):
            send(check, at(arm, 1, **{field: number}))
        check.forget()


def test_a_step_is_not_followed_one_message_later(check: ReferenceCheck, arm: Arm):
    """The last one that was followed is what the next is compared with."""
    here, there = Reference(np.zeros(6), np.zeros(6), np.zeros(6)), np.zeros(6)
    there[1] = -2.0
    step = Reference(there, np.zeros(6), np.zeros(6))
    check.check_reference(0.0, 1000.0, 1000.0, here)
    for count in range(1, 40):
        now = 0.004 * count
        with pytest.raises(StateError, match="jumps by 2"):
            check.check_reference(now, 1000.0 + now, 1000.0 + now, step)


def test_a_velocity_that_steps_is_not_followed(check: ReferenceCheck):
    here = Reference(np.zeros(6), np.zeros(6), np.zeros(6))
    check.check_reference(0.0, 1000.0, 1000.0, here)
    with pytest.raises(StateError, match="velocity of the reference of joint1 jumps by 6"):
        check.check_reference(
            0.004, 1000.004, 1000.004, Reference(np.zeros(6), np.full(6, 6.0) * [1, 0, 0, 0, 0, 0], np.zeros(6))
        )


def test_other_names_for_the_joints(arm: Arm):
    check = ReferenceCheck(arm, np.full(arm.n, 10.0), joint_names=[f"left_{name}" for name in arm.joint_names])
    with pytest.raises(StateError, match=f"left_{arm.joint_names[2]}"):
        send(check, at(arm, 2, 9.0))


@pytest.mark.parametrize("acceleration", [[1.0], np.zeros(6), -np.ones(6), np.full(6, np.nan), 10.0])
def test_an_acceleration_limit_that_makes_no_sense(arm: Arm, acceleration: ArrayLike):
    with pytest.raises(StateError, match="acceleration_limit: expected 6 positive"):
        ReferenceCheck(arm, acceleration)


# Steps


@pytest.mark.parametrize("joint", range(6))
def test_a_step_of_the_position(check: ReferenceCheck, arm: Arm, joint: int):
    send(check, at(arm, joint))
    with pytest.raises(StateError, match=rf"reference of {arm.joint_names[joint]} jumps by 0\.500 rad"):
        send(check, at(arm, joint, 0.5), PERIOD)


def test_the_least_step(check: ReferenceCheck, arm: Arm):
    """What the velocity limit allows between the stamps, and the resolution."""
    allowed = arm.velocity[0] * PERIOD + 0.01
    send(check, at(arm))
    send(check, at(arm, 0, 0.999 * allowed), PERIOD)
    with pytest.raises(StateError, match="jumps"):
        send(check, at(arm, 0, -0.002 * allowed), 2.0 * PERIOD)


def test_after_a_silence_a_motion_may_begin_elsewhere(check: ReferenceCheck, arm: Arm):
    send(check, at(arm))
    send(check, at(arm, 0, 2.0), 0.21)


def test_forget_takes_the_next_as_the_first(check: ReferenceCheck, arm: Arm):
    send(check, at(arm))
    check.forget()
    send(check, at(arm, 0, 2.0), PERIOD)


def test_a_reference_is_brought_to_the_states_time(arm: Arm):
    """Seen in the friction of its velocity, which is near the dead band: there a law that saturates rises too."""
    slow = 0.1 * QD
    made = loop(arm)
    made.loop.forward.active = ("friction",)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, slow, QDD))
    step = made.state(0.032)
    expected, before = (made.loop.forward.friction.torque(slow + dt * QDD) for dt in (0.03, 0.0))
    assert (np.abs(expected - before) > 1e-3).any()
    np.testing.assert_allclose(step.command.torque, expected, atol=1e-9)


@pytest.mark.parametrize("moving", [True, False])
def test_a_reference_that_is_lost_in_a_motion_is_a_fault(arm: Arm, moving: bool):
    made = loop(arm, reference_timeout=0.2)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, moving * QD, 0.0 * QDD))
    for now in np.arange(0.005, 0.3, 0.004).tolist():
        step = made.state(now, qd=0.0 * QD)
    assert not step.followed
    assert made.loop.gate.latched is (Fault.REFERENCE_LOST if moving else None)
    assert made.loop.gate.state is (GateState.DAMPING if moving else GateState.OPEN)


def test_a_reference_that_must_not_be_followed(arm: Arm):
    made = loop(arm)
    for stamp, reference in ((400.0, Reference(Q, QD, QDD)), (1000.002, Reference(Q, QD, np.full(6, 500.0)))):
        with pytest.raises((MessageError, StateError)):
            made.loop.reference(0.002, 1000.002, stamp, reference)
        assert not made.state(made.now + 0.004).followed
