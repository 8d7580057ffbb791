"""The clock of the torque path in lock-step."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from puma560_dynamics.nodes.wire import lock_step_clock
from puma560_dynamics.nodes.wire.lock_step_clock import LockStepClock


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Steady time of the process, to be set."""
    now = [50.0]
    monkeypatch.setattr(lock_step_clock, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_in_lock_step_time_is_that_of_the_joint_state(steady: list[float]):
    clock = LockStepClock()
    clock.set(7_250_000_000)
    steady[0] += 100.0  # whatever passes for the process
    clock.renew()
    assert clock.steady() == clock.stamps() == pytest.approx(7.25, abs=1e-12)
    clock.set(7_254_000_000)
    assert clock.steady() == pytest.approx(7.254, abs=1e-12)


def test_simulated_time_runs_on_with_real_time_when_the_torque_has_to_end(steady: list[float]):
    """The torque must end also where no joint state comes any more."""
    clock = LockStepClock()
    clock.set(3_000_000_000)
    clock.run_on()
    steady[0] += 2.5
    assert clock.steady() == clock.stamps() == pytest.approx(5.5, abs=1e-12)
