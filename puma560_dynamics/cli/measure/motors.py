"""`puma560 measure motors`: compute torque constant, break-away torques and effective inertia of a joint's motor."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..options import add_arm_options, chosen_arm
from ..output import FAILED, OK, console, escape, print_json
from ..progress import Progress
from ..values import number_type
from .drive_inertia import Drive, add_drive_arguments, drive_is_given
from .motor_output import motor_json, motor_lines, show_motor
from .ramp_arguments import UNITS, Ramps
from .readings import accept_negative, show_lines

if TYPE_CHECKING:
    from ...arm import Arm
    from ...measurement.measured import Measured
    from ...measurement.motor_constants import MotorConstants


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure motors`."""
    accept_negative(parser)
    parser.add_argument("--joint", required=True, help="name of the joint; the others are held")
    ramps = parser.add_argument_group("slow ramps of the command, in both directions under two known loads")
    ramps.add_argument("--unit", choices=UNITS, default="A", help="unit of the command (default: A)")
    ramps.add_argument(
        "--ramp",
        action="append",
        default=[],
        metavar="'LOAD up=… down=…'",
        help="by hand: commands at which the joint starts in positive (up) and negative (down) direction, with commas "
        "between repeats; LOAD is load=… (N m, 0 for none), mass=… lever=…, force=… lever=… or pose=… (weight of the "
        "arm), positive if it pulls the joint in negative direction; may be repeated",
    )
    ramps.add_argument(
        "--csv",
        action="append",
        default=[],
        metavar="'FILE LOAD'",
        help="recording under one load: time (s), position (rad), command; may be repeated",
    )
    ramps.add_argument(
        "--bag", action="append", default=[], metavar="'BAG LOAD'", help="the same as a bag; the effort is the command"
    )
    ramps.add_argument(
        "--travel",
        type=number_type(0.0, above=True),
        help="displacement in a recording that counts as motion, deg or mm (default: 1)",
    )
    ramps.add_argument(
        "--torque-constant",
        metavar="READING",
        help="known torque at the joint for one unit of the command; needs one load",
    )
    ramps.add_argument("--maximum-command", metavar="READING", help="largest command; prints the maximum torque")
    add_drive_arguments(parser)
    add_arm_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Evaluate ramps and rotating pieces, and show the results; the check that can fail is that the ramps agree."""
    ramped, rotating = bool(arguments.ramp or arguments.csv or arguments.bag), drive_is_given(arguments)
    if not (ramped or rotating):
        raise MeasurementError("nothing is measured; give ramps (--ramp, --csv or --bag), or --rotor-inertia")
    with Progress("loading"):
        from ...bags.findings import Findings
        from ...measurement.torsional_spring import joint_index

        arm = chosen_arm(arguments)
        joint = joint_index(arm, arguments.joint)
    findings = Findings()
    result: dict[str, Any] = {"ok": True, "joint": arguments.joint}
    code = OK
    out = console()
    lines: list[str] = []
    if ramped:
        ramps = _ramps(arguments, arm, joint, findings)
        found = _constants(arguments, ramps)
        lines += motor_lines(arguments, ramps, found)
        code = FAILED if found.strange else OK
        result |= {"ok": code == OK} | motor_json(arguments, ramps, found)
        if not arguments.json:
            for finding in findings.warnings:
                out.print(f"warning: {escape(finding.message)} ({finding.count})")
            show_motor(arguments, ramps, found, out)
    if rotating:
        drive = Drive(arguments, arm, joint)
        lines.append(drive.line)
        result["effective_inertia"] = drive.as_json()
        if not arguments.json:
            drive.show(out)
    if arguments.json:
        return print_json(result | {"warnings": [finding.message for finding in findings.warnings], "arm_file": lines})
    show_lines(lines, out, f"under motors.{arguments.joint}")
    return code


def _ramps(arguments: argparse.Namespace, arm: Arm, joint: int, findings: Any) -> Ramps:
    ramps = Ramps(arm, joint, arguments.unit)
    travel = arguments.travel or 1.0
    travel = 1e-3 * travel if arm.joints[joint].slides else math.radians(travel)
    for text in arguments.ramp:
        ramps.by_hand(text)
    with Progress("ramps"):
        for bag, texts in ((False, arguments.csv), (True, arguments.bag)):
            for text in texts:
                ramps.recorded(text, travel, findings, bag=bag)
    return ramps


def _constants(arguments: argparse.Namespace, ramps: Ramps) -> MotorConstants:
    from ...measurement.measured import Measured, parse_measured
    from ...measurement.motor_constants import motor_constants

    known: Measured | None = None
    if arguments.torque_constant:
        number = parse_measured(arguments.torque_constant, "1")
        known = Measured(number.value, ramps.constant_unit, number.half_width)
        if abs(known.value) <= known.half_width:
            raise MeasurementError(f"--torque-constant {known}: expected a number other than 0, beyond its tolerance")
    return motor_constants(ramps.arm, ramps.joint, ramps.ramps, ramps.readings, known)
