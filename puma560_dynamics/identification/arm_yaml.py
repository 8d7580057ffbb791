"""Arm file of an identified arm, for `load_arm`: every value with its standard error, recording and method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm, Joint, Motor
from ..arm.arm_import import origin_lines, yaml_name
from ..arm.arm_reader import BASE
from ..arm.consistent import possible_arm
from ..arm.friction_terms import FRICTION_TERMS
from ..arm.parts import printed_tolerance
from ..arm.standard_convention import STANDARD, in_standard_frames, standard_joints
from ..models.assumed_limits import with_assumed_limits
from .identify import Identified
from .prediction_band import predicted_error
from .prior import body_widths

METHOD = "weighted least squares with the earlier values and tolerances as prior, physically consistent"

_BODY = {  # entry of the file: indices in the body's ten parameters, unit
    "mass": ([0], "kg"),
    "center_of_gravity": ([1, 2, 3], "m"),
    "inertia": ([4, 6, 9, 5, 7, 8], "kg m^2"),  # Ixx, Iyy, Izz, Ixy, Ixz, Iyz
}
_JOINT = {"alpha": "rad", "a": "m", "d": "m", "lower": "rad", "upper": "rad", "velocity": "rad/s"}
_MOTOR = {"gear_ratio": "1", "maximum_torque": "N m", "break_away_torque": "N m"}


WRITTEN = "# Written by `puma560 identify`."
"""Beginning of the files, by which the command knows that it may replace one."""


def arm_yaml(found: Identified, output: Path | None = None) -> str:
    """Return the identified arm as the text of an arm file. Tolerances are standard errors.

    If the arm is based on a robot description, the file refers to it for geometry, frames and names.

    Args:
        found: result of `identify`.
        output: path of the file; the path of a robot description is written relative to it. By default that path is
            absolute.

    Returns:
        Text of the file, for `load_arm`; values have all digits, so that torques do not change.
    """
    return "\n".join(_lines(found, output or Path("/") / "arm.yaml")) + "\n"


def recordings(found: Identified) -> str:
    """Return names and dates of the recordings to which the arm was fitted."""
    return ", ".join(f"{each.name} ({each.date})" if each.date else each.name for each in found.train)


def _lines(found: Identified, output: Path) -> Iterator[str]:
    arm, before = found.arm, found.unknowns.arm
    yield f"{WRITTEN} `tolerance` is the standard error of each number; `source` states which"
    yield "# fraction of its information (inverse variance) comes from data. Torque only depends on sums of many of"
    yield "# these numbers: a number that the data hardly determine is near its prior (docs/identification.md)."
    if arm.origin is not None:
        yield from origin_lines(arm.origin, output)
    yield f"name: {yaml_name(arm.name)}"
    yield f"source: {_text(f'identified from {recordings(found)}; {METHOD}. Prior: {before.name}. {before.source}')}"
    yield f"gravity: {_kept(found, 'gravity', arm.gravity, 'm/s^2')}"
    if not arm.upright or arm.origin is not None:  # the description's gravity direction may differ
        yield f"gravity_direction: {_numbers(arm.gravity_direction)}"
    standard = in_standard_frames(arm)
    if standard:
        yield f"convention: {STANDARD}"
    yield "\njoints:   # as before"
    steps = standard_joints(arm.joints, arm.frames) if standard else arm.joints
    for index, joint in enumerate(steps):
        following = steps[index + 1 : index + 2] if standard else (joint,)  # whose step has alpha and a of this row
        yield f"  {yaml_name(joint.name)}:"
        if joint.slides and arm.origin is None:
            yield f"    kind: {joint.kind}"
        for key, unit in _joint_units(arm, joint).items():
            name = "".join(each.name for each in following) if key in ("alpha", "a") else joint.name
            yield f"    {key}: {_kept(found, f'joints.{name}.{key}', getattr(joint, key), unit)}"
    yield "\nlinks:    # inertia [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] about the center of gravity, axes parallel to the frame"
    for index, link in enumerate(possible_arm(before).arm.links):
        yield f"  {yaml_name(link.name)}:"
        if arm.origin is None and not standard:
            (values, errors), widths = found.body(index), body_widths(before, link)
        else:
            values, errors, widths = found.described_body(index)
        for key, (places, unit) in _BODY.items():
            yield f"    {key}: {_found(found, values[places], unit, errors[places], widths[places])}"
    yield "\nmotors:"
    for index, (joint, motor) in enumerate(zip(arm.joints, arm.motors, strict=True)):
        yield f"  {yaml_name(joint.name)}:"
        yield f"    inertia: {_unknown(found, found.unknowns.motors.start + index, 'kg' if joint.slides else 'kg m^2')}"
        for key, unit in _motor_units(joint, motor).items():
            yield f"    {key}: {_kept(found, f'motors.{joint.name}.{key}', getattr(motor, key), unit)}"
    if arm.rotors:
        yield "\nrotors:   # as before"
    for joint, rotor in zip(arm.joints, arm.rotors, strict=False):
        carrier = arm.links[rotor.carrier - 1].name if rotor.carrier else BASE
        quantity = before.quantities.get(f"rotors.{joint.name}.axis.0")
        source = _text(quantity.source if quantity else "")
        turn = (
            np.eye(3)
            if arm.origin is None and not standard
            else [arm.base[:3, :3].T, *arm.frames[:, :3, :3]][rotor.carrier]
        )
        axis = _numbers(np.asarray(turn).T @ rotor.axis)
        entry = f"carried_by: {yaml_name(carrier)}, axis: {{value: {axis}, source: {source}}}"
        yield f"  {yaml_name(joint.name)}: {{{entry}}}"
    errors = predicted_error(found.train, found.estimate, found.noise)
    if (errors < with_assumed_limits(arm).maximum_torque).all():  # otherwise the recording supports no band
        yield "\nprediction_error: # standard deviation of torque in stretches that were left out, for replay's band"
        for joint, error in zip(arm.joints, errors.tolist(), strict=True):
            yield f"  {yaml_name(joint.name)}: {{value: {error!r}, unit: {joint.effort_unit}}}"
    yield "\nfriction: # dry friction by direction of motion, viscous friction, constant offset of the effort"
    for index, joint in enumerate(arm.joints):
        yield f"  {yaml_name(joint.name)}:"
        for key in found.unknowns.sought:
            unit = FRICTION_TERMS[key].unit_of(joint.kind)
            place = found.unknowns.place_of(key).tolist()[index]
            yield f"    {key}: {_unknown(found, place, _quoted(unit))}"
        if found.presliding[index]:
            unit = FRICTION_TERMS["presliding"].unit_of(joint.kind)
            yield f"    presliding: {{value: {float(found.presliding[index])!r}, unit: {unit}}}"
    if arm.coupled:
        rows = ", ".join(_numbers(row) for row in arm.transmission)
        yield f"\ntransmission: [{rows}]   # as before, every motor in units of its joint"


def _joint_units(arm: Arm, joint: Joint) -> dict[str, str]:
    """Return the units of the values written for a joint; for a joint of a robot description only its limits."""
    units = dict(_JOINT)
    if arm.origin is not None:
        units = {key: units[key] for key in ("lower", "upper", "velocity") if np.isfinite(getattr(joint, key))}
        units = {key: unit for key, unit in units.items() if key != "velocity" or joint.velocity > 0.0}
    return {key: unit.replace("rad", "m") if joint.slides and key != "alpha" else unit for key, unit in units.items()}


def _motor_units(joint: Joint, motor: Motor) -> dict[str, str]:
    """Return the units of the values written for a motor; values that a description does not contain are omitted."""
    units = {key: "N" if joint.slides and unit == "N m" else unit for key, unit in _MOTOR.items()}
    if motor.torque_constant:
        units["torque_constant"] = "N m/A"
    return units if motor.maximum_torque > 0.0 else {"gear_ratio": "1"}


def _unknown(found: Identified, place: int, unit: str) -> str:
    """Return the entry of an identified value that is the unknown with index `place`."""
    at = [place]
    return _found(found, found.estimate.x[at], unit, found.estimate.error[at], found.before.deviation[at])


def _found(found: Identified, values: ArrayLike, unit: str, errors: ArrayLike, widths: ArrayLike) -> str:
    """Return the entry of identified values, with standard errors, recordings and the fraction from data."""
    errors = np.asarray(errors)
    shares = [max(0.0, 1.0 - share) for share in ((errors / np.asarray(widths)) ** 2).tolist()]
    said = "/".join(f"{100 * share:.0f} %" for share in shares)
    tolerances = [f'"{printed}"' if (printed := printed_tolerance(error)) else "null" for error in errors.tolist()]
    tolerance = tolerances[0] if len(tolerances) == 1 else f"[{', '.join(tolerances)}]"
    source = _text(f"identified from {recordings(found)}; by data {said}")
    return f"{{value: {_numbers(values)}, unit: {unit}, tolerance: {tolerance}, source: {source}}}"


def _kept(found: Identified, where: str, value: float, unit: str) -> str:
    """Return the entry of a value that was not identified, with its earlier source and tolerance."""
    quantity = found.unknowns.arm.quantities.get(where)
    width = None if quantity is None else quantity.half_width
    tolerance = f', tolerance: "{printed_tolerance(width)}"' if width else ""
    source = _text(quantity.source if quantity else "")
    return f"{{value: {value!r}, unit: {_quoted(unit)}{tolerance}, source: {source}}}"


def _quoted(unit: str) -> str:
    return f'"{unit}"' if unit == "1" else unit


def _numbers(values: ArrayLike) -> str:
    plain: Sequence[float] = np.atleast_1d(np.asarray(values, dtype=np.float64)).tolist()
    return repr(plain[0]) if len(plain) == 1 else f"[{', '.join(map(repr, plain))}]"


def _text(words: str) -> str:
    """Return a double-quoted YAML scalar on one line."""
    plain = " ".join(words.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
