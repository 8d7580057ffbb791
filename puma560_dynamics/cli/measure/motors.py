"""`puma560 measure motors`: compute torque constant, break-away torques and effective inertia of a joint's motor."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..options import add_arm_options, chosen_arm
from ..output import OK, console, escape, print_json, table
from ..progress import Progress
from ..values import number_type
from .drive_inertia import Drive, add_drive_arguments, drive_is_given
from .ramp_arguments import UNITS, Ramps
from .readings import (
    accept_negative,
    arm_file_line,
    budget_rows,
    budget_table,
    measured_text,
    show_lines,
)

if TYPE_CHECKING:
    from rich.console import Console

    from ...arm import Arm
    from ...measurement.measured import Measured
    from ...measurement.motor_constants import MotorConstants

LABELS = (
    "torque constant", "break-away, positive", "break-away, negative", "its increase with the load", "break-away, mean",
    "half difference",
)  # fmt: skip
"""Labels of the values in the budget of `MotorConstants`."""

KEYS = (
    "torque_constant", "break_away_positive", "break_away_negative", "load_friction", "break_away", "half_difference",
)  # fmt: skip
"""Keys of these values in JSON."""


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
    """Evaluate ramps and rotating pieces, and show the results."""
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
    out = console()
    lines: list[str] = []
    if ramped:
        ramps = _ramps(arguments, arm, joint, findings)
        found = _constants(arguments, arm, joint, ramps)
        lines += _lines(arguments, arm, joint, ramps, found)
        result |= _json(arguments, arm, joint, ramps, found)
        if not arguments.json:
            for finding in findings.warnings:
                out.print(f"warning: {escape(finding.message)} ({finding.count})")
            _show(arguments, arm, joint, ramps, found, out)
    if rotating:
        drive = Drive(arguments, arm, joint)
        lines.append(drive.line)
        result["effective_inertia"] = drive.as_json()
        if not arguments.json:
            drive.show(out)
    if arguments.json:
        return print_json(result | {"warnings": [finding.message for finding in findings.warnings], "arm_file": lines})
    show_lines(lines, out, f"under motors.{arguments.joint}")
    return OK


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


def _constants(arguments: argparse.Namespace, arm: Arm, joint: int, ramps: Ramps) -> MotorConstants:
    from ...measurement.measured import Measured, parse_measured
    from ...measurement.motor_constants import motor_constants

    known: Measured | None = None
    if arguments.torque_constant:
        number = parse_measured(arguments.torque_constant, "1")
        known = Measured(number.value, _unit(arguments, arm, joint), number.half_width)
        if abs(known.value) <= known.half_width:
            raise MeasurementError(f"--torque-constant {known}: expected a number other than 0, beyond its tolerance")
    return motor_constants(arm, joint, ramps.ramps, ramps.readings, known)


def _unit(arguments: argparse.Namespace, arm: Arm, joint: int) -> str:
    """Return the unit of the torque constant."""
    effort = arm.joints[joint].effort_unit
    return "1" if arguments.unit == effort else f"{effort}/{arguments.unit}"


def _units(arguments: argparse.Namespace, arm: Arm, joint: int) -> tuple[str, ...]:
    effort = arm.joints[joint].effort_unit
    return _unit(arguments, arm, joint), effort, effort, "1", effort, effort


def _maximum(arguments: argparse.Namespace, found: MotorConstants, effort: str) -> Measured | None:
    """Return the torque at the maximum command, N·m."""
    from ...measurement.budget import propagate
    from ...measurement.measured import Measured, parse_measured, positive
    from ...measurement.motor_constants import CONSTANT

    if not arguments.maximum_command:
        return None
    command = parse_measured(arguments.maximum_command, arguments.unit)
    positive("--maximum-command", command)
    constant = found.value(CONSTANT, "")
    budget = propagate(lambda r: abs(r["constant"]) * r["command"], {"constant": constant, "command": command})
    return Measured(float(budget.values[0]), effort, float(budget.half_width[0]))


def _rows(arguments: argparse.Namespace, ramps: Ramps, found: MotorConstants, index: int) -> list[dict[str, Any]]:
    """Return the contributions to a tolerance, the largest first; the scatter of all ramps is one row."""
    from ...measurement.measured import Measured, link_readings
    from ...measurement.motor_constants import CONSTANT, SCATTER

    constant = found.value(CONSTANT, _unit(arguments, ramps.arm, ramps.joint))
    readings = link_readings(ramps.arm) | ramps.readings | {"torque constant": constant}
    scatter = Measured(0.0, ramps.arm.joints[ramps.joint].effort_unit, found.scatter)
    names = [name for name in found.budget.effects if name.startswith(SCATTER)]
    rows = budget_rows(found.budget, index, readings | dict.fromkeys(names, scatter))
    single = [row for row in rows if row["reading"] not in names]
    if names:
        whole = sum(row["share"] for row in rows if row["reading"] in names)
        single += [row | {"reading": SCATTER, "share": whole} for row in rows if row["reading"] in names][:1]
    return sorted(single, key=lambda row: -row["share"])


def _json(arguments: argparse.Namespace, arm: Arm, joint: int, ramps: Ramps, found: MotorConstants) -> dict[str, Any]:
    from ...bags.columns.conversion import PER_GAIN

    units = _units(arguments, arm, joint)
    maximum = _maximum(arguments, found, arm.joints[joint].effort_unit)
    values = {
        key: {
            "value": float(found.budget.values[index]),
            "tolerance": float(found.budget.half_width[index]),
            "unit": units[index],
            "budget": _rows(arguments, ramps, found, index),
        }
        for index, key in enumerate(KEYS)
    }
    return values | {
        "load_friction_determined": found.by_load,
        "covariance": {"order": list(KEYS), "half_widths_squared": found.budget.covariance.tolist()},
        "scatter": {
            "standard_deviation": found.scatter if found.freedom else None,
            "degrees_of_freedom": found.freedom,
        },
        "maximum_torque": None if maximum is None else {"value": maximum.value, "tolerance": maximum.half_width},
        "ramps": [
            {
                "source": source,
                "time_s": time,
                "direction": ramp.direction,
                "load": float(load),
                "command": ramps.readings[ramp.command].value,
                "tolerance": ramps.readings[ramp.common or ramp.command].half_width,
                "deviation": float(deviation),
            }
            for (source, time), ramp, load, deviation in zip(
                ramps.sources, ramps.ramps, found.loads, found.deviations, strict=True
            )
        ],
        "left_out": ramps.left_out,
        "deviating": [
            {"load": load, "direction": direction, "deviation": deviation}
            for load, direction, deviation in found.strange
        ],
        "effort_gain": values["torque_constant"]["value"] if arguments.unit in PER_GAIN else None,
    }


def _show(
    arguments: argparse.Namespace, arm: Arm, joint: int, ramps: Ramps, found: MotorConstants, out: Console
) -> None:
    from ...arm.parts import DAC_STEPS
    from ...bags.columns.conversion import PER_GAIN
    from ...measurement.motor_constants import BREAK_AWAY, CONSTANT, LOAD_FRICTION

    effort, motor = arm.joints[joint].effort_unit, arm.motors[joint]
    starts = table(
        f"Start of motion of {arguments.joint}", "ramp", "direction", f">load, {effort}", f">command, {arguments.unit}",
        f">deviation, {effort}",
    )  # fmt: skip
    for ramp, load, deviation in zip(ramps.ramps, found.loads, found.deviations, strict=True):
        reading = ramps.readings[ramp.command]
        width = ramps.readings[ramp.common or ramp.command].half_width
        starts.add_row(
            escape(ramp.command), "positive" if ramp.direction > 0 else "negative", f"{load:.4g}",
            f"{reading.value:.4g}{f' ± {width:.2g}' if width else ''}", f"{deviation:+.2g}",
        )  # fmt: skip
    out.print(starts)
    for sentence in ramps.left_out:
        out.print(f"left out: {escape(sentence)}")
    for index, (label, unit) in enumerate(zip(LABELS, _units(arguments, arm, joint), strict=True)):
        if index == LOAD_FRICTION and not found.by_load:
            continue
        known = f" (arm file: {motor.break_away_torque:g})" if index == BREAK_AWAY else ""
        out.print(f"[bold]{label}: {measured_text(found.value(index, unit))}[/]{known}")
    out.print("A zero error of the command is part of the half difference; torque constant and mean are free of it.")
    if not found.by_load:
        out.print(
            "Break-away holds at these loads: their amounts are equal, so its increase with the load is not known."
        )
    if found.budget.values[CONSTANT] < 0.0:
        out.print(f"A positive command moves {escape(arguments.joint)} in negative direction.")
    for load, direction, deviation in found.strange:
        way = "positive" if direction > 0 else "negative"
        out.print(
            f"[bold]warning:[/] at the load {load:.4g} {effort}, motion in {way} direction starts {deviation:+.2g} "
            f"{effort} from the fit, beyond the tolerance; look at this load, its lever and the direction"
        )
    if found.freedom:
        out.print(f"Break-away scatters by {found.scatter:.2g} {effort} (standard deviation) from ramp to ramp.")
    else:
        out.print(
            "No ramp is repeated: the tolerances do not contain the scatter of break-away; repeat each three times."
        )
    maximum = _maximum(arguments, found, effort)
    if maximum is not None:
        out.print(
            f"maximum torque: {measured_text(maximum)} (arm file: {motor.maximum_torque:g}); one of {DAC_STEPS} steps: "
            f"{maximum.value / DAC_STEPS:.3g} {effort}"
        )
    for index in (CONSTANT, BREAK_AWAY):
        rows = _rows(arguments, ramps, found, index)
        if rows:
            out.print(f"{LABELS[index]}:")
            out.print(budget_table(rows))
    if arguments.unit in PER_GAIN:
        gain = found.value(CONSTANT, "").value
        out.print(
            f"For a column map, in the place of this joint: effort.gain={gain:.5g} (effort.unit={arguments.unit})"
        )


def _lines(arguments: argparse.Namespace, arm: Arm, joint: int, ramps: Ramps, found: MotorConstants) -> list[str]:
    """Return the lines of the motor's entry in an arm file."""
    from ...measurement.motor_constants import BREAK_AWAY, CONSTANT

    effort = arm.joints[joint].effort_unit
    levels = ", ".join(f"{load:.4g}" for load in sorted(set(found.loads.round(6).tolist())))
    source = f"{len(ramps.ramps)} ramps, loads {levels} {effort}"
    mean = found.value(BREAK_AWAY, effort)
    lines = [arm_file_line("break_away_torque", [mean.value], [mean.half_width], effort, source)]
    ratio = arm.motors[joint].gear_ratio
    if arguments.unit == "A" and f"motors.{arguments.joint}.gear_ratio" in arm.quantities:
        constant = found.value(CONSTANT, "")
        shaft = [constant.value / ratio], [constant.half_width / abs(ratio)]
        lines.append(arm_file_line("torque_constant", *shaft, f"{effort}/A", f"{source}; at the motor's shaft"))
    maximum = _maximum(arguments, found, effort)
    if maximum is not None:
        lines.append(
            arm_file_line(
                "maximum_torque",
                [maximum.value],
                [maximum.half_width],
                effort,
                f"{source}; {arguments.maximum_command}",
            )
        )
    return lines
