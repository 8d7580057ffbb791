"""Launch arguments of the simulated arm: where it starts, how it differs from the model, what its drives add.

The differences have the words of `puma560 run`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from launch import LaunchDescriptionEntity
from launch.actions import DeclareLaunchArgument

from ..arm import load_arm
from ..errors import LaunchError
from .arguments import Given, split_words, switch_argument
from .parameter_file import gives
from .robot import Robot

EXACT = "exact"
"""Value for the numbers of the model."""

LARGEST_PERCENT, LARGEST_SEED = 50, 2**31 - 1
"""Largest values of ``plant_friction`` and ``plant_seed``, which `plant_node` accepts."""

PARAMETERS = {
    "plant_friction": "friction_error",
    "plant_bodies": "body_errors",
    "plant_seed": "seed",
    "plant_compensates_gravity": "compensates_gravity",
}
"""Parameter of plant_node by launch argument."""


def plant_arguments() -> Sequence[LaunchDescriptionEntity]:
    """Return the arguments ``initial_positions`` and ``plant_…``."""
    return [
        DeclareLaunchArgument(
            "initial_positions",
            default_value="",
            description="where the simulated arm starts, rad, joint by joint; empty: that of the parameter file, or "
            "the home pose of the arm",
        ),
        DeclareLaunchArgument(
            "plant_friction",
            default_value="20",
            description="kinetic friction of each simulated joint is this much above or below the compensation's, "
            f"percent, 0 to {LARGEST_PERCENT}, at random; exact: the same numbers",
        ),
        DeclareLaunchArgument(
            "plant_bodies",
            default_value="tolerance",
            choices=["tolerance", EXACT],
            description="tolerance: masses, centers of mass, inertias and motor inertias of the simulated arm are off "
            "within their tolerances, and there is a hidden load of 1 % of its mass; exact: the numbers of the model",
        ),
        DeclareLaunchArgument("plant_seed", default_value="0", description="seed of these errors"),
        switch_argument(
            "plant_compensates_gravity",
            False,
            "the simulated arm adds its gravity torque to every command, as the robots of docs/drivers.md",
        ),
    ]


def plant_parameters(given: Given, robot: Robot) -> dict[str, float | bool | int | list[float]]:
    """Return the parameters of plant_node for these arguments.

    Raises:
        LaunchError: a value out of range, or the parameter file also gives such a difference.
        Puma560Error: the arm cannot be used.
    """
    for argument, name in PARAMETERS.items():
        if robot.parameter_file and gives(robot.parameter_file, robot.named("plant_node"), name):
            raise LaunchError(
                f"parameter_file {robot.parameter_file}: {name} of plant_node is not used; give the launch argument "
                f"{argument}:= instead"
            )
    friction = 0.0 if given["plant_friction"] == EXACT else given.number("plant_friction")
    if not 0.0 <= friction <= LARGEST_PERCENT:
        raise LaunchError(
            f"plant_friction:={given['plant_friction']} is out of range; expected {EXACT!r} or 0 to {LARGEST_PERCENT} "
            "percent"
        )
    seed = given["plant_seed"]
    if not seed.isdecimal() or int(seed) > LARGEST_SEED:
        raise LaunchError(f"plant_seed:={seed} is no seed; expected a whole number from 0 to {LARGEST_SEED}")
    errors = {"friction_error": friction / 100.0, "body_errors": given["plant_bodies"] != EXACT, "seed": int(seed)}
    gravity = {"compensates_gravity": given.on("plant_compensates_gravity")}
    start = _initial_positions(given["initial_positions"], robot)
    return {**errors, **gravity, **({"initial_position": start} if start else {})}


def _initial_positions(text: str, robot: Robot) -> list[float]:
    """Return the numbers of ``initial_positions``, none for an empty text."""
    words = split_words(text)
    if not words:
        return []
    try:
        positions = [float(word) for word in words]
    except ValueError:
        positions = [math.nan]
    if not all(map(math.isfinite, positions)):
        raise LaunchError(
            f"initial_positions:={text!r} is not a list of numbers; give one position per joint, rad, separated by "
            "spaces"
        )
    joints = load_arm(robot.arm).n
    if len(positions) != joints:
        raise LaunchError(f"initial_positions has {len(positions)} numbers; expected one per joint, {joints}")
    return positions
