"""The page of a simulation: one time axis, units as they are typed, a verdict by the energy's balance."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.load import load_model
from puma560_dynamics.simulation.simulate import Simulated, simulate
from puma560_dynamics.simulation.simulation_page import BALANCED, ROUGH, energy, judge_energy, positions_and_velocities


@pytest.fixture(scope="module")
def found(arm: Arm) -> Simulated:
    return simulate(load_model("generated", arm), np.zeros(arm.n), 0.5)


def test_all_time_axes_are_the_same(found: Simulated, arm: Arm):
    limits = {ax.get_xlim() for figure in (positions_and_velocities(found, arm), energy(found)) for ax in figure.axes}
    assert limits == {(0.0, 0.5)}
    # One moment is at one place of the page: axes as wide, and as far from the edge at which a drawing is cropped.
    places = {
        (round(ax.get_position().width, 6), round(ax.get_position().x0 - figure.get_tightbbox().x0 / 10.0, 6))
        for figure in (positions_and_velocities(found, arm), energy(found))
        for ax in figure.axes
    }
    assert len(places) == 1


def test_angles_are_in_degrees(found: Simulated, arm: Arm):
    position, velocity = positions_and_velocities(found, arm).axes
    assert position.get_ylabel() == "position, °"
    assert velocity.get_ylabel() == "velocity, °/s"
    for joint, line in enumerate(position.lines):
        np.testing.assert_allclose(np.asarray(line.get_ydata()), np.degrees(found.q[:, joint]), atol=1e-12)
    for joint, line in enumerate(velocity.lines):
        np.testing.assert_allclose(np.asarray(line.get_ydata()), np.degrees(found.qd[:, joint]), atol=1e-12)


def test_the_verdict_follows_the_balance(found: Simulated):
    assert judge_energy(found.drift)[0] == "good"
    assert [judge_energy(drift)[0] for drift in (BALANCED, 1.1 * BALANCED, ROUGH, 1.1 * ROUGH, 1.0)] == [
        "good", "warning", "warning", "bad", "bad",
    ]  # fmt: skip
