"""Output of `puma560 measure motors`: constants of a motor in JSON, as text, and as lines of an arm file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..output import escape, table
from .ramp_arguments import Ramps
from .readings import arm_file_line, budget_rows, budget_table, measured_text

if TYPE_CHECKING:
    from rich.console import Console

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


def _units(ramps: Ramps) -> tuple[str, ...]:
    return ramps.constant_unit, ramps.effort_unit, ramps.effort_unit, "1", ramps.effort_unit, ramps.effort_unit


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

    constant = found.value(CONSTANT, ramps.constant_unit)
    readings = link_readings(ramps.arm) | ramps.readings | {"torque constant": constant}
    scatter = Measured(0.0, ramps.effort_unit, found.scatter)
    names = [name for name in found.budget.effects if name.startswith(SCATTER)]
    rows = budget_rows(found.budget, index, readings | dict.fromkeys(names, scatter))
    single = [row for row in rows if row["reading"] not in names]
    if names:
        whole = sum(row["share"] for row in rows if row["reading"] in names)
        single += [row | {"reading": SCATTER, "share": whole} for row in rows if row["reading"] in names][:1]
    return sorted(single, key=lambda row: -row["share"])


def motor_json(arguments: argparse.Namespace, ramps: Ramps, found: MotorConstants) -> dict[str, Any]:
    """Return the constants of a motor for JSON."""
    from ...bags.columns.conversion import PER_GAIN

    units = _units(ramps)
    maximum = _maximum(arguments, found, ramps.effort_unit)
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


def show_motor(arguments: argparse.Namespace, ramps: Ramps, found: MotorConstants, out: Console) -> None:
    """Print starts of motion, constants of the motor and their tolerances."""
    from ...arm.parts import DAC_STEPS
    from ...bags.columns.conversion import PER_GAIN
    from ...measurement.motor_constants import BREAK_AWAY, CONSTANT, LOAD_FRICTION

    effort, motor = ramps.effort_unit, ramps.arm.motors[ramps.joint]
    starts = table(
        f"Start of motion of {arguments.joint}", "ramp", "way", f">load, {effort}", f">command, {arguments.unit}",
        f">deviation, {effort}",
    )  # fmt: skip
    for ramp, load, deviation in zip(ramps.ramps, found.loads, found.deviations, strict=True):
        reading = ramps.readings[ramp.command]
        width = ramps.readings[ramp.common or ramp.command].half_width
        starts.add_row(
            escape(ramp.command), "+" if ramp.direction > 0 else "-", f"{load:.4g}",
            f"{reading.value:.4g}{f' ± {width:.2g}' if width else ''}", f"{deviation:+.2g}",
        )  # fmt: skip
    out.print(starts)
    for sentence in ramps.left_out:
        out.print(f"left out: {escape(sentence)}")
    for index, (label, unit) in enumerate(zip(LABELS, _units(ramps), strict=True)):
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


def motor_lines(arguments: argparse.Namespace, ramps: Ramps, found: MotorConstants) -> list[str]:
    """Return the lines of the motor's entry in an arm file."""
    from ...measurement.motor_constants import BREAK_AWAY, CONSTANT

    effort = ramps.effort_unit
    levels = ", ".join(f"{load:.4g}" for load in sorted(set(found.loads.round(6).tolist())))
    source = f"{len(ramps.ramps)} ramps, loads {levels} {effort}"
    mean = found.value(BREAK_AWAY, effort)
    lines = [arm_file_line("break_away_torque", [mean.value], [mean.half_width], effort, source)]
    ratio = ramps.arm.motors[ramps.joint].gear_ratio
    if arguments.unit == "A" and f"motors.{arguments.joint}.gear_ratio" in ramps.arm.quantities:
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
