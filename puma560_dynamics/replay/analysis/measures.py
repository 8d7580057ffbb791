"""Key figures of a replay, computed from its result."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from ...report.formatting import percent
from ..result import Agreement, Analysis, FoundCause

WORTH_SHOWING = 0.01
"""Smallest fraction of the squared residual for which a cause is shown."""

TARGETS = ("effort", "command")
"""Signals that the model can be compared with, the preferred one first."""


def target(analysis: Analysis) -> str | None:
    """Return the signal that the model was compared with: ``"effort"``, else ``"command"``; `None` without both."""
    return next((name for name in TARGETS if name in analysis.total and analysis.total[name].count.any()), None)


def agreement(analysis: Analysis) -> Agreement | None:
    """Return the agreement of the total torque with its `target`; `None` if nothing was compared."""
    name = target(analysis)
    return None if name is None else analysis.total[name]


def residual_shares(analysis: Analysis) -> FloatArray:
    """Return (n,) RMS residual as a fraction of the joint's maximum torque; NaN where nothing was compared."""
    found = agreement(analysis)
    if found is None:
        return np.full(analysis.arm.n, np.nan)
    return np.asarray(found.rms / analysis.arm.maximum_torque)


def worst_joint(analysis: Analysis) -> int:
    """Return the index of the joint with the largest of `residual_shares`; 0 if nothing was compared."""
    return int(np.argmax(np.nan_to_num(residual_shares(analysis), nan=-1.0)))


def largest(values: FloatArray) -> float:
    """Return the largest finite value; NaN if there is none."""
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else float("nan")


def mean(values: FloatArray) -> float:
    """Return the mean of the finite values; NaN if there is none."""
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else float("nan")


def samples_outside(analysis: Analysis) -> FloatArray:
    """Return the fraction (n,) of samples outside the uncertainty band; NaN without a band."""
    return np.full(analysis.arm.n, np.nan) if analysis.band is None else analysis.band.outside


def effect(analysis: Analysis, cause: FoundCause) -> float:
    """Return the fraction of the whole squared residual that a cause explains.

    If a held torque was found, `FoundCause.share` of a fault refers to the residual that the held torque leaves.
    """
    held = next((one.share for one in analysis.causes if not one.fault), 0.0)
    return cause.share * (1.0 - held) if cause.fault else cause.share


def likely(analysis: Analysis) -> tuple[FoundCause, ...]:
    """Return the causes that are worth showing, those with the largest effect first."""
    found = (cause for cause in analysis.causes if cause.share >= WORTH_SHOWING)
    return tuple(sorted(found, key=lambda cause: -effect(analysis, cause)))


def explained_share(analysis: Analysis, cause: FoundCause) -> str:
    """Describe the fraction that a cause explains, of the residual or of the residual that a held torque leaves."""
    held = cause.fault and not all(one.fault for one in analysis.causes)
    return f"{percent(cause.share)} of {'what a held torque leaves' if held else 'the residual'}"


def resembles(cause: FoundCause) -> bool:
    """Return whether a cause explains (almost) nothing in addition to the first cause."""
    return cause.in_addition < WORTH_SHOWING


def exact_difference(analysis: Analysis) -> float:
    """Return the largest difference of exact models from Pinocchio as a fraction of maximum torque; NaN without any."""
    return largest(np.array([found.relative for found in analysis.models.values() if found.exact]))
