"""What is taken from a message of each use, and what samples become of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, IntegerArray
from ...control.feed_forward.feed_forward import TERM_NAMES
from .samples import CommandSamples, JointSamples, ReferenceSamples, TermSamples

Samples = JointSamples | CommandSamples | TermSamples | ReferenceSamples

STATES, COMMANDS, REFERENCE = "states", "commands", "reference"
"""Names of samples that are no term's."""


@dataclass(frozen=True)
class MessageForm:
    """How the messages of a topic are read.

    Attributes:
        names: path of the joint names in the message; empty where it has none and the arm's order is taken.
        paths: the fields with a number a joint.
        make: samples by name from stamps, log times and one (N, n) array for each of `paths`.
    """

    names: str
    paths: tuple[str, ...]
    make: Callable[[IntegerArray, IntegerArray, tuple[FloatArray, ...]], Mapping[str, Samples]]


def joint_state_form() -> MessageForm:
    """`JointState` as joint states."""
    return MessageForm(
        "name",
        ("position", "velocity", "effort"),
        lambda stamp, log_time, fields: {STATES: JointSamples(stamp, log_time, *fields)},
    )


def term(name: str) -> MessageForm:
    """`JointState` whose efforts are the term `name`."""
    return MessageForm(
        "name", ("effort",), lambda stamp, log_time, fields: {name: TermSamples(stamp, log_time, *fields)}
    )


def terms_form() -> MessageForm:
    """`JointTrajectory` with a point a term; a term that is off has no efforts and is left out."""

    def make(stamp: IntegerArray, log_time: IntegerArray, fields: tuple[FloatArray, ...]) -> Mapping[str, Samples]:
        return {
            name: TermSamples(stamp, log_time, torque)
            for name, torque in zip(TERM_NAMES, fields, strict=True)
            if not np.isnan(torque).all()
        }

    return MessageForm("joint_names", tuple(f"points.{k}.effort" for k in range(len(TERM_NAMES))), make)


def reference(point: str) -> MessageForm:
    """A message with joint names and, at the path `point`, a `JointTrajectoryPoint` of where the arm should be."""
    return MessageForm(
        "joint_names",
        tuple(f"{point}.{field}" for field in ("positions", "velocities", "accelerations")),
        lambda stamp, log_time, fields: {REFERENCE: ReferenceSamples(stamp, log_time, *fields)},
    )


def commands() -> MessageForm:
    """`Float64MultiArray` to a controller, whose order of joints is taken to be the arm's."""
    return MessageForm("", ("data",), lambda stamp, log_time, fields: {COMMANDS: CommandSamples(log_time, *fields)})
