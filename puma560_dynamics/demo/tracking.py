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
    """Return the error of PD control due to friction, (n,) rad: friction torque divided by the proportional gain.

    The friction torque is the kinetic friction of the simulated arm: dry friction, and viscous friction at the RMS
    velocity of the last motion. No rigid-body model compensates it, so about this error remains with the full model
    but without friction compensation. It is zero without simulated friction.
    """
    if not record.friction:
        return np.zeros(record.arm.n)
    friction, _ = arm_friction(record.plant.arm)
    last = record.phases[-1] if record.phases else None
    speed = np.sqrt(np.mean(last.velocity**2, axis=0)) if last is not None and len(last.time) else 0.0
    dry, viscous = np.array([one.dry for one in friction]), np.array([one.viscous for one in friction])
    return np.asarray((dry + viscous * speed) / record.proportional)


def plant_level(record: RunRecord) -> FloatArray:
    """Return the RMS error of PD control due to differences of plant and model, (n,) rad, without friction.

    It is the difference in torque along the motion (`RunRecord.model_error`) divided by the proportional gain. About
    this error remains with the full model.
    """
    return np.asarray(record.model_error / record.proportional)


def overall_error(phase: PhaseRecord) -> float:
    """Return the root mean square of the tracking error over all joints, rad."""
    return float(np.sqrt(np.mean(rms_error(phase) ** 2)))


def factors(record: RunRecord) -> FloatArray:
    """Return the ratio (n,) of the RMS error in the first phase to the RMS error in the last phase."""
    return rms_error(record.phases[0]) / rms_error(record.phases[-1])


def overall_factor(record: RunRecord) -> float:
    """Return the ratio of the RMS error over all joints in the first phase to that in the last phase."""
    return overall_error(record.phases[0]) / overall_error(record.phases[-1])


def saturated(record: RunRecord) -> FloatArray:
    """Return the fraction (n,) of the last motion in which the torque was at its limit."""
    if not record.phases or not record.phases[-1].effort.size:
        return np.zeros(record.arm.n)
    return np.asarray(np.mean(np.abs(record.phases[-1].effort) >= 0.999 * record.arm.maximum_torque, axis=0))


@dataclass(frozen=True)
class ErrorTable:
    """Tracking errors of S settings, for n joints and, as the last entry, over all joints. NaN without a record.

    Attributes:
        names: n + 1 names of the entries.
        rms: (S, n + 1) rad, root mean square error; the last entry is the root mean square of the others.
        peak: (S, n + 1) rad, largest error; the last entry is the largest of the others.
        factor: (n + 1,) ratio of `rms` in the first setting to `rms` in the last setting.
        floor: (n + 1,) rad, error of PD control due to friction (`friction_floor`).
    """

    names: tuple[str, ...]
    rms: FloatArray
    peak: FloatArray
    factor: FloatArray
    floor: FloatArray


def error_table(record: RunRecord) -> ErrorTable:
    """Return the tracking errors of a run, which may be incomplete."""
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
