from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.control.guiding.hold import CATCH_SPEED, CATCH_TIME_S, LOOSE_RAD, MOST_PHASE, RANGE_RAD, Hold

MOST, MASS, STEP = 5.0, 2.0, 0.004


def held(speed: float = 0.5, continuous: bool = False, scale: float = 1.0) -> Hold:
    return Hold([MOST], [MASS], speed, [scale], [continuous])


def released(hold: Hold, error: float, qd: float = 0.0, seconds: float = 10.0) -> tuple[float, float]:
    """Displacement and velocity of a mass without friction on which a constant error acts."""
    q = 0.3
    for _ in range(round(seconds / STEP)):
        qd += (error + hold.torque([q], [qd], STEP)[0]) / MASS * STEP
        q += qd * STEP
    return q - 0.3, qd


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("speed", [0.0, 0.5])
def test_an_error_below_the_hold_torque_moves_a_joint_at_rest_by_little_more_than_the_range(share: float, speed: float):
    moved, qd = released(held(speed), share * MOST)
    assert abs(qd) < 1e-6 and 0.0 < moved < 1.8 * RANGE_RAD


def test_a_joint_that_is_released_in_motion_stops_or_stays_below_the_hold_speed():
    """The physical limit: a reduced resistance cannot stop what an error of the gravity torque drives."""
    moved, qd = released(held(speed=0.0), 0.5 * MOST, qd=0.3)
    assert abs(qd) < 1e-6 and moved < 0.1, "with the whole resistance it stops"
    _, qd = released(held(speed=0.5), 0.5 * MOST, qd=0.3)
    assert qd == pytest.approx(0.5 * math.sqrt(0.5), rel=1e-3), "it sinks at less than the hold speed"
    _, qd = released(held(speed=0.5), 0.9 * MOST, qd=0.9)
    assert 0.4 < qd < 0.5, "also from above"


@pytest.mark.parametrize("speed", [0.0, 0.5])
def test_it_is_bounded_continuous_and_passive_on_random_motion(speed: float):
    """Work done by the arm is at least the energy of the spring, for fine steps; the torque follows without steps."""
    rng = np.random.default_rng(3)
    hold, work, step, before = held(speed), 0.0, 1e-4, 0.0
    stiffness, damping = MOST / RANGE_RAD, math.sqrt(MOST / RANGE_RAD * MASS)
    q = qd = 0.0
    for k in range(40000):
        if k % 500 == 0:
            wanted = rng.normal(0.0, 0.3)
        change = (wanted - qd) * 0.01
        qd += change
        torque = hold.torque([q], [qd], step)[0]
        assert abs(torque) <= MOST
        share = abs(qd) * step / LOOSE_RAD + step / CATCH_TIME_S + 2.0 * abs(qd * change) / 0.25
        assert abs(torque - before) < 1.1 * (abs(qd) * step * stiffness + abs(change) * damping + MOST * share)
        before = torque
        work -= torque * qd * step
        q += qd * step
        assert work >= 0.5 * MOST / RANGE_RAD * hold._stretch[0] ** 2 - 2e-3


def test_resistance_falls_while_guided_and_returns_at_rest():
    def moved(hold: Hold, speed: float, distance: float) -> float:
        torque = 0.0
        for _ in range(round(distance / speed / STEP)):
            moved.q += speed * STEP  # type: ignore[attr-defined]
            torque = hold.torque([moved.q], [speed], STEP)[0]  # type: ignore[attr-defined]
        return -torque

    moved.q = 0.0  # type: ignore[attr-defined]
    hold = held()
    hold.torque([0.0], [0.0], 0.0)
    assert moved(hold, 0.1, 1.2 * RANGE_RAD) > 0.9 * MOST, "to start"
    assert moved(hold, 0.1, 2.0 * LOOSE_RAD) == pytest.approx(0.04 * MOST)
    assert moved(hold, 0.25, 0.1) == pytest.approx(0.25 * MOST)
    assert moved(hold, 0.6, 0.1) == MOST, "above the hold speed"
    assert moved(hold, 0.9 * CATCH_SPEED, 2.0 * CATCH_SPEED * CATCH_TIME_S) > 0.9 * MOST, "slow: held again"


def test_a_wrapped_angle_is_no_motion():
    hold = held(continuous=True)
    hold.torque([math.pi - 1e-4], [0.0], STEP)
    assert hold.torque([-math.pi + 1e-4], [0.0], STEP)[0] == pytest.approx(-MOST * 2e-4 / RANGE_RAD)


def test_a_prismatic_joint_has_another_range():
    hold = held(scale=0.1)
    hold.torque([0.0], [0.0], STEP)
    assert hold.torque([0.05 * RANGE_RAD], [0.0], STEP)[0] == pytest.approx(-0.5 * MOST)


def test_forgetting_holds_at_the_next_position():
    hold = held()
    hold.torque([0.0], [0.0], STEP)
    hold.torque([0.5], [0.0], STEP)
    hold.forget()
    assert hold.torque([0.7], [0.0], STEP) == [0.0]


@pytest.mark.parametrize("period", [0.002, 0.01, 0.03])
@pytest.mark.parametrize("late", [0, 1, 2])
def test_the_hold_of_a_light_joint_comes_to_rest_at_any_rate(period: float, late: int):
    """Sampled, with commands that are up to two samples late, a spring of the usual stiffness would not."""
    mass = 0.01
    hold, q, qd = Hold([MOST], [mass], 0.0, [1.0], [False]), 0.0, 0.0
    torques, reached = [0.0] * (late + 1), []
    for _ in range(5000):
        acting = torques[-1 - late] + 0.2 * MOST
        q, qd = q + qd * period + 0.5 * acting / mass * period**2, qd + acting / mass * period
        torques.append(hold.torque([q], [qd], period)[0])
        reached.append(q)
    last = reached[len(reached) // 2 :]
    assert np.ptp(last) < 1e-3 * last[-1]
    assert last[-1] <= max(RANGE_RAD, MOST / mass * (period / MOST_PHASE) ** 2)
    assert Hold([MOST], [10.0], 0.0, [1.0], [False]).torque([0.0], [0.0], period) == [0.0]


def test_a_longer_range_holds_with_the_same_torque():
    hold = Hold([MOST], [0.01], 0.0, [1.0], [False])
    length = MOST / 0.01 * (0.01 / MOST_PHASE) ** 2
    hold.torque([0.0], [0.0], 0.01)
    assert hold.torque([0.5 * length], [0.0], 0.01)[0] == pytest.approx(-0.5 * MOST)
    assert hold.torque([2.0 * length], [0.0], 0.01)[0] == pytest.approx(-MOST)
