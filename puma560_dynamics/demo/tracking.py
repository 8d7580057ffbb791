"""Tracking errors of a run per joint and setting, their reduction, and the error caused by friction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm import arm_friction
from ..arrays import FloatArray
from .record import PhaseRecord, RunRecord

ALL_JOINTS = "all joints"
"""Name of the row over all joints."""


def rms_error(phase: PhaseRecord) -> FloatArray:
    """Return the root mean square (n,) of the tracking error, rad."""
    return np.asarray(np.sqrt(np.mean((phase.position - phase.reference) ** 2, axis=0)))


def peak_error(phase: PhaseRecord) -> FloatArray:
    """Return the largest tracking error (n,), rad."""
    return np.asarray(np.abs(phase.position - phase.reference).max(axis=0))


def friction_floor(record: RunRecord) -> FloatArray:
    """Return the error (n,) of PD control by friction, rad: friction torque over the proportional gain.

    Dry friction, and viscous friction at the RMS velocity of the last motion. No rigid-body model compensates it; it is
    about what remains under the full model. Zero where the simulated joints had no friction.
    """
    if not record.friction:
        return np.zeros(record.arm.n)
    friction, _ = arm_friction(record.arm)
    last = record.phases[-1] if record.phases else None
    speed = np.sqrt(np.mean(last.velocity**2, axis=0)) if last is not None and len(last.time) else 0.0
    dry, viscous = np.array([one.dry for one in friction]), np.array([one.viscous for one in friction])
    return np.asarray((dry + viscous * speed) / record.proportional)


def factors(record: RunRecord) -> FloatArray:
    """Return the ratio (n,) of the RMS error in the first phase to that in the last."""
    return rms_error(record.phases[0]) / rms_error(record.phases[-1])


def overall_factor(record: RunRecord) -> float:
    """Return the same ratio for the root mean square over all joints."""
    first, last = (np.sqrt(np.mean(rms_error(record.phases[i]) ** 2)) for i in (0, -1))
    return float(first / last)


def saturated(record: RunRecord) -> FloatArray:
    """Return the fraction (n,) of the last motion in which the torque was at its limit."""
    if not record.phases or not record.phases[-1].effort.size:
        return np.zeros(record.arm.n)
    return np.asarray(np.mean(np.abs(record.phases[-1].effort) >= 0.999 * record.arm.maximum_torque, axis=0))


@dataclass(frozen=True)
class ErrorTable:
    """Tracking errors of S settings; the last of the n + 1 rows is over all joints. NaN without a record.

    Attributes:
        names: (n + 1) of the rows.
        rms: (S, n + 1) rad, root mean square; over all joints the root mean square of those.
        peak: (S, n + 1) rad, largest; over all joints the largest of those.
        factor: (n + 1,) how many times smaller `rms` is in the last setting than in the first.
        floor: (n + 1,) rad, what dry friction leaves to PD.
    """

    names: tuple[str, ...]
    rms: FloatArray
    peak: FloatArray
    factor: FloatArray
    floor: FloatArray


def error_table(record: RunRecord) -> ErrorTable:
    """Return the tracking errors of a run, also of an incomplete one."""
    none = np.full(record.arm.n, np.nan)
    rms = np.array([rms_error(phase) if phase.time.size else none for phase in record.phases] or [none])
    peak = np.array([peak_error(phase) if phase.time.size else none for phase in record.phases] or [none])
    with np.errstate(divide="ignore", invalid="ignore"):
        floor = friction_floor(record)[None, :]
        rms, floor = (np.column_stack([each, np.sqrt(np.mean(each**2, axis=1))]) for each in (rms, floor))
        factor = rms[0] / rms[-1]
    return ErrorTable(
        (*record.arm.joint_names, ALL_JOINTS),
        rms,
        np.column_stack([peak, peak.max(axis=1)]),
        factor,
        floor[0],
    )
