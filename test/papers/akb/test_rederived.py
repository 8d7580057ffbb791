"""The generator derives the published tables, exactly and with a symbol for every parameter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.constants import table_parameters
from puma560_dynamics.models.tables.table import TableEntry
from puma560_dynamics.papers.akb.errata import Erratum, akb_errata
from puma560_dynamics.papers.akb.rederived import contradictions, package_tables, rederivation

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
