"""Ranges: what they refuse, and that samples fill them and stay within."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.emdeg.abbreviation.ranges import Ranges
from puma560_dynamics.errors import AbbreviationError

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
        (((0.0,), (1.0, 1.0), (1.0,), (1.0,)), "one finite number a joint"),
        (((0.0,), (float("inf"),), (1.0,), (1.0,)), "one finite number a joint"),
        (((2.0,), (1.0,), (1.0,), (1.0,)), "lower limit"),
        (((0.0,), (1.0,), (-1.0,), (1.0,)), "sizes"),
    ],
)
def test_wrong_ranges_get_one_sentence(parts: tuple[tuple[float, ...], ...], word: str):
    with pytest.raises(AbbreviationError, match=word):
        Ranges(*parts)
