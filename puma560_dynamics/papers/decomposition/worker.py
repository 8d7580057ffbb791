"""Process that evaluates the configuration-dependent elements, and its channels in shared memory."""

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
"""Number of words before a record's values: number and stamp of the record."""


@dataclass(frozen=True, eq=False)
class Record:
    """A published record.

    Attributes:
        number: number of the record, from 1.
        stamp: stamp from the writer, ns.
        values: (n,) values, read-only.
    """

    number: int
    stamp: int
    values: FloatArray


class Newest:
    """One end of a channel from one writer to any number of readers, which only see the newest record.

    Attributes:
        torn: number of records that were read again because they changed during the copy.

    Args:
        memory: shared writable memory of `channel_size(n)` bytes, initially zero.
        n: number of float64 values of a record.
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
        """Return the number of the newest record; 0 before the first."""
        return self._published[0]

    def write(self, stamp: int, values: FloatArray) -> None:
        """Publish `values` (n,) with a stamp in ns. Only one process may write."""
        number = self._published[0] + 1
        self._words[0] = number
        self._words[1] = stamp
        self._record[_HEAD:-1] = values
        self._words[-1] = zlib.crc32(self._body)
        self._slots[number % 2][:] = self._whole
        self._published[0] = number

    def read(self) -> Record | None:
        """Return a consistent copy of the newest record; `None` before the first."""
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
"""Longest time for an answer, after which the process counts as lost, s."""

IDLE = 1e-3
"""Time without a new configuration after which the process sleeps between polls, s."""


@dataclass
class ChannelEnd:
    """One end of the two channels: configurations to the process, and elements from it.

    A record of elements has the stamp of its configuration. Its last value is the processor time that the process has
    used so far, without waiting, s.
    """

    configurations: Newest
    elements: Newest

    @classmethod
    def over(cls, memory: tuple[Any, Any], n: int) -> ChannelEnd:
        """Return a process's end of the channels in shared `memory` for an arm of `n` joints."""
        return cls(Newest(memory[0], n), Newest(memory[1], length(n) + 1))

    def ask(self, stamp: int, q: FloatArray) -> None:
        """Request the elements at `q` (n,) rad, without waiting for them."""
        self.configurations.write(stamp, q)


def length(n: int) -> int:
    """Return the number of values in A, B, C and g for n joints."""
    return n * (2 * n + len(velocity_pairs(n)) + 1)


def packed(elements: Elements) -> FloatArray:
    """Return A, B, C and g in one array of `length(n)` values."""
    return np.concatenate([part.ravel() for part in elements])


def unpacked(values: FloatArray, n: int) -> Elements:
    """Return the elements in an array from `packed`, as views."""
    b, c, g = n * n, n * (n + len(velocity_pairs(n))), n * (2 * n + len(velocity_pairs(n)))
    return Elements(values[:b].reshape(n, n), values[b:c].reshape(n, -1), values[c:g].reshape(n, n), values[g : g + n])


@contextmanager
def elements_process(model: DynamicModel | None, n: int) -> Iterator[ChannelEnd]:
    """Run a process that repeatedly evaluates the elements at the newest configuration, until the context ends.

    The process is forked, so that it has the model and its compiled code immediately.

    Args:
        model: model that evaluates the elements; `None` for a process that only returns zeros, to measure
            communication.
        n: number of joints.

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
    """Wait for the elements of the configuration with this stamp or a later one, and return them.

    Raises:
        RunError: the process does not answer for `PATIENCE` seconds.
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
    """Evaluate the elements at the newest configuration, until this process is terminated or its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and ends this process
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
