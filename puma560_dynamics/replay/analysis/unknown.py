"""Uncertainty of an arm's torque, in N·m, with which a residual is compared.

For an arm with tolerances, the uncertainty consists of these tolerances, a fraction of friction, and the noise of the
recording. For an identified arm, it contains the `prediction_error` of the arm file: `puma560 identify` predicts every
stretch of its recordings by a fit to the other stretches, and the remaining error includes the errors of parameters,
friction and model. The standard errors of single parameters are not added, because torque depends on sums of
parameters, which are known much better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...control.observer.torque_uncertainty import FRICTION_UNKNOWN, prediction_error


@dataclass(frozen=True, eq=False)
class Unknown:
    """Uncertainties of torque, (n,) N·m RMS each.

    Attributes:
        friction: uncertainty from friction of moving joints, and from unknown dry friction of joints that stand.
        stiction: uncertainty from dry friction of joints that hardly move.
        tolerance: uncertainty from tolerances of the arm file.
        other: uncertainty from all other sources.
    """

    friction: FloatArray
    stiction: FloatArray
    tolerance: FloatArray
    other: FloatArray

    @property
    def total(self) -> FloatArray:
        """Return the total uncertainty: the root of the sum of squares of all parts."""
        return np.hypot(np.hypot(self.tolerance, self.stiction), self.allowance)

    @property
    def allowance(self) -> FloatArray:
        """Return the uncertainty without tolerances and stiction, which depend on the state."""
        return np.hypot(self.friction, self.other)

    @property
    def without_friction(self) -> FloatArray:
        """Return the uncertainty without friction and stiction."""
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
        arm: arm of the model; friction in its file counts as known.
        friction: `ReplaySettings.friction`.
        friction_rms: (n,) RMS friction of the model, N·m.
        stiction: (n,) RMS torque that dry friction may hold in addition while a joint is at rest, N·m.
        tolerance: (n,) RMS torque uncertainty from tolerances, N·m.
        noise: (n,) RMS noise of effort and acceleration, and torque faster than the motion's filter, N·m.
        hold: (n,) RMS error of a torque that is held, N·m.
    """
    predicted = prediction_error(arm)
    other = np.sqrt(hold**2 + noise**2 + arm.torque_resolution**2)
    if friction == "none":
        friction_part = arm.break_away_torque
    elif predicted is not None:  # it includes the uncertainty of friction
        friction_part, other = np.zeros(arm.n), np.hypot(other, predicted)
    else:
        known = friction == "fit" or bool(arm.friction)
        friction_part = FRICTION_UNKNOWN["known" if known else "table"] * np.nan_to_num(friction_rms)
    return Unknown(np.asarray(friction_part), np.nan_to_num(stiction), np.nan_to_num(tolerance), np.asarray(other))
