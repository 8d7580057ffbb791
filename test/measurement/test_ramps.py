"""Records with several ramps: the simulated joint goes up and down, returns, and does not always move."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.measurement.slow_ramp import STEP, Joint, ramp, recorded

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.ramps import break_aways

TRAVEL = math.radians(1.0)
JOINT = Joint(inertia=0.5, static=(1.6, 1.2), kinetic=0.8, viscous=1.5)


def hold(command: float, seconds: float) -> np.ndarray:
    return np.full(int(seconds / STEP), command)


def simulated(joint: Joint, parts: list[np.ndarray], load: float = 0.0, **record):
    """The record of a command in parts; each part starts where the joint has come to rest."""
    command = np.concatenate(parts)
    position, _ = joint.move(command, load)
    return recorded(position, command, noise=3e-5, **record)


def test_a_triangle_has_one_break_away_for_every_ramp():
    peak = 2.2
    parts = [ramp(0.25, peak), ramp(0.25, -peak, peak), ramp(0.25, peak, -peak), ramp(0.25, -peak, peak)]
    found, left_out = break_aways(*simulated(JOINT, parts), travel=TRAVEL)
    assert [one.direction for one in found] == [1, -1, 1, -1]
    assert left_out == []
    for one in found:
        assert one.command == pytest.approx(1.6 if one.direction > 0 else -1.2, abs=max(one.half_width, 0.08))


def test_a_command_that_returns_at_once_is_no_ramp():
    parts = []
    for _ in range(3):
        parts += [hold(0.0, 0.5), ramp(0.25, 2.0), hold(0.0, 2.0), ramp(0.25, -1.8), hold(0.0, 2.0)]
    found, left_out = break_aways(*simulated(JOINT, parts), travel=TRAVEL)
    assert [one.direction for one in found] == [1, -1, 1, -1, 1, -1]
    assert left_out == []
    assert max(abs(one.rate) for one in found) == pytest.approx(0.25, rel=0.02)


def test_a_load_shifts_both_directions():
    """Held against a load by a command between both break-aways."""
    parts = [ramp(0.25, 5.2, 3.0), hold(3.0, 3.0), ramp(0.25, 0.8, 3.0)]
    found, _ = break_aways(*simulated(JOINT, parts, load=3.0), travel=TRAVEL)
    assert [one.direction for one in found] == [1, -1]
    assert found[0].command == pytest.approx(4.6, abs=found[0].half_width)
    assert found[1].command == pytest.approx(1.8, abs=found[1].half_width)


def test_a_command_of_the_wrong_sign_moves_against_its_ramps():
    parts = [ramp(0.25, 2.0), hold(0.0, 2.0), ramp(0.25, -2.2), hold(0.0, 1.0)]
    found, _ = break_aways(*simulated(replace(JOINT, constant=-1.0), parts), travel=TRAVEL)
    assert [(one.direction, one.command < 0.0) for one in found] == [(-1, False), (1, True)]


def test_noise_of_a_measured_command_makes_no_ramps():
    parts = [hold(0.0, 1.0), ramp(0.25, 2.2), hold(0.0, 3.0), ramp(0.25, -1.9), hold(0.0, 1.0)]
    time, position, command = simulated(JOINT, parts)
    noisy = command + np.random.default_rng(3).normal(0.0, 0.08, command.shape)
    found, _ = break_aways(time, position, noisy, travel=TRAVEL)
    assert [one.direction for one in found] == [1, -1]
    assert found[0].command == pytest.approx(1.6, abs=found[0].half_width)


def test_ramps_without_motion_are_listed():
    parts = [ramp(0.25, 1.3001), hold(0.0, 1.0), ramp(0.25, 2.2), hold(0.0, 2.0)]
    found, left_out = break_aways(*simulated(JOINT, parts), travel=TRAVEL)
    assert [one.direction for one in found] == [1]
    assert len(left_out) == 1
    assert "does not move by 0.0175 rad up to the command 1." in left_out[0]


def test_records_without_a_start_of_motion_are_refused():
    time, position, command = simulated(JOINT, [ramp(0.25, 1.0)])
    with pytest.raises(
        MeasurementError, match=r"no ramp of the record starts a motion; ramp from 0 s to .* does not move"
    ):
        break_aways(time, position, command, travel=TRAVEL)
    with pytest.raises(MeasurementError, match="the command does not change"):
        break_aways(time, position, np.zeros_like(command), travel=TRAVEL)
    with pytest.raises(MeasurementError, match="not finite"):
        break_aways(time, position, np.full_like(command, np.nan), travel=TRAVEL)
    with pytest.raises(MeasurementError, match="does not rise"):
        break_aways(time[::-1], position, command, travel=TRAVEL)
