"""Parse the ramps of `puma560 measure motors`: loads, commands by hand, and recordings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import MeasurementError
from ..joint_values import POSITION, parse_joint_values
from .recorded_joint import recorded_joint

if TYPE_CHECKING:
    from ...arm import Arm
    from ...arrays import FloatArray
    from ...bags.findings import Findings
    from ...measurement.break_away import BreakAway
    from ...measurement.known_load import KnownLoad
    from ...measurement.measured import Measured
    from ...measurement.motor_constants import RampResult

UNITS = ("A", "V", "%", "counts", "N m", "N")
"""Units of a command."""

LOAD_KEYS = ("load", "mass", "force", "lever", "pose")
"""Keys of a load; `load` is a torque (a force for a prismatic joint)."""

_KEY = re.compile(r"(?:^|\s)([A-Za-z_]+)\s*=")


@dataclass
class Ramps:
    """Ramps of a joint, collected from the command line.

    Attributes:
        arm: arm of the joint.
        joint: index of the joint.
        unit: unit of the command.
        ramps: ramps in the order of the command line.
        readings: readings of commands and loads, by name.
        sources: place, and time in s (`None` by hand), of each ramp.
        left_out: sentence for each recorded ramp without a start of motion.
    """

    arm: Arm
    joint: int
    unit: str
    ramps: list[RampResult] = field(default_factory=list)
    readings: dict[str, Measured] = field(default_factory=dict)
    sources: list[tuple[str, float | None]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def effort_unit(self) -> str:
        """Unit of the joint's torque or force."""
        return self.arm.joints[self.joint].effort_unit

    @property
    def constant_unit(self) -> str:
        """Unit of the torque constant."""
        return "1" if self.unit == self.effort_unit else f"{self.effort_unit}/{self.unit}"

    def by_hand(self, text: str) -> None:
        """Add the ramps of ``load=19.6±0.1 up=2.1, 2.2 down=1.2``.

        Raises:
            MeasurementError: the text has a different form.
        """
        from ...measurement.measured import parse_measured
        from ...measurement.motor_constants import RampResult

        before, values = _split(text, (*LOAD_KEYS, "up", "down"), "--ramp")
        if before or not {"up", "down"} & set(values):
            raise MeasurementError(
                f"--ramp {text!r}: expected a load and the commands that start motion, as 'load=19.6±0.1 up=2.1, 2.2 "
                "down=1.2±0.05'"
            )
        load = self._load(values, f"--ramp {text!r}")
        for key, direction in (("up", 1), ("down", -1)):
            for one in values[key].split(",") if key in values else ():
                name = f"{key} {sum(ramp.direction == direction for ramp in self.ramps) + 1}"
                self.readings[name] = parse_measured(one, self.unit)
                self.ramps.append(RampResult(direction, name, load))
                self.sources.append(("by hand", None))

    def recorded(self, text: str, travel: float, findings: Findings, *, bag: bool) -> None:
        """Add the ramps of a recording, ``FILE load=19.6±0.1``.

        Args:
            text: path of the recording, and the load during the recording.
            travel: displacement that counts as motion, rad (m).
            findings: receives warnings of a bag.
            bag: whether the path is a bag; otherwise it is a CSV file.

        Raises:
            MeasurementError: the text has a different form, or the recording has no start of motion.
            BagError: the bag cannot be read.
        """
        from ...measurement.ramps import break_aways
        from ...measurement.record import read_record

        option = "--bag" if bag else "--csv"
        path, values = _split(text, LOAD_KEYS, option)
        if not path:
            raise MeasurementError(f"{option} {text!r}: expected a path, then the load, as 'FILE load=19.6±0.1'")
        load = self._load(values, f"{option} {text!r}")
        columns = ("time (s)", "position (rad)", f"command ({self.unit})")
        record = self._of_bag(Path(path), findings) if bag else read_record(Path(path), columns)
        try:
            found, left_out = break_aways(*record, travel=travel)
        except MeasurementError as error:
            raise MeasurementError(f"{path}: {error}") from None
        self.left_out += [f"{path}: {sentence}" for sentence in left_out]
        label, number = Path(path).stem, 1
        while any(name.startswith(f"{label} at ") for name in self.readings):
            number += 1
            label = f"{Path(path).stem} ({number})"
        for direction in (1, -1):
            self._add(path, label, [one for one in found if one.direction == direction], load)

    def _of_bag(self, path: Path, findings: Findings) -> tuple[FloatArray, ...]:
        """Return times, positions and effort of the joint, where the effort is known."""
        import numpy as np

        time, position, effort = recorded_joint(path, self.arm, self.joint, findings)
        known = np.isfinite(effort)
        if not known.any():
            raise MeasurementError(
                f"{path}: the joint states have no effort of {self.arm.joint_names[self.joint]}; record the command as "
                "effort, or give times, positions and commands as --csv"
            )
        return time[known], position[known], effort[known]

    def _add(self, path: str, label: str, found: list[BreakAway], load: KnownLoad) -> None:
        """Add recorded ramps of one direction. Their error in the start of motion is common to them."""
        from ...measurement.measured import Measured
        from ...measurement.motor_constants import RampResult

        if not found:
            return
        way = "up" if found[0].direction > 0 else "down"
        common = f"start of motion, {label}, {way}"
        self.readings[common] = Measured(0.0, self.unit, sum(one.half_width for one in found) / len(found))
        for one in found:
            name = f"{label} at {one.time:.5g} s"
            self.readings[name] = Measured(one.command, self.unit)
            self.ramps.append(RampResult(one.direction, name, load, common))
            self.sources.append((path, one.time))

    def _load(self, values: Mapping[str, str], where: str) -> KnownLoad:
        from ...measurement.known_load import KnownLoad
        from ...measurement.measured import parse_measured

        joint = self.arm.joints[self.joint]
        units = {"load": joint.effort_unit, "mass": "kg", "force": "N", "lever": "m"}
        names: dict[str, str] = {}
        for key, unit in units.items():
            if key in values:
                names[key] = f"{key} {' '.join(values[key].split())}"  # the same text in several ramps is one reading
                self.readings[names[key]] = read = parse_measured(values[key], unit)
                if (key == "mass" and read.value < 0.0) or (key == "lever" and read.value == 0.0):
                    limit = "0 or more" if key == "mass" else "not 0"
                    raise MeasurementError(f"{where}: {key} is {values[key]}; give a {key} that is {limit}")
        pulled = {"mass", "force"} & set(names)
        if joint.slides and (pulled or "lever" in names):
            raise MeasurementError(f"{where}: {joint.name} slides; give its load in N as load=…, without lever")
        if "load" in names and len(names) > 1:
            raise MeasurementError(
                f"{where}: load is the whole torque; leave out {', '.join(sorted(set(names) - {'load'}))}"
            )
        if ("lever" in names) != bool(pulled):
            raise MeasurementError(
                f"{where}: lever belongs to mass or force; give lever=… in m, from axis to line of pull"
            )
        if not names and "pose" not in values:
            raise MeasurementError(
                f"{where}: no load; give load=… (0 for none), mass=… lever=…, force=… lever=… or pose=…"
            )
        products: list[tuple[str, ...]] = [(names["load"],)] if "load" in names else []
        if "mass" in names:
            from ...measurement.measured import Measured

            self.readings["gravity"] = Measured(self.arm.gravity, "m/s^2")
            products.append((names["mass"], "gravity", names["lever"]))
        if "force" in names:
            products.append((names["force"], names["lever"]))
        pose: FloatArray | None = (
            parse_joint_values("pose=", values["pose"], self.arm, POSITION) if "pose" in values else None
        )
        return KnownLoad(tuple(products), pose)


def _split(text: str, keys: tuple[str, ...], option: str) -> tuple[str, dict[str, str]]:
    """Return the text before the first ``key=``, and the values by key."""
    marks = list(_KEY.finditer(text))
    if not marks:
        return text.strip(), {}
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    values: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        if mark[1] not in keys:
            raise MeasurementError(f"{option} {text!r}: {mark[1]!r} is not known; use {', '.join(keys)}")
        if mark[1] in values:
            raise MeasurementError(f"{option} {text!r}: {mark[1]!r} is given twice; give each once")
        values[mark[1]] = text[mark.end() : end].strip()
    return text[: marks[0].start()].strip(), values
