"""Numbers and verdict of a run, for the output of `puma560 run` and for its option ``--json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..check import Check
from ..models.payload.payload_text import payload_json
from .machine import BUSY
from .plant_differences import plant_json
from .record import WITH_FRICTION, WITH_MODEL, RunBag, RunRecord
from .tracking import (
    error_table,
    factors,
    friction_floor,
    overall_error,
    overall_factor,
    peak_error,
    plant_level,
    rms_error,
)

RESIDUAL_LIMIT = 1e-9
"""Largest accepted torque residual, N·m: a thousand times the rounding error."""

ABBREVIATED_SHARE = 0.01
"""Largest accepted residual of abbreviated models, which omit terms by design, as a fraction of the largest maximum
torque."""

RATE_SHARE = 0.8
"""Fraction of the requested rate that must be reached."""

RECORDED = "every motion recorded whole"

DIVERGED = "no motion diverged"

CHECKED_SHARE = 0.8
"""Fraction of the joint states whose torque the validator should have compared."""

FRICTION_SHARE = 1.1
"""Multiple of the sum of friction level and plant level up to which these explain an error, so that models cannot be
compared."""

WHOLE_SHARE = 0.95
"""Fraction of a motion that must be recorded."""


def largest_residual(record: RunRecord) -> float:
    """Return the largest difference of the explicit model from Pinocchio in a run, N·m; NaN if nothing was compared."""
    values = [np.abs(phase.residual).max() for phase in record.phases if phase.residual.size]
    return float(np.max(values)) if values else float("nan")


def residual_limit(model: str, arm: Arm) -> float:
    """Return the largest torque residual accepted for a kind of model, N·m."""
    return ABBREVIATED_SHARE * float(arm.maximum_torque.max()) if "abbreviated" in model else RESIDUAL_LIMIT


def run_checks(record: RunRecord) -> list[Check]:
    """Return all checks that determine the exit code."""
    rejected = sum(record.rejected.values())
    faults, warnings = (
        "; ".join(f"{name}: {text}" for name, (level, text) in record.worst_diagnostic.items() if low <= level <= high)
        for low, high in ((2, 3), (1, 1))
    )
    wire = [
        Check("no message refused", rejected == 0, f"{rejected} refused"),
        Check(
            "diagnostics without fault",
            not faults,
            faults or (f"no fault; warning of {warnings}" if warnings else "no fault"),
        ),
        *([_recorded(record.recording)] if record.recording else []),
    ]
    diverged = [f"{phase.setting.name}: {phase.diverged}" for phase in record.phases if phase.diverged]
    if diverged:
        return [Check(DIVERGED, False, f"{'; '.join(diverged)}; the run was stopped there"), *wire]
    if any(len(phase.time) == 0 for phase in record.phases) or not record.phases:
        return [Check(RECORDED, False, "a setting holds no joint states; the machine may be overloaded")]
    spans = [float(np.ptp(phase.time)) for phase in record.phases]
    whole = min(spans) >= WHOLE_SHARE * record.duration
    return [
        Check(RECORDED, whole, f"{min(spans):.2f} s of {record.duration:.2f} s in the shortest"),
        *_residuals(record),
        _tracking(record),
        *([_friction(record)] if len(record.phases) > WITH_FRICTION else []),
        _rates(record),
        *wire,
    ]


def _residuals(record: RunRecord) -> list[Check]:
    """Return the checks of the comparison with Pinocchio, and of its completeness."""
    residual, limit = largest_residual(record), residual_limit(record.model, record.arm)
    compared = sum(len(phase.residual) for phase in record.phases)
    phases = [phase for phase in record.phases if phase.setting.terms]
    nothing = [phase.setting.name for phase in phases if not len(phase.residual)]
    few = [phase.setting.name for phase in phases if len(phase.residual) < CHECKED_SHARE * len(phase.time)]
    return [
        Check(
            f"{record.model} model against Pinocchio",
            residual < limit and not nothing,
            f"no torque was compared under {', '.join(nothing)}"
            if nothing
            else f"largest residual {residual:.2g} N·m in {compared} torques (limit {limit:.1g})",
        ),
        Check(
            "torques compared",
            True,
            f"{compared}; fewer than {100 * CHECKED_SHARE:.0f} % of the joint states under {', '.join(few)}: the "
            "validator "
            "could not keep up"
            if few
            else f"{compared}, at least {100 * CHECKED_SHARE:.0f} % of the joint states under every setting",
            inconclusive=bool(few),
        ),
    ]


def _tracking(record: RunRecord) -> Check:
    """Check that the model reduces all errors that friction and the numbers of the plant do not explain."""
    table = error_table(record)
    with_model = table.rms[:WITH_FRICTION][-1]
    explained = with_model <= FRICTION_SHARE * (table.floor + np.append(plant_level(record), 0.0))
    factor = table.rms[0] / with_model
    smaller = factor > 1.0
    names = np.array(table.names)
    worse, frictional = (list(names[:-1][chosen[:-1]]) for chosen in (~smaller & ~explained, ~smaller & explained))
    words = f"RMS error over all joints {_times(float(factor[-1]))}"
    if worse:
        words += f"; not smaller at {', '.join(worse)}, where friction and the plant's numbers do not explain it"
    elif frictional:
        causes = "friction and the plant's numbers" if table.floor.any() else "the plant's numbers"
        words += f"; at {', '.join(frictional)} {causes} explain the error"
    else:
        words += ", smaller at every joint"
    return Check(
        f"{record.model} model is better than PD alone", bool(smaller[-1] or explained[-1]) and not worse, words
    )


def _friction(record: RunRecord) -> Check:
    """Check that friction compensation reduces the error that the model leaves."""
    rms = error_table(record).rms
    with_model, with_friction = rms[WITH_MODEL], rms[WITH_FRICTION]
    names = [
        name
        for name, larger in zip(record.arm.joint_names, with_friction[:-1] > with_model[:-1], strict=True)
        if larger
    ]
    words = f"RMS error over all joints {_times(float(with_model[-1] / with_friction[-1]))}"
    words += f"; larger at {', '.join(names)}" if names else ", smaller at every joint"
    return Check("friction compensation is better", bool(with_friction[-1] < with_model[-1]), words)


def _rates(record: RunRecord) -> Check:
    """Check the rates of the real-time part; on a busy machine the check is inconclusive."""
    slow = {topic: rate for topic, rate in record.rates.items() if not rate >= RATE_SHARE * record.rate}
    silent = not record.rates or any(not rate > 0.0 for rate in record.rates.values())
    words = (
        "nothing was measured"
        if not record.rates
        else ", ".join(f"{topic} {rate:.0f} Hz" for topic, rate in (slow or record.rates).items())
        + f" of {record.rate:.0f} Hz asked (at least {RATE_SHARE * record.rate:.0f})"
    )
    missed = bool(slow) or silent
    if missed and record.others >= BUSY:
        words += f"; inconclusive: the machine is busy, other programs took {record.others:.1f} cores"
        return Check("rates reached", True, words, inconclusive=True)
    return Check("rates reached", not missed, words)


def _recorded(recording: RunBag) -> Check:
    """Check that the bag was closed and has messages of every topic; DDS may fail to match a publisher."""
    empty = [topic for topic, count in recording.messages.items() if not count]
    detail = f"{sum(recording.messages.values())} messages of {len(recording.messages)} topics in {recording.folder}"
    if empty:
        detail = f"no message of {', '.join(empty)} in {recording.folder}; run again"
    elif not recording.messages:
        detail = f"{recording.folder} has no metadata.yaml: its recorder was killed; what is in it can still be read"
    return Check("recording whole", bool(recording.messages) and not empty, detail)


def _times(factor: float) -> str:
    return f"{1.0 / factor:.1f} times larger" if 0.0 < factor < 1.0 else f"{factor:.1f} times smaller"


def run_summary(record: RunRecord) -> dict[str, Any]:
    """Return the numbers as data for JSON; ``"ok"`` is the verdict."""
    verdict = run_checks(record)
    residual = largest_residual(record)
    usable = verdict[0].name == RECORDED and len(verdict) > 1
    return {
        "ok": all(check.ok for check in verdict),
        "checks": [asdict(check) for check in verdict],
        "arm": record.arm.name,
        "model": record.model,
        "payload": {**payload_json(record.arm, record.payload), "known_to_the_model": record.payload_known},
        "plant": plant_json(record),
        "joints": list(record.arm.joint_names),
        "settings": [
            {
                "name": phase.setting.name,
                "terms": list(phase.setting.terms),
                "samples": len(phase.time),
                "rms_error_rad": rms_error(phase).tolist(),
                "peak_error_rad": peak_error(phase).tolist(),
                "factor_overall": overall_error(record.phases[0]) / overall_error(phase),
            }
            for phase in (record.phases if usable else ())
        ],
        "factor_by_joint": factors(record).tolist() if usable else [],
        "factor_overall": overall_factor(record) if usable else None,
        "friction_floor_rad": friction_floor(record).tolist(),
        "plant_level_rad": plant_level(record).tolist(),
        "residual_max_Nm": residual if np.isfinite(residual) else None,
        "residuals_compared": sum(len(phase.residual) for phase in record.phases),
        "rate_asked_Hz": record.rate,
        "rates_Hz": dict(record.rates),
        "cores_of_others": record.others if np.isfinite(record.others) else None,
        "latency_s": {
            "joint_states": percentiles(record.state_latency),
            "torque": percentiles(record.torque_latency),
            "model": percentiles(record.model_time),
        },
        "rejected": dict(record.rejected),
        "gains": {"proportional": record.proportional.tolist(), "derivative": record.derivative.tolist()},
        "recording": record.recording
        and {"folder": record.recording.folder, "messages": dict(record.recording.messages)},
        "versions": dict(record.versions),
        "wall_time_s": record.wall_time,
    }


def percentiles(values: FloatArray) -> dict[str, float | None]:
    """Return median, 99th percentile and maximum; `None` without values."""
    if values.size == 0:
        return {"p50": None, "p99": None, "max": None}
    p50, p99 = np.percentile(values, [50, 99])
    return {"p50": float(p50), "p99": float(p99), "max": float(values.max())}
