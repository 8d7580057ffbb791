"""Tables of the paper: read, parsed, evaluated."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.table import evaluate, parse, parse_table, read_table


def test_braces_powers_and_continuation():
    table = parse_table("a_11 = 2*{x + y}\n  - x^2\n ~ 3*x  # note\nb = x")
    assert evaluate(table["a_11"].tree, {"x": 3, "y": 4}) == 5
    assert table["a_11"].abbreviated == "3*x"
    assert table["b"].abbreviated is None
    assert not table["a_11"].inserted


def test_an_inserted_form_is_marked():
    table = parse_table("a = 1\n [~] 2*x\nb = 3\n ~ 3")
    assert (table["a"].abbreviated, table["a"].inserted) == ("2*x", True)
    assert (table["b"].abbreviated, table["b"].inserted) == ("3", False)


@pytest.mark.parametrize("text", ["__import__('os')", "x[0]", "x.y", "x/2", "lambda: 0", "x ; y", "2*(x"])
def test_nothing_but_sums_and_products(text: str):
    with pytest.raises(Puma560Error):
        parse(text)


def test_an_entry_has_one_place():
    with pytest.raises(Puma560Error, match="twice"):
        parse_table("a = 1\na = 2")
    with pytest.raises(Puma560Error, match="belongs to no entry"):
        parse_table("+ 3\n")


def test_a_symbol_needs_a_value():
    with pytest.raises(Puma560Error, match="rv3"):
        evaluate(parse("m3*rv3"), {"m3": 1.0})


@pytest.mark.parametrize(("name", "count"), [("a2", 28), ("a4", 21), ("a5", 90), ("a6", 36), ("a7", 6)])
def test_the_tables_are_complete(name: str, count: int):
    assert len(read_table(name)) == count


def test_floats_fractions_and_arrays():
    tree = parse("-a^2*{b-2} + 3*a")
    assert evaluate(tree, {"a": 2.0, "b": 5.0}) == -6.0
    assert evaluate(tree, {"a": Fraction(1, 2), "b": 3}) == Fraction(5, 4)
    np.testing.assert_array_equal(evaluate(tree, {"a": np.array([2.0, 1.0]), "b": 5.0}), [-6.0, 0.0])
