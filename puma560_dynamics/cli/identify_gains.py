"""Torque a unit of effort, as `puma560 identify --unknown-gains` reports it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from ..bags.findings import Finding
from ..identification.torque_gains import Gains
from ..report.text_table import TextTable
from .output import FAILED, OK, console, print_json


def show_gains(found: Gains, warnings: Sequence[Finding], *, as_json: bool) -> int:
    """Print the gains; those that the recordings do not determine are refused.

    Args:
        found: gains of every joint.
        warnings: of the recordings.
        as_json: for a program.

    Returns:
        The exit code: `FAILED` if any gain is refused.
    """
    if as_json:
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
        return print_json({"ok": not found.refusal, "gains": gains, "refused": found.refusal or None})
    out = console()
    for finding in warnings:
        out.print(f"! {escape(finding.message)}")
    table = TextTable("Torque a unit of effort", "joint", ">gain", ">standard error", ">effort by the load")
    for joint, value, error, determined, share in zip(
        found.joints, found.values, found.errors, found.determined, found.by_load, strict=True
    ):
        table.add_row(joint, f"{value:.3g}" if determined else "refused", f"{value * error:.2g}", f"{share:.0%}")
    out.print(table)
    if found.refusal:
        out.print(f"! {escape(found.refusal)}")
    return OK if not found.refusal else FAILED
