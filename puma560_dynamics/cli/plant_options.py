"""Options of the simulated arm: how its numbers differ from those of the model."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import Puma560Error
from .values import number_type, whole_type

if TYPE_CHECKING:
    from ..simulation.plant_errors import PlantErrors

EXACT = "exact"
"""Value of ``--plant-friction`` for friction without errors."""


def add_plant_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that state how the simulated arm differs from the model."""
    group = parser.add_argument_group("the simulated arm", "a robot whose numbers differ from those of the model")
    group.add_argument("--no-friction", action="store_true", help="simulate joints without friction")
    group.add_argument(
        "--plant-friction",
        type=_friction_error,
        metavar="PERCENT",
        help="kinetic friction of each joint is this much above or below that of the compensation, 0 to 50, at random; "
        "'exact' for the same numbers (default: 20)",
    )
    group.add_argument(
        "--plant-bodies",
        choices=("tolerance", "exact"),
        default="tolerance",
        help="tolerance: masses, centers of mass, inertias and motor inertias are off within their tolerances, and "
        "there is a hidden load of 1 %% of the arm's mass; exact: the numbers of the model (default: tolerance)",
    )
    group.add_argument(
        "--plant-seed", type=whole_type(0, 2**31 - 1), default=0, metavar="N", help="seed of these errors (default: 0)"
    )


def _friction_error(text: str) -> float:
    """Return the relative error of the simulated friction."""
    try:
        return 0.0 if text == EXACT else number_type(0, 50, "%")(text) / 100.0
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(str(error).replace("expected", f"expected {EXACT!r} or", 1)) from None


def plant_errors(arguments: argparse.Namespace) -> PlantErrors:
    """Return the chosen errors of the simulated arm's numbers.

    Raises:
        Puma560Error: options that contradict each other.
    """
    from ..simulation.plant_errors import PlantErrors  # imports numpy, which a help text must not wait for

    if arguments.no_friction and arguments.plant_friction is not None:
        raise Puma560Error("--plant-friction has no effect with --no-friction; give one of them")
    errors = PlantErrors(bodies=arguments.plant_bodies != EXACT, seed=arguments.plant_seed)
    return errors if arguments.plant_friction is None else replace(errors, friction=arguments.plant_friction)
