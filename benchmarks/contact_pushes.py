"""Forces at the tip of simulated arms for `contacts.py`, and the time until they are found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from contact_arms import Samples, SimulatedArm, fresh
from contact_observer import Estimated, estimated, fourth_difference, low_passed

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.interface import DynamicModel

SIZE = 1.7
"""Largest torque of a force, relative to the threshold of the joint at the onset."""

DELAY = 0.020
"""Time within which a contact is to be found, s."""

FORCES = 100
"""Number of forces on each arm in motion; at rest a fifth of it."""

LASTS = 0.15
"""Length of a force, s."""

MOVES = 0.05
"""Velocity from which a joint moves, rad/s."""

STEP = 2e-4
"""Step of the simulation at rest, s."""

STIFF = 15.0
"""Natural frequency of the controller at rest, rad/s, with a damping ratio of 1."""


def _torques(model: DynamicModel, q: FloatArray, threshold: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return the torques (n,) of a force of random direction at the tip, the largest `SIZE` times its threshold."""
    direction = rng.standard_normal(3)
    torque = model.jacobian(q)[:3].T @ direction
    return np.asarray(SIZE * torque / (np.abs(torque) / threshold).max())


def _delay(found: Estimated, estimate: FloatArray, rows: slice, period: float, part: float) -> float:
    """Return the time from the onset to the announcement, s; NaN if there is none.

    Args:
        found: estimate without the force, and thresholds.
        estimate: estimate with the force in `rows`.
        rows: samples, the first one before the onset.
        period: time between samples, s.
        part: time from the first sample to the onset, in periods.
    """
    over = np.abs(estimate) > found.threshold[rows]
    both = np.flatnonzero((over[1:] & over[:-1]).any(axis=1))
    return float((both[0] + 1 - part) * period) if len(both) else float("nan")


def in_motion(
    plant: SimulatedArm, model: DynamicModel, rate: float, bandwidths: Sequence[float], rng: np.random.Generator
) -> dict[str, list[float]]:
    """Return delays (s; NaN: not found) by bandwidth, of forces whose clearest joint moves.

    The arm keeps to its path, so that the efforts contain the whole force, from the first sample after the onset.
    """
    samples = plant.record(fresh(model.arm, rate, 90.0, rng), rate, rng, plant.days(rng))
    length, result = round(LASTS * rate), {str(bandwidth): [] for bandwidth in bandwidths}
    onsets = rng.integers(round(2.0 * rate), len(samples.time) - length - 1, 3 * FORCES)
    chances = rng.random(3 * FORCES)
    seeds = rng.integers(2**32, size=3 * FORCES)
    shape = np.ones((length, 1))
    shape[0], shape[1] = 0.0, 0.5  # the trapezoid rule takes the mean of both samples
    for bandwidth in bandwidths:
        found = estimated(model, bandwidth, samples)
        above, delays = found.above(), list[float]()
        for at, part, seed in zip(onsets.tolist(), chances.tolist(), seeds.tolist(), strict=True):
            rows = slice(at, at + length)
            if len(delays) == FORCES:
                break
            if above[rows].any():
                continue
            torque = _torques(model, samples.q[at], found.threshold[at], np.random.default_rng(seed))
            clearest = int((np.abs(torque) / found.threshold[at]).argmax())
            if abs(samples.qd[at, clearest]) < MOVES:
                continue
            estimate = found.estimate[rows] + low_passed(shape * torque, bandwidth, 1.0 / rate)
            delays.append(_delay(found, estimate, rows, 1.0 / rate, part))
        result[str(bandwidth)] = delays
    return result


def pushed_at_rest(
    plant: SimulatedArm, model: DynamicModel, rate: float, bandwidths: Sequence[float], rng: np.random.Generator
) -> dict[str, list[float]]:
    """Return delays (s; NaN: not found) by bandwidth, of forces on an arm at rest.

    The arm has a PD controller and presliding friction. Its equation of motion is that of the pose at the beginning.
    """
    result: dict[str, list[float]] = {str(bandwidth): [] for bandwidth in bandwidths}
    for _ in range(FORCES // 5):
        q = rng.uniform(*plant.described.pose_range) * 0.5
        start, part, seed = rng.uniform(-1.0, 1.0, model.n), rng.random(), int(rng.integers(2**32))
        for bandwidth in bandwidths:
            chance = np.random.default_rng(seed)
            quiet = _held(plant, q, np.zeros(model.n), start, rate, part, chance)
            found = estimated(model, bandwidth, quiet)
            at = round(0.5 * rate)
            torque = _torques(model, q, found.threshold[at], chance)
            noise = fourth_difference(quiet.effort), fourth_difference(quiet.qd)
            samples = _held(plant, q, torque, start, rate, part, np.random.default_rng(seed))
            pushed = estimated(model, bandwidth, samples, noise)
            rows = slice(at, at + round(LASTS * rate))
            result[str(bandwidth)].append(_delay(pushed, pushed.estimate[rows], rows, 1.0 / rate, part))
    return result


def _held(
    plant: SimulatedArm, q: FloatArray, torque: FloatArray, start: FloatArray, rate: float, part: float,
    rng: np.random.Generator,
) -> Samples:  # fmt: skip
    """Return samples of an arm at rest, on which external torques (n,) act from 0.5 s and `part` of a period on.

    Args:
        plant: the arm.
        q: (n,) pose.
        torque: (n,) external torques, N·m.
        start: (n,) state of presliding friction before, -1 to 1.
        rate: of the samples, Hz.
        part: fraction of a period by which the force begins after a sample.
        rng: generator of the noise.
    """
    matrix, gravity = plant.model.kinetic_energy_matrix(q), plant.model.gravity(q)
    inverse, inertia = np.linalg.inv(matrix), np.diag(matrix)
    stiff, damping = STIFF**2 * inertia, 2.0 * STIFF * inertia
    zero = np.zeros(len(q))
    every = round(1.0 / (rate * STEP))
    onset = round((0.5 + part / rate) / STEP)
    steps = round((0.5 + LASTS + 0.02) / STEP)
    way, speed, slip, constant = zero, zero, start, gravity + plant.dry * start
    rows = np.empty((steps // every + 1, 3, len(q)))
    first = onset - onset % every - every  # nothing happens before
    for k in range(steps):
        effort = constant - stiff * way - damping * speed
        if k % every == 0:
            rows[k // every] = way, speed, effort
        if k < first or not torque.any():
            continue
        outside = torque if k >= onset else zero
        speed = speed + STEP * (inverse @ (effort + outside - gravity - plant.dry * slip))
        passed = STEP * speed
        kept = np.exp(-np.abs(passed) / plant.distance)
        slip, way = np.sign(passed) * (1.0 - kept) + kept * slip, way + passed
    kept_rows = rows[: (steps - 1) // every + 1]
    noise, most = plant.errors, plant.true.maximum_torque
    shape = kept_rows[:, 0].shape
    return Samples(
        np.arange(len(kept_rows)) / rate,
        q + kept_rows[:, 0],
        kept_rows[:, 1] + noise.velocity * rng.standard_normal(shape),
        kept_rows[:, 2] + noise.noise * most * rng.standard_normal(shape),
    )
