"""Options of `puma560 derive` for inputs of functions besides those of joints: payload, gravity, wrench, parameters."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..errors import Puma560Error
from .values import some_of_links

INPUTS = ("wrench", "payload", "gravity_vector")
"""Inputs that are the same for all arms."""


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select inputs.

    Args:
        parser: parser of the command.
    """
    group = parser.add_argument_group(
        "inputs of functions", "numbers of the arm that the derived functions take as inputs, besides those of joints"
    )
    group.add_argument(
        "--inputs",
        type=some_of_links(INPUTS, "@"),
        default=[],
        metavar="I,…",
        help=f"some of {', '.join(INPUTS)}: wrench, force and moment that act on a link, in the axes of the base "
        "(torque is then what the motors supply); payload, mass, center of mass and inertia of a body on a link; "
        "gravity_vector, the acceleration of gravity in the axes of the base. wrench and payload are on the arm's tip, "
        "or on links that are named: wrench@left_hand,wrench@right_hand",
    )
    group.add_argument(
        "--parameters",
        type=_names,
        default=[],
        metavar="P,…",
        help="parameters of links that are inputs: link2.mass, link2.center.x, link2.inertia.xy, or all of "
        "link2.center or link2; link2 is the second moving link, whose name in the description may be given instead",
    )


def programs_with_inputs(arguments: argparse.Namespace, programs: Sequence[str]) -> list[str]:
    """Return the names of programs with the chosen inputs that they have, and of those that prepare inputs.

    Raises:
        Puma560Error: no program has one of the inputs.
    """
    from ..emdeg import functions_with, with_preparations  # takes time that a help text must not take

    chosen = [*map(_kind, arguments.inputs), *(["parameters"] if arguments.parameters else [])]
    known = {name: functions_with(name) for name in chosen}
    for name in chosen:
        if not any(program in known[name] for program in programs):
            raise Puma560Error(
                f"none of the programs {', '.join(programs)} has the input {name}; programs with it are "
                f"{', '.join(known[name])}"
            )
    found: list[str] = []
    for program in programs:
        own = [name for name in arguments.inputs if program in known[_kind(name)]]
        own += arguments.parameters if program in known.get("parameters", ()) else []
        found.append("+".join((program, *own)))
    return with_preparations(found)


def _kind(name: str) -> str:
    """Return the name of an input without the link on which it acts."""
    return name.partition("@")[0]


def _names(text: str) -> list[str]:
    names = [word.strip() for word in text.split(",")]
    if not all(names) or any(sign in text for sign in "+@:"):
        raise argparse.ArgumentTypeError(f"expected names such as link2.mass, separated by commas, got {text!r}")
    return names
