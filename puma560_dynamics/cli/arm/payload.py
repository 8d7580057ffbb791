"""`puma560 arm payload`: sets, removes or shows the load of a running node or controller."""

from __future__ import annotations

import argparse

from rich.markup import escape

from ...errors import MissingDependencyError, Puma560Error
from ...extras import ROS, require
from ...models.payload.payload import Payload
from ...report.text_table import TextTable
from ..output import FAILED, OK, console, print_json
from ..progress import Progress


def run(arguments: argparse.Namespace) -> int:
    """Ask, wait for the load that acts, and print it; a refusal or a load that does not act yet is a failure."""
    load = wanted(arguments)
    require("`puma560 arm payload`", *ROS)
    try:
        from ...nodes.payload_request import request_payload
    except ImportError as error:
        raise MissingDependencyError(
            f"`puma560 arm payload` needs ROS 2's rclpy and messages, which cannot be imported ({error}); source the "
            "setup file of ROS 2"
        ) from None
    with Progress("looking for nodes that carry a payload", even=False) as progress:
        found = request_payload(load, arguments.node, lambda words: progress.update(None, words))
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
        out.print(f"{escape(found.node)} publishes no payload", soft_wrap=True)
    else:
        out.print(payload_table(found.node, acts))
    if found.refused:
        out.print(f"refused: {escape(found.refused)}", soft_wrap=True)
    if found.waits:
        out.print(f"accepted; {escape(found.waits)}", soft_wrap=True)
    return OK if good else FAILED


def wanted(arguments: argparse.Namespace) -> Payload | None:
    """Return the load that the arguments ask for; `None` if they only ask what acts.

    Raises:
        Puma560Error: a center of mass, an inertia or a link without a mass.
        StateError: numbers that no body has.
    """
    if not arguments.mass:
        for given, flag in (
            (arguments.center, "--center"),
            (arguments.inertia, "--inertia"),
            (arguments.link, "--link"),
        ):
            if given:
                raise Puma560Error(f"{flag} is given without a load; give the mass, or 0 alone to remove a load")
        return None if arguments.mass is None else Payload()
    return Payload.of(
        arguments.mass, arguments.center or (0.0, 0.0, 0.0), arguments.inertia or (0.0,) * 6, arguments.link
    )


def payload_table(node: str, load: Payload) -> TextTable:
    """The load that acts, as a table."""
    table = TextTable(f"{node} carries", "", "")
    if load.mass == 0.0:
        table.add_row("mass", "none")
        return table
    table.add_row("mass", f"{load.mass:g} kg")
    table.add_row("frame", load.link)
    table.add_row("center of mass", f"{_row(load.center_of_mass.tolist())} m")
    i = load.inertia
    table.add_row("Ixx, Iyy, Izz", f"{_row([i[0, 0], i[1, 1], i[2, 2]])} kg·m²")
    table.add_row("Ixy, Ixz, Iyz", f"{_row([i[0, 1], i[0, 2], i[1, 2]])} kg·m²")
    return table


def _row(numbers: list[float]) -> str:
    return "  ".join(f"{number:.6g}" for number in numbers)
