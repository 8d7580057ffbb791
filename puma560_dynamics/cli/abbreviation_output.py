"""Show an abbreviated model: errors of each joint and omitted terms, on the terminal and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..emdeg import OMITTED_HEADINGS, criterion_text, omitted_row
from .abbreviated_derivation import AbbreviatedDerivation, rounded_up
from .output import escape, table

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 10
"""Number of omitted terms that are shown on the terminal; all are in JSON, LaTeX and the text table."""


def abbreviation_json(found: AbbreviatedDerivation) -> dict[str, Any]:
    """Return the abbreviation as a JSON object: criterion, numbers of terms, ranges, errors, and omitted terms."""
    model = found.model
    joints = model.exact.chain.joints
    errors = zip(joints, model.maximum_torque, found.rms, found.largest, found.guaranteed, strict=True)
    return {
        "criterion": criterion_text(model.criterion),
        "terms": len(model.exact.terms),
        "kept": len(model.kept.terms),
        "exact_torque_operations": found.exact,
        "ranges": asdict(model.ranges),
        "assumed_limits": {name: asdict(limits) for name, limits in found.assumed.items()},
        "errors": [
            {
                "joint": joint.name,
                "maximum_torque": torque,
                "rms_fraction": rms,
                "largest_fraction": largest,
                "guaranteed_fraction": guaranteed,
                "guaranteed": guaranteed * torque,
            }
            for joint, torque, rms, largest, guaranteed in errors
        ],
        "omitted": [
            {
                "element": each.term.label,
                "factors": dict(each.term.factors),
                "coefficient": float(each.term.coefficient),
                "part_of_term": each.changed,
                "fraction_of_equation": each.of_equation,
                "fraction_of_joint": each.of_joint,
                "torque": {joints[row].name: torque for row, torque in zip(each.term.rows, each.torque, strict=True)},
                "fraction_of_maximum_torque": each.fraction,
            }
            for each in found.omitted
        ],
    }


def show_abbreviation(out: Console, found: AbbreviatedDerivation) -> None:
    """Print criterion, errors of each joint, and the largest omitted terms."""
    model = found.model
    out.print(f"{escape(found.kept)}.")
    errors = table(
        "Torque error, % of maximum torque",
        "joint",
        ">maximum torque\nN·m (N)",
        ">RMS",
        ">largest\nsampled",
        ">guaranteed",
        ">guaranteed\nN·m (N)",
    )
    rows = zip(model.exact.chain.joints, model.maximum_torque, found.rms, found.largest, found.guaranteed, strict=True)
    for joint, torque, rms, largest, bound in rows:
        sampled = (f"{100 * share:.3g}" for share in (rms, largest))
        bounds = (rounded_up(100 * bound), rounded_up(bound * torque))
        errors.add_row(escape(joint.name), f"{torque:.4g}", *sampled, *bounds)
    out.print(errors)
    out.print(
        "RMS and largest: 20,000 sampled states that did not choose the terms; guaranteed: every state. "
        f"{escape(found.limits)}.",
    )
    total = next((one.program.count.total for one in found.made if one.program.name == "torque"), None)
    if total is not None and total >= found.exact:
        out.print(
            f"note: the exact torque takes fewer calculations, {found.exact}, because its equations need not be "
            "written out; abbreviate more, or use the exact model",
        )
    elif total is not None:
        out.print(f"The exact torque takes {found.exact} calculations.")
    if found.omitted:
        names = [*OMITTED_HEADINGS[:2], *(f">{name.replace('of ', 'of' + chr(10))}" for name in OMITTED_HEADINGS[2:])]
        left = table(f"Omitted terms: the largest {min(SHOWN, len(found.omitted))} of {len(found.omitted)}", *names)
        for each in found.omitted[:SHOWN]:
            left.add_row(*map(escape, omitted_row(each)))
        out.print(left)
        if len(found.omitted) > SHOWN:
            out.print("--emit table, --emit latex and --json list all of them")
