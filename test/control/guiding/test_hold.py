from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import controller
from puma560_dynamics.control.guiding.hold import (
    CATCH_SPEED,
    CATCH_TIME_S,
    FREQUENCY,
    LOOSE_RAD,
    RANGE_RAD,
    SLOWEST_RATE,
    Hold,
)

MOST, MASS, STEP = 5.0, 2.0, 0.004


def held(speed: float = 0.5, continuous: bool = False, scale: float = 1.0) -> Hold:
    return Hold([MOST], [MASS], [MASS / scale], speed, [scale], [continuous])


def released(hold: Hold, error: float, qd: float = 0.0, seconds: float = 10.0) -> tuple[float, float]:
    """Displacement and velocity of a mass without friction on which a constant error acts."""
    q = 0.3
    for _ in range(round(seconds / STEP)):
        qd += (error + hold.torque([q], [qd], STEP)[0]) / MASS * STEP
        q += qd * STEP
    return q - 0.3, qd


def swing(hold: Hold, mass: float, late: int, seconds: float = 4.0) -> float:
    """Largest deflection, rad, in the second half after a push at rest; the torque acts `late` states too late."""
    q, qd, queue, deflections = 0.0, 0.05, [0.0] * late, []
    period = 1.0 / SLOWEST_RATE
    for _ in range(round(seconds * SLOWEST_RATE)):
        queue.append(hold.torque([q], [qd], period)[0])
        qdd = queue.pop(0) / mass
        q, qd = q + period * qd + 0.5 * period**2 * qdd, qd + period * qdd
        deflections.append(abs(q))
    return max(deflections[len(deflections) // 2 :])


@pytest.mark.parametrize("mass", [5e-4, 6e-3, 0.2])
@pytest.mark.parametrize("late", [1, 2])
def test_a_light_joint_comes_to_rest_although_torque_acts_late(mass: float, late: int, monkeypatch: pytest.MonkeyPatch):
    """The wrist of a UR10 description has 5e-4 kg m² and a hold torque of 0.16 N m."""
    pushed = Hold([0.16], [mass], [mass], 0.5, [1.0], [False])
    assert swing(pushed, mass, late) < 1e-3
    if mass < 0.1:
        monkeypatch.setattr("puma560_dynamics.control.guiding.hold.FREQUENCY", 1e3)
        assert swing(Hold([0.16], [mass], [mass], 0.5, [1.0], [False]), mass, late) > 0.005, "without the bound"


def test_a_light_joint_keeps_its_hold_torque_over_a_longer_range():
    light = Hold([0.16], [5e-4], [5e-4], 0.5, [1.0], [False])
    light.torque([0.0], [0.0], STEP)
    assert light.torque([0.1], [0.0], STEP)[0] == pytest.approx(-(FREQUENCY**2) * 5e-4 * 0.1)
    assert light.torque([0.799], [0.0], STEP)[0] == pytest.approx(-0.16, rel=0.01)


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


def test_the_core_has_the_same_numbers():
    """Random events of the differential test saturate the hold too often to see a small difference of a stiffness."""
    text = (Path(controller.__file__).parent / "core" / "guiding_walls.hpp").read_text(encoding="utf-8")
    numbers = {name: float(value) for name, value in re.findall(r"constexpr double (\w+) = ([\d.]+);", text)}
    expected = {"HOLD_RANGE": RANGE_RAD, "FREQUENCY": FREQUENCY, "LOOSE": LOOSE_RAD, "CATCH_SPEED": CATCH_SPEED}
    assert {name: numbers[name] for name in expected} == expected
    assert numbers["CATCH_TIME_S"] == CATCH_TIME_S
