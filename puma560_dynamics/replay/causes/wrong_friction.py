"""Cause for friction that differs from that of the model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arm.friction_terms import DRY, FRICTION_TERMS, MOVING
from ...arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ...arrays import FloatArray
from ...report.formatting import number
from ..analysis.normal_equations import Fit, fit
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, ComparedModel, Example, JointCause, and_joined

_SYMMETRIC = 0.05
"""Largest relative difference of dry friction from the mean of both directions for which one value is given."""


class WrongFriction(JointCause):
    """Other values of the parameters `MOVING` of the friction law, at least 0 in total."""

    kind = "friction"
    headline = "Friction differs from that of the model"
    advice = "Fit friction to this recording (--friction fit), or identify the arm (puma560 identify)."
    begin = "other friction"
    resembles_friction = True
    width = len(MOVING)

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the basis function of each friction parameter."""
        return np.asarray(
            friction_basis(samples.qd, MEASURED_SMOOTHING * self.arm.motion_scale, names=MOVING).transpose(2, 0, 1)
        )

    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit all friction parameters."""
        return fit(grams, sums.at(type(self)), lowest_friction(self.model, joint))

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return one value of dry friction if it is equal in both directions, two otherwise."""
        numbers = dict(zip(MOVING, found.values - lowest_friction(self.model, joint), strict=True))
        errors = dict(zip(MOVING, found.errors, strict=True))
        positive, negative = (numbers[name] for name in DRY)
        likely = 3.0 * np.hypot(*(errors[name] for name in DRY))
        kind, text = self.arm.joints[joint].kind, self.arm.joints[joint].effort_text
        if abs(positive - negative) < max(likely, _SYMMETRIC * abs(positive + negative)):
            dry = f"{number(0.5 * (positive + negative))} {text} dry"
        else:
            dry = f"{number(positive)} {text} dry forwards, {number(negative)} backwards"
        others, values = [], {}
        for term in (FRICTION_TERMS[name] for name in MOVING):
            unit = term.key_unit(kind)
            values[f"{term.name}_{unit}"] = numbers[term.name]
            values[f"{term.name}_error_{unit}"] = errors[term.name]
            if term.name not in DRY:
                others.append(f"{number(numbers[term.name])} {term.shown_unit(kind)} {term.label}")
        return and_joined([dry, *others]), values

    def example(self) -> Example:
        """Return a robot with more friction at the second joint."""
        name, friction = self.arm.joint_names[1], list(self.model.friction)
        friction[1] = replace(friction[1], coulomb_positive=6.0, coulomb_negative=4.0, viscous=3.0)
        true = {"coulomb_positive_Nm": 6.0, "coulomb_negative_Nm": 4.0, "viscous_Nms_per_rad": 3.0}
        robot = replace(self.model, friction=friction)
        return Example(robot, {f"{name}.{key}": value for key, value in true.items()})


def lowest_friction(model: ComparedModel, joint: int) -> FloatArray:
    """Return the lowest possible change (k,) of a joint's friction parameters: minus those of the model."""
    return -np.array([getattr(model.friction[joint], name) for name in MOVING], dtype=np.float64)
