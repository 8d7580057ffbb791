"""Causes for effort signals that are not calibrated: an offset, or another unit or torque constant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...arm.friction_terms import DRY, MOVING
from ...arrays import FloatArray
from ..analysis.evidence import Evidence
from ..analysis.normal_equations import Fit, fit, summed
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, ComparedModel, Example, JointCause, with_error
from .wrong_friction import WrongFriction, lowest_friction

LEAST_SHARE = 0.05
"""Smallest fraction of motion in the less frequent direction that distinguishes an offset from dry friction."""


class EffortOffset(JointCause):
    """A constant offset of the effort. Unlike dry friction it does not depend on the direction of motion."""

    kind = "offset"
    headline = "The effort has an offset"
    advice = "Check the zero of the effort sensor."
    begin = "an offset of the effort"
    not_shown = "{} moves in one direction only, where an offset cannot be distinguished from dry friction"
    contained_in = (WrongFriction,)
    width = 1

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return 1 at every sample."""
        return np.ones((self.arm.n, 1, len(samples.q)))

    def can_show(self, evidence: Evidence, joint: int) -> bool:
        """Return whether the joint moves in both directions; otherwise an offset looks like dry friction."""
        return super().can_show(evidence, joint) and bool(evidence.rarer[joint] >= LEAST_SHARE)

    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the offset between reversals, together with dry friction that is equal in both directions."""
        at = sums.at(WrongFriction)
        forwards, backwards = (at[MOVING.index(name)] for name in DRY)
        least = dict(zip(at, lowest_friction(self.model, joint).tolist(), strict=True))
        lowest = np.array([-np.inf, max(least.pop(forwards), least.pop(backwards)), *least.values()])
        both = summed(steady, forwards, backwards)
        return fit(both, sums.at(type(self)), lowest, together_with=[forwards, *least], judged=grams)

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return the offset, including the offset of the model's friction."""
        value, error = found.values[0] + self.model.friction[joint].offset, found.errors[0]
        unit = self.arm.joints[joint]
        values = {f"offset_{unit.effort_key}": value, f"offset_error_{unit.effort_key}": error}
        return f"{with_error(value, error)} {unit.effort_text}", values

    def example(self) -> Example:
        """Return a robot with an offset of 1.2 N·m at the fourth joint."""
        shift = 1.2 * np.eye(self.arm.n)[3]
        return Example(self.model, {f"{self.arm.joint_names[3]}.offset_Nm": 1.2}, lambda effort: effort + shift)


LARGEST_FACTOR = 5.0
"""Factor beyond which a scale is that of the effort's unit, whatever the masses of the arm may be."""

LOWEST = np.array([-1.0])
"""Lowest change of an effort's scale; a negative scale is another cause."""


class EffortScale(JointCause):
    """A scale factor of the effort, for each joint.

    Friction that was fitted to this effort is excluded, because it already has the effort's unit.
    """

    kind = "effort_scale"
    headline = "The effort is not in the model's unit"
    advice = "Check the unit and the torque constants of the drivers, or give `effort.gain` in the column map."
    begin = "an effort in a different unit or with a different torque constant"
    needs_motion = False
    resembles_masses = True

    def __init__(self, model: ComparedModel) -> None:
        super().__init__(model)
        self.width = self.arm.n  # torques of all joints, which `SwappedEfforts` uses

    @classmethod
    def spoils_effort(cls, values: Mapping[str, float]) -> bool:
        """Return whether a factor is larger than the masses of a description can be wrong by."""
        factors = [value for name, value in values.items() if name.endswith(".scale")]
        return any(not 1.0 / LARGEST_FACTOR <= factor <= LARGEST_FACTOR for factor in factors)

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the model's torque of each joint, for every joint."""
        piece = samples.piece
        torque = (piece.rigid if self.model.fitted else piece.total)[samples.rows].T
        return np.broadcast_to(torque, (self.arm.n, *torque.shape))

    def places(self, sums: CauseSamples, joint: int) -> Sequence[int]:
        """Return the index of the column with the joint's own torque."""
        return sums.at(type(self))[joint : joint + 1]

    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the factor; return `None` if it is not positive."""
        found = fit(grams, self.places(sums, joint), LOWEST)
        return None if found.values[0] <= LOWEST[0] else found

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return the factor of the effort."""
        value, error = 1.0 + found.values[0], found.errors[0]
        return f"times {with_error(value, error)}", {"scale": value, "scale_error": error}

    def example(self) -> Example:
        """Return a robot whose effort is 25 % too large at the second joint."""
        factors = 1.0 + 0.25 * np.eye(self.arm.n)[1]
        return Example(self.model, {f"{self.arm.joint_names[1]}.scale": 1.25}, lambda effort: effort * factors)
