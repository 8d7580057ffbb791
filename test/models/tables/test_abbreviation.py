"""Tracing the printed numbers back to the constants."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.tables.abbreviation import printed_terms, trees
from puma560_dynamics.models.tables.constants import printed_constants
from puma560_dynamics.models.tables.table import TableEntry, names_in, read_table


def test_a_coefficient_is_found_through_factors():
    entry = TableEntry("x", "2*{I5*C2*S23 + I7*SS23}", "7.44e-1*C2*S23")
    (term,) = printed_terms(entry)
    assert term.coefficient == {"I5": Fraction(2)}
    assert term.value(printed_constants()) == pytest.approx(0.744)


def test_a_term_that_is_not_there_is_refused():
    with pytest.raises(Puma560Error, match="no term in S3"):
        list(printed_terms(TableEntry("x", "I5*C2", "0.3*S3")))


@pytest.mark.parametrize("table", ["a4", "a5", "a6", "a7"])
def test_every_printed_number_is_table_a3s(table: str):
    """But for a_13, whose digits are exchanged (errata), print and constants agree to rounding."""
    for entry in read_table(table).values():
        for term in printed_terms(entry):
            if (term.entry, term.factor) != ("a_13", "S23"):
                assert term.value(printed_constants()) == pytest.approx(term.printed, rel=0.02), term


def test_full_and_abbreviated_have_the_same_entries():
    assert list(trees("full")) == list(trees("abbreviated"))
    assert len(trees("full")) == 153


def test_the_abbreviated_has_fewer_terms_and_the_same_constants():
    full, short = trees("full", ("a4",))["a_11"], trees("abbreviated", ("a4",))["a_11"]
    assert set(names_in(short)) == {"Im1", "I1", "I3", "CC2", "I7", "SS23", "I5", "C2", "S23"}
    assert set(names_in(short)) < set(names_in(full))
    assert ast.unparse(trees("abbreviated")["c_35"]) == "c_34"
