"""How long an arm is braked after what led it has gone."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.settling import FRACTION, REST_TIME, SLOW, Settling

LIMITS = [8.0, 1.0]


def test_nothing_is_braked_without_cause():
    assert not Settling(LIMITS).brakes(0.0, [5.0, 0.5])


@pytest.mark.parametrize("joint", [0, 1])
def test_it_brakes_until_every_joint_has_been_at_rest_for_a_while(joint: int):
    settling = Settling(LIMITS)
    settling.begin()
    moving = [0.0, 0.0]
    moving[joint] = 1.01 * max(SLOW, FRACTION * LIMITS[joint])
    for step in range(500):
        assert settling.brakes(0.01 * step, moving)
    assert settling.brakes(5.0, [0.0, 0.0])
    assert settling.brakes(4.99 + 0.98 * REST_TIME, [0.0, 0.0])
    assert not settling.brakes(4.991 + REST_TIME, [0.0, 0.0])
    assert not settling.active
    assert not settling.brakes(10.0, moving)  # pushed by a hand later


def test_a_motion_in_between_starts_the_time_anew():
    settling = Settling(LIMITS)
    settling.begin()
    assert settling.brakes(0.0, [0.0, 0.0])
    assert settling.brakes(0.9 * REST_TIME, [0.2, 0.0])
    assert settling.brakes(1.8 * REST_TIME, [0.0, 0.0])
    assert not settling.brakes(1.95 * REST_TIME, [0.0, 0.0])


def test_it_ends_where_the_arm_is_led_again():
    settling = Settling(LIMITS)
    settling.begin()
    settling.end()
    assert not settling.brakes(0.0, [5.0, 0.5])
