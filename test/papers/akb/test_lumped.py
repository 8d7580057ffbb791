"""Table A2 comes out of the generator: the same constants, or sums of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.papers.akb.lumped import combination, lumped
from puma560_dynamics.papers.akb.rederived import rederivation

INERTIAL = [f"I{i}" for i in range(1, 24)]
GRAVITATIONAL = [f"g{i}" for i in range(1, 6)]


@pytest.mark.parametrize("kind, names", [("a", INERTIAL), ("g", GRAVITATIONAL)])
def test_each_set_is_made_of_the_other(kind: str, names: list[str]):
    own = rederivation()
    ours = [constant.value for constant in lumped(own, kind)]
    theirs = {name: own.constants[name] for name in names}
    for name in names:
        parts = combination(theirs[name], ours)
        assert own.ring.sum(ours[i] * factor for i, factor in parts.items()) == theirs[name]
    independent = [theirs[name] for name in names if name != "I21"]
    assert len(ours) == len(independent)
    for value in ours:
        assert combination(value, independent)


def test_the_paper_has_one_constant_too_many():
    """I19 + I20 + I21 = 0: 22 inertial constants and not 23."""
    constants = rederivation().constants
    assert constants["I19"] + constants["I20"] + constants["I21"] == 0
    with pytest.raises(Puma560Error, match="sum of those before it"):
        combination(constants["I1"], [constants[name] for name in INERTIAL])
    assert len(lumped(rederivation(), "a")) == 22


def test_most_come_out_as_printed():
    """All but those that stand together with another in the canonical form, and I21."""
    own = rederivation()
    ours = [constant.value for constant in lumped(own, "a")]
    single = {name for name in INERTIAL if len(combination(own.constants[name], ours)) == 1}
    assert set(INERTIAL) - single == {"I1", "I2", "I6", "I7", "I14", "I21"}
    gravity = [constant.value for constant in lumped(own, "g")]
    assert all(len(combination(own.constants[name], gravity)) == 1 for name in GRAVITATIONAL)


def test_what_is_no_sum_is_refused():
    own = rederivation()
    one, other = own.constants["I3"], own.constants["I4"]
    assert combination(one * 2 - other, [one, other]) == {0: Fraction(2), 1: Fraction(-1)}
    with pytest.raises(Puma560Error, match="remains"):
        combination(one, [other])
