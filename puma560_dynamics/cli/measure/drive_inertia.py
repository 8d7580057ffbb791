"""Options and output of `puma560 measure motors` for the effective inertia of rotor and drive."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..output import escape
from .readings import arm_file_line, budget_rows, budget_table, measured_text, reading_type

if TYPE_CHECKING:
    from rich.console import Console

    from ...arm import Arm
    from ...measurement.measured import Measured
    from ...measurement.rotor_inertia import Shaft


def add_drive_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--rotor-inertia``, ``--ratio`` and ``--shaft``."""
    drive = parser.add_argument_group("effective inertia of rotor and drive: inertia times gear ratio squared")
    drive.add_argument(
        "--rotor-inertia", type=reading_type("kg m^2"), help="inertia of the rotor, kg m^2, kg cm^2 or g cm^2"
    )
    drive.add_argument(
        "--ratio", type=reading_type("1"), help="turns of the motor for one turn of the joint (default: arm file)"
    )
    drive.add_argument(
        "--shaft",
        nargs=2,
        action="append",
        default=[],
        metavar=("INERTIA", "RATIO"),
        help="further shaft with its turns for one turn of the joint; may be repeated",
    )


def drive_is_given(arguments: argparse.Namespace) -> bool:
    """Return whether an inertia of a rotating piece is given.

    Raises:
        MeasurementError: there is a ratio or a shaft without a rotor.
    """
    if arguments.rotor_inertia is None and (arguments.ratio is not None or arguments.shaft):
        raise MeasurementError("--ratio and --shaft belong to --rotor-inertia; give the inertia of the rotor, too")
    return arguments.rotor_inertia is not None


class Drive:
    """Effective inertia at a joint, computed from the options.

    Args:
        arguments: arguments of the command, with a rotor.
        arm: arm of the joint.
        joint: index of the joint.

    Raises:
        MeasurementError: the ratio is missing, or a reading is impossible.
    """

    def __init__(self, arguments: argparse.Namespace, arm: Arm, joint: int) -> None:
        from ...measurement.measured import Measured, parse_measured
        from ...measurement.rotor_inertia import Shaft, effective_inertia, shaft_readings

        self._name, self._motor = arguments.joint, arm.motors[joint]
        self._unit = "kg" if arm.joints[joint].slides else "kg m^2"
        self._file = arm.quantities.get(f"motors.{arguments.joint}.inertia")
        ratio = arguments.ratio or _ratio(arm, arguments.joint)
        further = [
            Shaft(parse_measured(inertia, "kg m^2"), parse_measured(turns, "1")) for inertia, turns in arguments.shaft
        ]
        self._shafts: list[Shaft] = [Shaft(arguments.rotor_inertia, ratio), *further]
        budget = effective_inertia(self._shafts)
        self._parts = budget.values[1:].tolist()
        self.value = Measured(float(budget.values[0]), self._unit, float(budget.half_width[0]))
        self._rows = budget_rows(budget, 0, shaft_readings(self._shafts))

    @property
    def line(self) -> str:
        """Line for the motor's entry in an arm file."""
        turns = ", ".join(f"{shaft.inertia} times {shaft.ratio.value:g}^2" for shaft in self._shafts)
        return arm_file_line("inertia", [self.value.value], [self.value.half_width], self._unit, turns)

    @property
    def _rest(self) -> Measured:
        """Inertia of the arm file less the inertia of these shafts."""
        from ...measurement.budget import propagate
        from ...measurement.measured import Measured

        width = (self._file.half_width or 0.0) if self._file else 0.0
        both = {"file": Measured(self._motor.inertia, self._unit, width), "shafts": self.value}
        budget = propagate(lambda r: r["file"] - r["shafts"], both)
        return Measured(float(budget.values[0]), self._unit, float(budget.half_width[0]))

    def as_json(self) -> dict[str, Any]:
        """Return the result for JSON."""
        return {
            "value": self.value.value,
            "tolerance": self.value.half_width,
            "unit": self._unit,
            "shafts": [
                {"inertia_kg_m2": shaft.inertia.value, "ratio": shaft.ratio.value, "effective": part}
                for shaft, part in zip(self._shafts, self._parts, strict=True)
            ],
            "arm_file": self._motor.inertia,
            "arm_file_less_this": {"value": self._rest.value, "tolerance": self._rest.half_width},
            "budget": self._rows,
        }

    def show(self, out: Console) -> None:
        """Print the result."""
        out.print(f"[bold]effective inertia at {escape(self._name)}: {measured_text(self.value)}[/]")
        if len(self._parts) > 1:
            listed = ", ".join(f"{part:.4g}" for part in self._parts)
            out.print(f"rotor, then further shafts: {listed} {self._unit}")
        if self._rest.value:
            out.print(
                f"arm file: {self._motor.inertia:g} {self._unit}; arm file less this: {measured_text(self._rest)}"
            )
        if self._rows:
            out.print(budget_table(self._rows))


def _ratio(arm: Arm, joint: str) -> Measured:
    """Return the gear ratio of the arm file.

    Raises:
        MeasurementError: the arm file has none.
    """
    from ...measurement.measured import Measured

    found = arm.quantities.get(f"motors.{joint}.gear_ratio")
    if found is None:
        raise MeasurementError(f"the arm file has no gear ratio of {joint}; give --ratio")
    return Measured(found.value, "1", found.half_width or 0.0)
