"""Terminal output of an identification as tables and sentences; predictions and gains also as JSON data."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape

from ..arm.friction_terms import FRICTION_TERMS
from ..bags.findings import Finding
from ..extras import installed, sentence
from ..report.text_table import TextTable
from ..report.written_files import show_written
from .advice import advice, condition_words, fit_summary
from .arm_yaml import recordings
from .comparison import Compared, base_parameters, compared_constants, friction, load
from .cross_validation import Guess
from .identify import Identified
from .predict import Validated
from .prediction_band import windows_outside
from .prior import UNMEASURED
from .torque_gains import Gains

Validations = Sequence[Sequence[Validated]]
"""Predictions of the fitted recordings, and of the held-out recordings."""


def show_identified(
    found: Identified, validated: Validations, warnings: Sequence[Finding], output: Path, report: Path, out: Console
) -> None:
    """Print the identified values with verdict and advice.

    Args:
        found: result of the identification.
        validated: predictions of the fitted recordings, and of the held-out recordings; may be empty.
        warnings: warnings about the recordings.
        output: path of the arm file that was written.
        report: path of the page that was written.
        out: console to print to.
    """
    out.print(f"{escape(found.unknowns.arm.name)}, identified from {escape(recordings(found))}")
    for finding in warnings:
        out.print(f"! {escape(finding.message)}" + (f" ({finding.count})" if finding.count > 1 else ""))
    rows = compared_constants(found)
    words = "Constants of table A2" if rows else "Base parameters"
    title = f"{words}, SI units; moved: in tolerances; data: part of information"
    out.print(_table(title, rows or base_parameters(found)))
    arm = found.unknowns.arm
    units = {
        joint.kind: f"{joint.effort_text} and {FRICTION_TERMS['viscous'].shown_unit(joint.kind)}"
        for joint in arm.joints
    }
    out.print(_table(f"Friction, {'; prismatic joints '.join(units.values())}", friction(found)))
    if found.unknowns.load:
        out.print(_table(f"Load in the frame of {found.unknowns.arm.tip}, kg, kg·m, kg·m²", load(found)))
    out.print(_errors(found))
    if validated:
        out.print(_relative(found, validated))
    if any(recording.rows for recording in found.held_out):
        shares = windows_outside(found.held_out, found.estimate, found.noise)
        words = ", ".join("–" if np.isnan(share) else f"{100 * share:.0f} %" for share in shares)
        out.print(f"held-out windows outside the arm's own band (5 % of normal noise): {words}")
    if found.guess is not None:
        out.print(_guess(found.guess))
    law = "with" if "load" in found.unknowns.sought else "without"
    out.print(f"friction {law} dependence on load and curvature; " + _distances(found))
    if found.cut_off:
        out.print(f"torque is predicted best from positions that are filtered at {found.cut_off:.3g} Hz")
    if found.lead:
        out.print(lead_words(found.lead))
    moved = found.estimate.moved
    out.print(
        f"condition number {condition_words(found.estimate.condition)}; "
        + (f"kept physically possible, which moved it by {moved:.1f} standard errors" if moved else "possible as it is")
    )
    out.print(fit_summary(found))
    for words in advice(found):
        out.print(f"! {escape(words)}")
    if not installed("matplotlib"):
        words = sentence("the drawing of the page's plots", ["matplotlib"])
        out.print(f"note: {escape(words)}", soft_wrap=True)
    show_written(out, output, report)
    out.print(f"next: `puma560 replay BAG --arm {escape(shlex.quote(str(output)))}`", soft_wrap=True)


def lead_words(lead: float) -> str:
    """Return a sentence about the time by which the effort is ahead of the motion, s; negative if it is behind."""
    side = "ahead of" if lead > 0.0 else "behind"
    return f"the effort is {1e3 * abs(lead):.2g} ms {side} the motion, by cross-validation"


def _table(title: str, rows: Sequence[Compared]) -> TextTable:
    table = TextTable(title, "", ">before", ">identified", ">moved", ">data,\n%")
    for row in rows:
        table.add_row(row.name, *row.texts, f"{row.moved:+.1f}", f"{100 * row.data:.0f}")
    return table


def _distances(found: Identified) -> str:
    """Return a sentence about the presliding distances."""
    words = [
        f"{name} {1e3 * distance:.2g}" if distance else f"{name} –"
        for name, distance in zip(found.unknowns.arm.joint_names, found.presliding.tolist(), strict=True)
    ]
    return f"it reverses over (mrad, mm): {', '.join(words)}"


def _guess(guess: Guess) -> str:
    scores = ", ".join(f"{width:g}: {score:.3g}" for width, score in guess.tried)
    return (
        f"the description's links have no tolerances: cross-validation chose "
        f"{100 * UNMEASURED * guess.width:.0f} % of mass "
        f"and inertia as standard deviation (mean square of predicted stretches by factor of the width: {scores})"
    )


def _errors(found: Identified) -> TextTable:
    kinds = [("identified from", found.train), *([("held out", found.held_out)] if found.held_out else [])]
    headings = [heading for words, _ in kinds for heading in (f">{words}\nbefore", ">\nafter")]
    arm = found.unknowns.arm
    table = TextTable(f"RMS of measured minus predicted torque, {arm.effort_text}", "joint", *headings, ">rows\nworth")
    pairs = [found.rms(x, some) for _, some in kinds for x in (found.before.mean, found.estimate.x)]
    for i, joint in enumerate(arm.joints):
        unit = " N" if joint.slides else ""
        table.add_row(
            joint.name,
            *("–" if np.isnan(values[i]) else f"{values[i]:.3g}{unit}" for values in pairs),
            f"{found.estimate.effective[i]:.0f}",
        )
    return table


def _relative(found: Identified, validated: Validations) -> TextTable:
    """Return a table of relative errors over all samples of the fitted and of the held-out recordings."""
    kinds = ("identified from", "held out")
    headings = [f">{kind}\n{what}" if place == 0 else f">\n{what}" for kind in kinds
                for place, what in enumerate(("as measured", "filtered", "moving"))]  # fmt: skip
    table = TextTable("Error of the prediction as a fraction of the effort, every sample", "joint", *headings)
    columns = [
        np.sqrt(np.mean(np.square([getattr(each, key) for each in some]), axis=0))
        for some in validated
        for key in ("raw", "filtered", "moving")
    ]
    for i, name in enumerate(found.unknowns.arm.joint_names):
        table.add_row(name, *("–" if np.isnan(column[i]) else f"{column[i]:.3f}" for column in columns))
    return table


def predictions(validated: Validations) -> list[dict[str, object]]:
    """Return the relative errors of every recording as JSON data."""
    return [
        {"name": each.name, "held_out": held_out}
        | {
            key: [None if np.isnan(value) else value for value in getattr(each, key).tolist()]
            for key in ("raw", "filtered", "moving", "still")
        }
        for held_out, some in enumerate(validated)
        for each in some
    ]


def show_gains(found: Gains, warnings: Sequence[Finding], out: Console) -> None:
    """Print the torque per unit of effort, without values for gains that the recordings do not determine.

    Args:
        found: gains of every joint.
        warnings: warnings about the recordings.
        out: console to print to.
    """
    for finding in warnings:
        out.print(f"! {escape(finding.message)}")
    table = TextTable("Torque per unit of effort", "joint", ">gain", ">standard error", ">effort by the load")
    for joint, value, error, determined, share in zip(
        found.joints, found.values, found.errors, found.determined, found.by_load, strict=True
    ):
        stated = f"{value:.3g}" if determined else "refused"
        table.add_row(joint, stated, f"{value * error:.2g}", f"{100 * share:.0f} %")
    out.print(table)
    if found.refusal:
        out.print(f"! {escape(found.refusal)}")


def gains_json(found: Gains) -> dict[str, Any]:
    """Return the gains as JSON data, with null for a gain that the recordings do not determine."""
    rows = zip(found.joints, found.values, found.errors, found.determined, found.by_load, strict=True)
    gains = [
        {
            "joint": joint,
            "gain": float(gain) if determined else None,
            "relative_error": float(error),
            "by_load": float(by),
        }
        for joint, gain, error, determined, by in rows
    ]
    return {"ok": not found.refusal, "gains": gains, "refused": found.refusal or None}
