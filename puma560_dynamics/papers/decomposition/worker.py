"""The process that evaluates the configuration-dependent elements, and what connects it with the torque."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...errors import RunError
from ...models.interface import DynamicModel
from ...models.terms import Elements, velocity_pairs

_WORD = 8
_HEAD = 2
"""Words before a record's values: its number and its stamp."""


@dataclass(frozen=True, eq=False)
class Record:
    """A published record.

    Attributes:
        number: 1 for the first.
        stamp: given by the writer, ns.
        values: (n,), read-only.
    """

    number: int
    stamp: int
    values: FloatArray


class Newest:
    """One end of a channel from one writer to any number of readers.

    Attributes:
        torn: records that were read again because they changed while they were copied.

    Args:
        memory: shared, writable, `size(n)` bytes, zero at first.
        n: float64 values of a record.
    """

    def __init__(self, memory: Any, n: int) -> None:
        view = memoryview(memory).cast("B")
        slot = _WORD * (_HEAD + n + 1)
        self._published = view[:_WORD].cast("q")
        self._slots = [view[_WORD + slot * i : _WORD + slot * (i + 1)] for i in range(2)]
        self._record = np.empty(_HEAD + n + 1)
        self._words = self._record.view(np.int64)
        self._body = self._record[:-1].data.cast("B")
        self._whole = self._record.data.cast("B")
        self.torn = 0

    @property
    def number(self) -> int:
        """Number of the newest record; 0 before the first."""
        return self._published[0]

    def write(self, stamp: int, values: FloatArray) -> None:
        """Publish (n,) `values` with a stamp, ns. For one process alone."""
        number = self._published[0] + 1
        self._words[0] = number
        self._words[1] = stamp
        self._record[_HEAD:-1] = values
        self._words[-1] = zlib.crc32(self._body)
        self._slots[number % 2][:] = self._whole
        self._published[0] = number

    def read(self) -> Record | None:
        """The newest record, whole; none before the first."""
        while number := self._published[0]:
            copy = self._copy(number % 2)
            words = np.frombuffer(copy, dtype=np.int64)
            if zlib.crc32(memoryview(copy)[:-_WORD]) == words[-1]:
                values = np.frombuffer(copy, dtype=np.float64, count=len(words) - _HEAD - 1, offset=_WORD * _HEAD)
                return Record(int(words[0]), int(words[1]), values)
            self.torn += 1
        return None

    def _copy(self, slot: int) -> bytes:
        return bytes(self._slots[slot])


def channel_size(n: int) -> int:
    """Return the size of a channel in bytes, for records of `n` values."""
    return _WORD * (1 + 2 * (_HEAD + n + 1))


PATIENCE = 20.0
"""Seconds that an answer may take before the process counts as lost."""

IDLE = 1e-3
"""Seconds without a new state after which the process naps instead of looking again at once."""


@dataclass
class ChannelEnd:
    """One end of the two channels: configurations there, elements back.

    An element record has the stamp of the configuration that it belongs to, and behind the elements the
    processor time that their process has used so far, s, waiting left out.
    """

    configurations: Newest
    elements: Newest

    @classmethod
    def over(cls, memory: tuple[Any, Any], n: int) -> ChannelEnd:
        """This process's end of the shared `memory` for an arm of `n` joints."""
        return cls(Newest(memory[0], n), Newest(memory[1], length(n) + 1))

    def ask(self, stamp: int, q: FloatArray) -> None:
        """Elements for `q` (n,) rad are wanted; they come when they come."""
        self.configurations.write(stamp, q)


def length(n: int) -> int:
    """Values of A, B, C and g for n joints."""
    return n * (2 * n + len(velocity_pairs(n)) + 1)


def packed(elements: Elements) -> FloatArray:
    """A, B, C and g in one row, `length` values."""
    return np.concatenate([part.ravel() for part in elements])


def unpacked(values: FloatArray, n: int) -> Elements:
    """The elements of a row, as views."""
    b, c, g = n * n, n * (n + len(velocity_pairs(n))), n * (2 * n + len(velocity_pairs(n)))
    return Elements(values[:b].reshape(n, n), values[b:c].reshape(n, -1), values[c:g].reshape(n, n), values[g : g + n])


@contextmanager
def elements_process(model: DynamicModel | None, n: int) -> Iterator[ChannelEnd]:
    """Runs in parallel with this process: elements of the newest configuration, again and again, until the block ends.

    The process is forked, so that it has the model at once, compiled code and all.

    Args:
        model: whose elements; none, and as many zeros come back: only communication remains.
        n: joints.

    Raises:
        RunError: the process does not answer.
    """
    context = multiprocessing.get_context("fork")
    memory = (context.RawArray("b", channel_size(n)), context.RawArray("b", channel_size(length(n) + 1)))
    process = context.Process(target=_serve, args=(model, n, memory, os.getpid()), daemon=True)
    process.start()
    try:
        line = ChannelEnd.over(memory, n)
        line.ask(time.perf_counter_ns(), np.zeros(n))
        _wait_for_first(line, process)
        yield line
    finally:
        process.terminate()
        process.join()


def newer(line: ChannelEnd, stamp: int) -> Record:
    """Elements of the configuration of `stamp` or a later one.

    Raises:
        RunError: none come for `PATIENCE` seconds.
    """
    late = time.perf_counter() + PATIENCE
    while (record := line.elements.read()) is None or record.stamp < stamp:
        if time.perf_counter() > late:
            raise RunError(f"the process for the elements did not answer within {PATIENCE:g} s; try it again")
    return record


def _wait_for_first(line: ChannelEnd, process: ForkProcess) -> None:
    late = time.perf_counter() + PATIENCE
    while line.elements.number == 0:
        if not process.is_alive():
            raise RunError(f"the process for the elements ended with code {process.exitcode}; its error is above")
        if time.perf_counter() > late:
            raise RunError(f"the process for the elements did not start within {PATIENCE:g} s; try it again")
        time.sleep(1e-3)


def _serve(model: DynamicModel | None, n: int, memory: tuple[Any, Any], parent: int) -> None:
    """Answer the newest configuration, until this process is ended or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    line = ChannelEnd.over(memory, n)
    values, answered, last, used = np.zeros(length(n) + 1), 0, time.perf_counter(), 0.0
    while True:
        if line.configurations.number == answered:
            if time.perf_counter() - last > IDLE:
                if os.getppid() != parent:
                    return
                time.sleep(IDLE / 10)
            continue
        began = time.thread_time()
        asked = line.configurations.read()
        assert asked is not None
        if model is not None:
            values[:-1] = packed(model.elements(asked.values))
        values[-1] = used
        line.elements.write(asked.stamp, values)
        used += time.thread_time() - began
        answered, last = asked.number, time.perf_counter()
