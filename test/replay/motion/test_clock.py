"""Strays and clocks that were set are distinguished by what follows."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.replay.motion.clock import WITNESSES, Clock

STEP = 4_000_000


def test_samples_wait_for_later_samples_that_confirm_their_clock():
    stamp = np.arange(200) * STEP + 10**15
    stamp[150:] -= 10**12
    log = np.arange(200) * STEP
    clock = Clock()
    epochs, newest, judged = clock.follow(stamp[:155], log[:155], last=False)
    assert judged == 150
    assert len(epochs) == 1 and np.array_equal(epochs[0], np.arange(150))
    assert np.array_equal(newest[1:], stamp[:149])
    epochs, _, judged = clock.follow(stamp[150:], log[150:], last=False)
    assert judged == 50
    assert [len(epoch) for epoch in epochs] == [0, 50]


def test_a_minority_of_samples_does_not_set_a_clock():
    for followers in range(WITNESSES + 1):
        stamp = np.arange(100) * STEP + 10**15
        stamp[50 : 51 + followers] -= 10**12
        epochs, _, _ = Clock().follow(stamp, np.arange(100) * STEP, last=True)
        assert (len(epochs) > 1) == (2 * followers > WITNESSES)


def test_log_time_confirms_a_long_pause():
    stamp = np.arange(100) * STEP + 10**15
    stamp[50:] += 3600 * 10**9
    epochs, _, judged = Clock().follow(stamp, stamp + 10**6, last=True)
    assert judged == 100 and len(epochs) == 1
