"""Turns the tree of an arm file into frozen values; every complaint names the file and the place in it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ArmFileError
from .arm import DOWN, Arm
from .joint_friction import JointFriction
from .parts import JOINT_KINDS, PRISMATIC, REVOLUTE, Joint, Link, Motor
from .quantity import Quantity, Tolerance, parse_tolerance
from .rotor import Rotor
from .transmission import read_transmission

ARM_KEYS = (
    "name",
    "source",
    "gravity",
    "gravity_direction",
    "joints",
    "links",
    "motors",
    "friction",
    "rotors",
    "transmission",
    "prediction_error",
)
"""Keys of every arm file, with or without a robot description."""

_UNITS = {
    "rad": {"rad": 1.0, "deg": math.pi / 180.0},
    "rad/s": {"rad/s": 1.0, "deg/s": math.pi / 180.0},
    "m": {"m": 1.0, "mm": 1e-3},
    "m/s": {"m/s": 1.0, "mm/s": 1e-3},
    "kg": {"kg": 1.0, "g": 1e-3},
    "kg m^2": {"kg m^2": 1.0},
    "N": {"N": 1.0},
    "N s/m": {"N s/m": 1.0},
    "N m": {"N m": 1.0},
    "N m s/rad": {"N m s/rad": 1.0},
    "N m s^2/rad^2": {"N m s^2/rad^2": 1.0},
    "N s^2/m^2": {"N s^2/m^2": 1.0},
    "m/s^2": {"m/s^2": 1.0},
    "N m/A": {"N m/A": 1.0},
    "1": {"1": 1.0},
}
_JOINT_UNITS = {"alpha": "rad", "a": "m", "d": "m", "lower": "rad", "upper": "rad", "velocity": "rad/s"}
_MOTOR_UNITS = {"inertia": "kg m^2", "gear_ratio": "1", "maximum_torque": "N m", "break_away_torque": "N m"}
_MOTOR_UNITS |= {"torque_constant": "N m/A"}
_FRICTION_UNITS = {"coulomb_positive": "N m", "coulomb_negative": "N m", "viscous": "N m s/rad", "offset": "N m"}
_FRICTION_UNITS |= {"bend": "N m s^2/rad^2", "load": "1", "presliding": "rad"}
BASE = "base"
"""What carries a motor that no link carries."""
_SLIDING = {
    "N m s^2/rad^2": "N s^2/m^2",
    "rad": "m",
    "rad/s": "m/s",
    "kg m^2": "kg",
    "N m": "N",
    "N m s/rad": "N s/m",
    "m": "m",
    "1": "1",
    "N m/A": "N m/A",
}
"""Units of a prismatic joint in place of those of a revolute one; the twist alpha stays an angle."""

LARGEST = 1e9
"""No number of an arm, in SI units, is larger."""

_NAME = re.compile(r"\w[\w/.-]*")
_INERTIA_ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")


def _units(units: Mapping[str, str], kind: str) -> dict[str, str]:
    """`units` of a joint of this kind."""
    return {key: _SLIDING[unit] if kind == PRISMATIC else unit for key, unit in units.items()}


class ArmReader:
    """Turns a YAML tree into an arm and keeps the provenance of every number.

    Args:
        path: of the file, which every complaint names.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.quantities: dict[str, Quantity] = {}

    def fail(self, where: str, problem: str) -> ArmFileError:
        return ArmFileError(f"{self.path}: {where}: {problem}")

    def mapping(self, data: Any, where: str, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            raise self.fail(where, f"expected a mapping, got {type(data).__name__}; see config/akb1986.yaml")
        if known is not None:
            unknown = sorted(set(map(str, data)) - set(known))
            if unknown:
                hint = "; is that a decimal comma? Write a point" if any(key.isdigit() for key in unknown) else ""
                raise self.fail(where, f"unknown entry {unknown}; known are {sorted(known)}{hint}")
        return data

    def arm(self, data: Any) -> Arm:
        """The arm of a file's tree, without a robot description.

        Raises:
            ArmFileError: a number missing, misplaced or with a wrong unit; the message names the place.
        """
        tree = self.mapping(data, "the file", (*ARM_KEYS, "assemblies"))
        for needed in ("joints", "links", "motors"):
            if needed not in tree:
                raise self.fail("the file", f"section {needed!r} is missing; see config/akb1986.yaml")
        joints = tuple(self.joint(name, entry) for name, entry in self.mapping(tree["joints"], "joints").items())
        motors = self.mapping(tree["motors"], "motors")
        names = [joint.name for joint in joints]
        for name in [*names, *map(str, self.mapping(tree["links"], "links"))]:
            if not _NAME.fullmatch(name):
                raise self.fail("joints and links", f"{name!r} is no name; use letters, digits and underscores")
        if not names:
            raise self.fail("joints", "no joint is given; an arm needs at least one")
        if [str(name) for name in motors] != names:
            raise self.fail("motors", f"expected one entry a joint, in the order {names}, got {list(motors)}")
        friction = self.mapping(tree.get("friction") or {}, "friction")
        if friction and [str(name) for name in friction] != names:
            raise self.fail("friction", f"expected one entry a joint, in the order {names}, got {list(friction)}")
        links = tuple(
            self.link(name, entry, f"links.{name}") for name, entry in self.mapping(tree["links"], "links").items()
        )
        if len(links) != len(names):
            raise self.fail("links", f"expected one link a joint, {len(names)}, got {len(links)}")
        assemblies = self.mapping(tree.get("assemblies") or {}, "assemblies")
        self.prediction_error(tree.get("prediction_error") or {}, joints)
        return Arm(
            name=str(tree.get("name", self.path.stem)),
            source=" ".join(str(tree.get("source", "")).split()),
            gravity=self.number(tree.get("gravity", 9.81), "gravity", "m/s^2"),
            joints=joints,
            links=links,
            motors=tuple(
                self.motor(motors[joint.name], f"motors.{joint.name}", joint.kind, {"torque_constant": 0.0})
                for joint in joints
            ),
            assemblies=tuple(self.link(name, entry, f"assemblies.{name}") for name, entry in assemblies.items()),
            quantities=MappingProxyType(self.quantities),
            gravity_direction=self.direction(tree, "gravity_direction"),
            friction=tuple(
                self.friction(friction[joint.name], f"friction.{joint.name}", joint.kind)
                for joint in joints
                if friction
            ),
            rotors=self.rotors(tree.get("rotors") or {}, names, [BASE, *(link.name for link in links)]),
            transmission=read_transmission(tree.get("transmission"), len(joints), self.fail),
        )

    def rotors(self, data: Any, joints: list[str], carriers: list[str]) -> tuple[Rotor, ...]:
        section = self.mapping(data, "rotors")
        if section and [str(name) for name in section] != joints:
            raise self.fail("rotors", f"expected one entry a joint, in the order {joints}, got {list(section)}")
        rotors = []
        for index, (name, entry) in enumerate(section.items()):
            where, allowed = f"rotors.{name}", carriers[: index + 2]
            entry = self.mapping(entry, where, ("carried_by", "axis"))
            if entry.get("carried_by") not in allowed:
                raise self.fail(f"{where}.carried_by", f"expected one of {allowed}, got {entry.get('carried_by')!r}")
            if "axis" not in entry:
                raise self.fail(where, "missing ['axis']; give a unit vector in the frame of what carries the motor")
            rotors.append(Rotor(allowed.index(entry["carried_by"]), self.unit_vector(entry["axis"], f"{where}.axis")))
        return tuple(rotors)

    def direction(self, tree: Mapping[str, Any], where: str) -> NDArray[np.float64]:
        return self.unit_vector(tree[where], where) if where in tree else np.array(DOWN)

    def unit_vector(self, data: Any, where: str) -> NDArray[np.float64]:
        values = self.numbers(data, where, "1", (3,))
        vector = np.array([math.nan if value is None else value for value in values])
        length = float(np.linalg.norm(vector))
        if not abs(length - 1.0) < 1e-3:
            raise self.fail(where, f"expected a vector of length 1, as [0, 0, -1], got length {length:.6g}")
        return vector if length == 1.0 else vector / length

    def joint(self, name: Any, data: Any) -> Joint:
        """A joint; `kind` may be left out and is revolute then."""
        where = f"joints.{name}"
        entry = dict(self.mapping(data, where))
        kind = entry.pop("kind", REVOLUTE)
        if kind not in JOINT_KINDS:
            raise self.fail(f"{where}.kind", f"expected one of {list(JOINT_KINDS)}, got {str(kind)[:80]!r}")
        units = _units(_JOINT_UNITS, kind) | {"alpha": "rad"}
        return Joint(name=str(name), kind=str(kind), **self.scalars(entry, where, units))

    def motor(self, data: Any, where: str, kind: str, before: Mapping[str, float]) -> Motor:
        """A motor of a joint of this kind; what is left out is as in `before`."""
        return Motor(**self.scalars(data, where, _units(_MOTOR_UNITS, kind), before))

    def friction(self, data: Any, where: str, kind: str, before: Mapping[str, float] | None = None) -> JointFriction:
        """Friction of a joint of this kind; what is left out is as in `before`."""
        rest = {"bend": 0.0, "load": 0.0, "presliding": 0.0, **(before or {})}
        return JointFriction(**self.scalars(data, where, _units(_FRICTION_UNITS, kind), rest))

    def prediction_error(self, data: Any, joints: Sequence[Joint]) -> None:
        """Keep what an identified arm's torque is off by at joints of the arm: all of them or none."""
        section, names = self.mapping(data, "prediction_error"), [joint.name for joint in joints]
        if section and sorted(map(str, section)) != sorted(names):
            raise self.fail("prediction_error", f"expected one entry a joint of {names}, got {list(section)}")
        for joint in joints:
            if section and self.number(section[joint.name], f"prediction_error.{joint.name}", joint.effort_unit) < 0.0:
                raise self.fail(f"prediction_error.{joint.name}", "expected 0 or more")

    def scalars(
        self, data: Any, where: str, units: Mapping[str, str], before: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """Numbers by name, each in its unit; what is left out is as in `before`."""
        entry, kept = self.mapping(data, where, units), before or {}
        missing = [key for key in units if key not in entry and key not in kept]
        if missing:
            raise self.fail(where, f"missing {missing}; give a number for each")
        return {
            key: self.number(entry[key], f"{where}.{key}", unit) if key in entry else kept[key]
            for key, unit in units.items()
        }

    def link(self, name: Any, data: Any, where: str) -> Link:
        entry = self.mapping(data, where, ("mass", "center_of_gravity", "inertia"))
        mass = self.numbers(entry["mass"], f"{where}.mass", "kg", (1,))[0] if "mass" in entry else None
        if mass is not None and "center_of_gravity" not in entry:
            raise self.fail(where, "missing ['center_of_gravity']; give three numbers in m")
        center: list[float | None] = [0.0, 0.0, 0.0]
        if "center_of_gravity" in entry:
            center = self.numbers(entry["center_of_gravity"], f"{where}.center_of_gravity", "m", (3,))
        moments = self.numbers(entry.get("inertia", [None] * 3), f"{where}.inertia", "kg m^2", (3, 6))
        open_entries = [label for label, value in zip(_INERTIA_ENTRIES, moments, strict=False) if value is None]
        if mass is None:
            open_entries.insert(0, "mass")
        if None in center:
            raise self.fail(f"{where}.center_of_gravity", "expected three numbers in m")
        xx, yy, zz, xy, xz, yz = [value or 0.0 for value in [*moments, 0.0, 0.0, 0.0][:6]]
        return Link(
            name=str(name),
            mass=mass or 0.0,
            center_of_gravity=np.array(center, dtype=np.float64),
            inertia=np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]),
            incomplete=tuple(open_entries),
        )

    def number(self, data: Any, where: str, unit: str) -> float:
        value = self.numbers(data, where, unit, (1,))[0]
        if value is None:
            raise self.fail(where, f"expected a number in {unit}, got nothing")
        return value

    def numbers(self, data: Any, where: str, unit: str, lengths: tuple[int, ...]) -> list[float | None]:
        """Read one number or a list of numbers, remember each as a `Quantity`."""
        entry = data if isinstance(data, Mapping) else {"value": data}
        self.mapping(entry, where, ("value", "unit", "tolerance", "source"))
        given_unit = str(entry.get("unit", unit))
        if given_unit not in _UNITS[unit]:
            raise self.fail(where, f"unit {given_unit!r} is not known here; use one of {sorted(_UNITS[unit])}")
        factor = _UNITS[unit][given_unit]
        raw = entry.get("value")
        values = raw if isinstance(raw, list) else [raw]
        if len(values) not in lengths:
            wanted = " or ".join(map(str, lengths))
            raise self.fail(where, f"expected {wanted} number(s) in {unit}, got {len(values)}")
        tolerances = entry.get("tolerance")
        each = tolerances if isinstance(tolerances, list) else [tolerances] * len(values)
        if len(each) != len(values):
            raise self.fail(where, f"expected one tolerance or {len(values)}, got {len(each)}")
        result: list[float | None] = []
        for index, (value, printed) in enumerate(zip(values, each, strict=True)):
            number = self._float(value, where, unit)
            result.append(None if number is None else number * factor)
            if number is not None:
                key = where if len(values) == 1 else f"{where}.{index}"
                tolerance = self._tolerance(printed, where, factor)
                self.quantities[key] = Quantity(number * factor, unit, tolerance, str(entry.get("source", "")))
        return result

    def _float(self, value: Any, where: str, unit: str) -> float | None:
        if value is None:
            return None
        # YAML 1.1 reads 1e-3 as text: it wants a dot; a person does not.
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not abs(number) < LARGEST:
            raise self.fail(where, f"expected a finite number in {unit} below {LARGEST:g}, got {str(value)[:80]!r}")
        return number

    def _tolerance(self, printed: Any, where: str, factor: float) -> Tolerance | None:
        if printed is None:
            return None
        try:
            tolerance = parse_tolerance(str(printed))
        except ValueError as error:
            raise self.fail(where, str(error)) from None
        return Tolerance(tolerance.absolute * factor, tolerance.relative, tolerance.printed)
