"""`puma560 arm`: reads an arm file, checks its physics and shows the table of motors and limits."""

from __future__ import annotations

import argparse
import math

from rich.markup import escape
from rich.table import Table

from ..arm import check_physics, load_arm, rod_transfers
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("arm", help="check an arm file and show gravity load, motors and limits")
    parser.add_argument("arm", nargs="?", default="akb1986", help="arm name or file (default: akb1986)")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what is known of the arm; an unphysical file has failed before this."""
    arm = load_arm(arguments.arm)
    report = check_physics(arm)
    if arguments.json:
        return print_json(
            {
                "ok": report.ok,
                "arm": arm.name,
                "gravity": arm.gravity,
                "warnings": list(report.warnings),
                "joints": [
                    {
                        "name": joint.name,
                        "lower": joint.lower,
                        "upper": joint.upper,
                        "velocity": joint.velocity,
                        "gear_ratio": motor.gear_ratio,
                        "motor_inertia": motor.inertia,
                        "maximum_torque": motor.maximum_torque,
                        "break_away_torque": motor.break_away_torque,
                        "torque_resolution": motor.torque_resolution,
                    }
                    for joint, motor in zip(arm.joints, arm.motors, strict=True)
                ],
            }
        )
    out = console()
    out.print(f"{escape(arm.name)}: {escape(arm.source)}", soft_wrap=True)
    table = Table(title=f"Motors and limits (tables 6 and 7); gravity {arm.gravity:g} m/s²", title_justify="left")
    for heading in ("joint", "gear", "inertia\nkg·m²", "max.\nN·m", "break-away\nN·m", "D/A step\nN·m", "range\n°"):
        table.add_column(heading, justify="right")
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        table.add_row(
            joint.name,
            f"{motor.gear_ratio:g}",
            f"{motor.inertia:g}",
            f"{motor.maximum_torque:g}",
            f"{motor.break_away_torque:g}",
            f"{motor.torque_resolution:.4f}",
            f"{math.degrees(joint.lower):.0f} … {math.degrees(joint.upper):.0f}",
        )
    out.print(table)
    for warning in report.warnings:
        out.print(f"note: {escape(warning)}")
    for transfer in rod_transfers(arm):
        out.print(
            f"note: the URDF moves a rod of {transfer.moment:.6g} kg·m² along z of {transfer.link} from "
            f"{transfer.parent} to it; no torque changes"
        )
    return OK
