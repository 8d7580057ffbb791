"""List the numbers in which two arms of the same conventions differ, e.g. an arm and the alignment of another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..arrays import FloatArray
from .arm import Arm
from .body_frames import INERTIA_PLACES
from .friction_terms import FRICTION_TERMS
from .joint_friction import JointFriction
from .parts import Joint, Link

RELATIVE = 1e-9
"""Differences below this fraction of the number are rounding, e.g. of a conversion between conventions."""

ABSOLUTE = 1e-12
"""Differences below this are rounding, in the unit of the number."""

SAME_INERTIA = 0.4
"""Largest relative difference of motor inertias that count as the same number on two sides of a gear."""

_STEP = {"alpha": "rad", "a": "m", "d": "m", "offset": "rad"}
_LIMITS = ("lower", "upper", "velocity")
_MOTOR = {"inertia": "kg m^2", "gear_ratio": "1", "maximum_torque": "N m", "break_away_torque": "N m"}
_CENTER = ("x", "y", "z")
_INERTIA = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")


@dataclass(frozen=True)
class Difference:
    """A number in which two arms differ.

    Attributes:
        section: section of the arm file, e.g. ``"joints"``; "" for gravity.
        part: name of the joint or link, "" for the arm.
        number: name of the number, e.g. ``"center of gravity z"``.
        unit: SI unit.
        first: number of the first arm.
        second: number of the second arm, in the conventions of the first.
        note: what the numbers have to do with each other, e.g. that they have opposite signs; may be empty.
        change: function that returns an arm with this number of the second arm.
        dynamic: whether gravity torque or inertia may depend on the number.
    """

    section: str
    part: str
    number: str
    unit: str
    first: float
    second: float
    note: str
    change: Callable[[Arm], Arm]
    dynamic: bool


def differences(first: Arm, second: Arm) -> list[Difference]:
    """Return the numbers in which two arms differ, in the order of an arm file.

    Args:
        first: an arm.
        second: an arm with the same joints, in the same conventions (`arm_alignment.aligned`).
    """
    return [each for each in _all(first, second) if _differ(each.first, each.second)]


def _differ(one: float, other: float) -> bool:
    return one != other and not abs(one - other) <= RELATIVE * max(abs(one), abs(other)) + ABSOLUTE


def _all(first: Arm, second: Arm) -> Iterator[Difference]:
    change = {"gravity": second.gravity}
    yield Difference(
        "", "", "gravity", "m/s^2", first.gravity, second.gravity, "", lambda arm: arm.with_(**change), True
    )
    for index in range(first.n):
        yield from _joint(first.joints[index], second.joints[index], index)
    for index in range(first.n):
        yield from _link(first.links[index], second.links[index], index)
    for index in range(first.n):
        yield from _motor(first, second, index)
    if first.friction or second.friction:
        for index in range(first.n):
            yield from _friction(first, second, index)


def _joint(one: Joint, other: Joint, index: int) -> Iterator[Difference]:
    for key, unit in _STEP.items():
        yield _field("joints", one, other, index, key, unit)
    for key in _LIMITS:
        unit = one.unit + ("/s" if key == "velocity" else "")
        yield _field("joints", one, other, index, key, unit, words=_limit_words(key))


def _limit_words(key: str) -> str:
    return "velocity limit" if key == "velocity" else f"{key} limit"


def _link(one: Link, other: Link, index: int) -> Iterator[Difference]:
    missing = _not_given(one, other, "mass")
    yield replace(_field("links", one, other, index, "mass", "kg"), note=missing)
    for axis, name in enumerate(_CENTER):
        yield _entry(one, other, index, "center_of_gravity", (axis,), f"center of gravity {name}", "m", missing)
    for place, name in zip(INERTIA_PLACES, _INERTIA, strict=True):
        note = missing or _not_given(one, other, name)
        yield _entry(one, other, index, "inertia", place, name, "kg m^2", note)


def _not_given(one: Link, other: Link, name: str) -> str:
    lacking = ["first" if link is one else "second" for link in (one, other) if name in link.incomplete]
    return f"not given for the {' and the '.join(lacking)}" if lacking else ""


def _motor(first: Arm, second: Arm, index: int) -> Iterator[Difference]:
    joint, one, other = first.joints[index], first.motors[index], second.motors[index]
    for key, unit in _MOTOR.items():
        unit = {"kg m^2": "kg", "N m": "N"}.get(unit, unit) if joint.slides else unit
        words = "motor inertia" if key == "inertia" else key.replace("_", " ").replace("break away", "break-away")
        found = _field("motors", one, other, index, key, unit, words=words, part=joint.name)
        if key == "inertia":
            found = replace(found, note=_gear_note(one.inertia, other.inertia, one.gear_ratio, other.gear_ratio))
        if key == "gear_ratio" and other.gear_ratio == -one.gear_ratio:
            found = replace(found, note="opposite sign: the motor turns the other way; no torque at the joint changes")
        yield found


def _gear_note(one: float, other: float, ratio: float, other_ratio: float) -> str:
    """Return a note if one inertia looks like the other one at the motor side of the gear."""
    for inertia, at_motor, gear, which in ((one, other, other_ratio, "second"), (other, one, ratio, "first")):
        gear = gear if abs(gear) > 1.0 else max(abs(ratio), abs(other_ratio))
        at_joint = at_motor * gear**2
        if gear**2 > 4.0 and at_joint and inertia and abs(at_joint / inertia - 1.0) < SAME_INERTIA:
            return f"the {which} looks like the inertia at the motor: times gear ratio² it is {at_joint:.4g} kg m²"
    if not (one and other):
        return f"the {'second' if one else 'first'} has no motor inertia"
    return ""


def _friction(first: Arm, second: Arm, index: int) -> Iterator[Difference]:
    none = JointFriction()
    one, other = (arm.friction[index] if arm.friction else none for arm in (first, second))
    lacking = "" if first.friction and second.friction else f"the {'second' if first.friction else 'first'} has none"
    joint = first.joints[index]
    for key, term in FRICTION_TERMS.items():
        words = f"friction {key.replace('_', ' ')}"
        found = _field("friction", one, other, index, key, term.unit_of(joint.kind), words=words, part=joint.name)
        yield replace(found, note=lacking, dynamic=False)


def _field(
    section: str, one: Any, other: Any, index: int, key: str, unit: str, *, words: str = "", part: str = ""
) -> Difference:
    value = getattr(other, key)

    def change(arm: Arm) -> Arm:
        parts = list(getattr(arm, section))
        parts[index] = replace(parts[index], **{key: value})
        return arm.with_(**{section: tuple(parts)})

    dynamic = key in _STEP or section == "links" or (section, key) == ("motors", "inertia")
    note = _sign_note(getattr(one, key), value)
    return Difference(section, part or one.name, words or key, unit, getattr(one, key), value, note, change, dynamic)


def _entry(
    one: Link, other: Link, index: int, key: str, place: tuple[int, ...], words: str, unit: str, note: str
) -> Difference:
    value, wanted = (float(getattr(link, key)[place]) for link in (one, other))

    def change(arm: Arm) -> Arm:
        links = list(arm.links)
        array = np.array(getattr(links[index], key))
        array[place] = array[place[::-1]] = wanted
        links[index] = _with_array(links[index], key, array)
        return arm.with_(links=tuple(links))

    return Difference("links", one.name, words, unit, value, wanted, note or _sign_note(value, wanted), change, True)


def _with_array(link: Link, key: str, array: FloatArray) -> Link:
    """Return a link with another center of gravity or inertia."""
    return replace(link, center_of_gravity=array) if key == "center_of_gravity" else replace(link, inertia=array)


def _sign_note(one: float, other: float) -> str:
    return "opposite sign" if one and math.isclose(one, -other, rel_tol=1e-6) else ""
