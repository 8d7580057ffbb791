"""Break-away out of simulated ramps whose friction yields before it slides; the oracle is the friction's own peak."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.measurement.slow_ramp import Joint, ramp, recorded

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.break_away import BreakAway, find_break_away

TRAVEL = math.radians(1.0)
WRIST = Joint(inertia=0.2, static=(1.0, 1.0), distance=1e-3, viscous=1.0)
ELASTIC = Joint(distance=2e-3)
JOINTS = {
    "sudden": Joint(kinetic=0.5),
    "steady": Joint(kinetic=1.0),
    "stiff": Joint(distance=5e-5),
    "elastic": ELASTIC,
    "wrist": WRIST,
    "heavy": Joint(stiffness=20.0),
}
RECORDS = {
    "1 kHz": {"rate": 1000.0},
    "noise": {"noise": 1e-4},
    "steps": {"resolution": 2e-4},
    "50 Hz": {"rate": 50.0, "noise": 5e-5},
}


def found(joint: Joint, seconds: float = 8.0, **record) -> tuple[BreakAway, float]:
    """Break-away of an upward ramp that reaches the break-away torque after some seconds, and its true value."""
    command = ramp(joint.static[0] / seconds, 3.0 * joint.static[0])
    position, friction = joint.move(command, stop=0.2)
    result = find_break_away(*recorded(position, command, **record), TRAVEL)
    assert result is not None
    return result, float(friction.max())


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("name", JOINTS)
def test_the_peak_of_friction_is_within_the_tolerance(name: str, record: str):
    result, truth = found(JOINTS[name], **RECORDS[record])
    assert abs(result.command - truth) < result.half_width
    assert result.half_width < 0.13 * truth
    assert result.direction == 1


def test_joints_of_many_kinds_are_within_the_tolerance():
    """Random joints: nine of ten or more hold; the others are loaded by gravity that grows steeply on the way."""
    rng = np.random.default_rng(7)
    inside = []
    for _ in range(80):
        static = rng.uniform(1.0, 6.0)
        joint = Joint(
            inertia=static * math.exp(rng.uniform(math.log(0.15), math.log(1.3))),
            static=(static, static),
            kinetic=rng.uniform(0.5, 1.0),
            distance=math.exp(rng.uniform(math.log(5e-5), math.log(2e-3))),
            stribeck=math.exp(rng.uniform(math.log(3e-3), math.log(0.1))),
            viscous=static * rng.uniform(0.0, 1.0),
            stiffness=static * rng.uniform(0.0, 4.0),
        )
        result, truth = found(joint, rng.uniform(3.0, 12.0), noise=5e-5)
        inside.append(abs(result.command - truth) < result.half_width)
    assert np.mean(inside) >= 0.9


def test_slower_ramps_have_smaller_tolerances():
    widths = [found(JOINTS["steady"], seconds)[0].half_width for seconds in (2.0, 6.0, 18.0)]
    assert widths[0] > 1.8 * widths[1] > 3.0 * widths[2]


def test_presliding_is_not_break_away():
    """Position noise of 50 µrad is exceeded at a small part of the break-away torque, because the contact yields."""
    command = ramp(5.5 / 8.0, 12.0)
    position, friction = ELASTIC.move(command, stop=0.2)
    time, x, u = recorded(position, command, noise=5e-5)
    first_sign = u[np.argmax(x > 5 * 5e-5)]
    assert first_sign < 0.2 * friction.max()
    result = find_break_away(time, x, u, TRAVEL)
    assert result is not None
    assert result.command == pytest.approx(friction.max(), rel=0.1)
    assert result.yielded > 2e-3


def test_the_first_sample_beyond_the_distance_would_be_too_late():
    command = ramp(2.0, 12.0)
    position, friction = JOINTS["steady"].move(command, stop=0.2)
    time, x, u = recorded(position, command)
    late = u[np.argmax(x > TRAVEL)] - friction.max()
    result = find_break_away(time, x, u, TRAVEL)
    assert result is not None
    assert late > 0.2 * friction.max()
    assert abs(result.command - friction.max()) < 0.25 * late
    assert result.half_width < 0.85 * late


def test_a_ramp_downwards_is_the_mirror_image():
    command = ramp(0.7, 16.0)
    position, _ = Joint().move(command, stop=0.2)
    time, x, u = recorded(position, command)
    up, down = find_break_away(time, x, u, TRAVEL), find_break_away(time, 0.3 - x, 5.0 - u, TRAVEL)
    assert up is not None and down is not None
    assert (down.direction, up.direction) == (-1, 1)
    assert down.command == pytest.approx(5.0 - up.command)
    assert down.half_width == pytest.approx(up.half_width)
    assert down.rate == pytest.approx(-up.rate)


def test_a_command_of_the_wrong_sign():
    joint = replace(Joint(), constant=-1.0)
    command = ramp(0.7, 16.0)
    position, friction = joint.move(command, stop=0.2)
    result = find_break_away(*recorded(position, command), TRAVEL)
    assert result is not None
    assert result.direction == -1
    assert result.command == pytest.approx(-friction.min(), abs=result.half_width)


def test_too_few_samples_bound_the_start():
    """At 4 Hz the motion over the distance takes two samples; break-away is between rest and motion."""
    command = ramp(2.75, 16.0)
    position, friction = Joint().move(command, stop=0.2)
    result = find_break_away(*recorded(position, command, rate=4.0), TRAVEL)
    assert result is not None
    assert abs(result.command - friction.max()) < result.half_width
    assert result.half_width > 0.5 * 2.75 / 4.0


def test_noise_of_the_command_is_averaged():
    command = ramp(5.5 / 8.0, 12.0)
    position, friction = Joint().move(command, stop=0.2)
    time, x, u = recorded(position, command)
    noisy = u + np.random.default_rng(1).normal(0.0, 0.2, u.shape)
    result = find_break_away(time, x, noisy, TRAVEL)
    clean = find_break_away(time, x, u, TRAVEL)
    assert result is not None and clean is not None
    assert result.command == pytest.approx(clean.command, abs=0.1)
    assert abs(result.command - friction.max()) < result.half_width


def test_a_joint_that_never_moves():
    command = ramp(0.5, 4.5)
    position, _ = Joint().move(command)
    assert position.max() > 3e-4
    assert find_break_away(*recorded(position, command, noise=2e-5), TRAVEL) is None


def test_a_joint_that_moves_from_the_start():
    """It falls from the start: the command is far below the load."""
    command = ramp(1.0, 30.0)
    position, _ = replace(Joint(), stiffness=0.0).move(command, load=-8.0, stop=0.2)
    with pytest.raises(MeasurementError, match="moves from the start of the ramp"):
        find_break_away(*recorded(position, command), TRAVEL)


def stick_slip(slip: float, rate: float = 0.7) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A joint that slips at 5.5 N·m, is braked after half of `slip` rad, sticks, and moves on from 7.5 N·m."""
    command = ramp(rate, 12.0)
    position, v, q, limit = np.zeros(len(command)), 0.0, 0.0, 5.5
    for k, u in enumerate(command):
        if v > 0.0 or u > limit:
            friction = u + 20.0 if limit == 5.5 and q > 0.5 * slip else 2.5
            v = max(v + 2e-4 * (u - friction) / 6.7, 0.0)
            limit = 7.5 if v == 0.0 else limit
        q += 2e-4 * v
        position[k] = q
        if q > 0.2:
            break
    return recorded(position[: k + 1], command, noise=2e-5)


def test_an_earlier_slip_is_reported_and_then_found():
    record = stick_slip(math.radians(0.4))
    with pytest.raises(MeasurementError, match=r"slips by 0\.00\d+ rad near .*sticks again: give --travel"):
        find_break_away(*record, TRAVEL)
    with pytest.raises(MeasurementError, match=r"slips by 0\.00\d+ rad near 7\.9\d* s"):
        find_break_away(*record, math.radians(0.3))
    result = find_break_away(*record, math.radians(0.13))
    assert result is not None
    assert abs(result.command - 5.5) < result.half_width < 0.5


def test_positions_that_are_too_coarse():
    command = ramp(0.7, 12.0)
    position, _ = Joint().move(command, stop=0.2)
    with pytest.raises(MeasurementError, match=r"steps or noise .* give --travel"):
        find_break_away(*recorded(position, command, noise=2e-3), TRAVEL)


def test_motion_that_ends_too_soon_after_much_presliding():
    command = ramp(0.2, 12.0)
    position, _ = replace(WRIST, distance=4e-3).move(command, stop=0.022)
    with pytest.raises(MeasurementError, match=r"yields by .* let it move further"):
        find_break_away(*recorded(position, command), TRAVEL)
