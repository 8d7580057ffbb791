"""Zero is repeated where joint states return: what applies commands may have stood still."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import QD, loop

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.control.gate.zero_again import ZeroAgain


def test_it_is_due_for_a_while_after_states_return():
    again, timing = ZeroAgain(Timing()), Timing()
    for now in np.arange(0.0, 2.0, 0.01).tolist():
        again.state(now)
        assert again.due(now) is (now < timing.repeat_zero)
    assert not again.due(3.0)
    again.state(3.0)
    assert again.due(3.5)
    again.stop()
    assert not again.due(3.5)


@pytest.mark.parametrize("another", [False, True])
def test_a_closed_loop_repeats_its_zero_and_no_other_torque(arm: Arm, another: bool):
    made = loop(arm, hold_time=0.1)
    made.loop.arrived(0.005)
    made.sent(made.state(0.005).output)
    sent = []
    for now in np.arange(0.01, 3.0, 0.01).tolist():
        output = made.loop.watch(now) or made.loop.zero_again(now)
        if output is not None:
            made.loop.sent(now, now, output)
            sent.append(now)
    assert made.loop.gate.quiet
    assert sent[-1] < 2.5
    if another:
        made.loop.commanded(3.0, np.full(6, 1.0), by_guard=False)
    zeros = []
    for now in np.arange(3.0, 6.0, 0.01).tolist():
        made.loop.arrived(now)
        made.state(now, qd=0.0 * QD)
        assert made.loop.watch(now) is None
        zeros.append(made.loop.zero_again(now))
    found = [output.torque for output in zeros if output is not None]
    assert len(found) in ((0,) if another else (99, 100, 101))
    assert not np.any(found)


def test_a_guard_that_has_ended_a_torque_repeats_its_zero(arm: Arm):
    q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
    settings = GateSettings.of(arm, hold_time=0.2, fade_out_time=0.2)
    guard = CommandGuard(load_model("newton_euler", arm), settings, timeout=0.2)

    def run(start: float, end: float, states: bool) -> list:
        found = []
        for now in np.arange(start, end, 0.01).tolist():
            if states:
                guard.position(now, 1000.0 + now, 1000.0 + now, q, np.zeros(6))
            output = guard.watch(now)
            if output is not None:
                guard.sent(now)
                found.append(output.torque)
        return found

    run(0.0, 0.5, True)
    guard.command(0.5, np.full(6, 3.0))
    assert run(0.5, 4.0, True)
    assert run(4.0, 6.0, False) == []
    zeros = run(6.0, 9.0, True)
    assert 90 < len(zeros) < 110
    assert not np.any(zeros)
    guard.command(9.0, np.full(6, 3.0))
    guard.command(9.01, np.zeros(6))
    assert run(9.02, 10.0, False) == []
    assert run(10.0, 12.0, True) == []  # the node that ended this torque does so
