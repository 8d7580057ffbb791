"""The friction law is the one that predicts best, and rows at rest are fitted where its state is known."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from helpers.identification.synthetic import motion, moved, small_arm, true_arm

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import FULL
from puma560_dynamics.identification import recorded as recorded_module
from puma560_dynamics.identification.friction_choice import FrictionState, choose_distances
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.joint_equations import consecutive_parts, equal_shares
from puma560_dynamics.identification.predict import predict, relative_errors
from puma560_dynamics.identification.presliding import DISTANCES, Presliding
from puma560_dynamics.identification.prior import prior
from puma560_dynamics.identification.recorded import Recorded, recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.replay.motion.motion import Motion

pytest.importorskip("cvxpy")

ARM = small_arm()
TRUTH = true_arm(ARM, np.random.default_rng(4))
TRUE_DISTANCE = 6
"""Index in `DISTANCES`: 0.5 mrad."""


def halting(seed: int, distances: list[int], seconds: float = 30.0, noise: float = 0.02) -> Motion:
    """Motion with a rest of every joint in every swing, and dry friction that reverses over a distance."""
    rng = np.random.default_rng(seed)
    time = np.arange(0.0, seconds, 0.005)
    rate, phase = rng.uniform(1.0, 2.0, 3), rng.uniform(0.0, 6.0, 3)
    angle = rate * time[:, None] + phase
    # The velocity is a sine with its middle part cut out, so that each joint rests between two strokes.
    speed = np.sin(angle)
    qd = 0.6 * np.where(np.abs(speed) > 0.4, speed - 0.4 * np.sign(speed), 0.0)
    qdd = 0.6 * np.where(np.abs(speed) > 0.4, rate * np.cos(angle), 0.0)
    q = np.cumsum(qd, axis=0) * 0.005
    law = Presliding(ARM, np.array(DISTANCES)[distances][:, None])
    whole = motion(time, q, qd, qdd, np.zeros_like(q))
    z = np.nan_to_num(law.follow(whole)[..., 0])
    effort = load_model("newton_euler", TRUTH).torque(q, qd, qdd)
    for joint, friction in enumerate(TRUTH.friction):
        positive, negative = z[:, joint].T
        effort[:, joint] += friction.coulomb_positive * positive + friction.coulomb_negative * negative
        effort[:, joint] += friction.viscous * qd[:, joint] + friction.offset
    return replace(whole, effort=effort + noise * rng.normal(size=q.shape))


def fitted(whole: Motion, *, arm: Arm = ARM, choose: bool = False) -> Identified:
    unknowns = Unknowns(arm, friction=FULL if choose else ())
    return fit_unknowns(unknowns, [recorded([whole], unknowns, "a motion")], lead=0.0, choose=choose)


def test_joints_that_rest_are_predicted_with_the_friction_of_their_last_motion():
    found = fitted(halting(1, [TRUE_DISTANCE] * 3))
    assert np.abs(found.state.distances - TRUE_DISTANCE).max() <= 1
    other = halting(2, [TRUE_DISTANCE] * 3)
    errors = [
        relative_errors(predict([other], found.unknowns, found.estimate.x, distances))
        for distances in (found.presliding, np.zeros(3))
    ]
    assert (errors[0] < 0.03).all()
    assert (errors[0] < 0.2 * errors[1]).all()  # with the sign of the velocity, friction at rest is 0


def test_rows_at_rest_do_not_bend_a_fit_whose_law_does_not_know_them():
    """The joint's friction at rest is not that of any distance: the smooth sign is chosen, and motion determines it."""
    whole = moved(TRUTH, np.random.default_rng(3), 30.0)
    found = fitted(whole)
    assert not found.state.distances.any()
    viscous = found.unknowns.place_of("viscous")
    true = np.array([joint.viscous for joint in TRUTH.friction])
    assert (np.abs(found.estimate.x[viscous] - true) < 4.0 * found.estimate.error[viscous]).all()


@pytest.mark.parametrize("load", [0.0, 0.1])
def test_the_law_is_as_rich_as_the_recording_needs(load: float):
    truth = true_arm(ARM, np.random.default_rng(3), load=load)
    train, other = (moved(truth, np.random.default_rng(seed), 30.0) for seed in (5, 6))
    found, simple = fitted(train, choose=True), fitted(train)
    assert ("load" in found.unknowns.sought) or load == 0.0
    with_choice, without = (
        relative_errors(predict([other], one.unknowns, one.estimate.x, one.presliding)) for one in (found, simple)
    )
    assert (with_choice < 1.1 * without).all()
    if load:
        assert with_choice[1] < 0.9 * without[1]


def test_one_motor_has_another_distance_where_it_predicts_clearly_better():
    unknowns = Unknowns(ARM)
    before = prior(unknowns)
    state = FrictionState(before.mean, np.zeros(3, dtype=np.intp), np.ones(3), 0.0)

    def chosen(distances: list[int]) -> list[int]:
        rows = recorded([halting(7, distances)], unknowns, "a motion").rows
        found: list[int] = choose_distances(rows, state, unknowns, before, np.full(3, 0.01)).tolist()
        return found

    assert chosen([6, 6, 6]) == [6, 6, 6]
    assert chosen([9, 6, 6])[0] > 7  # ten times the distance


def test_a_long_recording_is_thinned_evenly(monkeypatch: pytest.MonkeyPatch):
    unknowns = Unknowns(ARM)
    whole = moved(TRUTH, np.random.default_rng(3), 60.0)
    every = recorded([whole], unknowns, "whole")
    count = sum(len(piece.time) for piece in every.rows)
    monkeypatch.setattr(recorded_module, "MOST_WINDOWS", count // 3)
    thinned: Recorded = recorded([whole], unknowns, "thinned")
    assert every.kept == 1.0 and thinned.kept == 0.25
    time = np.concatenate([piece.time for piece in thinned.rows])
    assert len(time) == pytest.approx(0.25 * count, rel=0.1)
    assert set(np.floor(time).astype(int) % 4) == {0}
    assert time[-1] > 55.0


def test_parts_have_equal_shares_of_motion_whatever_the_rest():
    """A long rest before the motion must not leave stretches without motion to judge or to fit."""
    unknowns = Unknowns(ARM)
    whole = moved(TRUTH, np.random.default_rng(3), 20.0)
    count = 5 * len(whole.time)
    time = np.concatenate([np.arange(-count, 0) * 0.005, whole.time])
    still = np.zeros((count, 3))
    q = np.concatenate([still + whole.q[0], whole.q])
    qd, qdd = (np.concatenate([still, values]) for values in (whole.qd, whole.qdd))
    effort = np.concatenate([still + whole.effort[0], whole.effort])
    rested = recorded([motion(time, q, qd, qdd, effort)], unknowns, "rested").rows
    moving = [
        sum(int(rested[index].part(which).moves.sum()) for index, which in part)
        for part in consecutive_parts(rested, 5)
    ]
    assert min(moving) > 0.8 * max(moving)
    assert sum(moving) == sum(int(piece.moves.sum()) for piece in rested)
    found = fitted(motion(time, q, qd, qdd, effort))
    assert (found.noise > 0.0).all()
    assert (np.abs(found.estimate.x - fitted(whole).estimate.x)[unknowns.motors] < 0.05).all()


@pytest.mark.parametrize("counts", [[], [0, 0, 0, 0], [1] * 23, [0] * 50 + [3] * 10, [5] * 10 + [0] * 40])
def test_edges_of_equal_shares_are_in_order_and_inside(counts: list[int]):
    edges = equal_shares(np.array(counts, dtype=np.int64), 5)
    assert len(edges) == 4
    assert all(0 <= first <= last <= len(counts) for first, last in pairwise([0, *edges, len(counts)]))
    if any(counts):
        sums = [sum(counts[first:last]) for first, last in pairwise([0, *edges, len(counts)])]
        assert max(sums) - min(sums) <= 2 * max(counts)
