from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.guiding.walls import LEAD_S, LimitWalls, push

FULL, MOST, EXIT = 0.1, 30.0, 0.2


def spring(depth: float) -> float:
    return MOST * min(max(depth, 0.0) / FULL, 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_wall_only_pushes_is_bounded_and_passive(seed: int):
    """f v >= s v for either sign of v, so the wall takes up what its spring stores and returns no more."""
    rng = np.random.default_rng(seed)
    for depth, speed in zip(rng.uniform(-0.05, 0.3, 2000), rng.normal(0.0, 1.0, 2000), strict=True):
        force = push(depth, speed, FULL, MOST, EXIT)
        assert 0.0 <= force <= MOST
        assert force * speed >= spring(depth) * speed - 1e-12
        assert depth + LEAD_S * speed > 0.0 or force == 0.0


def test_a_wall_is_continuous():
    depths = np.linspace(-0.01, 0.2, 4001)
    for speed in (-1.0, -0.1, 0.0, 0.5, 3.0):
        forces = np.array([push(depth, speed, FULL, MOST, EXIT) for depth in depths])
        steepest = MOST / FULL * max(1.0 + speed / EXIT, 0.0)
        assert np.abs(np.diff(forces)).max() <= steepest * np.diff(depths)[0] * (1.0 + 1e-9)
    speeds = np.linspace(-1.0, 1.0, 2001)
    forces = np.array([push(0.05, speed, FULL, MOST, EXIT) for speed in speeds])
    assert np.abs(np.diff(forces)).max() <= 3.0 * MOST / EXIT * np.diff(speeds)[0]


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_a_sampled_wall_stops_a_mass_and_returns_less_energy(delay: int):
    """A mass of 1 kg without friction hits the wall, whose force acts up to two samples of 4 ms late."""
    for begin in (0.05, 0.2, 0.5, 1.0, 2.0):
        depth, speed, forces = -1e-3, begin, [0.0] * (delay + 1)
        for _ in range(2000):
            forces.append(push(depth, speed, FULL, MOST, EXIT))
            acting = forces[-1 - delay]
            for _ in range(20):
                speed -= acting * 0.0002
                depth += speed * 0.0002
            if depth < -1e-3:
                break
        assert depth < 0.0 and speed < 0.0, "it comes back out"
        assert -speed < (1.0 + 1e-9) * begin, "with less energy"
        if begin > 0.5:
            assert -speed < 2.0 * EXIT


def test_limit_walls_only_push_inwards_and_leave_the_middle_free():
    walls = LimitWalls([-1.0, -np.inf], [1.0, np.inf], 0.2, [10.0, 10.0], [2.0, 2.0], [5.0, 5.0])
    assert walls.torque([0.0, 100.0], [2.0, -2.0]) == [0.0, 0.0], "neither in the middle, nor without limits"
    assert walls.torque([1.0, 0.0], [0.0, 0.0]) == [-10.0, 0.0], "the whole torque at the limit"
    assert walls.torque([-1.0, 0.0], [0.0, 0.0]) == [10.0, 0.0]
    outwards, inwards = walls.torque([0.75, 0.0], [0.5, 0.0])[0], walls.torque([0.75, 0.0], [-0.5, 0.0])[0]
    assert outwards == pytest.approx(-5.0 * 0.75 * 0.5) and inwards == 0.0, "the zone before the wall damps"
    rng = np.random.default_rng(1)
    for q, qd in rng.uniform((-1.3, -3.0), (1.3, 3.0), (2000, 2)):
        torque = walls.torque([q, 0.0], [qd, 0.0])[0]
        assert torque * q <= 0.0 and abs(torque) <= 10.0 + 5.0 * 2.0


def test_a_small_range_keeps_a_free_middle():
    walls = LimitWalls([-0.1], [0.1], 0.5, [10.0], [2.0], [5.0])
    assert walls.torque([0.0], [1.0]) == [0.0]
