"""The memory of friction: the sign in motion, what remained at rest, and the law of Dahl in between."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.identification.synthetic import motion, small_arm
from scipy.integrate import solve_ivp

from puma560_dynamics.identification.friction_choice import FrictionState, choose_distances
from puma560_dynamics.identification.presliding import DISTANCES, Presliding
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.replay.motion.motion import Motion

ARM = small_arm(("0 0 1",))
DISTANCE = 1e-3


def sine(amplitude: float = 0.01, seconds: float = 4.0, stop: float = 9.0) -> Motion:
    """Swings at 1 Hz until `stop`, then a rest."""
    time = np.arange(0.0, seconds, 1e-3)
    till = np.minimum(time, stop)
    q = amplitude * np.sin(2.0 * np.pi * till)[:, None]
    qd = np.where(time < stop, 2.0 * np.pi * amplitude * np.cos(2.0 * np.pi * till), 0.0)[:, None]
    return motion(time, q, qd, np.zeros_like(q), np.zeros_like(q))


def followed(swing: Motion) -> np.ndarray:
    parts = Presliding(ARM, np.array([[DISTANCE]])).follow(swing)
    return parts[:, 0, :, 0].sum(axis=1)


def test_it_is_the_law_of_dahl():
    swing = sine()
    z = followed(swing)
    law = solve_ivp(
        lambda t, z: (v := 0.02 * np.pi * np.cos(2.0 * np.pi * t)) / DISTANCE * (1.0 - z * np.sign(v)),
        (0.0, 4.0), [0.0], t_eval=swing.time, max_step=1e-3,
    ).y[0]  # fmt: skip
    known = np.isfinite(z)
    assert known[200:].all() and not known[0]
    np.testing.assert_allclose(z[known], law[known], atol=0.02)


def test_rest_keeps_what_the_motion_left():
    z = followed(sine(stop=2.1))
    np.testing.assert_allclose(z[2200:], z[2150], atol=1e-3)
    assert z[2150] > 0.9


def test_pieces_of_a_recording_are_one_motion():
    swing = sine()
    memory, parts = Presliding(ARM, np.array([[DISTANCE]])), []
    for piece in (slice(0, 700), slice(700, 2500), slice(2500, None)):
        part = motion(swing.time[piece], swing.q[piece], swing.qd[piece], swing.qdd[piece], swing.effort[piece])
        parts.append(memory.follow(part)[:, 0, :, 0].sum(axis=1))
    np.testing.assert_allclose(np.concatenate(parts)[200:], followed(swing)[200:], atol=1e-9)


def test_a_velocity_resolves_what_the_position_does_not():
    """Positions rounded to a tenth of a milliradian: z follows the velocity."""
    swing = sine(amplitude=2e-4, seconds=8.0)
    coarse = motion(swing.time, np.round(swing.q, 4), swing.qd, swing.qdd, swing.effort)
    late = slice(6000, None)
    np.testing.assert_allclose(followed(coarse)[late], followed(swing)[late], atol=0.1)


@pytest.mark.parametrize("true", [4, 7])
def test_the_distance_is_found(true: int):
    """Dry friction of 2 N·m that turns round over this distance, in a slow swing of the joint."""
    unknowns = Unknowns(ARM)
    time = np.arange(0.0, 20.0, 0.002)
    q = 0.02 * np.sin(np.pi * time)[:, None]
    qd = 0.02 * np.pi * np.cos(np.pi * time)[:, None]
    law = Presliding(ARM, np.array([[DISTANCES[true]]]))
    z = law.follow(motion(time, q, qd, np.zeros_like(q), np.zeros_like(q)))
    effort = 2.0 * np.nan_to_num(z[:, 0, :, 0].sum(axis=1))[:, None]
    rows = recorded([motion(time, q, qd, np.zeros_like(q), effort)], unknowns, "swing").rows
    before = prior(unknowns)
    state = FrictionState(before.mean, np.zeros(1, dtype=np.intp), np.ones(1), 0.0)
    assert choose_distances(rows, state, unknowns, before, np.full(1, 1e-2))[0] == true
