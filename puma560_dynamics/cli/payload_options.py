"""Options of the load that the arm carries, which are the same in every command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..errors import Puma560Error
from .values import LENGTH, MASS, finite

if TYPE_CHECKING:
    from ..arm import Arm
    from ..models.payload.payload import Payload


def add_payload_options(
    parser: argparse.ArgumentParser, mass: str | None = "mass of the load on the last link"
) -> None:
    """Add the options that describe a load.

    Args:
        parser: parser of the command.
        mass: help text of ``--payload-mass``; `None` if the command has its own argument ``payload_mass``.
    """
    group = parser.add_argument_group("the load", "a rigid body on the last link, in addition to the arm's own links")
    if mass is not None:
        group.add_argument(
            "--payload-mass", type=MASS, default=0.0, metavar="KG", help=f"{mass}, kg (default: 0, no load)"
        )
    group.add_argument(
        "--payload-center",
        type=LENGTH,
        nargs=3,
        metavar=("X", "Y", "Z"),
        help="center of mass of the load in the frame of --payload-link, m (default: 0 0 0)",
    )
    group.add_argument(
        "--payload-inertia",
        type=finite,
        nargs=6,
        metavar=("IXX", "IYY", "IZZ", "IXY", "IXZ", "IYZ"),
        help="inertia of the load about its center of mass, axes of that frame, kg·m² (default: 0, a point mass)",
    )
    group.add_argument(
        "--payload-link",
        default="",
        metavar="LINK",
        help="link whose frame is used: the last link, or a link fixed to it (default: the arm's tip)",
    )


def chosen_payload(arguments: argparse.Namespace) -> Payload:
    """Return the load that the options describe, in the frame of ``--payload-link``.

    Returns:
        The load; one of 0 kg if none is given.

    Raises:
        Puma560Error: a center of mass, an inertia or a link is given without a mass.
        StateError: the inertia is not physically possible.
    """
    from ..models.payload.payload import Payload

    center, inertia, link = arguments.payload_center, arguments.payload_inertia, arguments.payload_link
    if arguments.payload_mass:
        return Payload.of(arguments.payload_mass, center or (0.0,) * 3, inertia or (0.0,) * 6, link)
    for given, name in ((center, "center"), (inertia, "inertia"), (link, "link")):
        if given:
            raise Puma560Error(f"--payload-{name} has no effect without a load; give the mass of the load too")
    return Payload()


def carried_payload(arguments: argparse.Namespace, arm: Arm) -> Payload:
    """Return the load that the options describe, in the frame of the last link of `arm`.

    Raises:
        Puma560Error, StateError: see `chosen_payload`; or the given link is not fixed to the arm's last link.
    """
    from ..models.payload.payload import placed_payload

    load = chosen_payload(arguments)
    return placed_payload(arm, load) if load.mass else load


def holdable_payload(arguments: argparse.Namespace, arm: Arm) -> Payload:
    """Return the load that the options describe, for parameters of ROS nodes: in the frame of ``--payload-link``.

    Raises:
        Puma560Error, StateError: see `carried_payload`; or the arm cannot hold the load, which the nodes refuse.
    """
    from ..models.payload.payload_model import check_holdable

    check_holdable(arm, carried_payload(arguments, arm))
    return chosen_payload(arguments)
