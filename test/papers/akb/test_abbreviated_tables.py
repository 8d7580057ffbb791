"""Rounding of printed numbers, and which of the printed forms are judged."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import abbreviated_tables, applications
from puma560_dynamics.papers.bench import Bench


@pytest.mark.parametrize("text, half", [("0.60", 0.005), ("7.44e-1", 0.0005), (".333", 0.0005), ("-2.50e-3", 5e-6)])
def test_half_a_unit_of_the_last_digit(text: str, half: float):
    assert abbreviated_tables.half_unit(text) == pytest.approx(half)


def test_only_printed_forms_are_judged():
    bench = Bench()
    assert len(abbreviated_tables.kept_terms(bench).rows) == 46
    assert not any(row.name.startswith("a_33") for row in abbreviated_tables.abbreviated_coefficients(bench).rows)
    assert "c_24" not in str(applications.retained(bench).computed)
