"""The figures of a run and the verdict: what `puma560 run` prints, and its ``--json``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..check import Check
from .record import Recording, RunRecord
from .tracking import factors, friction_floor, overall_factor, peak_error, rms_error

RESIDUAL_LIMIT = 1e-9
"""Largest torque residual accepted, N·m: a thousand times what rounding can explain."""

ABBREVIATED_SHARE = 0.01
"""The same for abbreviated models, as a share of the largest maximum torque: they leave terms out on purpose."""

RATE_SHARE = 0.8
"""Share of the asked rate that must be reached."""

RECORDED = "every motion recorded whole"

CHECKED_SHARE = 0.8
"""Share of the joint states whose torque the validator must have compared."""

WHOLE_SHARE = 0.95
"""Share of a motion that must be recorded."""

LATE = 0.02
"""Delay of torque, s, from which the simulated wrist may oscillate: critically damped PD of 25 rad/s bears 26 ms."""


def largest_residual(record: RunRecord) -> float:
    """N·m, explicit model against Pinocchio over the whole run; nan if nothing was compared."""
    values = [np.abs(phase.residual).max() for phase in record.phases if phase.residual.size]
    return float(np.max(values)) if values else float("nan")


def residual_limit(model: str, arm: Arm) -> float:
    """Largest torque residual accepted for a kind of model, N·m."""
    return ABBREVIATED_SHARE * float(arm.maximum_torque.max()) if "abbreviated" in model else RESIDUAL_LIMIT


def checks(record: RunRecord) -> list[Check]:
    """Everything that decides over the exit code."""
    if any(len(phase.time) == 0 for phase in record.phases) or not record.phases:
        return [Check(RECORDED, False, "a setting holds no joint states; the machine may be overloaded")]
    spans = [float(np.ptp(phase.time)) for phase in record.phases]
    whole = min(spans) >= WHOLE_SHARE * record.duration
    residual, limit = largest_residual(record), residual_limit(record.model, record.arm)
    compared = sum(len(phase.residual) for phase in record.phases)
    unchecked = [
        phase.setting.name
        for phase in record.phases
        if phase.setting.terms and len(phase.residual) < CHECKED_SHARE * len(phase.time)
    ]
    gain = overall_factor(record)
    worse = [name for name, factor in zip(record.arm.joint_names, factors(record), strict=True) if not factor > 1.0]
    slow = {topic: rate for topic, rate in record.rates.items() if not rate >= RATE_SHARE * record.rate}
    silent = [topic for topic, rate in record.rates.items() if not rate > 0.0] or ([] if record.rates else ["topics"])
    rejected = sum(record.rejected.values())
    bag = [_closed(record.recording)] if record.recording else []
    faults = {name: text for name, (level, text) in record.worst_diagnostic.items() if level >= 2}
    return [
        Check(RECORDED, whole, f"{min(spans):.2f} s of {record.duration:.2f} s in the shortest"),
        Check(
            f"{record.model} model against Pinocchio",
            residual < limit and not unchecked,
            f"too few torques were compared under {', '.join(unchecked)}"
            if unchecked
            else f"largest residual {residual:.2g} N·m in {compared} torques (limit {limit:.1g})",
        ),
        Check(
            f"{record.model} model beats PD alone",
            gain > 1.0 and not worse,
            f"RMS error over all joints {_times(gain)}"
            + (f"; not smaller at {', '.join(worse)}{_excuse(record)}" if worse else ", smaller at every joint"),
        ),
        Check(
            "rates reached",
            not slow and not silent,
            "nothing was measured"
            if not record.rates
            else ", ".join(f"{topic} {rate:.0f} Hz" for topic, rate in (slow or record.rates).items())
            + f" of {record.rate:.0f} Hz asked (at least {RATE_SHARE * record.rate:.0f})",
        ),
        Check("no message refused", rejected == 0, f"{rejected} refused"),
        Check(
            "diagnostics without fault",
            not faults,
            "; ".join(f"{name}: {text}" for name, text in faults.items()) or "none",
        ),
        *bag,
    ]


def _closed(recording: Recording) -> Check:
    detail = f"{sum(recording.messages.values())} messages of {len(recording.messages)} topics in {recording.folder}"
    unclosed = f"{recording.folder} has no metadata.yaml: its recorder was killed; what is in it can still be read"
    return Check("recording closed", bool(recording.messages), detail if recording.messages else unclosed)


def _times(factor: float) -> str:
    return f"{1.0 / factor:.1f} times larger" if 0.0 < factor < 1.0 else f"{factor:.1f} times smaller"


def _excuse(record: RunRecord) -> str:
    """What the machine has to do with it, if torque came too late for PD."""
    late = percentiles(record.torque_latency)["p99"]
    if late is None or late < LATE:
        return ""
    return f"; torque was {1e3 * late:.0f} ms late (p99), too late for the wrist's PD: the machine is busy, run again"


def summary(record: RunRecord) -> dict[str, Any]:
    """The figures as plain data, JSON-ready; ``"ok"`` is the verdict."""
    verdict = checks(record)
    residual = largest_residual(record)
    usable = len(verdict) > 1
    return {
        "ok": all(check.ok for check in verdict),
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in verdict],
        "arm": record.arm.name,
        "model": record.model,
        "joints": list(record.arm.joint_names),
        "settings": [
            {
                "name": phase.setting.name,
                "terms": list(phase.setting.terms),
                "samples": len(phase.time),
                "rms_error_rad": rms_error(phase).tolist(),
                "peak_error_rad": peak_error(phase).tolist(),
            }
            for phase in (record.phases if usable else ())
        ],
        "factor_by_joint": factors(record).tolist() if usable else [],
        "factor_overall": overall_factor(record) if usable else None,
        "friction_floor_rad": friction_floor(record).tolist(),
        "residual_max_Nm": residual if np.isfinite(residual) else None,
        "residuals_compared": sum(len(phase.residual) for phase in record.phases),
        "rate_asked_Hz": record.rate,
        "rates_Hz": dict(record.rates),
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


def percentiles(values: NDArray[np.float64]) -> dict[str, float | None]:
    """Median, 99th percentile and maximum; `None` each when there is nothing."""
    if values.size == 0:
        return {"p50": None, "p99": None, "max": None}
    p50, p99 = np.percentile(values, [50, 99])
    return {"p50": float(p50), "p99": float(p99), "max": float(values.max())}
