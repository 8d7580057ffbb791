"""The figures of a run and the verdict: what `puma560 run` prints, and its ``--json``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .record import PhaseRecord, RunRecord

RESIDUAL_LIMIT = 1e-9
"""Largest torque residual accepted, N·m: a thousand times what rounding can explain."""

RATE_SHARE = 0.8
"""Share of the asked rate that must be reached."""


@dataclass(frozen=True)
class Check:
    """One thing that must hold.

    Attributes:
        name: what is checked.
        ok: whether it holds.
        detail: the figures, in one sentence.
    """

    name: str
    ok: bool
    detail: str


def rms_error(phase: PhaseRecord) -> NDArray[np.float64]:
    """(n,) rad, root mean square of the tracking error."""
    return np.asarray(np.sqrt(np.mean((phase.position - phase.reference) ** 2, axis=0)))


def peak_error(phase: PhaseRecord) -> NDArray[np.float64]:
    """(n,) rad, largest tracking error."""
    return np.asarray(np.abs(phase.position - phase.reference).max(axis=0))


def friction_floor(record: RunRecord) -> NDArray[np.float64]:
    """(n,) rad, the error that dry friction leaves to PD: break-away torque over proportional gain.

    No rigid-body model compensates it; it is what remains under the full model.
    """
    return np.asarray(record.arm.break_away_torque / record.proportional)


def largest_residual(record: RunRecord) -> float:
    """N·m, explicit model against Pinocchio over the whole run; nan if nothing was compared."""
    values = [np.abs(phase.residual).max() for phase in record.phases if phase.residual.size]
    return float(max(values)) if values else float("nan")


def factors(record: RunRecord) -> NDArray[np.float64]:
    """(n,) how many times smaller the RMS error is in the last phase than in the first."""
    return rms_error(record.phases[0]) / rms_error(record.phases[-1])


def overall_factor(record: RunRecord) -> float:
    """The same of the root mean square over all joints."""
    first, last = (np.sqrt(np.mean(rms_error(record.phases[i]) ** 2)) for i in (0, -1))
    return float(first / last)


def checks(record: RunRecord) -> list[Check]:
    """Everything that decides over the exit code."""
    if any(len(phase.time) == 0 for phase in record.phases) or not record.phases:
        return [Check("recorded", False, "a phase holds no joint states; see the logs of the nodes")]
    residual = largest_residual(record)
    compared = sum(len(phase.residual) for phase in record.phases)
    gain = overall_factor(record)
    worse = [name for name, factor in zip(record.arm.joint_names, factors(record), strict=True) if not factor > 1.0]
    slow = {topic: rate for topic, rate in record.rates.items() if rate < RATE_SHARE * record.rate}
    rejected = sum(record.rejected.values())
    faults = {name: text for name, (level, text) in record.worst_diagnostic.items() if level >= 2}
    return [
        Check(
            "explicit model equals Pinocchio",
            compared > 0 and residual < RESIDUAL_LIMIT,
            f"largest residual {residual:.1e} N·m in {compared} torques (limit {RESIDUAL_LIMIT:.0e})",
        ),
        Check(
            "full model beats PD alone",
            gain > 1.0 and not worse,
            f"RMS error over all joints {gain:.1f} times smaller"
            + (f"; not smaller at {', '.join(worse)}" if worse else ", smaller at every joint"),
        ),
        Check(
            "rates reached",
            not slow,
            ", ".join(f"{topic} {rate:.0f} Hz" for topic, rate in (slow or record.rates).items())
            + f" of {record.rate:.0f} Hz asked",
        ),
        Check("no message refused", rejected == 0, f"{rejected} refused"),
        Check(
            "diagnostics without fault",
            not faults,
            "; ".join(f"{name}: {text}" for name, text in faults.items()) or "none",
        ),
    ]


def summary(record: RunRecord) -> dict[str, Any]:
    """The figures as plain data, JSON-ready; ``"ok"`` is the verdict."""
    verdict = checks(record)
    usable = verdict[0].name != "recorded"
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
        "residual_max_Nm": largest_residual(record) if usable else None,
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
        "versions": dict(record.versions),
        "wall_time_s": record.wall_time,
    }


def percentiles(values: NDArray[np.float64]) -> dict[str, float | None]:
    """Median, 99th percentile and maximum; `None` each when there is nothing."""
    if values.size == 0:
        return {"p50": None, "p99": None, "max": None}
    p50, p99 = np.percentile(values, [50, 99])
    return {"p50": float(p50), "p99": float(p99), "max": float(values.max())}
