"""Tables of `puma560 arm compare`: conventions, differences with their effect, and torques at a pose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..output import escape, table

if TYPE_CHECKING:
    from ...arm import Arm
    from ...arm.arm_alignment import Alignment
    from ...arm.differences import Difference
    from ...arrays import FloatArray
    from ...models.difference_effects import Effect
    from ...report.text_table import TextTable

_DEGREES = 180.0 / math.pi


def conventions(first: Arm, found: Alignment) -> TextTable:
    """Return the table of joint signs, zero positions and frames."""
    shown = table(
        f"Conventions: positions of {escape(first.name)} from positions q of the second arm",
        "joint", "position", ">frame shifted\nalong z, m", "x axis of\nthe frame",
    )  # fmt: skip
    for joint, change in zip(first.joints, found.changes, strict=True):
        zero = change.zero if joint.slides else change.zero * _DEGREES
        unit = " m" if joint.slides else "°"
        plus = f" {'+' if zero > 0 else '-'} {abs(zero):.6g}{unit}" if abs(zero) > 1e-9 else ""
        shown.add_row(
            escape(joint.name),
            f"{'' if change.sign > 0 else '-'}q{plus}",
            f"{change.shift:.6g}" if abs(change.shift) > 1e-12 else "0",
            "reversed" if change.reversed_x else "same",
        )
    return shown


def base(found: Alignment) -> str:
    """Return a sentence on the base frame."""
    turn, shift = (round(number, 9) + 0.0 for number in (found.base_turn * _DEGREES, found.base_shift))
    return (
        f"Base frame of the second arm: turned by {turn:.6g}° about the first axis, and shifted by {shift:.6g} m along "
        "it. The zero position of the first joint is a convention: it is taken as the same."
    )


def differences_table(first: Arm, listed: Sequence[Difference], sizes: Sequence[Effect]) -> TextTable:
    """Return the numbers on which gravity torque or inertia may depend, each with its effect.

    Args:
        first: the first arm.
        listed: differences with `Difference.dynamic`.
        sizes: effect of each difference; empty for arms without masses.
    """
    shown = table(
        "Geometry, masses and motor inertia; effect of each number alone, largest over the joint ranges",
        "part", "number", ">first", ">second", *((">gravity\nN·m", ">inertia\nkg·m²") if sizes else ()), "note",
    )  # fmt: skip
    for index, each in enumerate(listed):
        size = [f"{_rounded(sizes[index].gravity):.3g}", f"{_rounded(sizes[index].inertia):.3g}"] if sizes else []
        one, other, unit = _shown(each)
        words = f"{each.number.replace('center of gravity', 'c.g.')}, {unit}"
        shown.add_row(escape(each.part or first.name), words, one, other, *size, escape(each.note))
    return shown


def _rounded(values: FloatArray) -> float:
    """Return the largest value; 0 if it is rounding."""
    return float(values.max()) if values.max() > 1e-12 else 0.0


def _shown(each: Difference) -> tuple[str, str, str]:
    """Return both numbers and the unit as text, angles in degrees."""
    angle = each.unit.startswith("rad")
    unit = each.unit.replace("rad", "°", 1) if angle else each.unit.replace(" ", "·").replace("^2", "²")
    one, other = (f"{number * (_DEGREES if angle else 1.0):.5g}" for number in (each.first, each.second))
    lacks = [each.note == f"the {which} has none" for which in ("first", "second")]
    return "–" if lacks[0] else one, "–" if lacks[1] else other, unit


def other_differences(first: Arm, listed: Sequence[Difference]) -> TextTable:
    """Return the other numbers (limits, gears, friction), two rows each, one column per joint; blank where equal."""
    shown = table(
        "Limits, gears, friction; blank where equal", "number", "arm", *(f">{name}" for name in first.joint_names)
    )
    names = list(dict.fromkeys(each.number for each in listed))
    for name in names:
        cells = {each.part: _shown(each) for each in listed if each.number == name}
        unit = next(iter(cells.values()))[2]
        for row, arm in enumerate(("first", "second")):
            numbers = [cells[joint][row] if joint in cells else "" for joint in first.joint_names]
            shown.add_row("" if row else f"{name}, {unit}", arm, *numbers)
    return shown


def torques(first: Arm, found: Alignment, pose: FloatArray) -> TextTable:
    """Return gravity torque and diagonal inertia of both arms at a pose of the first arm, in its signs."""
    from ...models.difference_effects import KIND
    from ...models.load import load_model

    own = found.positions_back(pose)
    place = ", ".join(_position(x, joint.slides) for x, joint in zip(pose, first.joints, strict=True))
    shown = table(
        f"At {place}: gravity torque g, and diagonal inertia A with motors and of the links alone",
        "joint", ">q\nsecond", ">g\nfirst", ">g\nsecond", ">A\nfirst", ">A\nsecond",
        ">links\nfirst", ">links\nsecond",
    )  # fmt: skip
    models = [load_model(KIND, arm) for arm in (first, found.arm)]
    weights = [model.gravity(pose) for model in models]
    inertias = [model.kinetic_energy_matrix(pose).diagonal() for model in models]
    links = [each - arm.armature.diagonal() for each, arm in zip(inertias, (first, found.arm), strict=True)]
    for index, joint in enumerate(first.joints):
        numbers = [f"{each[index] + 0.0:.3f}" for each in (*weights, *inertias, *links)]
        shown.add_row(escape(joint.name), _position(own[index], joint.slides), *numbers)
    return shown


def _position(value: float, slides: bool) -> str:
    return f"{value:.6g} m" if slides else f"{value * _DEGREES:.6g}°"
