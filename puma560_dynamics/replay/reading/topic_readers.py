"""What is taken from a message of each use, and what samples become of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ...control.feed_forward.feed_forward import TERM_NAMES
from .samples import CommandSamples, JointSamples, ReferenceSamples, TermSamples

Integers = NDArray[np.int64]
Samples = JointSamples | CommandSamples | TermSamples | ReferenceSamples

STATES, COMMANDS, REFERENCE = "states", "commands", "reference"
"""Names of samples that are no term's."""


@dataclass(frozen=True)
class Form:
    """How the messages of a topic are read.

    Attributes:
        names: path of the joint names in the message; empty where it has none and the arm's order is taken.
        paths: the fields with a number a joint.
        make: samples by name from stamps, log times and one (N, n) array for each of `paths`.
    """

    names: str
    paths: tuple[str, ...]
    make: Callable[[Integers, Integers, tuple[FloatArray, ...]], Mapping[str, Samples]]


def states() -> Form:
    """`JointState` as joint states."""
    return Form(
        "name",
        ("position", "velocity", "effort"),
        lambda stamp, log_time, fields: {STATES: JointSamples(stamp, log_time, *fields)},
    )


def term(name: str) -> Form:
    """`JointState` whose efforts are the term `name`."""
    return Form("name", ("effort",), lambda stamp, log_time, fields: {name: TermSamples(stamp, log_time, *fields)})


def terms() -> Form:
    """`JointTrajectory` with a point a term; a term that is off has no efforts and is left out."""

    def make(stamp: Integers, log_time: Integers, fields: tuple[FloatArray, ...]) -> Mapping[str, Samples]:
        return {
            name: TermSamples(stamp, log_time, torque)
            for name, torque in zip(TERM_NAMES, fields, strict=True)
            if not np.isnan(torque).all()
        }

    return Form("joint_names", tuple(f"points.{k}.effort" for k in range(len(TERM_NAMES))), make)


def reference(point: str) -> Form:
    """A message with joint names and, at the path `point`, a `JointTrajectoryPoint` of where the arm should be."""
    return Form(
        "joint_names",
        tuple(f"{point}.{field}" for field in ("positions", "velocities", "accelerations")),
        lambda stamp, log_time, fields: {REFERENCE: ReferenceSamples(stamp, log_time, *fields)},
    )


def commands() -> Form:
    """`Float64MultiArray` to a controller, whose order of joints is taken to be the arm's."""
    return Form("", ("data",), lambda stamp, log_time, fields: {COMMANDS: CommandSamples(log_time, *fields)})
