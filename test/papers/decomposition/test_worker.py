"""The process for the elements: right, on time, and gone when it is not needed."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import RunError
from puma560_dynamics.models.tables import FullModel
from puma560_dynamics.models.terms import Elements
from puma560_dynamics.papers.decomposition import worker
from puma560_dynamics.papers.decomposition.worker import elements_process, length, newer, packed, unpacked


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
