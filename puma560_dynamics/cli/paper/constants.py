"""`puma560 paper constants`: evaluate table A2, compare it with table A3, and show the effect on the torque."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..options import add_arm_options
from ..output import OK, console, escape, print_json, table
from ..progress import Progress

if TYPE_CHECKING:
    from ...models.sampling import TorqueEffect
    from ...models.tables.table_a3 import ConstantRow
    from ...report.text_table import TextTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper constants`."""
    add_arm_options(parser, part=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the table. The exit code is always 0: a deviation of the paper is a result, not a failure."""
    with Progress("loading"):
        from ...arm import load_arm
        from ...models.tables.table_a3 import constant_rows, effect_of_table_a3

    arm = load_arm(arguments.arm)
    rows = constant_rows(arm)
    effects = effect_of_table_a3(arm)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
                "constants": [
                    {
                        "name": row.name,
                        "computed": row.computed,
                        "printed": row.printed,
                        "tolerance": row.tolerance,
                        "within": row.within,
                    }
                    for row in rows
                ],
                "largest_torque_difference_share": {name: effect.share.tolist() for name, effect in effects.items()},
            }
        )
    out = console()
    constants = table(
        f"Constants of table A2 for {escape(arm.name)}, and table A3",
        "", ">computed", ">table A3", ">±", ">away by", "",
    )  # fmt: skip
    for row in rows:
        away = row.tolerances_away
        constants.add_row(
            row.name,
            f"{row.computed:.4g}",
            f"{row.printed:.4g}",
            "" if row.tolerance is None else f"{row.tolerance:.2g}",
            "" if away is None else f"{round(away, 2) + 0.0:+.2f} ±",
            "" if row.within else "OUTSIDE",
        )
    out.print(constants)
    out.print("I, Im in kg·m², g in N·m; computed from tables 4 to 6 and A1.")
    out.print()
    out.print(_effects(arm.joint_names, effects))
    out.print(_verdict(rows))
    return OK


def _effects(joints: tuple[str, ...], effects: Mapping[str, TorqueEffect]) -> TextTable:
    title = "Largest torque difference from the computed constants, % of maximum torque"
    shares = table(title, "constants taken", *(f">{joint}" for joint in joints))
    for name, effect in effects.items():
        shares.add_row(name, *(f"{100 * share:.3f}" for share in effect.share))
    return shares


def _verdict(rows: list[ConstantRow]) -> str:
    outside = [row.name for row in rows if not row.within]
    if not outside:
        return "Every constant is within the tolerance of table A3."
    return (
        f"{', '.join(outside)} lie outside the paper's own tolerance: table A3 contradicts tables 4 to 6 there. The "
        "models use the computed constants, which agree with Newton-Euler on the measured links; table A3 is "
        'load_model(..., constants_from="table_a3").'
    )
