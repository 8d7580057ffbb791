"""Guaranteed bounds: never below any state's error, attained errors are attained, and both are near each other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.bounds import (
    RowBound,
    error_equations,
    guaranteed_share,
    guaranteed_shares,
)
from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE
from puma560_dynamics.emdeg.abbreviation.terms import ChainEquations, equations_of_motion
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.errors import AbbreviationError


def errors(exact: ChainEquations, kept: tuple, ranges: Ranges, count: int) -> np.ndarray:
    """(count, n) at samples whose velocities and accelerations are at the corners half of the time."""
    q, qd, qdd = ranges.sample(count, 3)
    half = count // 2
    qd[:half] = np.sign(qd[:half]) * ranges.velocity
    qdd[:half] = np.sign(qdd[:half]) * ranges.acceleration
    left = ChainEquations(exact.chain, exact.variables, kept)
    return np.abs(exact.torque(q, qd, qdd) - left.torque(q, qd, qdd))


def final_bounds(exact: ChainEquations, kept: tuple, ranges: Ranges, **limits: Any) -> list[RowBound]:
    """For each joint its bound, refined until it is final."""
    error = error_equations(exact, kept)
    result = [RowBound(error, ranges, row, **limits) for row in range(exact.chain.n)]
    for bound in result:
        while not bound.final:
            bound.refine()
    return result


@trials(25)
@given(chains(most=3), st.integers(0, 6))
def test_no_state_of_a_random_chain_errs_more(chain: Chain, every: int):
    exact = equations_of_motion(chain)
    kept = tuple(term for i, term in enumerate(exact.terms) if every and i % every)
    ranges = Ranges((-1.5,) * chain.n, (1.0,) * chain.n, (2.0,) * chain.n, (5.0,) * chain.n)
    found = errors(exact, kept, ranges, 400).max(axis=0)
    for bound, error in zip(final_bounds(exact, kept, ranges, pieces=200), found, strict=True):
        assert error <= bound.guaranteed
        assert bound.attained <= bound.guaranteed


def test_no_state_of_the_puma_errs_more_and_the_bound_is_near(arm: Arm):
    exact = equations_of_motion(arm.exact_chain)
    ranges = Ranges(tuple(arm.lower), tuple(arm.upper), tuple(0.3 * arm.velocity), (10.0,) * 6)
    kept = PAPER_RULE.kept(exact, ranges)
    found = errors(exact, kept, ranges, 5000).max(axis=0)
    for bound, error in zip(final_bounds(exact, kept, ranges, pieces=6_000), found, strict=True):
        assert error <= bound.guaranteed
        assert bound.guaranteed <= 3 * bound.attained


def test_a_pendulum_errs_as_far_as_its_weight_and_armature():
    chain = Chain("pendulum", (ChainJoint("one", sin_alpha=1, cos_alpha=0, armature=0.5),), (Body(2.0, (0.3, 0, 0)),))
    exact = equations_of_motion(chain)
    ranges = Ranges((-4.0,), (4.0,), (1.0,), (3.0,))
    (bound,) = final_bounds(exact, (), ranges, near=1.001)
    largest = 2 * 0.3 * 9.81 + (2 * 0.3**2 + 0.5) * 3
    assert bound.attained == pytest.approx(largest, rel=2e-3)
    assert largest <= bound.guaranteed <= 1.003 * largest


@pytest.mark.parametrize("heavy", [0, 2, 5])
def test_the_worst_joint_is_bounded_as_if_all_were_refined(arm: Arm, heavy: int):
    exact = equations_of_motion(arm.exact_chain)
    ranges = Ranges(tuple(arm.lower), tuple(arm.upper), tuple(0.3 * arm.velocity), (10.0,) * 6)
    kept = PAPER_RULE.kept(exact, ranges)
    torques = [0.02 * torque if row == heavy else torque for row, torque in enumerate(arm.maximum_torque.tolist())]
    all_final = final_bounds(exact, kept, ranges, pieces=2_500)
    shares = [bound.guaranteed / torque for bound, torque in zip(all_final, torques, strict=True)]
    assert len(set(shares)) == 6
    assert guaranteed_share(exact, kept, ranges, torques, pieces=2_500) == pytest.approx(max(shares), rel=1e-12)
    assert guaranteed_shares(exact, kept, ranges, torques, pieces=2_500) == pytest.approx(shares, rel=1e-12)


def test_a_bound_only_falls_and_what_is_attained_only_grows(arm: Arm):
    exact = equations_of_motion(arm.exact_chain)
    ranges = Ranges(tuple(arm.lower), tuple(arm.upper), tuple(0.3 * arm.velocity), (10.0,) * 6)
    bound = RowBound(error_equations(exact, PAPER_RULE.kept(exact, ranges)), ranges, 1, pieces=4_000)
    steps = [(bound.guaranteed, bound.attained)]
    while not bound.final:
        bound.refine()
        steps.append((bound.guaranteed, bound.attained))
    assert len(steps) > 8
    assert all(a[0] * (1 + 1e-12) >= b[0] and a[1] <= b[1] for a, b in pairwise(steps))
    assert steps[-1][0] < 0.5 * steps[1][0]


def test_nothing_dropped_is_no_error(arm: Arm):
    exact = equations_of_motion(arm.exact_chain)
    ranges = Ranges((-1.0,) * 6, (1.0,) * 6, (1.0,) * 6, (1.0,) * 6)
    assert [bound.guaranteed for bound in final_bounds(exact, exact.terms, ranges)] == [0.0] * 6


GOOD = Ranges((-1.0, 0.0), (2.0, 0.5), (3.0, 0.0), (10.0, 4.0))


def test_samples_stay_within_and_reach_near_the_edges():
    q, qd, qdd = GOOD.sample(5000, 1)
    assert (q >= GOOD.lower).all() and (q <= GOOD.upper).all()
    assert (np.abs(qd) <= GOOD.velocity).all() and (np.abs(qdd) <= GOOD.acceleration).all()
    assert np.abs(qdd).max(axis=0) == pytest.approx(GOOD.acceleration, rel=0.01)
    assert q.min(axis=0) == pytest.approx(GOOD.lower, abs=0.01)


def test_the_same_seed_gives_the_same_samples():
    for a, b, c in zip(GOOD.sample(9, 1), GOOD.sample(9, 1), GOOD.sample(9, 2), strict=True):
        assert (a == b).all()
        assert not np.array_equal(a[:, 0], c[:, 0])


@pytest.mark.parametrize(
    ("parts", "word"),
    [
        (((0.0,), (1.0, 1.0), (1.0,), (1.0,)), "one finite number for each joint"),
        (((0.0,), (float("inf"),), (1.0,), (1.0,)), "one finite number for each joint"),
        (((2.0,), (1.0,), (1.0,), (1.0,)), "lower limit"),
        (((0.0,), (1.0,), (-1.0,), (1.0,)), "sizes"),
    ],
)
def test_wrong_ranges_get_one_sentence(parts: tuple[tuple[float, ...], ...], word: str):
    with pytest.raises(AbbreviationError, match=word):
        Ranges(*parts)
