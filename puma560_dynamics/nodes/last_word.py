"""The end of a torque: led to zero while the node waits, and zero said often enough to be heard."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from ..control.torque_gate import GateState, Passed

WATCH = 0.01
"""Period in which a gate is asked what to send, s."""

REPEATS = 5
"""How often the last command is said: subscribers of controllers are best effort."""


def say_last(
    done: Callable[[], bool],
    watch: Callable[[float], Passed | None],
    send: Callable[[Passed], None],
    joints: int,
    longest: float,
) -> None:
    """Send what the gate lets out until the torque has come to its end, and then zero.

    Args:
        done: whether it has.
        watch: the torque to send at a steady time (s), as of a gate that is fading out.
        send: puts it on the wire.
        joints: number of joints.
        longest: seconds after which zero is said all the same: a controller holds any other for ever.
    """
    began = time.monotonic()
    while not done() and time.monotonic() - began < longest:
        passed = watch(time.monotonic())
        if passed is not None:
            send(passed)
        time.sleep(WATCH)
    for _ in range(REPEATS):
        send(Passed(np.zeros(joints), GateState.CLOSED))
        time.sleep(0.002)
