"""Friction of a joint that is not what the model takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ...arrays import FloatArray
from ...report.formatting import number
from ..analysis.normal_equations import Fit, fit
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, ComparedModel, Example, JointCause

_SYMMETRIC = 0.05
"""Half the share by which dry friction forwards and backwards may differ and be given as one number."""

NUMBERS = ("coulomb_positive", "coulomb_negative", "viscous")
"""Of `JointFriction`, in the order of the columns."""


class WrongFriction(JointCause):
    """Friction: dry in either direction and viscous, none of them negative as a whole."""

    kind = "friction"
    headline = "Friction is not what the model takes it for"
    advice = "Fit friction to this recording (--friction fit), or identify the arm (puma560 identify)."
    begin = "other friction"
    resembles_friction = True
    width = len(NUMBERS)

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Torque of one N·m of dry friction forwards, backwards, and of viscous friction."""
        basis = friction_basis(samples.qd, MEASURED_SMOOTHING)
        return np.asarray(basis.transpose(2, 0, 1)[:, : self.width])

    def own(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """All three numbers."""
        return fit(grams, sums.at(type(self)), lowest_friction(self.model, joint))

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """One dry friction where both directions have it, two otherwise."""
        positive, negative, viscous = found.values - lowest_friction(self.model, joint)
        errors = found.errors
        if abs(positive - negative) < max(3.0 * np.hypot(errors[0], errors[1]), _SYMMETRIC * abs(positive + negative)):
            dry = f"{number(0.5 * (positive + negative))} N·m dry"
        else:
            dry = f"{number(positive)} N·m dry forwards, {number(negative)} backwards"
        return f"{dry} and {number(viscous)} N·m·s/rad viscous", {
            "coulomb_positive_Nm": positive,
            "coulomb_positive_error_Nm": errors[0],
            "coulomb_negative_Nm": negative,
            "coulomb_negative_error_Nm": errors[1],
            "viscous_Nms_per_rad": viscous,
            "viscous_error_Nms_per_rad": errors[2],
        }

    def shows(self) -> Example:
        """More friction at the second joint."""
        name, friction = self.arm.joint_names[1], list(self.model.friction)
        friction[1] = replace(friction[1], coulomb_positive=6.0, coulomb_negative=4.0, viscous=3.0)
        true = {"coulomb_positive_Nm": 6.0, "coulomb_negative_Nm": 4.0, "viscous_Nms_per_rad": 3.0}
        robot = replace(self.model, friction=friction)
        return Example(robot, {f"{name}.{key}": value for key, value in true.items()})


def lowest_friction(model: ComparedModel, joint: int) -> FloatArray:
    """(3,) lowest change of a joint's numbers: what takes away all that the model has."""
    return -np.array([getattr(model.friction[joint], name) for name in NUMBERS], dtype=np.float64)
