"""Counts of the paper's equations, against a count by hand of small ones."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.counting import Tally
from puma560_dynamics.models.kane_levinson.counts import any_numbers, of_torques, operation_counts
from puma560_dynamics.models.kane_levinson.equations import equation_values


@pytest.mark.parametrize(
    "wanted, count",
    [
        ("Z64", (6, 1)),  # s2*s3*Z3, c3*c2*Z2, s2^2, one division; Z2 and Z3 are given here
        ("Z25", (1, 0)),
        ("X55", (0, 0)),
        ("Z141", (1, 0)),
    ],
)
def test_small_equations_count_as_by_hand(wanted: str, count: tuple[int, int]):
    tally = Tally()
    names = ("s2", "c2", "s3", "c3", "q6", "Z2", "Z3", "Z8", "Z11")
    equation_values([wanted], {name: tally.variable() for name in names} | {"F2": tally.constant(0.3)})
    assert tuple(tally.count) == count


def test_parts_of_the_model():
    counts = operation_counts()
    assert set(counts) == {"torque", "gravity", "kinetic_energy_matrix", "all_elements"}
    assert counts["gravity"].total < counts["torque"].total < counts["all_elements"].total
    assert counts["torque"] == of_torques(any_numbers())
