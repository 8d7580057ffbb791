"""Conversion of an identification to JSON data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .advice import advice, fit_summary
from .comparison import Compared, base_parameters, compared_constants, friction, load
from .identify import Identified
from .prediction_band import windows_outside


def identified_json(found: Identified) -> dict[str, Any]:
    """Return all results of an identification as JSON data, in SI units; NaN becomes null."""
    estimate = found.estimate
    names = found.unknowns.arm.joint_names
    beyond = windows_outside(found.held_out, estimate, found.noise)
    bags = {"train": found.train, "held_out": found.held_out}
    return {
        "arm": found.arm.name,
        "summary": fit_summary(found),
        "advice": advice(found),
        "prior": found.unknowns.arm.name,
        "base_parameters": _rows(base_parameters(found), [found.base.sum_of(i) for i in range(found.base.size)]),
        "constants": _rows(compared_constants(found)),
        "friction": _rows(friction(found)),
        "load": _rows(load(found)),
        "load_body": _load(found),
        "parameters": _rows(
            Compared(name, "", *map(float, four))
            for name, *four in zip(
                found.unknowns.names, found.before.mean, found.before.deviation, estimate.x, estimate.error, strict=True
            )
        ),
        "condition_number": _finite(estimate.condition),
        "effort_lead": found.lead,
        "friction_law": "full" if "load" in found.unknowns.sought else "simple",
        "prediction_cut_off": found.cut_off,
        "moved_by_constraints": estimate.moved,
        "joints": [
            {
                "name": name,
                "unit": found.unknowns.arm.joints[i].effort_text,
                "rows": int(estimate.rows[i]),
                "effective_rows": float(estimate.effective[i]),
                "residual": _finite(float(estimate.deviation[i])),
                "moved_by_constraints": _finite(float(estimate.forced[i])),
                "noise": _finite(float(found.noise[i])),
                "outside_band": _finite(float(beyond[i])),
                "presliding": float(found.presliding[i]),
                "rms": {
                    kind: {
                        "before": _finite(float(found.rms(found.before.mean, some)[i])),
                        "after": _finite(float(found.rms(estimate.x, some)[i])),
                    }
                    for kind, some in bags.items()
                    if some
                },
            }
            for i, name in enumerate(names)
        ],
        "recordings": {kind: [{"name": bag.name, "date": bag.date} for bag in some] for kind, some in bags.items()},
    }


def _rows(rows: Iterable[Compared], sums: list[str] | None = None) -> list[dict[str, Any]]:
    result = []
    for index, row in enumerate(rows):
        entry: dict[str, Any] = {
            "name": row.name,
            "unit": row.unit,
            "before": row.before,
            "tolerance": row.tolerance,
            "identified": row.identified,
            "standard_error": row.error,
            "moved": row.moved,
            "share_of_data": row.data,
            "said_by": row.determined_by,
        }
        if sums is not None:
            entry["sum"] = sums[index]
        if not row.unit:
            del entry["unit"]
        result.append(entry)
    return result


def _load(found: Identified) -> dict[str, Any] | None:
    """Return mass, center and inertia of an unknown payload, with standard errors; `None` without one."""
    if not found.unknowns.load:
        return None
    values, errors = found.load_body()
    parts = {"mass": slice(0, 1), "center_of_mass": slice(1, 4), "inertia": slice(4, 10)}
    return {
        name: {"value": values[part].tolist(), "standard_error": errors[part].tolist()} for name, part in parts.items()
    }


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
