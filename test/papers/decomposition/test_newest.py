"""Records between processes: the newest, whole, whatever the writer does meanwhile."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.papers.decomposition.newest import Newest, channel_size

N = 168


@pytest.fixture
def memory() -> bytearray:
    return bytearray(channel_size(N))


def test_nothing_before_the_first(memory: bytearray):
    channel = Newest(memory, N)
    assert channel.read() is None
    assert channel.number == 0


def test_the_newest_comes_whole_and_read_only(memory: bytearray):
    writer, reader = Newest(memory, N), Newest(memory, N)
    for number in range(1, 6):
        writer.write(10 * number, np.full(N, float(number)))
        record = reader.read()
        assert record is not None
        assert (record.number, record.stamp, reader.number) == (number, 10 * number, number)
        assert (record.values == number).all()
        assert not record.values.flags.writeable
    assert reader.torn == 0


def test_a_half_written_record_is_not_seen(memory: bytearray):
    """The writer stops in the middle of its second record: the first is still there."""
    writer, reader = Newest(memory, N), Newest(memory, N)
    writer.write(1, np.ones(N))
    writer._slots[0][:400] = b"\xff" * 400
    record = reader.read()
    assert record is not None and (record.values == 1.0).all()


class Overtaken(Newest):
    """A reader whose writer fills the slot anew while it is copied, once."""

    writer: Newest
    overtaken = False

    def _copy(self, slot: int) -> bytes:
        half = bytes(self._slots[slot][:600])
        if not self.overtaken:
            self.overtaken = True
            for value in (2.0, 3.0):
                self.writer.write(int(value), np.full(N, value))
        return half + bytes(self._slots[slot][600:])


def test_a_torn_record_is_read_again(memory: bytearray):
    writer, reader = Newest(memory, N), Overtaken(memory, N)
    reader.writer = writer
    writer.write(1, np.ones(N))
    record = reader.read()
    assert reader.torn == 1
    assert record is not None and record.number == 3
    assert (record.values == 3.0).all()


def write_for_ever(memory: Any) -> None:
    """Record after record as fast as can be, each of one value."""
    channel, values = Newest(memory, N), np.empty(N)
    while True:
        values[:] = channel.number + 1
        channel.write(channel.number + 1, values)


def test_no_record_of_another_process_is_torn():
    context = multiprocessing.get_context("fork")
    memory = context.RawArray("B", channel_size(N))
    child = context.Process(target=write_for_ever, args=(memory,), daemon=True)
    child.start()
    try:
        channel, numbers, seen = Newest(memory, N), [0], 0
        while seen < 100 or len(numbers) < 20_000:  # the writer has to be at work meanwhile
            if (record := channel.read()) is None or len(numbers) % 100 == 0:
                time.sleep(1e-4)  # where there is one processor for both
            if record is not None:
                assert (record.values == record.number).all() and record.stamp == record.number
                seen += record.number != numbers[-1]
                numbers.append(record.number)
    finally:
        child.terminate()
        child.join()
    assert (np.diff(numbers) >= 0).all()
