"""Table of all commands. Each command has one line of help here, and a module with the command's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class CommandGroup(NamedTuple):
    """A command that has subcommands."""

    about: str
    commands: dict[str, str]
    description: str = ""


TREE: dict[str, str | CommandGroup] = {
    "run": "run the simulated arm over ROS 2 and compare feed-forward settings",
    "replay": "compare a recorded bag with the model and report where they differ, and why",
    "excite": "make a motion within the arm's limits that identifies its parameters well",
    "identify": "fit the arm file to recorded bags, with standard errors",
    "simulate": "simulate the arm by its forward dynamics, with an energy balance",
    "torque": "compute the torque at a pose, term by term, with its uncertainty, with or without a load",
    "kinematics": "compute the poses of all links and the Jacobian of a link at a pose, and name singularities",
    "derive": "derive the dynamics of any serial arm and write them as C, Python, LaTeX and others",
    "controller": "write a ros2_control controller in C++ for any arm, or a compiled model of one arm for it",
    "library": "write model and torque gate as a C++ library without ROS, for other people's controllers",
    "arm": CommandGroup(
        "make, check, compare and convert arm files; set the payload of a running node",
        {
            "import": "write an arm file based on a robot description, with lines for the missing numbers",
            "check": "check an arm and show gravity load, motors and limits",
            "compare": "compare two arms number by number after aligning joint signs, zero poses and frames",
            "urdf": "write the arm as URDF, xacro macro or MuJoCo model",
            "payload": "set, remove or show the payload of a running node or controller",
        },
    ),
    "measure": CommandGroup(
        "mass, center of gravity, inertia and motor constants from readings, with tolerances (paper, sections 5 and 6)",
        {
            "balance": "mass of a link by beam balance, scale, or scales under supports",
            "knife-edge": "center of gravity of a link from balances on a knife edge",
            "shapes": "mass, center of gravity and inertia of a link from shells, cylinders and boxes",
            "two-wire": "inertia of a link from its swing on two wires (equation 11)",
            "torsional-spring": "motor and drive inertia from the period under a position gain",
            "motors": "torque constant and break-away from slow ramps; inertia from rotor and gear ratio (table 7)",
            "combine": "inertia of a link that was measured together with other parts, like link 3 of the paper",
        },
        "A reading is a number with tolerance and unit as in an arm file: '6.04 ± 0.01 + 1% kg', '350+-1 mm', '1.5'. "
        "A plain number is in SI units and taken as exact.",
    ),
    "paper": CommandGroup(
        "the three papers, compared with the results of this package",
        {
            "claims": "recompute every table, figure and claim of the three papers, with verdicts; takes 20 s",
            "errata": "corrections to the papers' texts, with the proof of each",
            "constants": "the model's constants and table A3",
            "tables": "operation counts and tables 1, 2 and 3; the abbreviated model's error",
            "multirate": "torque error of refreshing the configuration-dependent terms less often (section 3)",
            "gyroscopic": "torques of the motors' spinning rotors, which the paper neglects",
            "stanford": "Kane and Levinson's Stanford Arm: its claims and its figures",
        },
    ),
}
"""Commands in the order of the help text: one line of help, or a group."""


def command_words(given: Sequence[str]) -> tuple[str, ...]:
    """Return the words of the command at the start of the arguments, as far as they are known."""
    found = TREE.get(given[0]) if given else None
    if found is None:
        return ()
    if isinstance(found, CommandGroup) and len(given) > 1 and given[1] in found.commands:
        return given[0], given[1]
    return (given[0],)


def leaves() -> list[tuple[str, ...]]:
    """Return the words of every command that has arguments."""
    return [
        (name, *rest)
        for name, entry in TREE.items()
        for rest in ([(child,) for child in entry.commands] if isinstance(entry, CommandGroup) else [()])
    ]


def help_lines() -> list[str]:
    """Return the line of help of every command and group."""
    groups = [entry for entry in TREE.values() if isinstance(entry, CommandGroup)]
    alone = [entry for entry in TREE.values() if isinstance(entry, str)]
    return [*alone, *(group.about for group in groups), *(line for group in groups for line in group.commands.values())]
