"""The uncertainty of an arm's torque, in N·m, with which a residual is compared.

Of an arm with tolerances it is those, a share of friction, and what a recording leaves open. An identified arm knows
more: `puma560 identify` predicts every stretch of its recordings by fits to the others, and the remaining error
(`prediction_error` of the arm file) has all of it in it, errors of the parameters, of friction and of the model. There
the standard errors of single numbers say nothing more: torque shows only sums of them, which are far more certain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray

FRICTION_UNKNOWN = {"table": 0.5, "known": 0.25}
"""Share of friction that is in doubt: break-away torques of another arm's motors, or numbers of this arm."""


@dataclass(frozen=True, eq=False)
class Unknown:
    """What is uncertain, (n,) N·m RMS each.

    Attributes:
        friction: about friction of a joint that moves.
        stiction: what dry friction may hold of one that hardly does.
        tolerance: what the arm's tolerances mean in torque.
        other: about everything else.
    """

    friction: FloatArray
    stiction: FloatArray
    tolerance: FloatArray
    other: FloatArray

    @property
    def total(self) -> FloatArray:
        """All, added as squares."""
        return np.hypot(np.hypot(self.tolerance, self.stiction), self.allowance)

    @property
    def allowance(self) -> FloatArray:
        """All but tolerances and stiction, which differ from state to state."""
        return np.hypot(self.friction, self.other)

    @property
    def without_friction(self) -> FloatArray:
        """All but friction."""
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
    """What is uncertain of the torque of an arm.

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
    """(n,) N·m RMS by which an identified arm's torque is off where it was not fitted; `None` where it is not known."""
    found = [arm.quantities.get(f"prediction_error.{name}") for name in arm.joint_names]
    known = [each.value for each in found if each is not None]
    return np.array(known) if len(known) == arm.n else None
