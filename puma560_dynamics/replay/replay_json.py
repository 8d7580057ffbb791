"""Conversion of a replay to JSON data, and to one flat row for tables of many bags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ..arm import Joint
from ..arrays import FloatArray
from ..bags.columns.column_map import stated_columns
from ..bags.findings import Finding
from ..check import Check
from ..control.observer.contact_events import Contact
from .analysis.measures import agreement, exact_difference, largest, mean, residual_shares, samples_outside, target
from .result import Agreement, Analysis, FoundCause, StateTiming
from .settings import ReplaySettings

AGREEMENT_KEYS = {
    "count": "samples",
    "rms": "rms_Nm",
    "mae": "mae_Nm",
    "largest": "largest_Nm",
    "nrms": "nrms",
    "r2": "r2",
    "bias": "bias_Nm",
    "lag": "lag_s",
}
"""JSON keys of the attributes of `Agreement`, with units of a revolute joint (see `joint_key`)."""


def analysis_json(analysis: Analysis, checks: Sequence[Check] = ()) -> dict[str, Any]:
    """Convert a replay to data for `json.dumps(…, allow_nan=False)`; NaN becomes null.

    ``"ok"`` is true if every check (gate) is met. A bad verdict alone does not make it false.
    """
    names, limits = analysis.arm.joint_names, analysis.contact_limits
    found = {
        "ok": all(check.ok for check in checks),
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in checks],
        "name": analysis.name,
        "verdict": vars(analysis.verdict),
        "warnings": _findings(finding for finding in analysis.findings if finding.loss),
        "notes": _findings(finding for finding in analysis.findings if not finding.loss),
        "compared_with": target(analysis),
        "residual_share": largest(residual_shares(analysis)),
        "outside_band": mean(samples_outside(analysis)),
        "joints": {name: _joint(analysis, index) for index, name in enumerate(names)},
        "models": {
            kind: {
                "exact": model.exact,
                "largest_share_of_maximum_torque": model.relative,
                "largest_Nm": _named(names, model.largest),
                "rms_Nm": _named(names, model.rms),
            }
            for kind, model in analysis.models.items()
        },
        "causes": [_cause(cause, names) for cause in analysis.causes],
        "contacts": [_contact(contact, analysis.arm.joints) for contact in analysis.contacts],
        "contact_limits": {
            joint.name: _with_units({"standing_Nm": standing, "moving_Nm": moving}, joint) | {"searched": searched}
            for joint, standing, moving, searched in zip(
                analysis.arm.joints, limits.standing, limits.moving, limits.searched, strict=True
            )
        },
        "contacts_not_searched": [{"start_s": start, "end_s": end} for start, end in limits.unsearched.tolist()],
        "timing": _timing(analysis.timing),
        "arm": {"name": analysis.arm.name, "source": analysis.arm.source},
        "settings": settings_json(analysis.settings),
        "sources": dict(analysis.sources),
        "files": [vars(file) for file in analysis.files],
        "topics": [vars(topic) for topic in analysis.topics],
        "versions": dict(analysis.versions),
        "elapsed_s": analysis.elapsed,
    }
    return dict(plain(found))


def analysis_row(analysis: Analysis) -> dict[str, float | str | int]:
    """Return the main results of a replay as one flat table row; NaN is kept."""
    timing, found = analysis.timing, agreement(analysis)
    cause = next((one for one in analysis.causes if one.fault), None)
    cells: dict[str, float | str | int] = {
        "name": analysis.name,
        "verdict": analysis.verdict.level,
        "headline": analysis.verdict.headline,
        "arm": analysis.arm.name,
        "model": analysis.settings.model,
        "compared_with": target(analysis) or "",
        "samples": timing.count,
        "used": timing.used,
        "span_s": timing.span,
        "start_s": 1e-9 * timing.start,
        "period_s": timing.period,
        "missing": timing.missing,
        "warnings": sum(finding.loss for finding in analysis.findings),
        "contacts": len(analysis.contacts),
        "residual_share": largest(residual_shares(analysis)),
        "outside_band": mean(samples_outside(analysis)),
        "exact_models_share": exact_difference(analysis),
        "cause": cause.kind if cause else "",
        "cause_share": cause.share if cause else math.nan,
    }
    for index, name in enumerate(analysis.arm.joint_names):
        for attribute in ("rms", "nrms", "bias", "lag"):
            value = math.nan if found is None else float(getattr(found, attribute)[index])
            cells[f"{name}.{joint_key(AGREEMENT_KEYS[attribute], analysis.arm.joints[index])}"] = value
        cells[f"{name}.outside_band"] = float(samples_outside(analysis)[index])
    return cells


def joint_key(key: str, joint: Joint) -> str:
    """Return a key such as ``rms_Nm`` with the unit of a joint: ``rms_N`` if the joint is prismatic."""
    return f"{key.removesuffix('_Nm')}_{joint.effort_key}" if key.endswith("_Nm") else key


def agreement_json(found: Agreement, joint: int) -> dict[str, Any]:
    """Return the agreement of joint number `joint`, with units of a revolute joint in the keys."""
    return {key: getattr(found, attribute)[joint].item() for attribute, key in AGREEMENT_KEYS.items()}


def settings_json(settings: ReplaySettings) -> dict[str, Any]:
    """Return settings as data, with units in the keys."""
    return {
        "arm": settings.arm if isinstance(settings.arm, str) else settings.arm.source,
        "payload_mass_kg": settings.payload.mass,
        "payload_center_of_mass_m": settings.payload.center_of_mass.tolist(),
        "payload_inertia_kgm2": settings.payload.inertia.tolist(),
        "model": settings.model,
        "models": list(settings.models),
        "friction": settings.friction,
        "cut_off_Hz": settings.cut_off,
        "velocity": settings.velocity,
        "acceleration": settings.acceleration,
        "joint_map": dict(settings.joint_map),
        "topics": dict(settings.topics),
        "columns": None if settings.columns is None else asdict(stated_columns(settings.columns)),
        "gap_periods": settings.gap,
    }


def plain(value: Any) -> Any:
    """Convert `value` to types that JSON can represent; NaN and infinity become null."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _with_units(data: Any, joint: Joint) -> Any:
    """Replace the units in the keys of nested data by those of a joint."""
    if not isinstance(data, Mapping):
        return data
    return {joint_key(key, joint): _with_units(value, joint) for key, value in data.items()}


def _joint(analysis: Analysis, index: int) -> Any:
    band = analysis.band
    found = {
        "maximum_torque_Nm": analysis.arm.maximum_torque[index],
        "residual_share": residual_shares(analysis)[index],
        "total": {name: agreement_json(found, index) for name, found in analysis.total.items()},
        "terms": {
            name: {term: agreement_json(found, index) for term, found in terms.items()}
            for name, terms in analysis.terms.items()
        },
        "term_rms_Nm": {term: rms[index] for term, rms in analysis.term_rms.items()},
        "published": {term: agreement_json(found, index) for term, found in analysis.published.items()},
        "band": None
        if band is None
        else {
            "tolerance_rms_Nm": band.tolerance_rms[index],
            "tolerance_largest_Nm": band.tolerance_largest[index],
            "rms_Nm": band.rms[index],
            "outside": band.outside[index],
        },
    }
    return _with_units(found, analysis.arm.joints[index])


def _findings(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    return [{"kind": finding.kind, "message": finding.message, "count": finding.count} for finding in findings]


def _named(names: Sequence[str], values: FloatArray) -> dict[str, float]:
    return dict(zip(names, values.tolist(), strict=True))


def _cause(cause: FoundCause, names: Sequence[str]) -> dict[str, Any]:
    return {
        "kind": cause.kind,
        "share": cause.share,
        "beside_the_first": cause.in_addition,
        "indistinguishable": cause.indistinguishable,
        "explained": _named(names, cause.explained),
        "message": cause.message,
        "values": dict(cause.values),
    }


def _contact(contact: Contact, joints: Sequence[Joint]) -> dict[str, Any]:
    return {
        "start_s": contact.start,
        "end_s": contact.end,
        "standing": contact.standing,
        "confidence": contact.confidence,
        "joints": {
            joints[index].name: _with_units(
                {"torque_Nm": contact.torque[index], "band_Nm": contact.band[index]}, joints[index]
            )
            for index in contact.joints
        },
    }


def _timing(timing: StateTiming) -> dict[str, Any]:
    return {
        "samples": timing.count,
        "used": timing.used,
        "segments": timing.segments,
        "span_s": timing.span,
        "start_s": 1e-9 * timing.start,
        "period_s": timing.period,
        "jitter_s": timing.jitter,
        "gaps": [{"start_s": start, "length_s": length} for start, length in timing.gaps.tolist()],
        "missing": timing.missing,
        "duplicates": timing.duplicates,
        "repeated": timing.repeated,
        "out_of_order": timing.out_of_order,
        "restarts": timing.restarts,
        "delay_median_s": timing.delay[0],
        "delay_largest_s": timing.delay[1],
    }
