"""The generator derives the published tables, exactly and with a symbol for every parameter."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.emdeg import Poly
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.constants import table_parameters
from puma560_dynamics.models.tables.table import TableEntry
from puma560_dynamics.papers.akb.errata import akb_errata
from puma560_dynamics.papers.akb.rederived import contradictions, lumped, package_tables, rank, rederivation
from puma560_dynamics.papers.erratum import Erratum

READINGS = [
    pytest.param(erratum, id=f"{erratum.table}-{erratum.entry}-{n}")
    for n, erratum in enumerate(akb_errata())
    if erratum.proof == "model" and "printed" not in erratum.details
]


def test_every_element_is_the_tables_own():
    own = rederivation()
    assert list(own.table_elements()) and set(own.table_elements()) == set(own.elements)
    assert len(own.elements) == 21 + 90 + 36 + 6
    assert own.differences() == {}


@pytest.mark.parametrize("erratum", READINGS)
def test_the_generator_contradicts_every_uncorrected_reading(erratum: Erratum):
    found = contradictions(erratum)
    assert found
    for elements in found:
        assert elements
        assert erratum.table == "A2" or any(erratum.details.get("as_entry", erratum.entry) == e for e in elements)


def test_a_reading_with_an_unknown_symbol_is_no_table():
    tables = package_tables()
    tables["I9"] = TableEntry("I9", "m2*ru2*(d2+rz2)")
    with pytest.raises(Puma560Error, match="ru2"):
        rederivation().differences(tables)


def test_a_wrong_sign_is_seen_where_it_is_used():
    tables = package_tables()
    tables["I13"] = TableEntry("I13", "-" + tables["I13"].text)
    expected = 2 * rederivation().constants["I13"]
    found = rederivation().differences(tables)
    assert list(found) == ["a_12", "a_13", "b_123", "c_12", "c_13"]
    assert found["a_12"] == found["a_13"] == -expected * rederivation().ring.variable("s23")


def test_equations_9_and_10():
    """As corrected they hold; as printed (10) would need a12 not to depend on q2 alone."""
    own = rederivation().elements
    assert not any(own[name].derivative(5) for name in own if name.startswith("a_"))
    assert own["a_13"].derivative(1) == own["a_13"].derivative(2) == own["a_12"].derivative(2)
    constants, ring = rederivation().constants, rederivation().ring
    c2, s2 = ring.variable("c2"), ring.variable("s2")
    s4, s5 = ring.variable("s4"), ring.variable("s5")
    missing = own["a_12"].derivative(1) - own["a_13"].derivative(1)
    assert missing == constants["I4"] * c2 - constants["I9"] * s2 + constants["I16"] * c2 * s4 * s5


def test_numbers_of_random_arms(arms):
    """The symbols mean what they say: with an arm's numbers they are Newton-Euler's elements."""
    own = rederivation().elements
    for arm in arms(3, False):
        q = random_states(np.random.default_rng(1), 5)[0]
        angles = {"1": q[:, 0], "2": q[:, 1], "23": q[:, 1] + q[:, 2], "4": q[:, 3], "5": q[:, 4], "6": q[:, 5]}
        at = {f"c{k}": np.cos(v) for k, v in angles.items()} | {f"s{k}": np.sin(v) for k, v in angles.items()}
        numbers = at | table_parameters(arm)
        model = load_model("newton_euler", arm)
        a, g = model.kinetic_energy_matrix(q), model.gravity(q)
        for i in range(6):
            np.testing.assert_allclose(own[f"g_{i + 1}"].evaluate(numbers), g[:, i], atol=1e-12 * np.abs(g).max())
            for j in range(i, 6):
                found = own[f"a_{i + 1}{j + 1}"].evaluate(numbers)
                np.testing.assert_allclose(found, a[:, i, j], atol=1e-12 * np.abs(a).max())


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
