"""What a bag holds about an arm, as arrays: messages in the order in which they were recorded.

Joints are in the arm's order. What a message does not have is NaN.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...arrays import FloatArray, IntegerArray


class TopicSamples:
    """What a topic said, message by message."""

    log_time: IntegerArray

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.log_time)} messages)"


@dataclass(frozen=True, eq=False, repr=False)
class JointSamples(TopicSamples):
    """`JointState` messages.

    Attributes:
        stamp: (N,) ns, ``header.stamp``, not sorted.
        log_time: (N,) ns, when the recorder got the message.
        position: (N, n) rad.
        velocity: (N, n) rad/s.
        effort: (N, n) N·m.
    """

    stamp: IntegerArray
    log_time: IntegerArray
    position: FloatArray
    velocity: FloatArray
    effort: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class CommandSamples(TopicSamples):
    """Torque commands, which have neither stamp nor names (`Float64MultiArray` in the controller's joint order).

    Attributes:
        log_time: (N,) ns.
        effort: (N, n) N·m.
    """

    log_time: IntegerArray
    effort: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class TermSamples(TopicSamples):
    """One term of the published torque.

    Attributes:
        stamp: (N,) ns, that of the joint state it was computed from.
        log_time: (N,) ns.
        torque: (N, n) N·m.
    """

    stamp: IntegerArray
    log_time: IntegerArray
    torque: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class ReferenceSamples(TopicSamples):
    """Where the arm should have been, by a reference topic or a controller's state.

    Attributes:
        stamp: (N,) ns.
        log_time: (N,) ns.
        position: (N, n) rad.
        velocity: (N, n) rad/s.
        acceleration: (N, n) rad/s².
    """

    stamp: IntegerArray
    log_time: IntegerArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class Block:
    """A stretch of a bag that fits into memory.

    Attributes:
        states: joint states.
        commands: torque commands.
        terms: published terms by name: those of `TERM_NAMES`, ``acceleration`` (inertia and motor inertia
            together), ``velocity`` (Coriolis and centrifugal together) and ``total`` (what left the torque gate).
        reference: references.
        read: share of the recording that has been read with this block, 0 to 1.
    """

    states: JointSamples
    commands: CommandSamples
    terms: Mapping[str, TermSamples]
    reference: ReferenceSamples
    read: float

    def __repr__(self) -> str:
        terms = ", ".join(self.terms) or "none"
        return (
            f"Block({len(self.states.stamp)} joint states, {len(self.commands.log_time)} commands, "
            f"{len(self.reference.stamp)} references; published terms: {terms})"
        )
