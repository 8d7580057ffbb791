"""`puma560 tables`: tables 1, 2 and 3 with our counts; the abbreviated model against the paper's rule and in torque."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from rich.table import Table

from ..arm import load_arm
from ..emdeg import Program
from ..models.generated.general_link6 import BODY, LoadRow, load_rows
from ..models.generated.generated_counts import GeneratedRow, generated_rows
from ..models.interface import OperationCount
from ..models.payload.load_counts import load_counts
from ..models.payload.payload import Payload
from ..models.recursive import walker_orin_counts
from ..models.recursive.newton_euler import NewtonEulerModel
from ..models.sampling import torque_effect
from ..models.tables import AbbreviatedModel, FullModel
from ..models.tables.constants import printed_constants
from ..papers.akb import izaguirre_paul
from ..papers.akb.paper_tables import count_rows
from ..papers.akb.significance import verdicts
from . import table_2
from .output import OK, add_json_flag, console, print_json

GENERAL_LOAD = Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)
"""A load with all ten numbers: what it costs is the same for every such load."""


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("tables", help=about)
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compute and print everything anew."""
    arm = load_arm(arguments.arm)
    full, abbreviated, recursive = FullModel(arm), AbbreviatedModel(arm), NewtonEulerModel(arm)
    rows = count_rows(
        full.operation_counts(),
        abbreviated.operation_counts(),
        recursive.operation_counts(),
        recursive.general_counts(),
        walker_orin_counts.explained(arm),
        izaguirre_paul.explained(izaguirre_paul.simplified(arm)),
    )
    loads = load_rows(full.operation_counts(), load_counts(arm, GENERAL_LOAD, added=True))
    effect = torque_effect(abbreviated, full)
    judged = [verdict for verdict in verdicts(printed_constants()) if not verdict.inserted]
    agree = sum(verdict.agrees for verdict in judged)
    generated = generated_rows()
    rates = table_2.computed()
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "counts": [
                    {
                        "table": row.table,
                        "method": row.method,
                        "paper": row.paper,
                        "ours": _count_json(row.ours),
                        "why": row.why,
                    }
                    for row in rows
                ],
                "table_2": table_2.as_json(*rates),
                "generated": [_generated_json(row) for row in generated],
                "general_load": [
                    {
                        "part": row.part,
                        "tables": _count_json(row.tables),
                        "partial_velocities": _count_json(row.load),
                        "tables_with_load": _count_json(row.with_load),
                        "generated": _count_json(row.generated),
                        "generated_anew": _count_json(row.anew),
                    }
                    for row in loads
                ],
                "abbreviated_torque_error": {
                    "largest_share_of_maximum_torque": effect.share.tolist(),
                    "rms_Nm": effect.rms.tolist(),
                },
                "significance_rule": {
                    "agree": agree,
                    "entries": [{"entry": v.entry, "agrees": v.agrees, "difference": v.reason} for v in judged],
                },
            }
        )
    out = console()
    table = Table(title="Calculations: the paper's tables 1 and 3, and ours", title_justify="left")
    for heading, justify in (
        ("table", "left"),
        ("method", "left"),
        ("paper", "right"),
        ("ours", "right"),
        ("×, +", "right"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(row.table, row.method, str(row.paper), str(row.ours.total), f"{row.ours[0]}, {row.ours[1]}")
    out.print(table)
    for row in rows:
        out.print(f"  {row.table}, {row.method}: {row.why}.")
    out.print()
    table_2.show(out, *rates)
    out.print()
    out.print(_generated_table(generated))
    out.print()
    out.print(_load_table(loads))
    out.print()
    errors = Table(title="Abbreviated against full model, same constants, over the joint ranges", title_justify="left")
    errors.add_column("torque error")
    for joint in arm.joint_names:
        errors.add_column(joint, justify="right")
    errors.add_row("largest, % of maximum torque", *(f"{100 * share:.3f}" for share in effect.share))
    errors.add_row("RMS, N·m", *(f"{value:.2g}" for value in effect.rms))
    out.print(errors)
    out.print()
    out.print(
        f"The paper's 1 % / 0.1 % rule keeps the printed terms in {agree} of {len(judged)} expressions; elsewhere:"
    )
    for verdict in judged:
        if not verdict.agrees:
            out.print(f"  {verdict.entry}: {verdict.reason}")
    return OK


def _count_json(count: OperationCount) -> dict[str, int]:
    return {**count._asdict(), "total": count.total}


def _generated_json(row: GeneratedRow) -> dict[str, object]:
    def count(program: Program) -> dict[str, int]:
        single = program.count_single_angles
        return {**program.count._asdict(), "total": program.count.total, "only_single_angles_free": single.total}

    return {
        **asdict(row.published),
        "without_motor_inertia": count(row.without_motors),
        "with_motor_inertia": count(row.with_motors),
    }


def _generated_table(rows: list[GeneratedRow]) -> Table:
    table = Table(title="Calculations of the generated programs, beside the papers and a peer", title_justify="left")
    table.add_column("quantity")
    for heading in ("AKB", "EMDEG", "SymPyBotics", "ours", "with motors"):
        table.add_column(heading, justify="right")
    for row in rows:
        others = (row.published.akb, row.published.emdeg, row.published.peer)
        ours = (str(program.count.total) for program in (row.without_motors, row.with_motors))
        table.add_row(row.published.quantity, *("–" if n is None else str(n) for n in others), *ours)
    return table


def _load_table(rows: list[LoadRow]) -> Table:
    table = Table(title="Calculations with a general load on link 6", title_justify="left")
    table.add_column("quantity")
    for heading in ("full model", "load, partial velocities", "both", "generated", "generated, general link 6"):
        table.add_column(heading, justify="right")
    for row in rows:
        counts = (row.tables, row.load, row.with_load, row.generated, row.anew)
        table.add_row(row.part.replace("_", " "), *(str(count.total) for count in counts))
    return table
