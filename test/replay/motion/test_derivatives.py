"""Velocity and acceleration from positions, compared with formulas."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import EPOCH, MultiSine, states

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.replay.motion.derivatives import Differentiated, differentiate
from puma560_dynamics.replay.motion.segments import segments
from puma560_dynamics.replay.motion.timeline import Timeline
from puma560_dynamics.replay.reading.samples import JointSamples


def recording(motion: MultiSine, rate: float, span: float, jitter: float, quantum: float, lost: float) -> JointSamples:
    """A motion as it is measured: stamps off by a share of the period, positions rounded, samples lost."""
    rng = np.random.default_rng(7)
    count = round(span * rate)
    time = ((np.arange(float(count)) + rng.uniform(-jitter, jitter, count)) / rate)[rng.random(count) >= lost]
    time = 1e-9 * (states(time, motion.at(time)).stamp - EPOCH).astype(np.float64)
    position = motion.at(time)
    return states(time, quantum * np.round(position / quantum) if quantum else position)


def derived(samples: JointSamples, cut_off: float = 15.0, piece: int = 65536) -> list[Differentiated]:
    """Pieces of a recording."""
    return list(differentiate(segments(Timeline().order([samples]), 5.0), cut_off, piece))


def whole(pieces: list[Differentiated], name: str) -> FloatArray:
    """Pieces put together."""
    parts = [getattr(p, name) if name != "stamp" else p.states.stamp for p in pieces]
    return np.concatenate(parts)


@pytest.mark.parametrize(
    ("rate", "jitter", "quantum", "lost", "velocity", "acceleration"),
    [  # root mean square of the error as a share of the signal's, by the filter's order and the noise it passes
        (250.0, 0.0, 0.0, 0.0, 1e-6, 1e-5),
        (250.0, 0.3, 0.0, 0.0, 1e-5, 1e-4),
        (250.0, 0.3, 0.0, 0.05, 2e-5, 1e-4),
        (250.0, 0.3, 2e-5, 0.05, 2e-4, 1e-3),
        (1000.0, 0.3, 2e-5, 0.05, 1e-4, 5e-4),
        (100.0, 0.3, 2e-5, 0.05, 5e-4, 2e-3),
    ],
)
def test_against_the_formula(
    rate: float, jitter: float, quantum: float, lost: float, velocity: float, acceleration: float
):
    motion = MultiSine(np.random.default_rng(1))
    pieces = derived(recording(motion, rate, 20.0, jitter, quantum, lost))
    time, settled = 1e-9 * (whole(pieces, "stamp") - EPOCH), whole(pieces, "settled")
    assert settled.mean() > 0.97
    for name, order, share in (("velocity", 1, velocity), ("acceleration", 2, acceleration)):
        expected = motion.at(time, order)
        error = (whole(pieces, name) - expected)[settled]
        assert np.sqrt(np.mean(error**2)) < share * np.sqrt(np.mean(expected**2))


@pytest.mark.parametrize("piece", [50, 333, 4999])
def test_pieces_give_the_numbers_of_the_whole(piece: int):
    samples = recording(MultiSine(np.random.default_rng(2)), 250.0, 40.0, 0.3, 2e-5, 0.03)
    once, pieces = derived(samples), derived(samples, piece=piece)
    assert len(once) == 1 and len(pieces) == -(-len(samples.stamp) // piece)
    assert np.array_equal(whole(pieces, "stamp"), samples.stamp)
    assert np.array_equal(whole(pieces, "settled"), whole(once, "settled"))
    for name in ("velocity", "acceleration"):
        expected = whole(once, name)
        np.testing.assert_allclose(whole(pieces, name), expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


def test_results_do_not_depend_on_what_follows_a_gap():
    samples = recording(MultiSine(np.random.default_rng(3)), 250.0, 20.0, 0.0, 0.0, 0.0)
    other = JointSamples(*(getattr(samples, name).copy() for name in samples.__dataclass_fields__))
    other.stamp[2500:] += 10**9
    other.log_time[2500:] += 10**9
    first, second = derived(other)
    assert (first.segment, second.segment) == (0, 1)
    (alone,) = derived(JointSamples(*(getattr(samples, name)[:2500] for name in samples.__dataclass_fields__)))
    np.testing.assert_allclose(first.acceleration, alone.acceleration, atol=1e-9)
    for piece in (first, second):
        edges = np.flatnonzero(~piece.settled)
        assert {0, 2499} <= set(edges) and len(edges) < 80


@pytest.mark.parametrize("count", [1, 2, 3, 10, 40])
def test_a_few_samples_are_never_settled_and_always_finite(count: int):
    samples = recording(MultiSine(np.random.default_rng(4)), 250.0, count / 250.0, 0.2, 0.0, 0.0)
    (piece,) = derived(samples)
    assert len(piece.time) == count and not piece.settled.any()
    assert np.isfinite(piece.velocity).all() and np.isfinite(piece.acceleration).all()


@pytest.mark.parametrize("rate", [250.0, 1000.0])
def test_noise_of_the_acceleration_is_predicted(rate: float):
    """From the scatter of the positions alone, against the error that the formula shows."""
    motion, rng = MultiSine(np.random.default_rng(12)), np.random.default_rng(13)
    time = np.arange(round(40.0 * rate)) / rate
    deviation = np.array([1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3])
    (piece,) = derived(states(time, motion.at(time) + deviation * rng.standard_normal((len(time), 6))))
    error = (piece.acceleration - motion.at(time, 2))[piece.settled]
    np.testing.assert_allclose(piece.noise, error.std(axis=0), rtol=0.1)
