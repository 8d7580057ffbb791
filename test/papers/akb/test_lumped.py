"""Table A2 comes out of the generator: the same constants, or sums of them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg import Poly
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.papers.akb.lumped import lumped, rank
from puma560_dynamics.papers.akb.rederived import rederivation

INERTIAL = [f"I{i}" for i in range(1, 24)]
GRAVITATIONAL = [f"g{i}" for i in range(1, 6)]


def combination(target: Poly, basis: Iterable[Poly]) -> dict[int, Fraction]:
    """`target` as a sum of multiples of `basis`: index -> factor, only what is not zero.

    Raises:
        ValueError: `target` is not such a sum, or the basis is not independent.
    """
    pivots: list[tuple[int, Poly, dict[int, Fraction]]] = []  # monomial, form with 1 there, made of which
    for index, element in enumerate(basis):
        rest, made = _eliminated(element, {index: Fraction(1)}, pivots)
        if not rest:
            raise ValueError(f"constant {index} is a sum of those before it; give independent ones")
        monomial, lead = max(rest.items())
        pivots.append((monomial, rest * Fraction(1, lead), {i: Fraction(factor, lead) for i, factor in made.items()}))
    rest, made = _eliminated(target, {}, pivots)
    if rest:
        raise ValueError(f"{target!r} is not a sum of the given constants; {rest!r} remains")
    return {index: -factor for index, factor in sorted(made.items()) if factor}


def _eliminated(
    form: Poly, made: dict[int, Fraction], pivots: Iterable[tuple[int, Poly, dict[int, Fraction]]]
) -> tuple[Poly, dict[int, Fraction]]:
    """A form less multiples of earlier ones, and how it is made of the basis."""
    for monomial, pivot, parts in pivots:
        factor = dict(form.items()).get(monomial)
        if factor:
            form = form - pivot * factor
            for index, part in parts.items():
                made[index] = made.get(index, Fraction(0)) - factor * part
    return form, made


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
    with pytest.raises(ValueError, match="sum of those before it"):
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
    with pytest.raises(ValueError, match="remains"):
        combination(one, [other])


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
