"""A brake is seen by what it does: no effort, no motion."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.motion.brake import STANDS, TimeStretches, braked, without_effort


def test_exactly_zero_in_every_joint_while_standing():
    effort = np.array([[0.0, 0.0], [0.0, 1e-9], [0.0, 0.0], [np.nan, np.nan], [-0.0, 0.0]])
    velocity = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 2.0 * STANDS], [0.0, 0.0], [0.01, -0.01]])
    assert braked(effort, velocity).tolist() == [True, False, False, False, True]
    assert without_effort(effort).tolist() == [True, False, True, False, True]


@pytest.mark.parametrize("cuts", [1, 2, 5, 11])
def test_stretches_are_put_together_from_pieces(cuts: int):
    time = np.arange(12.0)
    holds = np.array([1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1], dtype=bool)
    stretches = TimeStretches()
    for part in np.array_split(np.arange(12), cuts):
        stretches.add(time[part], holds[part])
    assert stretches.times == [(0.0, 2.0), (5.0, 8.0), (10.0, 11.0)]
    assert stretches.count == 9
    assert stretches.text(2) == "0.00 to 2.00 s, 5.00 to 8.00 s and 1 more"
    assert stretches.duration == 6.0
    stretches.add(np.array([12.0, 13.0]), np.array([False, True]))
    assert stretches.text(4).endswith("10.00 to 11.00 s, 13.00 s")
