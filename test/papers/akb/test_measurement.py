"""Entries on the measurement of inertia follow the physics of pendulum and motor."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.models.gyroscopic import rotor_inertia
from puma560_dynamics.papers.akb import measurement
from puma560_dynamics.papers.bench import Bench


def test_the_swing_at_eleven_times_the_angle_takes_five_halves():
    """Amplitudes 11, 9, 7, 5, 3 and 1 times the angle: friction holds at 1."""
    held = 6.3 / measurement.STIFFNESS
    assert measurement._cycles(held, 0.0, 11.0 * held) == 2.5
    assert measurement._cycles(held, 0.0, 11.1 * held) == 3.0
    assert str(measurement.velocity_feedback(Bench()).computed).endswith("from 5.3 to 11.0 times that angle")


@pytest.mark.parametrize("offset", [0.0, 0.03])
def test_a_center_off_the_axis_replaces_the_square_of_the_distance(offset: float):
    """The product of the distances to both wires; derived from the wires' tensions."""
    frequency = measurement._twisting_frequency(17.4, 0.5, offset, 9.81)
    distances = (measurement.RADIUS - offset) * (measurement.RADIUS + offset)
    assert frequency**2 == pytest.approx(17.4 * 9.81 * distances / (0.5 * measurement.WIRE), rel=1e-12)


def test_a_gear_that_is_not_squared_is_noticed(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pinocchio")
    bench = Bench()
    assert measurement.gear_ratio_squared(bench).holds
    monkeypatch.setattr(measurement, "rotor_inertia", lambda arm: 1.01 * rotor_inertia(arm))
    assert not measurement.gear_ratio_squared(bench).holds


@pytest.mark.parametrize("inertia", [0.13, 0.539])
def test_the_rise_has_kinetic_energy(inertia: float):
    """Energy of the full motion, with the rise, is conserved: the speed at the middle gives half of the period."""
    amplitude, mass, gravity = 0.5, 17.4, 9.81

    def height(angle: np.ndarray) -> np.ndarray:
        return np.sqrt(measurement.WIRE**2 - 4 * measurement.RADIUS**2 * np.sin(angle / 2) ** 2)

    # dt = dθ / θ̇ with θ = A sin φ, which takes the singularity at the ends away.
    phi = (np.arange(2000) + 0.5) * np.pi / 4000
    angle = amplitude * np.sin(phi)
    rise = measurement.RADIUS**2 * np.sin(angle) / height(angle)
    drop = height(angle) - height(np.array(amplitude))
    rate = np.sqrt(2 * mass * gravity * drop / (inertia + mass * rise**2))
    period = 4 * float((amplitude * np.cos(phi) / rate).sum()) * np.pi / 4000
    assert measurement._two_wire_period(mass, inertia, amplitude, gravity) == pytest.approx(period, rel=1e-6)
