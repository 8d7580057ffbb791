"""Read the sections of an arm file: joints, links, motors, friction, rotors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray
from .arm import DOWN, Arm
from .body_frames import moved_link
from .friction_terms import FRICTION_TERMS
from .joint_friction import JointFriction
from .motor_side import MOTOR_SIDE, at_joint
from .parts import JOINT_KINDS, REVOLUTE, Joint, Link, Motor, Rotor
from .standard_convention import CONVENTIONS, MODIFIED, STANDARD, modified_joints
from .transmission import read_transmission
from .value_reader import ValueReader, listed_names, units_of

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
"""Keys allowed in every arm file, with or without a robot description."""

_JOINT_UNITS = {"alpha": "rad", "a": "m", "d": "m", "lower": "rad", "upper": "rad", "velocity": "rad/s"}
_MOTOR_UNITS = {"inertia": "kg m^2", "gear_ratio": "1", "maximum_torque": "N m", "break_away_torque": "N m"}
_MOTOR_UNITS |= {"torque_constant": "N m/A"}
_FRICTION_UNITS = {name: term.unit for name, term in FRICTION_TERMS.items()}

BASE = "base"
"""Value of ``carried_by`` for a motor that is mounted on the base."""

_NAME = re.compile(r"\w[\w/.-]*")
_INERTIA_ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")


class ArmReader(ValueReader):
    """Convert the YAML content of an arm file to an arm, section by section."""

    def arm(self, data: Any) -> Arm:
        """Build the arm from the content of a file without a robot description.

        Raises:
            ArmFileError: a number is missing, misplaced or has a wrong unit; the message has its path in the file.
        """
        tree = self.mapping(data, "the file", (*ARM_KEYS, "assemblies", "convention"))
        for needed in ("joints", "links", "motors"):
            if needed not in tree:
                raise self.fail("the file", f"section {needed!r} is missing; see config/akb1986.yaml")
        joints = tuple(self.joint(name, entry) for name, entry in self.mapping(tree["joints"], "joints").items())
        motors = self.mapping(tree["motors"], "motors")
        names = [joint.name for joint in joints]
        for name in [*names, *map(str, self.mapping(tree["links"], "links"))]:
            if not _NAME.fullmatch(name):
                raise self.fail("joints and links", f"{name!r} is not a name; use letters, digits and underscores")
        if not names:
            raise self.fail("joints", "no joint is given; an arm needs at least one")
        if [str(name) for name in motors] != names:
            raise self.fail(
                "motors", f"expected one entry per joint, in the order {', '.join(names)}, got {listed_names(motors)}"
            )
        friction = self.mapping(tree.get("friction") or {}, "friction")
        if friction and [str(name) for name in friction] != names:
            raise self.fail(
                "friction",
                f"expected one entry per joint, in the order {', '.join(names)}, got {listed_names(friction)}",
            )
        links = tuple(
            self.link(name, entry, f"links.{name}") for name, entry in self.mapping(tree["links"], "links").items()
        )
        if len(links) != len(names):
            raise self.fail("links", f"expected one link per joint, {len(names)}, got {len(links)}")
        assemblies = self.mapping(tree.get("assemblies") or {}, "assemblies")
        frames, rotors = np.empty((0, 4, 4)), self.rotors(tree, names, [BASE, *(link.name for link in links)])
        if self.convention(tree) == STANDARD:
            if assemblies:
                raise self.fail("assemblies", "these are only read with `convention: modified`; leave them out")
            joints, frames = modified_joints(joints, self)
            links = tuple(self.from_standard(*pair) for pair in zip(links, frames, strict=True))
            turns = [np.eye(3), *frames[:, :3, :3]]
            rotors = tuple(Rotor(rotor.carrier, turns[rotor.carrier] @ rotor.axis) for rotor in rotors)
        read_motors = tuple(
            self.motor(motors[joint.name], f"motors.{joint.name}", joint.kind, {"torque_constant": 0.0})
            for joint in joints
        )
        self.prediction_error(tree.get("prediction_error") or {}, joints)
        return Arm(
            name=str(tree.get("name", self.path.stem)),
            source=" ".join(str(tree.get("source", "")).split()),
            gravity=self.number(tree.get("gravity", 9.81), "gravity", "m/s^2"),
            joints=joints,
            links=links,
            motors=read_motors,
            assemblies=tuple(self.link(name, entry, f"assemblies.{name}") for name, entry in assemblies.items()),
            quantities=MappingProxyType(self.quantities),
            gravity_direction=self.direction(tree, "gravity_direction"),
            friction=tuple(
                self.friction(friction[joint.name], f"friction.{joint.name}", joint.kind, motor.gear_ratio)
                for joint, motor in zip(joints, read_motors, strict=True)
                if friction
            ),
            rotors=rotors,
            transmission=self.transmission(tree, len(joints)),
            frames=frames,
        )

    def convention(self, tree: Mapping[str, Any]) -> str:
        """Return the Denavit-Hartenberg convention of joints, links and rotors: modified unless the file names it."""
        given = tree.get("convention", MODIFIED)
        if given not in CONVENTIONS:
            raise self.fail("convention", f"expected one of {', '.join(CONVENTIONS)}, got {str(given)[:80]!r}")
        return str(given)

    def from_standard(self, link: Link, frame: FloatArray) -> Link:
        """Return a link of the standard convention, whose frame is at `frame`, in the modified convention."""
        where = f"links.{link.name}"
        if set(link.incomplete) - {"mass"}:
            raise self.fail(
                f"{where}.inertia", "give all moments with `convention: standard`; 0 where no torque needs one"
            )
        return moved_link(self, link, frame, where)

    def transmission(self, tree: Mapping[str, Any], n: int) -> FloatArray:
        """Return the (n, n) matrix from joint to motor positions; (0, 0) if the file has none."""
        given = tree.get("transmission")
        return np.empty((0, 0)) if given is None else read_transmission(given, n, self.fail)

    def rotors(self, tree: Mapping[str, Any], joints: list[str], carriers: list[str]) -> tuple[Rotor, ...]:
        """Read the rotors, with axes in the frames of the file."""
        section = self.mapping(tree.get("rotors") or {}, "rotors")
        if section and [str(name) for name in section] != joints:
            raise self.fail(
                "rotors", f"expected one entry per joint, in the order {', '.join(joints)}, got {listed_names(section)}"
            )
        rotors = []
        for index, (name, entry) in enumerate(section.items()):
            where, allowed = f"rotors.{name}", carriers[: index + 2]
            entry = self.mapping(entry, where, ("carried_by", "axis"))
            if entry.get("carried_by") not in allowed:
                raise self.fail(
                    f"{where}.carried_by", f"expected one of {', '.join(allowed)}, got {entry.get('carried_by')!r}"
                )
            if "axis" not in entry:
                raise self.fail(where, "missing axis; give a unit vector in the frame of the link in carried_by")
            rotors.append(Rotor(allowed.index(entry["carried_by"]), self.unit_vector(entry["axis"], f"{where}.axis")))
        return tuple(rotors)

    def direction(self, tree: Mapping[str, Any], where: str, default: ArrayLike = DOWN) -> FloatArray:
        """Return the (3,) unit vector at key `where`; `default` if the key is not given."""
        return self.unit_vector(tree[where], where) if where in tree else np.array(default)

    def joint(self, name: Any, data: Any) -> Joint:
        """Read a joint; `kind` defaults to revolute."""
        where = f"joints.{name}"
        entry = dict(self.mapping(data, where))
        kind = entry.pop("kind", REVOLUTE)
        if kind not in JOINT_KINDS:
            raise self.fail(f"{where}.kind", f"expected one of {', '.join(JOINT_KINDS)}, got {str(kind)[:80]!r}")
        units = units_of(_JOINT_UNITS, kind) | {"alpha": "rad"}
        return Joint(name=str(name), kind=str(kind), **self.scalars(entry, where, units))

    def motor(self, data: Any, where: str, kind: str, before: Mapping[str, float]) -> Motor:
        """Read the motor of a joint; missing numbers are taken from `before`."""
        return Motor(**self.either_side(data, where, units_of(_MOTOR_UNITS, kind), before, self.ratio(data, where)))

    def ratio(self, data: Any, where: str) -> float:
        """Return the gear ratio that the file gives for a motor at the path `where`; 0 if it gives none."""
        entry = self.mapping(data, where)
        return self.number(entry["gear_ratio"], f"{where}.gear_ratio", "1") if "gear_ratio" in entry else 0.0

    def friction(
        self, data: Any, where: str, kind: str, ratio: float, before: Mapping[str, float] | None = None
    ) -> JointFriction:
        """Read the friction of a joint; missing numbers are taken from `before`. A ratio of 0 is unknown."""
        rest = {name: 0.0 for name, term in FRICTION_TERMS.items() if not term.required} | dict(before or {})
        return JointFriction(**self.either_side(data, where, units_of(_FRICTION_UNITS, kind), rest, ratio))

    def either_side(
        self, data: Any, where: str, units: Mapping[str, str], before: Mapping[str, float], ratio: float
    ) -> dict[str, float]:
        """Read numbers as `scalars` does; those of `MOTOR_SIDE` may be given at the motor, and are converted."""
        at_motor = {key for key, (joint_key, *_) in MOTOR_SIDE.items() if joint_key in units}
        entry = self.mapping(data, where, (*units, *at_motor))
        found = at_joint(self, entry, where, units, ratio)
        rest = {key: value for key, value in entry.items() if key not in at_motor}
        return self.scalars(rest, where, units, {**before, **found})

    def prediction_error(self, data: Any, joints: Sequence[Joint]) -> None:
        """Read the prediction errors of an identified arm into `quantities`: for all joints or for none."""
        section, names = self.mapping(data, "prediction_error"), [joint.name for joint in joints]
        if section and sorted(map(str, section)) != sorted(names):
            raise self.fail(
                "prediction_error", f"expected one entry per joint of {', '.join(names)}, got {listed_names(section)}"
            )
        for joint in joints:
            if section and self.number(section[joint.name], f"prediction_error.{joint.name}", joint.effort_unit) < 0.0:
                raise self.fail(f"prediction_error.{joint.name}", "expected 0 or more")

    def link(self, name: Any, data: Any, where: str) -> Link:
        entry = self.mapping(data, where, ("mass", "center_of_gravity", "inertia"))
        mass = self.numbers(entry["mass"], f"{where}.mass", "kg", (1,))[0] if "mass" in entry else None
        if mass is not None and "center_of_gravity" not in entry:
            raise self.fail(where, "missing center_of_gravity; give three numbers in m")
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
