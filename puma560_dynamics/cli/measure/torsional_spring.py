"""`puma560 measure torsional-spring`: compute motor and drive inertia from an oscillation under a position gain."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from ..joint_values import POSE_WORDS, POSITION, add_joint_values, parse_joint_values
from ..options import add_arm_options, chosen_arm
from ..output import OK, console, escape, print_json
from ..progress import Progress
from ..values import any_path, number_type, recording_path
from .readings import (
    add_timing,
    arm_file_line,
    budget_rows,
    budget_table,
    measured_text,
    reading_type,
    show_lines,
    timed_period,
)
from .recorded_joint import recorded_joint

if TYPE_CHECKING:
    from ...arm import Arm
    from ...bags.findings import Findings
    from ...measurement.oscillation import Oscillation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure torsional-spring`."""
    parser.add_argument("--joint", required=True, help="name of the joint that oscillates; the others are held")
    add_joint_values(parser, "--pose", POSE_WORDS, required=True)
    parser.add_argument(
        "--stiffness",
        required=True,
        type=reading_type("N m/rad"),
        help="position gain: torque over displacement, N m/rad",
    )
    timing = add_timing(parser)
    timing.add_argument(
        "--csv", type=any_path, metavar="FILE", help="recording: time (s), position (rad); fits the period"
    )
    timing.add_argument("--bag", type=recording_path, metavar="BAG", help="recording: a bag with joint states")
    seconds = number_type(0.0, unit="s")
    parser.add_argument("--start", type=seconds, default=0.0, help="first time of the recording to use, s")
    parser.add_argument("--end", type=seconds, default=math.inf, help="last time of the recording to use, s")
    parser.add_argument(
        "--damping-factor",
        type=reading_type("1"),
        help="damping as a fraction of critical damping; negative with positive velocity feedback (default: 0, or "
        "fitted to the recording)",
    )
    parser.add_argument(
        "--gravity-compensated", action="store_true", help="the controller compensates gravity during the oscillation"
    )
    add_arm_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Fit the period to a recording if there is one, compute the inertia, and show it."""
    with Progress("loading"):
        from ...bags.findings import Findings
        from ...measurement.measured import Measured, link_readings
        from ...measurement.torsional_spring import (
            ARM,
            GRAVITY,
            MOTOR,
            NO_DAMPING,
            TOTAL,
            TorsionalSpring,
            joint_index,
            motor_inertia,
        )

        arm = chosen_arm(arguments)
    pose = parse_joint_values("--pose", arguments.pose, arm, POSITION)
    findings = Findings()
    with Progress("oscillation"):
        fit = _fit(arguments, arm, findings)
    period, damping = timed_period(arguments), arguments.damping_factor or NO_DAMPING
    if fit is not None:
        period, damping = fit.period, arguments.damping_factor or fit.damping_factor
    assert period is not None  # argparse requires one of the four options
    spring = TorsionalSpring(arguments.stiffness, period, damping)
    result = motor_inertia(arm, arguments.joint, pose, spring, gravity_compensated=arguments.gravity_compensated)
    budget = result.budget
    readings = link_readings(arm) | {"stiffness": spring.stiffness, "period": period, "damping_factor": damping}
    rows = budget_rows(budget, MOTOR, readings)
    source = f"torsional spring, {spring.stiffness.value:.4g} N m/rad, period {period.value:.4g} s"
    line = arm_file_line("inertia", [result.value.value], [result.value.half_width], "kg m^2", source)
    in_file = arm.motors[joint_index(arm, arguments.joint)].inertia
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "joint": arguments.joint,
                "motor_inertia_kg_m2": result.value.value,
                "tolerance_kg_m2": result.value.half_width,
                "total_inertia_kg_m2": float(budget.values[TOTAL]),
                "total_tolerance_kg_m2": float(budget.half_width[TOTAL]),
                "arm_inertia_kg_m2": float(budget.values[ARM]),
                "arm_tolerance_kg_m2": float(budget.half_width[ARM]),
                "gravity_stiffness_Nm_per_rad": float(budget.values[GRAVITY]),
                "arm_file_value_kg_m2": in_file,
                "warnings": [finding.message for finding in findings.warnings],
                "oscillation": None if fit is None else _fit_json(fit),
                "without_tolerance": list(result.exact),
                "budget": rows,
                "arm_file": line,
            }
        )
    out = console()
    for finding in findings.warnings:
        out.print(f"warning: {escape(finding.message)} ({finding.count})")
    if fit is not None:
        dry = fit.dry.value * (spring.stiffness.value + budget.values[GRAVITY])
        out.print(
            f"{fit.swings:g} oscillations from {math.degrees(fit.amplitude):.2f}°: period {fit.period}, damping factor "
            f"{fit.damping_factor}, dry friction {dry:.3g} N m; the fit leaves {math.degrees(fit.residual):.2g}° RMS"
        )
    out.print(
        f"[bold]motor and drive of {escape(arguments.joint)}: {measured_text(result.value)}[/] (arm file: {in_file:g})"
    )
    for label, place, unit in (("total", TOTAL, "kg m^2"), ("the arm's share", ARM, "kg m^2")):
        part = Measured(float(budget.values[place]), unit, float(budget.half_width[place]))
        out.print(f"{label}: {measured_text(part)}")
    if budget.values[GRAVITY]:
        out.print(f"gravity adds {budget.values[GRAVITY]:.4g} N m/rad to the spring")
    if rows:
        out.print(budget_table(rows))
    if result.exact:
        out.print(f"Taken as exact, since the arm file has no tolerance for them: {', '.join(result.exact)}")
    show_lines([line], out, f"under motors.{arguments.joint}")
    return OK


def _fit(arguments: argparse.Namespace, arm: Arm, findings: Findings) -> Oscillation | None:
    from ...measurement.oscillation import fit_oscillation
    from ...measurement.record import clipped, read_record
    from ...measurement.torsional_spring import joint_index

    if arguments.csv is not None:
        time, position = read_record(arguments.csv)
    elif arguments.bag is not None:
        time, position, _ = recorded_joint(arguments.bag, arm, joint_index(arm, arguments.joint), findings)
    else:
        return None
    return fit_oscillation(*clipped(time, position, start=arguments.start, end=arguments.end))


def _fit_json(fit: Oscillation) -> dict[str, Any]:
    return {
        "period_s": fit.period.value,
        "period_tolerance_s": fit.period.half_width,
        "damping_factor": fit.damping_factor.value,
        "damping_factor_tolerance": fit.damping_factor.half_width,
        "dry_friction_rad": fit.dry.value,
        "amplitude_rad": fit.amplitude,
        "oscillations": fit.swings,
        "residual_rad": fit.residual,
    }
