"""The last word is zero, after the fade if it ends in time, and it is said more than once."""

from __future__ import annotations

import time

import numpy as np

from puma560_dynamics import load_arm
from puma560_dynamics.control.gate_settings import GateSettings
from puma560_dynamics.control.torque_gate import Passed, TorqueGate
from puma560_dynamics.nodes.last_word import REPEATS, say_last

START = np.array([10.0, -20.0, 5.0, 1.0, -1.0, 1.0])


def fading() -> TorqueGate:
    """A gate that has just been told to end."""
    gate = TorqueGate(GateSettings.of(load_arm(), fade_out_time=0.2))
    now = time.monotonic()
    gate.activate(now, START)
    gate.deactivate(now)
    return gate


def test_the_fade_and_then_zero_several_times():
    gate, sent = fading(), []
    say_last(lambda: gate.done, gate.watch, lambda passed: sent.append(passed.torque), 6, 5.0)
    torques = np.abs(np.array(sent))
    assert len(torques) > REPEATS + 3
    assert (np.diff(torques, axis=0) <= 1e-12).all()
    assert 0.0 < torques[1, 1] < 20.0
    assert not torques[-REPEATS:].any()


def test_zero_is_said_even_if_the_end_does_not_come():
    sent: list[Passed] = []
    began = time.monotonic()
    say_last(lambda: False, lambda now: None, sent.append, 6, 0.1)
    assert time.monotonic() - began < 2.0
    assert [passed.torque.tolist() for passed in sent] == [[0.0] * 6] * REPEATS
