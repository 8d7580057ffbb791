"""Messages of a topic to samples, joints in the arm's order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, IntegerArray
from ...bags.batch_decode import MessageBatch, Sorter
from ...bags.definitions import Definitions
from ...bags.findings import Findings
from ...bags.layout import Layout
from ...bags.raw import Channel, Messages
from .topic_readers import MessageForm, Samples

Match = Callable[[Sequence[str]], "tuple[int, ...] | None"]
"""Positions of the arm's joints among names; `None` if they are not all there."""

SECOND = 1_000_000_000

LARGEST = 1e6
"""rad, rad/s, N·m …: larger or infinite numbers are no measurement, and one of them would outweigh all others."""


class Reader:
    """Reads the messages of one topic; what cannot be used is left out and named."""

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
        """Samples of all the messages, by name."""
        count = len(messages.start)
        stamp = np.zeros(count, dtype=np.int64)
        fields = tuple(np.full((count, self._n), np.nan) for _ in self._form.paths)
        used = np.zeros(count, dtype=bool)
        for group in self._sorter.sort(messages):
            layout, pick = group.layout, self._pick(group)
            if layout is None or pick is None:
                continue
            # A slice is written to much faster than single rows.
            where: slice | IntegerArray = slice(None) if len(group.index) == count else group.index
            used[where] = True
            stamp[where] = _stamps(layout, group.rows)
            for path, values in zip(self._form.paths, fields, strict=True):
                if self._has(layout, path, group):
                    values[where] = self._believable(layout.column(group.rows, path)[:, pick], path)
        if used.all():
            return self._form.make(stamp, messages.log_time, fields)
        return self._form.make(stamp[used], messages.log_time[used], tuple(values[used] for values in fields))

    def _pick(self, group: MessageBatch) -> list[int] | None:
        """Where the arm's joints are in the fields of these messages; `None` if the messages cannot be used."""
        if group.layout is None:
            self._leave_out("malformed", "messages that are not what their type says", group)
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
        """Whether a field has a number a joint."""
        length = layout.lengths.get(path, 0)
        expected = len(layout.texts[self._form.names]) if self._form.names else self._n
        if length not in (0, expected):
            self._leave_out("wrong_length", f"{path} with {length} entries for {expected} joints", group)
        return length == expected and length > 0

    def _believable(self, values: FloatArray, path: str) -> FloatArray:
        """`values` (M, n), written to, with NaN for what no sensor gives."""
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
    """(M,) ns of ``header.stamp``; zero where there is no header."""
    if "header.stamp.sec" not in layout.numbers:
        return np.zeros(len(rows), dtype=np.int64)
    seconds = layout.column(rows, "header.stamp.sec")[:, 0].astype(np.int64)
    stamps: IntegerArray = seconds * SECOND + layout.column(rows, "header.stamp.nanosec")[:, 0]
    return stamps
