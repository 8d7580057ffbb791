"""Effort signals that are not calibrated: zero is not zero torque, or the unit or torque constant differs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arm.friction_terms import DRY, MOVING
from ...arrays import FloatArray
from ..analysis.evidence import Evidence
from ..analysis.normal_equations import Fit, fit, summed
from ..analysis.residual_samples import ResidualSamples
from .cause import CauseSamples, ComparedModel, Example, JointCause, with_error
from .wrong_friction import WrongFriction, lowest_friction

LEAST_SHARE = 0.05
"""Share of a joint's motion in its rarer direction from which on an offset can be distinguished from dry friction."""


class EffortOffset(JointCause):
    """An offset: what both directions have in common, since dry friction turns round with the motion."""

    kind = "offset"
    headline = "The effort has an offset"
    advice = "Check the zero of the effort sensor."
    begin = "an offset of the effort"
    not_shown = "{} moves in one direction only, where an offset cannot be distinguished from dry friction"
    contained_in = (WrongFriction,)
    width = 1

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """One, at every sample."""
        return np.ones((self.arm.n, 1, len(samples.q)))

    def shown(self, evidence: Evidence, joint: int) -> bool:
        """Whether it can be distinguished from dry friction: the joint moves in both directions."""
        return super().shown(evidence, joint) and bool(evidence.rarer[joint] >= LEAST_SHARE)

    def own(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit it between reversals, with dry friction that is the same forwards and backwards."""
        at = sums.at(WrongFriction)
        forwards, backwards = (at[MOVING.index(name)] for name in DRY)
        least = dict(zip(at, lowest_friction(self.model, joint).tolist(), strict=True))
        lowest = np.array([-np.inf, max(least.pop(forwards), least.pop(backwards)), *least.values()])
        both = summed(steady, forwards, backwards)
        return fit(both, sums.at(type(self)), lowest, beside=[forwards, *least], judged=grams)

    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """The offset with that of the arm's friction."""
        value, error = found.values[0] + self.model.friction[joint].offset, found.errors[0]
        return f"{with_error(value, error)} N·m", {"offset_Nm": value, "offset_error_Nm": error}

    def shows(self) -> Example:
        """1.2 N·m at the fourth joint."""
        shift = 1.2 * np.eye(self.arm.n)[3]
        return Example(self.model, {f"{self.arm.joint_names[3]}.offset_Nm": 1.2}, lambda effort: effort + shift)


LOWEST = np.array([-1.0])
"""Lowest change of an effort's scale: one of the wrong sign is another cause."""


class EffortScale(JointCause):
    """A factor of the effort: the model's torque, that of every joint.

    Friction that was fitted to this effort has its unit already, and is left out then.
    """

    kind = "effort_scale"
    headline = "The effort is not in the model's unit"
    advice = "Check the unit and the torque constants of the drivers."
    begin = "an effort in a different unit or with a different torque constant"
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
