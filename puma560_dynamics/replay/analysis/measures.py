"""The few figures by which a replay is judged, taken out of its result."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from ...report.formatting import percent
from ..result import Agreement, Analysis, FoundCause

WORTH_SHOWING = 0.01
"""Share of the squared residual from which a cause is worth a person's time."""

TARGETS = ("effort", "command")
"""What torque can be compared with, the better first."""


def target(analysis: Analysis) -> str | None:
    """What the model was compared with: the measured effort, else the command, `None` if the bag has neither."""
    return next((name for name in TARGETS if name in analysis.total and analysis.total[name].count.any()), None)


def agreement(analysis: Analysis) -> Agreement | None:
    """That of the whole torque with its `target`."""
    name = target(analysis)
    return None if name is None else analysis.total[name]


def residual_shares(analysis: Analysis) -> FloatArray:
    """(n,) RMS residual as a share of the joint's maximum torque; NaN where nothing was compared."""
    found = agreement(analysis)
    if found is None:
        return np.full(analysis.arm.n, np.nan)
    return np.asarray(found.rms / analysis.arm.maximum_torque)


def worst_joint(analysis: Analysis) -> int:
    """The joint of the largest `residual_shares`; the first if nothing was compared."""
    return int(np.argmax(np.nan_to_num(residual_shares(analysis), nan=-1.0)))


def largest(values: FloatArray) -> float:
    """The largest of `values`, NaN left out; NaN if there is nothing else."""
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else float("nan")


def mean(values: FloatArray) -> float:
    """The mean of `values`, NaN left out; NaN if there is nothing else."""
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else float("nan")


def samples_outside(analysis: Analysis) -> FloatArray:
    """(n,) share of samples outside the expected band, NaN without a band."""
    return np.full(analysis.arm.n, np.nan) if analysis.band is None else analysis.band.outside


def effect(analysis: Analysis, cause: FoundCause) -> float:
    """Share of the whole residual that it explains: the shares of the others are of what a hold leaves."""
    held = next((one.share for one in analysis.causes if not one.fault), 0.0)
    return cause.share * (1.0 - held) if cause.fault else cause.share


def likely(analysis: Analysis) -> tuple[FoundCause, ...]:
    """Causes that explain more than next to nothing, those of the largest effect first."""
    found = (cause for cause in analysis.causes if cause.share >= WORTH_SHOWING)
    return tuple(sorted(found, key=lambda cause: -effect(analysis, cause)))


def explained_share(analysis: Analysis, cause: FoundCause) -> str:
    """How much it explains, in words: of the residual, or of the rest after a hold."""
    held = cause.fault and not all(one.fault for one in analysis.causes)
    return f"{percent(cause.share)} of {'what a held torque leaves' if held else 'the residual'}"


def resembles(cause: FoundCause) -> bool:
    """Whether it only explains again what the first explains: nothing is left for it in addition to that."""
    return cause.beside < WORTH_SHOWING


def exact_difference(analysis: Analysis) -> float:
    """Largest difference of the exact models from Pinocchio as a share of maximum torque; NaN without any."""
    return largest(np.array([found.relative for found in analysis.models.values() if found.exact]))
