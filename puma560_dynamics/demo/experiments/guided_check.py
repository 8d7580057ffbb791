"""Torque that a guided joint may need, and what an arm's description lacks for the experiment of hand guiding.

Many robot descriptions have neither motor inertia nor friction. A geared joint without its rotor is far lighter than
the real one, so the experiment assumes an inertia and states it. Friction is not assumed: the person then feels the
hold alone, and the experiment says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...arm import Arm
from ...arrays import FloatArray
from ...check import Check
from ...control.feed_forward.friction import MARGIN, FrictionCompensation
from ...control.guiding.guiding_settings import GuidingSettings, hold_inertia, usual_hold
from ...control.guiding.hold import FREQUENCY, RANGE_RAD
from ...models.interface import DynamicModel

MOST_FELT = 1.5
"""Largest torque to keep a joint moving, as a multiple of what resists: kinetic friction that is not compensated, or
the hold where the description has no friction."""

LEAST_FELT = 0.002
"""Smallest allowed torque, as a fraction of the maximum torque: noise of the velocity, and motion of other joints."""

MOTOR_ACCELERATION = 400.0
"""Acceleration of a motor alone at its maximum torque, rad/s², from which a missing motor inertia is assumed; for a
prismatic joint times `Arm.motion_scale`. Motors of the PUMA 560 have 40 to 120, so that this is a small inertia."""


def missing_motors(arm: Arm) -> tuple[str, ...]:
    """Return the names of the joints whose description has no motor inertia."""
    return tuple(name for name, motor in zip(arm.joint_names, arm.motors, strict=True) if motor.inertia <= 0.0)


def assumed_motors(arm: Arm) -> Arm:
    """Return the arm with an assumed inertia for each motor that has none (`MOTOR_ACCELERATION`)."""
    if not missing_motors(arm):
        return arm
    scale = np.broadcast_to(arm.motion_scale, arm.n).tolist()
    motors = [
        motor if motor.inertia > 0.0 else replace(motor, inertia=motor.maximum_torque / (MOTOR_ACCELERATION * size))
        for motor, size in zip(arm.motors, scale, strict=True)
    ]
    return arm.with_(motors=tuple(motors))


@dataclass(frozen=True, eq=False)
class GuidedLimits:
    """Torques that a person may need to keep each joint moving, with what they follow from.

    Attributes:
        torque: (n,) largest allowed torque, N·m.
        known: (n,) whether the simulated joint has friction.
        hold: (n,) hold torque at rest, N·m.
        range: (n,) displacement at which the held joint begins to slip, relative to `RANGE_RAD`.
    """

    torque: FloatArray
    known: NDArray[np.bool_]
    hold: FloatArray
    range: FloatArray

    @classmethod
    def of(cls, model: DynamicModel, kinetic: FloatArray, known: NDArray[np.bool_], speed: float) -> GuidedLimits:
        """Return the limits of an arm.

        Args:
            model: model of the loop.
            kinetic: (n,) kinetic friction of the simulated arm at the speed, N·m.
            known: (n,) whether a joint has friction.
            speed: speed of the person, rad/s (times `Arm.motion_scale`).
        """
        arm, hold = model.arm, usual_hold(model)
        friction = (1.0 - MARGIN * FrictionCompensation.of(arm).scale) * kinetic
        resistance = (speed / GuidingSettings.hold_speed) ** 2 * hold
        torque = (
            MOST_FELT * np.where(known, friction, resistance) + np.where(known, 0.0, LEAST_FELT) * arm.maximum_torque
        )
        stretched = hold / (FREQUENCY**2 * hold_inertia(model)) / (RANGE_RAD * arm.motion_scale)
        return cls(torque, known, hold, np.maximum(stretched, 1.0))


def guiding_checks(arm: Arm, limits: GuidedLimits, moves: list[float]) -> list[Check]:
    """Return a check for each joint that it needs no more torque than allowed.

    Args:
        arm: the arm.
        limits: the allowed torques.
        moves: n torques that kept the joints moving, N·m.
    """
    unit, checks = arm.effort_text, []
    for name, move, limit, known in zip(arm.joint_names, moves, limits.torque.tolist(), limits.known, strict=True):
        against = (
            "the friction that is not compensated" if known else "the resistance of the hold (no friction is given)"
        )
        words = f"{name} is kept in motion by at most {MOST_FELT:g} times {against}"
        checks.append(Check(words, move <= limit, f"{move:.2f} of {limit:.2f} {unit}"))
    return checks


def guided_sentences(arm: Arm, limits: GuidedLimits, assumed: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was assumed and what is missing, in sentences.

    Args:
        arm: the arm.
        limits: the allowed torques.
        assumed: names of the joints with an assumed motor inertia.
    """
    found = []
    if assumed:
        found.append(
            f"The description has no motor inertia for {_names(arm, assumed)}. Arm and model here have an assumed one: "
            f"that with which the motor alone reaches {MOTOR_ACCELERATION:g} rad/s² at its maximum torque."
        )
    lacking = tuple(name for name, known in zip(arm.joint_names, limits.known, strict=True) if not known)
    if lacking:
        found.append(
            f"{_names(arm, lacking).capitalize()} have no friction here, so that this run does not show what a person "
            "feels at these joints of a real arm, nor how much of it is compensated; add friction to the arm file "
            "(`puma560 identify`)."
        )
    light = [
        f"{name} ({size:.2g} degrees)"
        for name, size, slides in zip(
            arm.joint_names, np.degrees(RANGE_RAD * limits.range).tolist(), arm.slides, strict=True
        )
        if size > 1.01 * np.degrees(RANGE_RAD) and not slides
    ]
    if light:
        found.append(f"The hold yields over a longer range at light joints: {', '.join(light)}.")
    return tuple(found)


def _names(arm: Arm, names: tuple[str, ...]) -> str:
    return "all joints" if len(names) == arm.n else f"the joint{'s' * (len(names) > 1)} {', '.join(names)}"
