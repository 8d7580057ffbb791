"""`puma560 arm payload`: set, remove or show the load of a running node or controller."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import MissingDependencyError
from ...extras import ROS, require
from ..output import FAILED, OK, console, escape, print_json, table
from ..payload_options import add_payload_options, chosen_payload
from ..progress import Progress
from ..values import MASS

if TYPE_CHECKING:
    from ...models.payload.payload import Payload
    from ...report.text_table import TextTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 arm payload`."""
    parser.description = (
        "Set all parameters of the load of a running feedforward_node, trajectory_feedforward_node or generated "
        "controller, and show the load in effect. Without a mass, only show it."
    )
    parser.add_argument("payload_mass", nargs="?", type=MASS, metavar="KG", help="mass of the load; 0 removes the load")
    add_payload_options(parser, None)
    parser.add_argument(
        "--node",
        default="",
        metavar="NAME",
        help="full name of the node or controller (default: the only one that publishes a payload)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Set the load, wait until it is in effect, and print it; fail if it is refused or not in effect in time."""
    with Progress("loading"):
        load = chosen_payload(arguments)
    require("`puma560 arm payload`", *ROS)
    try:
        from ...nodes.payload_request import request_payload
    except ImportError as error:
        raise MissingDependencyError(
            f"`puma560 arm payload` needs ROS 2's rclpy and messages, which cannot be imported ({error}); source the "
            "setup file of ROS 2"
        ) from None
    with Progress("looking for nodes with a payload", even=False) as progress:
        found = request_payload(
            None if arguments.payload_mass is None else load, arguments.node, lambda words: progress.update(None, words)
        )
    acts = found.payload
    good = not found.refused and not found.waits
    if arguments.json:
        return print_json(
            {
                "ok": good,
                "node": found.node,
                "refused": found.refused or None,
                "waits": found.waits or None,
                "payload": None if acts is None else {
                    "mass": acts.mass,
                    "center_of_mass": acts.center_of_mass.tolist(),
                    "inertia": acts.inertia.tolist(),
                    "frame": acts.link,
                },
            }
        )  # fmt: skip
    out = console()
    if acts is None:
        out.print(f"{escape(found.node)} has not sent the payload in use")
    else:
        out.print(payload_table(found.node, acts))
    if found.refused:
        out.print(f"refused: {escape(found.refused)}")
    if found.waits:
        out.print(f"accepted; {escape(found.waits)}")
    return OK if good else FAILED


def payload_table(node: str, load: Payload) -> TextTable:
    """Return the payload in effect as a table."""
    rows = table(f"{node} carries", "", "")
    if load.mass == 0.0:
        rows.add_row("mass", "none")
        return rows
    rows.add_row("mass", f"{load.mass:g} kg")
    rows.add_row("frame", load.link)
    rows.add_row("center of mass", f"{_row(load.center_of_mass.tolist())} m")
    i = load.inertia
    rows.add_row("Ixx, Iyy, Izz", f"{_row([i[0, 0], i[1, 1], i[2, 2]])} kg·m²")
    rows.add_row("Ixy, Ixz, Iyz", f"{_row([i[0, 1], i[0, 2], i[1, 2]])} kg·m²")
    return rows


def _row(numbers: list[float]) -> str:
    return "  ".join(f"{number:.6g}" for number in numbers)
