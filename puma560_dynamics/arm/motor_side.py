"""Read numbers of an arm file that are given at the motor, and convert them to the joint side of the gear.

Data sheets and other packages give inertia and friction of a motor at its own shaft. With the gear ratio G, an inertia
or a viscous coefficient at the motor counts G² at the joint, and a torque counts abs(G). Coulomb friction is given by
the direction in which the joint moves, also if G is negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .parts import Quantity
from .value_reader import ValueReader

MOTOR_SIDE = {
    "rotor_inertia": ("inertia", 2, "kg m^2"),
    "motor_viscous": ("viscous", 2, "N m s/rad"),
    "motor_coulomb_positive": ("coulomb_positive", 1, "N m"),
    "motor_coulomb_negative": ("coulomb_negative", 1, "N m"),
}
"""Keys of numbers at the motor: key of the same number at the joint, power of the gear ratio, unit at the motor."""

OTHER_SIDE = {key: at for at, (key, *_) in MOTOR_SIDE.items()} | {at: key for at, (key, *_) in MOTOR_SIDE.items()}
"""The key that gives the same number on the other side of the gear, by key. An entry may have only one of both."""


def at_joint(
    reader: ValueReader, entry: Mapping[str, Any], where: str, units: Mapping[str, str], ratio: float
) -> dict[str, float]:
    """Read the numbers of an entry that are given at the motor.

    Args:
        reader: reader of the arm file; its quantities get the numbers at the joint.
        entry: content of the file at `where`.
        where: path in the file, e.g. ``"motors.joint1"``.
        units: units by key at the joint; only numbers with these keys are read.
        ratio: gear ratio, 0 if it is unknown.

    Returns:
        Numbers at the joint side of the gear, by their key at the joint.

    Raises:
        ArmFileError: a number is given twice, is not a number, or the gear ratio is missing.
    """
    found = {}
    for key, (joint_key, power, unit) in MOTOR_SIDE.items():
        if key not in entry or joint_key not in units:
            continue
        if joint_key in entry:
            raise reader.fail(where, f"{key} and {joint_key} are the same number on two sides of the gear; give one")
        if not ratio:
            raise reader.fail(where, f"{key} is a number at the motor; give the gear_ratio of this joint under motors")
        factor = abs(ratio) ** power
        number = reader.number(entry[key], f"{where}.{key}", unit)
        read = reader.quantities.pop(f"{where}.{key}")
        reader.quantities[f"{where}.{joint_key}"] = Quantity(
            number * factor,
            units[joint_key],
            read.tolerance and replace(read.tolerance, absolute=read.tolerance.absolute * factor),
            f"{read.source}; at the motor {number:g}, at the joint times {factor:g}".removeprefix("; "),
        )
        found[joint_key] = number * factor
    return found
