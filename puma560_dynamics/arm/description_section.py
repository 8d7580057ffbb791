"""Read an arm file that refers to a robot description: its numbers are added to the description or replace numbers.

Inertial parameters under ``links:`` include everything fixed to the link and are expressed in the description's frame
of that link (for the last link: the frame of the tip). Rotor axes are expressed in the frame of the link that carries
the motor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ..arrays import FloatArray
from ..emdeg import Selection, is_description
from ..robot_xml import is_xml
from .arm import Arm
from .arm_reader import ARM_KEYS, ArmReader
from .body_frames import INERTIA_PLACES, moved_link
from .described_arm import check_described, missing, read_arm
from .joint_friction import JointFriction
from .parts import Joint, Link, Rotor
from .physics import implausible_numbers

DESCRIPTION_KEYS = ("description", "base", "tip", "hold", "arguments", "without", "upright")
"""Keys of an arm file that select the arm from a description."""


def described(reader: ArmReader, tree: Mapping[str, Any]) -> Arm:
    """Build the arm of an arm file with ``description:``.

    Args:
        reader: reader of the arm file.
        tree: YAML content of the arm file.

    Raises:
        ArmFileError: the description or a number of the file cannot be read; the message has the path in the file.
        UnphysicalArmError: with the numbers of the file, no link has mass or an inertia is physically impossible.
    """
    reader.mapping(tree, "the file", (*DESCRIPTION_KEYS, *ARM_KEYS))
    arm = read_arm(_selection(reader, tree))
    names = list(arm.joint_names)
    joints, motors, friction = (_section(reader, tree, key, names, "joint") for key in ("joints", "motors", "friction"))
    links = _section(reader, tree, "links", [link.name for link in arm.links], "link")
    before = arm.friction or (JointFriction(),) * arm.n
    rows = list(zip(arm.joints, arm.motors, before, strict=True))
    reader.prediction_error(tree.get("prediction_error") or {}, arm.joints)
    arm = arm.with_(
        name=str(tree.get("name", arm.name)),
        source=" ".join(str(tree.get("source", arm.source)).split()),
        gravity=reader.number(tree.get("gravity", arm.gravity), "gravity", "m/s^2"),
        gravity_direction=reader.direction(tree, "gravity_direction", arm.gravity_direction),
        joints=tuple(_joint(reader, joints.get(joint.name, {}), joint) for joint in arm.joints),
        motors=tuple(
            reader.motor(motors.get(joint.name, {}), f"motors.{joint.name}", joint.kind, asdict(motor))
            for joint, motor, _ in rows
        ),
        friction=tuple(
            reader.friction(
                friction.get(joint.name, {}),
                f"friction.{joint.name}",
                joint.kind,
                reader.ratio(motors.get(joint.name, {}), f"motors.{joint.name}"),
                asdict(one),
            )
            for joint, _, one in rows
            if friction or arm.friction
        ),
        links=tuple(_link(reader, links.get(link.name), link, arm.frames[i]) for i, link in enumerate(arm.links)),
        rotors=_rotors(reader, tree, arm),
        transmission=reader.transmission(tree, arm.n),
        quantities=reader.quantities,
    )
    check_described(arm, str(reader.path))
    noticed = arm.remarks if "gravity_direction" not in tree else [r for r in arm.remarks if "gravity_dir" not in r]
    return arm.with_(remarks=(*noticed, *missing(arm), *implausible_numbers(arm)))


def _selection(reader: ArmReader, tree: Mapping[str, Any]) -> Selection:
    """Return the description and the selected part, from the `DESCRIPTION_KEYS` of the file."""
    source = tree["description"]
    given = source
    if isinstance(source, str) and not is_xml(source):
        source = str(reader.path.parent / Path(source).expanduser())
    if not isinstance(source, str) or not is_description(source):
        raise reader.fail("description", f"expected the path of a URDF, xacro or MJCF file, got {str(given)[:80]!r}")
    hold = _names(reader, tree, "hold", "joint names or patterns")
    without = _names(reader, tree, "without", "names of links")
    ends = {}
    for key in ("base", "tip", "upright"):
        ends[key] = tree.get(key)
        if not isinstance(ends[key], str | None):
            raise reader.fail(key, f"expected the name of a link, got {str(ends[key])[:80]!r}")
    given = reader.mapping(tree.get("arguments") or {}, "arguments")
    arguments = {
        str(name): str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()
    }
    return Selection.of(source, **ends, hold=hold, arguments=arguments, without=without)


def _names(reader: ArmReader, tree: Mapping[str, Any], key: str, what: str) -> list[str]:
    """Return the names at `key`, which has a list or a single name."""
    names = tree.get(key) or []
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise reader.fail(key, f"expected a list of {what}, got {str(names)[:80]!r}")
    return names


def _section(reader: ArmReader, tree: Mapping[str, Any], key: str, names: list[str], what: str) -> Mapping[str, Any]:
    """Return the entries of a section by name; raise if a name is not one of `names`."""
    section = {str(name): entry or {} for name, entry in reader.mapping(tree.get(key) or {}, key).items()}
    unknown = [name for name in section if name not in names]
    if unknown:
        raise reader.fail(key, f"no {what} of the arm is called {', '.join(unknown)}; it has {', '.join(names)}")
    return section


def _joint(reader: ArmReader, data: Any, joint: Joint) -> Joint:
    """Return a joint with the limits of the file."""
    unit = "m" if joint.slides else "rad"
    units = {"lower": unit, "upper": unit, "velocity": f"{unit}/s"}
    where = f"joints.{joint.name}"
    entry = reader.mapping(data, where, units)
    if joint.continuous and ("lower" in entry) != ("upper" in entry):
        raise reader.fail(where, "the joint turns without limits; give lower and upper, or neither")
    limits = reader.scalars(entry, where, units, {key: getattr(joint, key) for key in units})
    return replace(joint, lower=limits["lower"], upper=limits["upper"], velocity=limits["velocity"])


def _link(reader: ArmReader, data: Any, link: Link, frame: FloatArray) -> Link:
    """Return `link` with the numbers of the file, converted from the description's frame of the link, `frame`."""
    if data is None:
        return link
    where, turn, shift = f"links.{link.name}", frame[:3, :3], frame[:3, 3]
    tensor = turn.T @ link.inertia @ turn
    whole = {
        "mass": link.mass,
        "center_of_gravity": (turn.T @ (link.center_of_gravity - shift)).tolist(),
        "inertia": [float(tensor[place]) for place in INERTIA_PLACES],
    }
    entry = reader.mapping(data, where, whole)
    read = reader.link(link.name, {**whole, **entry}, where)
    if read.incomplete:
        raise reader.fail(where, f"{', '.join(read.incomplete)} not given; give numbers, or leave the key out")
    for key in whole.keys() - entry.keys():
        for name in [name for name in reader.quantities if name.startswith(f"{where}.{key}")]:
            del reader.quantities[name]
    return moved_link(reader, read, frame, where)


def _rotors(reader: ArmReader, tree: Mapping[str, Any], arm: Arm) -> tuple[Rotor, ...]:
    """Return the rotors, with axes transformed to the frames 0 to n of `Arm`."""
    turns = [arm.base[:3, :3].T, *arm.frames[:, :3, :3]]
    names = ["base", *(link.name for link in arm.links)]
    given = reader.rotors(tree, list(arm.joint_names), names)
    return tuple(Rotor(rotor.carrier, turns[rotor.carrier] @ rotor.axis) for rotor in given)
