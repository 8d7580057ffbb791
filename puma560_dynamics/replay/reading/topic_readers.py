"""Conversion of the messages of a topic to samples, with joints in the arm's order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, IntegerArray
from ...bags.batch_decode import MessageBatch, Sorter
from ...bags.findings import Findings
from ...bags.layout import Layout
from ...bags.message_definitions import Definitions
from ...bags.raw import Channel, Messages
from ...control.feed_forward.feed_forward import SWITCHED_TERMS, TERM_NAMES
from .samples import COMMANDS, REFERENCE, STATES, CommandSamples, JointSamples, ReferenceSamples, Samples, TermSamples


@dataclass(frozen=True)
class MessageForm:
    """Description of the fields to read from the messages of a topic.

    Attributes:
        names: path of the field with joint names; empty if the message has none and is in the arm's order.
        paths: paths of the fields with one value per joint.
        make: function that makes samples by name from stamps, log times and one (N, n) array for each of `paths`.
    """

    names: str
    paths: tuple[str, ...]
    make: Callable[[IntegerArray, IntegerArray, tuple[FloatArray, ...]], Mapping[str, Samples]]


JOINT_FIELDS = ("position", "velocity", "effort")
"""Fields of a `JointState` with one value per joint."""


def joint_state_form() -> MessageForm:
    """Return the form of a `JointState` with joint states."""
    return MessageForm(
        "name",
        JOINT_FIELDS,
        lambda stamp, log_time, fields: {STATES: JointSamples(stamp, log_time, *fields)},
    )


def term(name: str) -> MessageForm:
    """Return the form of a `JointState` whose efforts are the term `name`."""
    return MessageForm(
        "name", ("effort",), lambda stamp, log_time, fields: {name: TermSamples(stamp, log_time, *fields)}
    )


TERM_COUNTS = (len(TERM_NAMES), len(SWITCHED_TERMS))
"""Numbers of points of messages with terms: of this version, and of versions without hand guiding."""


def terms_form(count: int = len(TERM_NAMES)) -> MessageForm:
    """Return the form of a `JointTrajectory` with one point per term; a term that is switched off has no efforts.

    Args:
        count: number of points, one of `TERM_COUNTS`.
    """
    names = TERM_NAMES[:count]

    def make(stamp: IntegerArray, log_time: IntegerArray, fields: tuple[FloatArray, ...]) -> Mapping[str, Samples]:
        return {
            name: TermSamples(stamp, log_time, torque)
            for name, torque in zip(names, fields, strict=True)
            if not np.isnan(torque).all()
        }

    return MessageForm("joint_names", tuple(f"points.{k}.effort" for k in range(count)), make)


def reference(point: str) -> MessageForm:
    """Return the form of a message with joint names and a reference `JointTrajectoryPoint` at the path `point`."""
    return MessageForm(
        "joint_names",
        tuple(f"{point}.{field}" for field in ("positions", "velocities", "accelerations")),
        lambda stamp, log_time, fields: {REFERENCE: ReferenceSamples(stamp, log_time, *fields)},
    )


def commands() -> MessageForm:
    """Return the form of a `Float64MultiArray` to a controller, assumed to be in the arm's joint order."""
    return MessageForm("", ("data",), lambda stamp, log_time, fields: {COMMANDS: CommandSamples(log_time, *fields)})


Match = Callable[[Sequence[str]], "tuple[int, ...] | None"]
"""Function that returns the indices of the arm's joints in a list of names; `None` if joints are missing.

The index is -1 for a joint that is read from other messages. The result is empty for messages that another `Reader`
reads.
"""

SECOND = 1_000_000_000

LARGEST = 1e6
"""Largest value that counts as a measurement, rad, rad/s, N·m …; a single larger one would dominate all statistics."""


class Reader:
    """Reads the messages of one topic; messages that cannot be used are left out and reported."""

    def __init__(
        self, channel: Channel, form: MessageForm, n: int, match: Match, definitions: Definitions, findings: Findings
    ) -> None:
        self._topic = channel.topic
        self._form = form
        self._n = n
        self._match = match
        self._findings = findings
        self._sorter = Sorter(channel.type, definitions)
        self._picks: dict[tuple[str, ...], list[int] | None] = {}

    def read(self, messages: Messages) -> Mapping[str, Samples]:
        """Convert messages to samples, by name."""
        count = len(messages.start)
        stamp = np.zeros(count, dtype=np.int64)
        fields = tuple(np.full((count, self._n), np.nan) for _ in self._form.paths)
        used = np.zeros(count, dtype=bool)
        for group in self._sorter.sort(messages):
            layout, pick = group.layout, self._pick(group)
            if layout is None or not pick:
                continue
            # Assignment to a slice is much faster than assignment to a list of rows.
            where: slice | IntegerArray = slice(None) if len(group.index) == count else group.index
            used[where] = True
            stamp[where] = _stamps(layout, group.rows)
            for path, values in zip(self._form.paths, fields, strict=True):
                if self._has(layout, path, group):
                    picked = layout.column(group.rows, path)[:, pick]
                    if min(pick) < 0:
                        picked[:, np.less(pick, 0)] = np.nan
                    values[where] = self._believable(picked, path)
        if used.all():
            return self._form.make(stamp, messages.log_time, fields)
        return self._form.make(stamp[used], messages.log_time[used], tuple(values[used] for values in fields))

    def _pick(self, group: MessageBatch) -> list[int] | None:
        """Return the indices of the arm's joints in these messages; `None` if the messages cannot be used."""
        if group.layout is None:
            self._leave_out("malformed", "messages that do not match their type", group)
            return None
        if not self._form.names:
            length = group.layout.lengths["data"]
            if length != self._n:
                self._leave_out("wrong_length", f"messages of {length} numbers, not {self._n},", group)
                return None
            return list(range(self._n))
        names = group.layout.texts.get(self._form.names, ())
        if names not in self._picks:
            match = self._match(names)
            self._picks[names] = None if match is None else list(match)
        pick = self._picks[names]
        if pick is None:
            words = f"messages of other joints ({', '.join(names)})" if names else "messages without joint names"
            self._leave_out("other_joints", words, group)
        return pick

    def _has(self, layout: Layout, path: str, group: MessageBatch) -> bool:
        """Return whether a field has one number per joint."""
        length = layout.lengths.get(path, 0)
        expected = len(layout.texts[self._form.names]) if self._form.names else self._n
        if length not in (0, expected):
            self._leave_out("wrong_length", f"{path} with {length} entries for {expected} joints", group)
        return length == expected and length > 0

    def _believable(self, values: FloatArray, path: str) -> FloatArray:
        """Set impossible values (M, n) to NaN in place, report them, and return `values`."""
        wild = np.abs(values) > LARGEST
        if wild.any():
            values[wild] = np.nan
            self._findings.add(
                "not_believable",
                f"{self._topic}: numbers in {path} that are infinite or larger than {LARGEST:g} are left out",
                int(np.count_nonzero(wild)),
            )
        return values

    def _leave_out(self, kind: str, words: str, group: MessageBatch) -> None:
        self._findings.add(kind, f"{self._topic}: {words} are left out", len(group.index))


def _stamps(layout: Layout, rows: NDArray[np.void]) -> IntegerArray:
    """Return ``header.stamp`` (M,) in ns; zero for messages without a header."""
    if "header.stamp.sec" not in layout.numbers:
        return np.zeros(len(rows), dtype=np.int64)
    seconds = layout.column(rows, "header.stamp.sec")[:, 0].astype(np.int64)
    stamps: IntegerArray = seconds * SECOND + layout.column(rows, "header.stamp.nanosec")[:, 0]
    return stamps
