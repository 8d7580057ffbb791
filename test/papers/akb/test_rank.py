"""The rank of polynomials: what is a combination of others does not count, a product does."""

from __future__ import annotations

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.papers.akb.rank import rank


def test_the_rank_of_constants():
    ring = Ring()
    x, y = ring.variable("x"), ring.variable("y")
    assert rank([x, y, x + y]) == 2
    assert rank([x * 2, x * y, y]) == 3


def test_a_relation_that_shows_only_after_elimination():
    ring = Ring()
    x, y, z = (ring.variable(name) for name in "xyz")
    assert rank([x + y, y + z, z - x]) == 2
    assert rank([x + y, y + z, z + x]) == 3
    assert rank([x - x, y]) == 1
