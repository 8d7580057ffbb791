"""Launch arguments that state how the simulated arm differs from the model, with the words of `puma560 run`."""

from __future__ import annotations

from collections.abc import Sequence

from launch import LaunchDescriptionEntity
from launch.actions import DeclareLaunchArgument

from ..errors import LaunchError
from .arguments import Given
from .parameter_file import gives
from .robot import Robot

EXACT = "exact"
"""Value for the numbers of the model."""

LARGEST_PERCENT, LARGEST_SEED = 50, 2**31 - 1
"""Largest values of ``plant_friction`` and ``plant_seed``, which `plant_node` accepts."""

PARAMETERS = {"plant_friction": "friction_error", "plant_bodies": "body_errors", "plant_seed": "seed"}
"""Parameter of plant_node by launch argument."""


def plant_arguments() -> Sequence[LaunchDescriptionEntity]:
    """Return the arguments ``plant_friction``, ``plant_bodies`` and ``plant_seed``."""
    return [
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
    ]


def plant_errors(given: Given, robot: Robot) -> dict[str, float | bool | int]:
    """Return the parameters of plant_node for these arguments.

    Raises:
        LaunchError: a value out of range, or the parameter file also gives such a parameter.
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
    return {"friction_error": friction / 100.0, "body_errors": given["plant_bodies"] != EXACT, "seed": int(seed)}
