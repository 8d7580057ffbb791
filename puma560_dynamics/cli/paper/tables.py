"""`puma560 paper tables`: show tables 1, 2 and 3 with our counts, and the error of the abbreviated model."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..options import add_arm_options
from ..output import OK, console, escape, print_json, table
from ..progress import Progress

if TYPE_CHECKING:
    from ...emdeg import Program
    from ...models.generated.general_link6 import PayloadRow
    from ...models.terms import OperationCount
    from ...papers.akb.paper_tables import GeneratedRow
    from ...report.text_table import TextTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper tables`."""
    add_arm_options(parser, part=False)


def run(arguments: argparse.Namespace) -> int:
    """Compute and print all tables."""
    with Progress("counts"):
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from ...arm import load_arm
    from ...models.generated.general_link6 import BODY, payload_rows
    from ...models.payload.payload import Payload
    from ...models.payload.payload_counts import payload_counts
    from ...models.recursive.newton_euler import NewtonEulerModel
    from ...models.sampling import torque_effect
    from ...models.tables import AbbreviatedModel, FullModel
    from ...models.tables.constants import printed_constants
    from ...papers.akb import izaguirre_paul
    from ...papers.akb.paper_tables import count_rows, generated_rows
    from ...papers.akb.significance import verdicts
    from ...papers.walker_orin import printed_count
    from . import table_2

    arm = load_arm(arguments.arm)
    # A load with ten nonzero parameters; the number of operations is the same for every such load.
    general_load = Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)
    full, abbreviated, recursive = FullModel(arm), AbbreviatedModel(arm), NewtonEulerModel(arm)
    rows = count_rows(
        full.operation_counts(),
        abbreviated.operation_counts(),
        recursive.operation_counts(),
        recursive.general_counts(),
        printed_count.explained_recursion(arm),
        izaguirre_paul.explained_reconstruction(izaguirre_paul.simplified(arm)),
    )
    loads = payload_rows(full.operation_counts(), payload_counts(arm, general_load, added=True))
    effect = torque_effect(abbreviated, full)
    judged = [verdict for verdict in verdicts(printed_constants()) if not verdict.inserted]
    agree = sum(verdict.agrees for verdict in judged)
    generated = generated_rows()
    rates = table_2.computed()
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
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
                "table_2": table_2.table_2_json(*rates),
                "generated": [_generated_json(row) for row in generated],
                "general_load": [
                    {
                        "part": row.part,
                        "tables": _count_json(row.tables),
                        "partial_velocities": _count_json(row.load),
                        "tables_with_load": _count_json(row.with_payload),
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
    out.print(escape(arm.name))
    title = "Calculations: the paper's tables 1 and 3, and ours"
    counts = table(title, "table", "method", ">paper", ">ours", ">×", ">+")
    for row in rows:
        counts.add_row(row.table, row.method, *map(str, (row.paper, row.ours.total, *row.ours)))
    out.print(counts)
    for row in rows:
        out.print(f"  {row.table}, {row.method}: {row.why}.")
    out.print()
    table_2.show_table_2(out, *rates)
    out.print()
    out.print(_generated_table(generated))
    out.print()
    out.print(_load_table(loads))
    out.print()
    title = "Abbreviated against full model, same constants, over the joint ranges"
    errors = table(title, "torque error", *(f">{joint}" for joint in arm.joint_names))
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


def _generated_table(rows: list[GeneratedRow]) -> TextTable:
    title = "Calculations of the generated programs, compared with the papers and other generators"
    peers = (">AKB", ">EMDEG", ">SymPyBotics", ">OpenSYMORO")
    shown = table(title, "quantity", *peers, ">ours", ">with\nmotors")
    for row in rows:
        own = row.published
        others = (own.akb, own.emdeg, own.sympybotics, own.opensymoro)
        ours = (str(program.count.total) for program in (row.without_motors, row.with_motors))
        shown.add_row(row.published.quantity, *("–" if n is None else str(n) for n in others), *ours)
    return shown


def _load_table(rows: list[PayloadRow]) -> TextTable:
    shown = table(
        "Calculations with a general load on link 6",
        "quantity", ">full\nmodel", ">load, partial\nvelocities", ">both", ">generated",
        ">generated,\ngeneral link 6",
    )  # fmt: skip
    for row in rows:
        counts = (row.tables, row.load, row.with_payload, row.generated, row.anew)
        shown.add_row(row.part.replace("_", " "), *(str(count.total) for count in counts))
    return shown
