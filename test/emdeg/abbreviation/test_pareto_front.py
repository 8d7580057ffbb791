"""The front: fewer calculations for more error, bounds above samples, nothing that the exact model beats."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.pareto_front import ParetoPoint, pareto_front
from puma560_dynamics.models.sampling import ranges_of

EXACT = 160
"""An exact model so cheap that the most accurate point does not pay."""


@pytest.fixture(scope="module")
def points(arm: Arm) -> tuple[ParetoPoint, ...]:
    errors = (0.25, 0.001, 0.02)
    torques = arm.maximum_torque.tolist()
    shares: list[float] = []
    found = pareto_front(
        arm.exact_chain, ranges_of(arm), torques, EXACT, errors, moves=0, rounds=0, pieces=500, progress=shares.append
    )
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0
    assert len(shares) > len(errors) + 1  # also between the points, each of which takes seconds
    return found


def test_each_further_calculation_buys_accuracy(points: tuple[ParetoPoint, ...]):
    assert len(points) == 2
    for better, cheaper in pairwise(points):
        assert better.operations > cheaper.operations
        assert better.largest < cheaper.largest


def test_no_point_costs_more_than_the_exact_model(points: tuple[ParetoPoint, ...]):
    assert all(point.operations < EXACT for point in points)


def test_rms_is_below_the_largest_and_that_below_the_bound(points: tuple[ParetoPoint, ...]):
    for point in points:
        assert 0 < point.rms < point.largest <= point.guaranteed
        assert point.terms == len(point.model.kept.terms)
