"""Samples gathered to blocks of a bounded size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from .samples import Block, CommandSamples, JointSamples, ReferenceSamples, TermSamples
from .topic_readers import COMMANDS, REFERENCE, STATES, Samples

STATES_PER_BLOCK = 65536
BYTES_PER_BLOCK = 32 << 20

Kind = TypeVar("Kind", JointSamples, CommandSamples, ReferenceSamples, TermSamples)


class Collector:
    """Takes samples as they come, and hands them out as a block.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._parts: defaultdict[str, list[Samples]] = defaultdict(list)
        self._states = 0
        self._bytes = 0

    def add(self, samples: Mapping[str, Samples]) -> None:
        """Take samples by name."""
        for name, part in samples.items():
            self._parts[name].append(part)
            self._bytes += sum(getattr(part, field.name).nbytes for field in fields(part))
            if name == STATES:
                self._states += len(part.log_time)

    @property
    def full(self) -> bool:
        """Whether it is time for a block."""
        return self._states >= STATES_PER_BLOCK or self._bytes >= BYTES_PER_BLOCK

    def block(self, read: float) -> Block:
        """What has come since the last block; `read` is the share of the recording that was read."""
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
