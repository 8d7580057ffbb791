"""Arrays with the messages of a recording, and a collector that joins them to blocks of bounded size.

Samples are in the order of recording. Joints are in the arm's order. Missing values are NaN.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np

from ...arrays import FloatArray, IntegerArray


class TopicSamples:
    """Samples of one topic, one per message."""

    log_time: IntegerArray

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.log_time)} messages)"


@dataclass(frozen=True, eq=False, repr=False)
class JointSamples(TopicSamples):
    """`JointState` messages.

    Attributes:
        stamp: (N,) ``header.stamp``, ns, not sorted.
        log_time: (N,) time at which the recorder received the message, ns.
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
        stamp: (N,) stamp of the joint state from which the term was computed, ns.
        log_time: (N,) ns.
        torque: (N, n) N·m.
    """

    stamp: IntegerArray
    log_time: IntegerArray
    torque: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class ReferenceSamples(TopicSamples):
    """Reference motion, from a reference topic or a controller's state.

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
    """A stretch of a recording that fits into memory.

    Attributes:
        states: joint states.
        commands: torque commands.
        terms: published terms by name: those of `TERM_NAMES`, ``acceleration`` (inertia and motor inertia
            together), ``velocity`` (Coriolis and centrifugal together) and ``total`` (torque after the torque gate).
        reference: reference motion.
        read: fraction of the recording that has been read up to the end of this block, 0 to 1.
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


Samples = JointSamples | CommandSamples | TermSamples | ReferenceSamples

STATES, COMMANDS, REFERENCE = "states", "commands", "reference"
"""Names of the samples that are not published terms."""

STATES_PER_BLOCK = 16384
BYTES_PER_BLOCK = 32 << 20

Kind = TypeVar("Kind", JointSamples, CommandSamples, ReferenceSamples, TermSamples)


class Collector:
    """Collects samples and returns them as blocks.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._parts: defaultdict[str, list[Samples]] = defaultdict(list)
        self._states = 0
        self._bytes = 0

    def add(self, samples: Mapping[str, Samples]) -> None:
        """Add samples by name."""
        for name, part in samples.items():
            self._parts[name].append(part)
            self._bytes += sum(getattr(part, field.name).nbytes for field in fields(part))
            if name == STATES:
                self._states += len(part.log_time)

    @property
    def full(self) -> bool:
        """Return whether there are enough samples for a block."""
        return self._states >= STATES_PER_BLOCK or self._bytes >= BYTES_PER_BLOCK

    def block(self, read: float) -> Block:
        """Return the samples added since the last block; `read` is the fraction of the recording read so far."""
        parts, self._parts = self._parts, defaultdict(list)
        self._states = self._bytes = 0
        terms = {name: self._joined(TermSamples, parts[name]) for name in [*parts] if name not in _OTHERS}
        return Block(
            self._joined(JointSamples, parts[STATES]),
            self._joined(CommandSamples, parts[COMMANDS]),
            terms,
            self._joined(ReferenceSamples, parts[REFERENCE]),
            min(1.0, read),
        )

    def _joined(self, kind: type[Kind], parts: list[Any]) -> Kind:
        columns: list[Any] = []
        for field in fields(kind):
            time = field.name in ("stamp", "log_time")
            empty = np.empty(0, np.int64) if time else np.empty((0, self._n))
            columns.append(np.concatenate([getattr(part, field.name) for part in parts]) if parts else empty)
        return kind(*columns)


_OTHERS = (STATES, COMMANDS, REFERENCE)
