"""Write an arm file that refers to a robot description, with a template line for every number that may be missing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from ..emdeg import Selection
from ..robot_xml import is_xml
from .arm import Arm
from .friction_terms import FRICTION_TERMS
from .joint_friction import JointFriction
from .parts import Joint, Motor

_PLAIN = re.compile(r"[A-Za-z_][\w/.-]*")


def arm_import(arm: Arm, output: Path, proposed: Mapping[str, Mapping[str, float]] | None = None) -> str:
    """Return the text of an arm file for an arm from a robot description.

    Args:
        arm: arm that was read from a description.
        output: path of the arm file; the path of the description is written relative to its folder.
        proposed: assumed ``maximum_torque`` and ``velocity`` by joint name, for joints for which the description has 0.

    Returns:
        YAML for `load_arm` that selects the arm in the description; all other lines are comments.
    """
    return "\n".join(_lines(arm, output, proposed or {})) + "\n"


def origin_lines(origin: Selection, output: Path) -> Iterator[str]:
    """Yield the lines of an arm file at `output` that select the arm from its description."""
    yield f"description: {_source(origin.source, output)}"
    for key, name in (("base", origin.base), ("tip", origin.tip), ("upright", origin.upright)):
        if name is not None:
            yield f"{key}: {yaml_name(name)}"
    for key, names in (("hold", origin.hold), ("without", origin.without)):
        if names:
            yield f"{key}: [{', '.join(map(yaml_name, names))}]"
    if origin.arguments:
        yield "arguments: {" + ", ".join(f"{yaml_name(k)}: {yaml_name(value)}" for k, value in origin.arguments) + "}"


def _lines(arm: Arm, output: Path, proposed: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    yield "# An arm file on a robot description, written by `puma560 arm import`. Its numbers are added to the"
    yield "# description or replace its numbers. A line that begins with # is a number that the description may"
    yield "# lack or have wrong: enter your number, and remove # and the space after it. A number may have unit,"
    yield "# tolerance and source:"
    yield '#   inertia: {value: 0.35, unit: kg m^2, tolerance: "±20%", source: data sheet}'
    yield f"# Then check it: `puma560 arm check {output.name}`."
    yield ""
    assert arm.origin is not None
    yield from origin_lines(arm.origin, output)
    yield ""
    yield "# What the description lacks, and what it costs:"
    for remark in arm.remarks:
        yield f"# - {' '.join(remark.split())}"
    yield ""
    yield "# gravity: 9.81                # m/s^2"
    direction = ", ".join(f"{x:.12g}" for x in arm.gravity_direction)
    yield f"# gravity_direction: [{direction}] # unit vector in the frame of the base link; hanging: [0, 0, 1]"
    yield ""
    yield "motors: # inertia of rotor and gear seen from the joint (rotor inertia times gear ratio squared)"
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        yield f"  {yaml_name(joint.name)}:"
        yield from _motor(joint, motor, proposed.get(joint.name, {}).get("maximum_torque"))
    yield ""
    yield "friction: # of the moving joint; `puma560 identify` finds it from recordings"
    for joint, one in zip(arm.joints, arm.friction or (JointFriction(),) * arm.n, strict=True):
        yield f"  {yaml_name(joint.name)}:"
        for term in FRICTION_TERMS.values():
            if term.required or term.compensated:
                yield _comment(term.name, getattr(one, term.name), term.unit_of(joint.kind), term.meaning)
    yield ""
    yield "joints: # limits in place of those of the description"
    for joint in arm.joints:
        yield f"  {yaml_name(joint.name)}:"
        yield from _limits(joint, proposed.get(joint.name, {}).get("velocity"))
    yield ""
    yield "links: # in the description's frame of each link, with all that is fixed to it"
    for link in arm.links:
        yield f"  {yaml_name(link.name)}:"
        yield f'    # mass: {{value: {link.mass:.6g}, unit: kg, tolerance: "±10%"}}'


def _motor(joint: Joint, motor: Motor, proposed: float | None) -> Iterator[str]:
    effort, inertia = ("N", "kg") if joint.slides else ("N m", "kg m^2")
    lacking = f"the description has none; {proposed:g} is assumed, not measured" if proposed is not None else ""
    yield _comment("inertia", motor.inertia, inertia)
    turns = "turns of the motor per " + ("meter" if joint.slides else "turn of the joint")
    yield _comment("gear_ratio", 100.0, "1", turns)
    yield _comment("maximum_torque", motor.maximum_torque or proposed or 0.0, effort, lacking)
    yield _comment("break_away_torque", motor.break_away_torque, effort, "that starts a joint at rest without load")
    yield _comment("torque_constant", 0.1, "N m/A", "of the motor, for `effort_unit: current`")


def _limits(joint: Joint, proposed: float | None) -> Iterator[str]:
    unit = "m" if joint.slides else "rad"
    if joint.continuous:
        yield "    # turns without end; give lower and upper (rad) if cables set limits"
    else:
        yield _comment("lower", joint.lower, unit)
        yield _comment("upper", joint.upper, unit)
    lacking = f"the description has none; {proposed:g} is assumed" if proposed is not None else ""
    yield _comment("velocity", joint.velocity or proposed or 0.0, f"{unit}/s", lacking)


def _comment(key: str, value: float, unit: str, remark: str = "") -> str:
    """Return a template line (a comment) with the value of the description or an example."""
    quoted = '"1"' if unit == "1" else unit
    entry = f"    # {key}: {{value: {value:.6g}, unit: {quoted}}}"
    return f"{entry:<58}# {remark}" if remark else entry


def _source(source: str, output: Path) -> str:
    """Return the description as a YAML value: its path relative to the arm file, or its XML as a block."""
    if is_xml(source):
        return "|\n" + "\n".join(f"  {line}" for line in source.strip().splitlines())
    return yaml_name(os.path.relpath(source, output.expanduser().resolve().parent))


def yaml_name(text: str) -> str:
    """Return a YAML scalar that reads back as this text."""
    if _PLAIN.fullmatch(text) and yaml.safe_load(text) == text:
        return text
    return yaml.safe_dump(text, default_style='"', width=10_000, allow_unicode=True).strip()
