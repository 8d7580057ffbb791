"""A torque that a controller holds for a period: it is measured late by up to that, which is no fault."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...report.formatting import milliseconds
from ..analysis.normal_equations import Fit, taken
from .cause import Cause, CauseSamples, Example, FittedCause, Tried
from .late_effort import LateEffort

_SURE = 2.0
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
        lag, sure = float(late.values[0]), _SURE * float(late.errors[0])
        if sure < lag <= sums.period + sure:
            weights = sums.weights(sums.at(LateEffort)[:1], [-lag])
            left = taken(sums.grams, weights)
            yield Tried(self.described(late, sums.period), weights, np.asarray(left[..., -1, -1]))

    def described(self, found: Fit, period: float) -> FittedCause:
        """The effort is late as one is that a controller holds for a period, s."""
        lag = float(found.values[0])
        message = (
            f"a torque that is held from one joint state to the next: it comes {milliseconds(lag)} late, "
            f"{lag / period:.2f} of the period of {milliseconds(period)}, which is no fault"
        )
        values = {"lag_s": lag, "lag_error_s": float(found.errors[0]), "period_s": period}
        return FittedCause(self.kind, message, values, 1)

    def shows(self) -> Example:
        """One sample of 4 ms late."""
        return Example(self.model, {"lag_s": 0.004}, lambda effort: np.roll(effort, 1, axis=0), noise=0.0005)
