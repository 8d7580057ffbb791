"""Messages and arrays, there and back."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from builtin_interfaces.msg import Duration, Time
from helpers.arm.descriptions import light_arm
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.joint_order import JointOrder
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel
from puma560_dynamics.nodes.wire.messages import (
    command,
    joint_state,
    payload_message,
    read_controller_state,
    read_payload,
    read_points,
    read_reference,
    read_terms,
    reference_message,
    sender_of,
    terms_message,
)

NAMES = ("a", "b")
STAMP = Time(sec=3, nanosec=500_000_000)
ONE, TWO, THREE = np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 6.0])


def test_a_reference_there_and_back():
    message = reference_message(STAMP, NAMES, Reference(ONE, TWO, THREE), 1.5)
    read = read_reference(message, JointOrder(NAMES[::-1]))
    np.testing.assert_array_equal(read.velocity, TWO[::-1])
    assert message.points[0].time_from_start.nanosec == 500_000_000
    message.points = []
    with pytest.raises(MessageError, match="0 points"):
        read_reference(message, JointOrder(NAMES))


def test_terms_there_and_back_and_those_that_are_off():
    message = terms_message(STAMP, NAMES, (ONE, TWO, THREE), {"gravity": ONE, "friction": TWO})
    state, terms = read_terms(message, JointOrder(NAMES))
    np.testing.assert_array_equal(state, [ONE, TWO, THREE])
    assert set(terms) == {"gravity", "friction"}
    np.testing.assert_array_equal(terms["friction"], TWO)
    assert len(message.points) == len(TERM_NAMES)
    message.points = message.points[:-1]  # of a version without hand guiding
    assert set(read_terms(message, JointOrder(NAMES))[1]) == {"gravity", "friction"}
    message.points = message.points[:-1]
    with pytest.raises(MessageError, match="points"):
        read_terms(message, JointOrder(NAMES))


def test_commands_and_their_sender():
    assert sender_of(command(ONE)) == ""
    message = command(ONE, "sender")
    assert sender_of(message) == "sender"
    assert list(message.data) == [1.0, 2.0]


def test_what_is_not_given_stays_empty():
    message = joint_state(STAMP, NAMES, effort=ONE)
    assert (len(message.position), list(message.effort)) == (0, [1.0, 2.0])


LOAD = Payload.of(2.0, (0.1, -0.2, 0.3), (0.02, 0.03, 0.04, 0.001, -0.002, 0.003))


def test_a_payload_there_and_back(arm: Arm):
    load = LOAD
    message = payload_message(STAMP, arm, load)
    read = read_payload(message, arm)
    assert (read.mass, read.link, message.header.frame_id) == (2.0, "link6", "link6")
    np.testing.assert_array_equal(read.inertia, load.inertia)
    np.testing.assert_array_equal(read.center_of_mass, load.center_of_mass)
    message.inertia.ixx = -1.0
    with pytest.raises(StateError):
        read_payload(message, arm)


@pytest.mark.parametrize(("tip", "link"), [("tool", ""), ("tool", "tool"), (None, "tool"), ("tool", "hand")])
def test_a_payload_is_in_the_frame_of_the_last_link_wherever_it_was_given(tip: str | None, link: str):
    """A description puts the last link's frame elsewhere than the model, and the tip elsewhere again."""
    text = light_arm(fingers=False)
    arm = load_arm(text, tip=tip)
    assert not np.allclose(arm.link_frames[-1], np.eye(4))
    assert np.allclose(arm.frames[-1], arm.link_frames[-1]) == (tip is None)
    load = replace(LOAD, link=link)
    message = payload_message(STAMP, arm, load)
    assert message.header.frame_id == "hand"
    read = read_payload(message, arm)
    q = np.random.default_rng(1).uniform(-2.0, 2.0, (5, arm.n))
    np.testing.assert_allclose(
        load_model("newton_euler", arm, read).gravity(q), load_model("newton_euler", arm, load).gravity(q), atol=1e-13
    )
    body = Link("payload", read.mass, read.center_of_mass, read.inertia)
    oracle = PinocchioModel(arm, text, body, base="base")
    expected = load_model("newton_euler", arm, load).gravity(q)
    np.testing.assert_allclose(oracle.gravity(q), expected, atol=1e-12)
    assert np.abs(expected - load_model("newton_euler", arm).gravity(q)).max() > 1.0


def test_points_are_read_as_they_are():
    point = JointTrajectoryPoint(positions=[1.0, 2.0], time_from_start=Duration(sec=2, nanosec=500_000_000))
    (read,) = read_points(JointTrajectory(points=[point]))
    assert read.time == 2.5
    assert list(read.positions) == [1.0, 2.0]
    assert not len(read.velocities)


def controller_state(**fields: Any) -> SimpleNamespace:
    """In place of `control_msgs/JointTrajectoryControllerState`, which is not on PyPI."""
    return SimpleNamespace(joint_names=["b", "a"], **fields)


POINT = JointTrajectoryPoint(positions=ONE, velocities=TWO, accelerations=THREE)


@pytest.mark.parametrize(
    "fields",
    [
        {"reference": POINT, "speed_scaling_factor": 1.0},
        {"reference": POINT},  # without scaling of the speed, before Jazzy
        {"reference": JointTrajectoryPoint(), "desired": POINT},
        {"desired": POINT},
    ],
)
def test_the_reference_of_a_controller_has_one_of_two_names(fields: dict):
    read = read_controller_state(controller_state(**fields), JointOrder(NAMES))
    for value, expected in ((read.position, ONE), (read.velocity, TWO), (read.acceleration, THREE)):
        np.testing.assert_array_equal(value, expected[::-1])


def test_a_scaled_speed_scales_the_derivatives():
    """The controller's velocity is by the time of the trajectory: q(s t) has the derivatives s q' and s² q''."""
    message = controller_state(reference=POINT, speed_scaling_factor=0.5)
    read = read_controller_state(message, JointOrder(("b", "a")))
    np.testing.assert_array_equal(read.position, ONE)
    np.testing.assert_array_equal(read.velocity, 0.5 * TWO)
    np.testing.assert_array_equal(read.acceleration, 0.25 * THREE)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reference": JointTrajectoryPoint(positions=ONE, velocities=TWO)}, "publishes no accelerations"),
        ({"reference": JointTrajectoryPoint()}, "publishes no accelerations"),
        ({"reference": JointTrajectoryPoint(positions=ONE, accelerations=ONE)}, "velocities has 0 entries"),
        ({"reference": POINT, "speed_scaling_factor": -1.0}, "speed_scaling_factor is -1"),
        ({"reference": POINT, "speed_scaling_factor": math.nan}, "speed_scaling_factor is nan"),
    ],
)
def test_what_is_no_reference_of_a_controller_is_refused(fields: dict, words: str):
    with pytest.raises(MessageError, match=words):
        read_controller_state(controller_state(**fields), JointOrder(NAMES))
