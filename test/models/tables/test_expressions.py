"""Which expressions each model takes from the tables."""

from __future__ import annotations

import ast

from puma560_dynamics.models.tables.expressions import trees
from puma560_dynamics.models.tables.table import names_in


def test_full_and_abbreviated_have_the_same_entries():
    assert list(trees("full")) == list(trees("abbreviated"))
    assert len(trees("full")) == 153


def test_the_abbreviated_has_fewer_terms_and_the_same_constants():
    full, short = trees("full", ("a4",))["a_11"], trees("abbreviated", ("a4",))["a_11"]
    assert set(names_in(short)) == {"Im1", "I1", "I3", "CC2", "I7", "SS23", "I5", "C2", "S23"}
    assert set(names_in(short)) < set(names_in(full))
    assert ast.unparse(trees("abbreviated")["c_35"]) == "c_34"
