"""Cause for the inertia of a motor that differs from that of the model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ..analysis.evidence import Evidence
from ..analysis.normal_equations import Fit, fit
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, Example, JointCause, with_error
from .effort_calibration import EffortOffset
from .wrong_friction import WrongFriction, lowest_friction

LARGEST_NOISE = 0.2
"""Largest fraction of noise in a joint's acceleration (RMS) for which its motor inertia is judged."""


class WrongMotorInertia(JointCause):
    """Another motor inertia, which must be positive.

    The inertia is fitted together with friction, because both torques change at the same time when a joint reverses
    fast.
    """

    kind = "motor_inertia"
    headline = "Motor inertia differs from that of the model"
    advice = "Identify the arm (puma560 identify)."
    begin = "other motor inertia"
    not_shown = (
        "accelerations of {} are too noisy to judge motor inertia "
        f"(more than {100.0 * LARGEST_NOISE:g} % noise); a lower --cut-off or faster motion helps"
    )
    resembles_masses = True
    width = 1

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the acceleration."""
        return np.asarray(samples.qdd.T[:, None])

    def can_show(self, evidence: Evidence, joint: int) -> bool:
        """Return whether the acceleration has little enough noise."""
        return super().can_show(evidence, joint) and bool(evidence.noise[joint] <= LARGEST_NOISE)

    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the inertia together with friction; an inertia of 0 or less is impossible."""
        lowest = np.array([-self.arm.motor_inertia[joint], *lowest_friction(self.model, joint)])
        found = fit(grams, sums.at(type(self)), lowest, together_with=sums.at(WrongFriction))
        return None if found.values[0] <= lowest[0] else found

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return the inertia that replaces that of the model."""
        known, error = self.arm.motor_inertia[joint], found.errors[0]
        value = found.values[0] + known
        unit, key = ("kg", "kg") if self.arm.joints[joint].slides else ("kg·m²", "kgm2")
        phrase = f"{with_error(value, error)} instead of {known:g} {unit}"
        return phrase, {f"motor_inertia_{key}": value, f"motor_inertia_error_{key}": error}

    def example(self) -> Example:
        """Return a robot with more than twice the inertia of the first motor."""
        inertia = 2.2 * float(self.arm.motor_inertia[0])
        motors = (replace(self.arm.motors[0], inertia=inertia), *self.arm.motors[1:])
        true = {f"{self.arm.joint_names[0]}.motor_inertia_kgm2": inertia}
        return Example(replace(self.model, arm=self.arm.with_(motors=motors)), true, noise=0.001)


def seldom_known(sums: CauseSamples) -> list[int]:
    """Return the places of the columns of friction, offset and motor inertia, which descriptions seldom have.

    A cause that is fitted together with these is not hidden by them.
    """
    return [*sums.at(WrongFriction), *sums.at(EffortOffset), *sums.at(WrongMotorInertia)]
