"""Operation counts by hand on small expressions, and the paper's tables."""

from __future__ import annotations

import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.tables.table import parse
from puma560_dynamics.models.tables.table_counts import count_elements


@pytest.mark.parametrize(
    ("text", "multiplications", "additions"),
    [
        ("0", 0, 0),
        ("S2", 0, 0),
        ("-I1*S2", 1, 0),
        ("I1*CC2", 2, 0),  # CC2 itself, and the product
        ("Im1 + I1 + I3*C2", 1, 1),  # Im1 + I1 is a constant
        ("2*{I5*C2*S23 + I12*C2*C23}", 5, 1),
        ("I10*(1-2*SS23)", 3, 1),
    ],
)
def test_by_hand(text: str, multiplications: int, additions: int):
    assert count_elements({"a_11": parse(text)}) == (multiplications, additions)


def test_factorizations_count_once_and_aliases_are_free():
    trees = {"b_112": parse("I1*SC2"), "b_113": parse("I2*SC2"), "b_114": parse("b_112"), "b_115": parse("-b_112")}
    assert count_elements(trees) == (3, 0)


def test_sums_of_constants_count_when_taken_literally():
    tree = {"a_11": parse("Im1 + I1 + I3*C2")}
    assert count_elements(tree, literal=True) == (1, 2)


@pytest.mark.parametrize("kind", ["full", "abbreviated", "newton_euler"])
def test_every_model_answers_for_the_same_parts(arm: Arm, kind: str):
    counts = load_model(kind, arm).operation_counts()
    assert set(counts) == {"torque", "gravity", "kinetic_energy_matrix", "all_elements"}
    assert counts["torque"].total > counts["gravity"].total > 0
    assert counts["torque"].total == counts["torque"].multiplications + counts["torque"].additions
