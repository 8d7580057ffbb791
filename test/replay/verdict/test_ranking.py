"""The likeliest cause first; those that a recording does not distinguish are marked."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.causes.cause import LEAST, FittedCause, Tried
from puma560_dynamics.replay.verdict.ranking import AS_MUCH, ranked

BLOCKS, JOINTS = 48, 3


def tried(kind: str, unseen: np.ndarray, faults: int = 1, numbers: int = 1) -> Tried:
    return Tried(FittedCause(kind, kind, {}, numbers, faults), np.zeros((JOINTS, 1)), unseen)


def squares(*levels: float, seed: int = 0, scatter: float = 0.2) -> np.ndarray:
    """(BLOCKS, JOINTS) about a level a joint."""
    return np.array(levels) * np.random.default_rng(seed).uniform(1.0 - scatter, 1.0 + scatter, (BLOCKS, JOINTS))


COUNT = np.ones((BLOCKS, JOINTS))
BEFORE = squares(1.0, 1.0, 1.0)


def order(*causes: Tried, before: np.ndarray = BEFORE) -> list[tuple[str, bool]]:
    return [(one.fitted.kind, one.indistinguishable) for one in ranked(causes, before, COUNT)]


def test_what_leaves_a_tenth_comes_first_though_both_explain_nearly_all():
    """A thousandth and a fiftieth are left: a share says little of that, likelihood much."""
    body = tried("payload", squares(1e-3, 1e-3, 1e-3, seed=1), numbers=10)
    scales = tried("effort_scale", squares(2e-2, 2e-2, 2e-2, seed=2), faults=3, numbers=3)
    assert order(scales, body) == [("payload", False), ("effort_scale", False)]


def test_a_large_residual_that_nothing_explains_hides_no_cause():
    """One joint leaves a hundred times as much as the others, by chance a little less with the wrong cause."""
    before = squares(1.0, 1.0, 100.0)
    body = tried("payload", squares(0.05, 0.05, 95.0, seed=1))
    wrong = tried("offset", squares(0.5, 0.5, 94.0, seed=1))
    assert order(wrong, body, before=before)[0][0] == "payload"


def test_causes_within_their_scatter_are_indistinguishable_and_the_one_with_fewer_faults_is_first():
    offsets = tried("offset", squares(0.2, 0.2, 0.2, seed=1), faults=3, numbers=3)
    body = tried("payload", squares(0.2, 0.2, 0.2, seed=2), faults=1, numbers=4)
    assert order(offsets, body) == [("payload", False), ("offset", True)]
    assert order(body, offsets) == [("payload", False), ("offset", True)]


def test_what_explains_much_less_is_distinguished_whatever_its_scatter():
    """One stretch decides between them: the difference is not sure, but half of the residual is no explanation."""
    burst = squares(0.1, 0.1, 0.1, seed=1)
    burst[7] += 60.0 * (1.0 - AS_MUCH)
    names = dict(order(tried("payload", squares(0.1, 0.1, 0.1, seed=1)), tried("tilt", burst)))
    assert names == {"payload": False, "tilt": False}


@pytest.mark.parametrize("level", [1.0, 1.0 - 0.5 * LEAST])
def test_what_explains_next_to_nothing_is_no_cause(level: float):
    assert order(tried("offset", level * BEFORE)) == []


def test_joints_and_blocks_without_samples_do_not_count():
    count = COUNT.copy()
    count[:10], count[:, 2] = 0.0, 0.0
    before, left = BEFORE * count, 0.1 * BEFORE * count
    found = ranked([tried("offset", left)], before, count)
    assert found[0].share == pytest.approx(0.9)
    assert np.isfinite(found[0].left).all()


def test_the_order_is_that_of_any_unit():
    causes = (tried("payload", squares(0.3, 0.2, 0.1, seed=1)), tried("tilt", squares(0.2, 0.3, 0.2, seed=2)))
    small = [Tried(one.fitted, one.weights, 1e-9 * one.unseen) for one in causes]
    assert order(*causes) == order(*small, before=1e-9 * BEFORE)
