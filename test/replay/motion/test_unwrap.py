"""Angles that a driver wraps: counted on, whatever the pieces, and differentiated as if it had counted itself."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.motion.motion_stream import Motions
from puma560_dynamics.replay.motion.timeline import Ordered, pick
from puma560_dynamics.replay.motion.unwrap import unwrapped
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples, ReferenceSamples
from puma560_dynamics.replay.settings import ReplaySettings

TIME = np.arange(0.0, 8.0, 0.004)
TRUE = np.column_stack([3.0 * np.sin(TIME), 2.8 * TIME, -1.9 * TIME + 0.4 * np.sin(2.0 * TIME)])
ENDLESS = np.array([False, True, True])


def wrapped(angles: np.ndarray) -> np.ndarray:
    """Between -π and π."""
    return np.arctan2(np.sin(angles), np.cos(angles))


def samples(position: np.ndarray) -> JointSamples:
    """Joint states at 250 Hz without velocity and effort."""
    stamp = np.round(1e9 * (5.0 + TIME)).astype(np.int64)
    none = np.full(position.shape, np.nan)
    return JointSamples(stamp, stamp, position, none, none)


def pieces(position: np.ndarray, size: int) -> list[Ordered]:
    """The samples as a timeline hands them out."""
    whole = samples(position)
    return [Ordered(0, TIME[k : k + size], pick(whole, slice(k, k + size))) for k in range(0, len(TIME), size)]


@pytest.mark.parametrize("size", [1, 7, 500, 5000])
def test_whatever_the_pieces(size: int):
    given = np.where(ENDLESS, wrapped(TRUE), TRUE)
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(given, size), ENDLESS)])
    np.testing.assert_allclose(found, TRUE, atol=1e-12)


def test_a_driver_that_counts_its_turns_is_left_alone():
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(TRUE + 40.0, 100), ENDLESS)])
    np.testing.assert_allclose(found, TRUE + 40.0, atol=1e-12)


def test_a_jump_of_less_than_half_a_turn_stays():
    given = TRUE.copy()
    given[700:703, 1] += 2.0
    found = np.concatenate([piece.states.position for piece in unwrapped(pieces(given, 64), ENDLESS)])
    np.testing.assert_allclose(found, given, atol=1e-12)


def test_the_motion_of_a_recording_that_wraps():
    """Velocity and acceleration across the seam are those of the motion itself; without the wrap they are not."""

    def derived(endless: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        none, empty = np.zeros(0, dtype=np.int64), np.zeros((0, 3))
        reference = ReferenceSamples(none, none, empty, empty, empty)
        states = samples(np.where(ENDLESS, wrapped(TRUE), TRUE))
        block = Block(states, CommandSamples(none, empty), {}, reference, 1.0)
        motion = list(Motions([block], 3, ReplaySettings(cut_off=10.0), Findings(), endless=endless))
        inner = np.concatenate([piece.used for piece in motion])
        return inner, np.concatenate([piece.qd for piece in motion])

    used, velocity = derived(ENDLESS)
    expected = np.gradient(TRUE, TIME, axis=0)
    np.testing.assert_allclose(velocity[used], expected[used], atol=1e-3)
    assert np.abs(derived(np.zeros(3, dtype=bool))[1] - expected).max() > 10.0
