"""Causes for efforts measured at another time than the motion: a lag, or a torque that is held for one period.

The lag is fitted to samples between reversals of a joint, because around a reversal a joint sticks and friction makes
the effort lead the motion. A held torque is late by up to one period, which is not a fault.
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
"""Longest lag that is fitted, s; the column of a lag is linear and only valid for short lags."""

_SURE = 2.0
"""Number of standard errors by which a lag must differ from zero."""


class LateEffort(Cause):
    """A lag of the effort. Its columns are the rates of change of the torque without and with friction."""

    kind = "lag"
    headline = "The effort is not synchronous with the motion"
    advice = "Check the time stamps of the joint states."
    width = 2

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the negative rate of change of the rigid-body torque, and of the torque with friction."""
        piece = samples.piece
        rigid = samples.falling(piece.rigid, -0.5 * RATE_SPAN, 0.5 * RATE_SPAN)
        return np.stack([rigid, samples.falling(piece.total, -RATE_SPAN, 0.0)], axis=1)

    @staticmethod
    def late(sums: CauseSamples) -> Fit:
        """Fit the lag of the effort behind the motion, s."""
        return fit(sums.steady, sums.at(LateEffort)[:1])

    @staticmethod
    def possible(found: Fit) -> bool:
        """Return whether a lag is short enough for the linear column."""
        return abs(float(found.values[0])) <= LONGEST_LAG

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the lag to samples between reversals, and compute the fraction that it explains over all samples."""
        late, with_friction = self.late(sums), sums.at(type(self))[1:]
        if abs(late.values[0]) > _SURE * late.errors[0] and self.possible(late):
            found = fit(sums.grams, with_friction)
            yield Tried(self.describe(late), sums.weights(with_friction, -found.values), found.unseen)

    def describe(self, found: Fit) -> FittedCause:
        """Describe how late or early the effort is."""
        lag, error = 1e3 * float(found.values[0]), 1e3 * float(found.errors[0])
        message = f"an effort that is {with_error(abs(lag), error)} ms {'late' if lag > 0.0 else 'early'}"
        return FittedCause(self.kind, message, {"lag_s": 1e-3 * lag, "lag_error_s": 1e-3 * error}, 1)

    def example(self) -> Example:
        """Return a robot whose effort is seven samples of 4 ms late; the column is then exact to 1 % at 1.2 Hz."""
        late = {"lag_s": 0.028}
        return Example(self.model, late, lambda effort: np.roll(effort, 7, axis=0), relative=0.02, noise=0.0005)


_HOLD_SURE = 2.0
"""Number of standard errors by which the lag of a held torque may exceed one period."""


class HeldTorque(Cause):
    """A lag of at most one period in addition to the best cause.

    If it is found, its effect is removed and all other causes are fitted again.
    """

    kind = "hold"
    headline = "The torque is held from one joint state to the next"
    advice = ""
    contained_in = (LateEffort,)
    fault = False

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Yield the lag as a held torque if it is at most one period."""
        late = LateEffort.late(sums)
        lag, sure = float(late.values[0]), _HOLD_SURE * float(late.errors[0])
        if sure < lag <= sums.period + sure:
            weights = sums.weights(sums.at(LateEffort)[:1], [-lag])
            left = taken(sums.grams, weights)
            yield Tried(self.describe(late, sums.period), weights, np.asarray(left[..., -1, -1]))

    def describe(self, found: Fit, period: float) -> FittedCause:
        """Describe the lag of a torque that a controller holds for a period, s."""
        lag = float(found.values[0])
        message = (
            f"a torque that is held from one joint state to the next: it is {milliseconds(lag)} late, "
            f"{lag / period:.2f} of the period of {milliseconds(period)}, which is not a fault"
        )
        values = {"lag_s": lag, "lag_error_s": float(found.errors[0]), "period_s": period}
        return FittedCause(self.kind, message, values, 1)

    def example(self) -> Example:
        """Return a robot whose effort is one sample of 4 ms late."""
        return Example(self.model, {"lag_s": 0.004}, lambda effort: np.roll(effort, 1, axis=0), noise=0.0005)
