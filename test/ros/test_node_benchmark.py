"""The figures of `benchmarks/node.py`: what is compared with what; how fast anything is, no test says."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import rclpy

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import node

    return node


def figures(processor: float, p50: float, p99: float) -> dict[str, float]:
    return {"processor": processor, "p50": p50, "p99": p99, "answered": 1.0}


def test_each_round_is_compared_with_itself(bench: ModuleType):
    """A machine that is three times as slow in one round changes neither ratio."""
    relay = [figures(0.1, 1e-4, 2e-4), figures(0.3, 3e-4, 6e-4), figures(0.1, 1e-4, 2e-4)]
    node = [figures(0.2, 1.2e-4, 3.2e-4), figures(0.4, 3.6e-4, 9.6e-4), figures(0.2, 1.2e-4, 3.2e-4)]
    results = bench.summary({bench.RELAY: relay, bench.NODE: node})
    reached = [goal["reached"] for goal in results["goals"]]
    np.testing.assert_allclose(reached, [0.1, 1.2, 1.6])
    assert [goal["met"] for goal in results["goals"]] == [True, True, False]
    shown = {"rate_asked_Hz": 1000.0, "rounds": 3, "priority": 0, "load": 0.5, "cores": 2, **results}
    assert "| p99 × relay | 1.50 | 1.60 | **no** |" in bench.table(shown)


def test_memory_is_compared_with_that_after_a_minute(bench: ModuleType):
    """Four looks are a minute; what was taken before does not count as growth."""
    looks = [{"memory": 1e6 * size} for size in (50, 60, 70, 80, 81, 82, 83, 84)]
    assert bench.grown(looks) == {"memory": 80e6, "growth": 4e6}
    assert bench.grown(looks[:2]) == {"memory": 50e6, "growth": 10e6}


def test_a_driver_that_is_late_leaves_states_out(bench: ModuleType, domain: int):
    """The motion follows the time that passed: position and velocity must not contradict each other."""
    bench.start_ros(domain=domain)
    try:
        driver = bench.Driver(1000.0)
        driver._began = time.monotonic() - 3600.0
        driver._send()
        assert driver._next >= 3600.0 * 1000.0
        assert driver.states == 1
        driver.destroy_node()
    finally:
        rclpy.try_shutdown()


def test_processor_time_is_that_of_all_threads(bench: ModuleType):
    """Python's own clock of this process, read before and after, encloses it."""
    outer, before, inner = time.process_time(), bench.processor_time(os.getpid()), time.process_time()
    worker = threading.Thread(target=lambda: sum(range(300_000)))
    worker.start()
    worker.join()
    inner = time.process_time() - inner
    used = bench.processor_time(os.getpid()) - before
    outer = time.process_time() - outer
    assert 0.0 < inner - 1e-9 <= used <= outer + 1e-9


def test_commands_are_recognised_by_their_numbers(bench: ModuleType):
    rows = np.arange(12.0).reshape(2, 6)
    index = bench._indexed(rows)
    assert [index[bench._key(row + 1e-9)] for row in rows] == [0, 1]
    with pytest.raises(ValueError, match="same torque"):
        bench._indexed(np.ones((2, 6)))


def test_the_page_has_a_place_for_the_table(bench: ModuleType):
    page = (BENCHMARKS.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "\nanother table\n" in bench.with_table(page, "node", "another table")
    with pytest.raises(ValueError, match="0 places"):
        bench.with_table(page, "nowhere", "another table")
