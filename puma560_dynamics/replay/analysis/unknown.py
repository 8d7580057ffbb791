"""The uncertainty of an arm's torque, in N·m, with which a residual is compared.

For an arm with tolerances it consists of these, a fraction of friction, and the noise of the recording. For an
identified arm, `puma560 identify` has predicted every stretch of its recordings by fits to the others. The remaining
error (`prediction_error` of the arm file) includes the errors of parameters, friction and model. The standard errors of
single numbers add nothing to it, since torque depends on sums of them, which are much more certain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray

FRICTION_UNKNOWN = {"table": 0.5, "known": 0.25}
"""Uncertain fraction of friction: for break-away torques of another arm's motors, or for numbers of this arm."""


@dataclass(frozen=True, eq=False)
class Unknown:
    """Uncertainties of torque, (n,) N·m RMS each.

    Attributes:
        friction: of the friction of a moving joint.
        stiction: of the dry friction of a joint that hardly moves.
        tolerance: of the arm's tolerances.
        other: everything else.
    """

    friction: FloatArray
    stiction: FloatArray
    tolerance: FloatArray
    other: FloatArray

    @property
    def total(self) -> FloatArray:
        """Root of the sum of all squares."""
        return np.hypot(np.hypot(self.tolerance, self.stiction), self.allowance)

    @property
    def allowance(self) -> FloatArray:
        """Uncertainty without tolerances and stiction, which depend on the state."""
        return np.hypot(self.friction, self.other)

    @property
    def without_friction(self) -> FloatArray:
        """Uncertainty without friction."""
        return np.hypot(self.tolerance, self.other)


def unknown_torque(
    arm: Arm,
    friction: str,
    friction_rms: FloatArray,
    stiction: FloatArray,
    tolerance: FloatArray,
    noise: FloatArray,
    hold: FloatArray,
) -> Unknown:
    """Return the uncertainty of an arm's torque.

    Args:
        arm: friction in its file counts as known.
        friction: as in the settings.
        friction_rms: (n,) N·m of the model's friction.
        stiction: (n,) N·m RMS that dry friction may hold in addition while a joint stands.
        tolerance: (n,) N·m, half width of the tolerances.
        noise: (n,) N·m, of the effort, of torque that is faster than the motion's filter, and of the acceleration.
        hold: (n,) N·m RMS by which the torque changes while it is held.
    """
    predicted = prediction_error(arm)
    other = np.sqrt(hold**2 + noise**2 + arm.torque_resolution**2)
    if friction == "none":
        doubt = arm.break_away_torque
    elif predicted is not None:  # friction is one part of it
        doubt, other = np.zeros(arm.n), np.hypot(other, predicted)
    else:
        known = friction == "fit" or bool(arm.friction)
        doubt = FRICTION_UNKNOWN["known" if known else "table"] * np.nan_to_num(friction_rms)
    return Unknown(np.asarray(doubt), np.nan_to_num(stiction), np.nan_to_num(tolerance), np.asarray(other))


def prediction_error(arm: Arm) -> FloatArray | None:
    """Return the RMS error (n,) N·m of an identified arm on motion that was not fitted; `None` if it is unknown."""
    found = [arm.quantities.get(f"prediction_error.{name}") for name in arm.joint_names]
    known = [each.value for each in found if each is not None]
    return np.array(known) if len(known) == arm.n else None
