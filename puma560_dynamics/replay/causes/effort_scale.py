"""An effort in another unit than the model's, or from a driver with another torque constant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import FloatArray
from ..analysis.normal_equations import Fit, fit
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, ComparedModel, Example, JointCause, with_error

LOWEST = np.array([-1.0])
"""Lowest change of an effort's scale: one of the wrong sign is another cause."""


class EffortScale(JointCause):
    """A factor of the effort: the model's torque, that of every joint.

    Friction that was fitted to this effort has its unit already, and is left out then.
    """

    kind = "effort_scale"
    headline = "The effort is not in the model's unit"
    advice = "Check the unit and the torque constants of the drivers."
    begin = "an effort in another unit or with another torque constant"
    needs_motion = False
    resembles_masses = True

    def __init__(self, model: ComparedModel) -> None:
        super().__init__(model)
        self.width = self.arm.n  # the torque of every joint, so that efforts of the wrong joint can be fitted to

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """The model's torque of each joint, at every joint."""
        piece = samples.piece
        torque = (piece.rigid if self.model.fitted else piece.total)[samples.rows].T
        return np.broadcast_to(torque, (self.arm.n, *torque.shape))

    def places(self, sums: CauseSamples, joint: int) -> Sequence[int]:
        """The joint's own torque alone."""
        return sums.at(type(self))[joint : joint + 1]

    def own(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """A positive factor."""
        found = fit(grams, self.places(sums, joint), LOWEST)
        return None if found.values[0] <= LOWEST[0] else found

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """The factor of the effort."""
        value, error = 1.0 + found.values[0], found.errors[0]
        return f"times {with_error(value, error)}", {"scale": value, "scale_error": error}

    def shows(self) -> Example:
        """A quarter too much at the second joint."""
        factors = 1.0 + 0.25 * np.eye(self.arm.n)[1]
        return Example(self.model, {f"{self.arm.joint_names[1]}.scale": 1.25}, lambda effort: effort * factors)
