"""An effort from which no arm may be identified is refused, with the key of the column map that corrects it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.replay.driven import driven

from puma560_dynamics import IdentificationError, ReplaySettings, identify, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.effort_check import check_effort
from puma560_dynamics.replay.motion.motion import Motion

FRICTION = tuple(JointFriction(3.0, 2.5, 1.0) for _ in range(6))


@pytest.fixture(scope="module")
def motion(arm: Arm) -> Motion:
    return driven(arm, 30.0, friction=FRICTION, noise=0.002)


def table(motion: Motion, effort: FloatArray) -> dict[str, FloatArray]:
    return {"t": motion.time, "q": motion.q, "qd": motion.qd, "tau": effort}


def negated(arm: Arm, motion: Motion) -> FloatArray:
    return motion.effort * np.array([1.0, 1.0, -1.0, 1.0, 1.0, 1.0])


def weightless(arm: Arm, motion: Motion) -> FloatArray:
    return motion.effort - load_model("pinocchio", arm).gravity(motion.q)


def of_motors(arm: Arm, motion: Motion) -> FloatArray:
    return motion.effort / 118.0


def external(arm: Arm, motion: Motion) -> FloatArray:
    return 0.004 * arm.maximum_torque * np.random.default_rng(1).standard_normal(motion.effort.shape)


WRONG: list[tuple[Callable[[Arm, Motion], FloatArray], str]] = [
    (negated, r"wrong sign of the effort of joint3 .* negative `effort.gain`"),
    (weightless, r"an effort without gravity .* `effort: \{without: gravity\}`"),
    (of_motors, r"the effort is not in the model's unit.*effort\.gain"),
    (external, r"only the torque of external forces"),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[change.__name__ for change, _ in WRONG])
def test_an_effort_that_is_no_joint_torque_is_refused(
    arm: Arm, motion: Motion, change: Callable[[Arm, Motion], FloatArray], words: str
):
    with pytest.raises(IdentificationError, match=words):
        check_effort(table(motion, change(arm, motion)), ReplaySettings(), None)


def test_positions_with_another_zero_are_refused(arm: Arm, motion: Motion):
    turned = replace(motion, q=motion.q + np.array([0.0, 0.5 * np.pi, -0.5 * np.pi, 0.0, 0.0, 0.0]))
    with pytest.raises(IdentificationError, match=r"−90° at joint2 and 90° at joint3 .* `offset`"):
        check_effort(table(turned, motion.effort), ReplaySettings(), None)


def test_a_right_effort_passes_whatever_the_friction_and_the_masses(arm: Arm, motion: Motion):
    assert check_effort(table(motion, motion.effort), ReplaySettings(), None) == ""
    heavy = arm.with_(links=tuple(replace(link, mass=1.4 * link.mass) for link in arm.links), quantities={})
    more = driven(heavy, 30.0, friction=FRICTION, noise=0.002)
    assert check_effort(table(more, more.effort), ReplaySettings(), None) == ""


def test_stated_as_such_an_effort_without_gravity_gives_the_arm(arm: Arm, motion: Motion):
    """The masses that move the arm are found; those that only weigh keep the prior."""
    recording = table(motion, weightless(arm, motion))
    with pytest.raises(IdentificationError):
        identify([recording], ReplaySettings())
    found = identify([recording], ReplaySettings(columns="effort.without=gravity"))
    q, qd, qdd = motion.q[::50], motion.qd[::50], motion.qdd[::50]
    torque, true = (load_model("pinocchio", one).torque(q, qd, qdd) for one in (found.arm, arm))
    assert found.arm.gravity == arm.gravity
    assert np.sqrt(np.mean((torque - true) ** 2, axis=0) / np.mean(true**2, axis=0)).max() < 0.1
