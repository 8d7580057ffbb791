"""Which time the torque path counts."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from puma560_dynamics.nodes.wire import torque_clock
from puma560_dynamics.nodes.wire.torque_clock import LockStepClock


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Steady time of the process, to be set."""
    now = [50.0]
    monkeypatch.setattr(torque_clock, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_in_lock_step_time_is_that_of_the_joint_state(steady: list[float]):
    clock = LockStepClock()
    clock.set(7_250_000_000)
    steady[0] += 100.0  # whatever passes for the process
    clock.renew()
    assert clock.steady() == clock.stamps() == pytest.approx(7.25, abs=1e-12)
    clock.set(7_254_000_000)
    assert clock.steady() == pytest.approx(7.254, abs=1e-12)


def test_once_left_it_runs_on_with_real_time(steady: list[float]):
    """The torque must end also where no joint state comes any more."""
    clock = LockStepClock()
    clock.set(3_000_000_000)
    clock.leave()
    steady[0] += 2.5
    assert clock.steady() == clock.stamps() == pytest.approx(5.5, abs=1e-12)
