"""Reasons why a small residual does not show that model and arm agree.

Friction that was fitted to the effort absorbs what other causes add: a constant torque, or one that changes with the
direction of motion. And where a joint's effort is nearly all friction, a model of the links is not tested there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...arm import Arm
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...control.observer.torque_uncertainty import WIDTHS
from ...report.formatting import number, percent
from ..causes.cause import and_joined
from ..result import Agreement

LARGEST_BIAS = 0.1
"""Largest constant part of fitted friction that a sensor's zero explains, as a fraction of the maximum torque."""

LARGEST_DRY = 0.5
"""Largest dry friction that a joint can have, as a fraction of its maximum torque."""

LEAST_R2 = 0.5
"""Coefficient of determination that the links' torque must reach in the effort without friction and offset."""


def undecided(
    arm: Arm,
    agreement: Agreement,
    deviations: tuple[FloatArray, FloatArray, FloatArray],
    resolution: FloatArray,
    moves: Sequence[bool],
    fitted: Sequence[JointFriction] = (),
) -> Iterator[str]:
    """Yield sentences, without a full stop, on joints whose residual shows too little.

    Args:
        arm: names and maximum torques.
        agreement: of the effort with the whole model.
        deviations: standard deviations (n,) N·m of the effort minus friction and offset, of the links' torque in the
            model, and of the effort minus the links' torque. A joint at which the second is below twice the resolution
            has nothing to show.
        resolution: (n,) N·m, smallest residual that the recording can show.
        moves: whether each joint moves.
        fitted: friction that was fitted to this effort; empty if none was.
    """
    for joint, friction, maximum, moving in zip(arm.joints, fitted, arm.maximum_torque, moves, strict=False):
        name, unit = joint.name, joint.effort_text
        # The velocity of a joint at rest is noise, and so is its fitted dry friction.
        bias, dry = (abs(friction.bias), friction.dry) if moving else (abs(friction.offset), 0.0)
        if bias > max(LARGEST_BIAS * maximum, dry):
            yield (
                f"the effort of {name} has a constant part of {number(bias, unit)} ({percent(bias / maximum)} of its "
                f"maximum torque) that friction does not explain and that the fit absorbed; compare without "
                "--friction fit"
            )
        elif dry > LARGEST_DRY * maximum:
            yield (
                f"the fitted dry friction of {name}, {number(dry, unit)}, is {percent(dry / maximum)} of its maximum "
                "torque, more than a joint has; compare without --friction fit"
            )
    with np.errstate(invalid="ignore", divide="ignore"):
        r2 = 1.0 - (agreement.rms / deviations[0]) ** 2
        alone = 1.0 - (deviations[2] / deviations[1]) ** 2
    low: list[str] = []
    frictionless: list[str] = []
    for index, name in enumerate(arm.joint_names):
        shows = agreement.rms[index] > resolution[index] and deviations[1][index] > WIDTHS * resolution[index]
        if not moves[index] or not shows or not r2[index] < LEAST_R2:
            continue
        explained = alone[index] >= LEAST_R2 and deviations[2][index] < agreement.rms[index]
        (frictionless if explained else low).append(name)
    if frictionless:
        yield (
            f"without friction the model explains the effort of {and_joined(frictionless)}, and with friction it does "
            "not, so the effort has less friction than the model, as that of a simulation without friction; compare "
            "with --friction fit or --friction none"
        )
    if low:
        yield (
            f"without friction and offset, the torque of the links explains less than half of the effort of "
            f"{and_joined(low)} (R² below {LEAST_R2:g}), and the rest is more than noise and resolution"
        )
