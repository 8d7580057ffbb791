"""The process for the elements: right, on time, and gone when it is not needed."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import RunError
from puma560_dynamics.models.tables import FullModel
from puma560_dynamics.models.terms import Elements
from puma560_dynamics.papers.decomposition import worker
from puma560_dynamics.papers.decomposition.worker import (
    Newest,
    channel_size,
    elements_process,
    length,
    newer,
    packed,
    unpacked,
)


def test_packed_and_unpacked_are_inverse(arm: Arm):
    elements = load_model("full", arm).elements(np.linspace(-1.0, 1.0, 6))
    row = packed(elements)
    assert row.shape == (length(6),) == (168,)
    for back, part in zip(unpacked(row, 6), elements, strict=True):
        np.testing.assert_array_equal(back, part)


def test_elements_of_another_process_are_the_models(arm: Arm):
    model = load_model("generated", arm)
    rng = np.random.default_rng(3)
    with elements_process(model, 6) as line:
        for q in rng.uniform(arm.lower, arm.upper, (50, 6)):
            stamp = time.perf_counter_ns()
            line.ask(stamp, q)
            record = newer(line, stamp)
            assert record.stamp == stamp
            for here, there in zip(unpacked(record.values, 6), model.elements(q), strict=True):
                np.testing.assert_array_equal(here, there)
    assert not multiprocessing.active_children()


def test_it_wakes_up_after_a_pause(arm: Arm):
    with elements_process(load_model("full", arm), 6) as line:
        time.sleep(20 * worker.IDLE)
        stamp = time.perf_counter_ns()
        line.ask(stamp, np.ones(6))
        assert newer(line, stamp).stamp == stamp


class Broken(FullModel):
    """Has no elements."""

    def elements(self, q: object) -> Elements:
        raise SystemExit(3)


def test_a_process_that_fails_is_reported(arm: Arm):
    with pytest.raises(RunError, match="ended with code 3"), elements_process(Broken(arm), 6):
        pass
    assert not multiprocessing.active_children()


def test_a_missing_answer_is_reported(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    with elements_process(None, 6) as line:
        monkeypatch.setattr(worker, "PATIENCE", 0.05)  # after the start, which takes its time on a busy machine
        with pytest.raises(RunError, match="did not answer within"):
            newer(line, time.perf_counter_ns() + 10**12)


def orphan(pid: object) -> None:
    """Starts the process and ends without stopping it."""
    with elements_process(None, 6):
        pid.value = multiprocessing.active_children()[0].pid  # type: ignore[attr-defined]
        os._exit(0)


def test_it_does_not_outlive_its_parent():
    context = multiprocessing.get_context("fork")
    pid = context.RawValue("q", 0)
    parent = context.Process(target=orphan, args=(pid,))
    parent.start()
    parent.join()
    assert pid.value > 0
    late = time.perf_counter() + 10.0
    while running(pid.value):
        assert time.perf_counter() < late
        time.sleep(0.01)


def running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


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
