"""Efforts that are measured at another time than the motion: a lag, or a torque that is held for one period.

The lag is fitted to samples between two reversals of a joint. Around a reversal a joint sticks and the effort leads the
motion; that is friction, not a lag. A held torque is late by up to one period, which is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...arrays import FloatArray
from ...report.formatting import milliseconds
from ..analysis.normal_equations import Fit, fit, taken
from ..analysis.residual_samples import RATE_SPAN, ResidualSamples
from .cause import Cause, CauseSamples, Example, FittedCause, Tried, with_error

LONGEST_LAG = 0.1
"""s; the column of a lag is that of a short one."""

_SURE = 2.0
"""Standard errors that a lag must be away from zero to be one."""


class LateEffort(Cause):
    """A lag: the torque's rate of change, that of rigid bodies, by which it is measured, and that with friction."""

    kind = "lag"
    headline = "The effort is not synchronous with the motion"
    advice = "Check the time stamps of the joint states."
    width = 2

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Minus the rate of change of the rigid bodies' torque, and of the torque with friction."""
        piece = samples.piece
        rigid = samples.falling(piece.rigid, -0.5 * RATE_SPAN, 0.5 * RATE_SPAN)
        return np.stack([rigid, samples.falling(piece.total, -RATE_SPAN, 0.0)], axis=1)

    @staticmethod
    def late(sums: CauseSamples) -> Fit:
        """By how much the effort comes after the motion, s."""
        return fit(sums.steady, sums.at(LateEffort)[:1])

    @staticmethod
    def possible(found: Fit) -> bool:
        """Whether a lag is short enough for what was fitted."""
        return abs(float(found.values[0])) <= LONGEST_LAG

    def tried(self, sums: CauseSamples) -> Iterator[Tried]:
        """Measure it between reversals, and see what it explains everywhere."""
        late, with_friction = self.late(sums), sums.at(type(self))[1:]
        if abs(late.values[0]) > _SURE * late.errors[0] and self.possible(late):
            found = fit(sums.grams, with_friction)
            yield Tried(self.described(late), sums.weights(with_friction, -found.values), found.unseen)

    def described(self, found: Fit) -> FittedCause:
        """The effort comes after the motion, or before."""
        lag, error = 1e3 * float(found.values[0]), 1e3 * float(found.errors[0])
        message = f"an effort that is {with_error(abs(lag), error)} ms {'late' if lag > 0.0 else 'early'}"
        return FittedCause(self.kind, message, {"lag_s": 1e-3 * lag, "lag_error_s": 1e-3 * error}, 1)

    def shows(self) -> Example:
        """Seven samples late: at 4 ms, a torque of 1.2 Hz bends by (w lag)² / 6 = 1 % in that time."""
        late = {"lag_s": 0.028}
        return Example(self.model, late, lambda effort: np.roll(effort, 7, axis=0), relative=0.02, noise=0.0005)


_HOLD_SURE = 2.0
"""Standard errors that a hold may be longer than a period."""


class HeldTorque(Cause):
    """A lag of at most one period next to the best cause; everything else is fitted once more without it."""

    kind = "hold"
    headline = "The torque is held from one joint state to the next"
    advice = ""
    contained_in = (LateEffort,)
    fault = False

    def tried(self, sums: CauseSamples) -> Iterator[Tried]:
        """Take the lag for a hold, if it is within a period."""
        late = LateEffort.late(sums)
        lag, sure = float(late.values[0]), _HOLD_SURE * float(late.errors[0])
        if sure < lag <= sums.period + sure:
            weights = sums.weights(sums.at(LateEffort)[:1], [-lag])
            left = taken(sums.grams, weights)
            yield Tried(self.described(late, sums.period), weights, np.asarray(left[..., -1, -1]))

    def described(self, found: Fit, period: float) -> FittedCause:
        """The effort is late as one is that a controller holds for a period, s."""
        lag = float(found.values[0])
        message = (
            f"a torque that is held from one joint state to the next: it is {milliseconds(lag)} late, "
            f"{lag / period:.2f} of the period of {milliseconds(period)}, which is not a fault"
        )
        values = {"lag_s": lag, "lag_error_s": float(found.errors[0]), "period_s": period}
        return FittedCause(self.kind, message, values, 1)

    def shows(self) -> Example:
        """One sample of 4 ms late."""
        return Example(self.model, {"lag_s": 0.004}, lambda effort: np.roll(effort, 1, axis=0), noise=0.0005)
