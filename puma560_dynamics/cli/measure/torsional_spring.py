"""`puma560 measure torsional-spring`: motor and drive inertia from an oscillation under a position gain."""

from __future__ import annotations

import argparse
import math
from typing import Any

import numpy as np
from rich.markup import escape

from ...arm import Arm, load_arm
from ...bags.findings import Findings
from ...errors import MeasurementError
from ...extras import require
from ...measurement.measured import Measured, link_readings, parse_measured
from ...measurement.oscillation import Oscillation, clipped, fit_oscillation, read_swing
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
from ...replay.reading.named_recording import BAG_MODULES, named_recording
from ..output import OK, console, print_json
from ..progress import Progress
from .readings import arm_file_line, budget_rows, budget_table, measured_text, timed_period
from .recorded_joint import recorded_joint


def run(arguments: argparse.Namespace) -> int:
    """Fit where there is a record, calculate and show."""
    arm = load_arm(arguments.arm)
    pose = _pose(arguments.pose, arm)
    findings = Findings()
    with Progress("oscillation"):
        fit = _fit(arguments, arm, findings)
    period, damping = timed_period(arguments), arguments.damping_factor or NO_DAMPING
    if fit is not None:
        period, damping = fit.period, arguments.damping_factor or fit.damping_factor
    assert period is not None  # argparse wants one of the four
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
    out.print(f"For an arm file, under motors.{escape(arguments.joint)}:")
    out.print(f"  {escape(line)}", soft_wrap=True)
    return OK


def _fit(arguments: argparse.Namespace, arm: Arm, findings: Findings) -> Oscillation | None:
    if arguments.csv is not None:
        time, position = read_swing(arguments.csv)
    elif arguments.bag is not None:
        require("--bag", *BAG_MODULES)
        bag = named_recording(arguments.bag)
        time, position = recorded_joint(bag, arm, joint_index(arm, arguments.joint), findings)
    else:
        return None
    return fit_oscillation(*clipped(time, position, arguments.start, arguments.end))


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


def _pose(text: str, arm: Arm) -> np.ndarray:
    """``0, -30, 60 deg``: one angle a joint, the unit behind the last."""
    *others, last = text.split(",")
    number, _, unit = last.strip().partition(" ")
    angles = np.array([parse_measured(f"{angle} {unit}", "rad").value for angle in (*others, number)])
    if len(angles) != arm.n:
        raise MeasurementError(f"--pose {text!r} has {len(angles)} angle(s), expected {arm.n}, divided by commas")
    return angles
