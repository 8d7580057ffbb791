"""Format the numbers of a run for terminal and report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import FloatArray
from ..check import Check
from .record import WITH_FRICTION, RunRecord
from .summary import largest_residual, percentiles
from .tracking import error_table, saturated

MISSING = "–"
"""Text in place of a missing number."""


def explanation(record: RunRecord) -> str:
    """Return one to three sentences that explain the ratio of the errors."""
    table = error_table(record)
    if not np.isfinite(table.factor[-1]):
        return "No ratio: a setting has no usable samples."
    phase = record.phases[:WITH_FRICTION][-1]
    left, floor, name = table.rms[:WITH_FRICTION][-1, -1], table.floor[-1], phase.setting.name
    words = f"The RMS error with {name} is {milliradians(left)} mrad."
    if floor > 0.0:
        words = (
            f"The RMS error with {name} is {milliradians(left)} mrad; friction alone causes about "
            f"{milliradians(floor)} mrad (kinetic friction / proportional gain), which no rigid-body model compensates."
        )
        words += " Friction accounts for almost all of the remaining error." if left < 1.5 * floor else ""
    if len(record.phases) > WITH_FRICTION:
        words += f" With friction compensation it is {milliradians(table.rms[WITH_FRICTION, -1])} mrad."
    limited = [
        f"{joint} for {100 * share:.0f} %"
        for joint, share in zip(record.arm.joint_names, saturated(record), strict=True)
        if share > 0.0
    ]
    return words + (f" At maximum torque, where no model helps: {', '.join(limited)} of the motion." if limited else "")


def milliradians(value: float) -> str:
    """Format an angle in rad as mrad: one decimal, none from 100 mrad, three below 0.1 mrad."""
    size = abs(value)
    return number_in_form(1e3 * value, ".0f" if size >= 0.1 else ".1f" if size >= 1e-4 else ".3f")


def number_in_form(value: float | None, form: str, unit: str = "") -> str:
    """Format a value with the format specification `form` and `unit`; a dash if the value is missing."""
    return MISSING if value is None or not np.isfinite(value) else f"{value:{form}}{unit}"


def percentile_words(values: FloatArray) -> str:
    """Return median, 99th percentile and maximum of `values` s, e.g. ``0.37 / 1.03 / 1.34 ms``."""
    found = [value for value in percentiles(values).values() if value is not None]
    if not found or not np.isfinite(found).all():
        return "no samples"
    scale, unit, digits = (1e3, "ms", 2) if found[0] >= 1e-4 else (1e6, "µs", 0)
    return " / ".join(f"{scale * value:.{digits}f}" for value in found) + f" {unit}"


def checks_passed(verdict: Sequence[Check]) -> str:
    """Return a phrase on the number of passed checks, if none has failed."""
    open_ones = sum(check.inconclusive for check in verdict)
    if open_ones:
        return f"{len(verdict) - open_ones} of {len(verdict)} checks passed, {open_ones} inconclusive"
    return f"all {len(verdict)} checks passed" if len(verdict) > 1 else "passed"


def residual_words(record: RunRecord) -> str:
    """Return the largest residual in scientific notation, and the number of compared torques."""
    compared = sum(len(phase.residual) for phase in record.phases)
    if not compared:
        return "nothing was compared with Pinocchio"
    found = number_in_form(largest_residual(record), ".1e", " N·m")
    return f"{found} largest in {compared} torques, {record.model} model minus Pinocchio"


def run_headline(record: RunRecord) -> str:
    """Return a description of the run in one line."""
    lasted = max((float(phase.time[-1]) for phase in record.phases if phase.time.size), default=0.0)
    motions = f"{len(record.phases)} motion{'s' * (len(record.phases) != 1)} of {lasted:.1f} s"
    unknown = "" if record.payload_known else " that the model does not know"
    load = f" · load of {record.payload.mass:g} kg{unknown}" if record.payload.mass else ""
    return f"arm {record.arm.name}{load} · {record.model} model · {motions} at {record.rate:.0f} Hz"
