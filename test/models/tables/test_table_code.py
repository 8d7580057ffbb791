"""Tables as Python functions, and their operation counts by hand on small expressions."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.tables.constants import table_constants
from puma560_dynamics.models.tables.generated import full
from puma560_dynamics.models.tables.table import TableEntry, parse, read_table
from puma560_dynamics.models.tables.table_code import table_functions
from puma560_dynamics.models.tables.table_counts import count_elements

TABLES = {name: entry for table in ("a2", "a4", "a5", "a6", "a7") for name, entry in read_table(table).items()}


def values(module, name: str, arm: Arm) -> dict[str, np.ndarray]:
    """What a function returns at some states, by the entries of the tables."""
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, (6, 20))
    found = getattr(module, name)(module.coefficients(table_constants(arm)), q, np.sin, np.cos)
    return dict(zip(getattr(module, name.upper()), found, strict=True))


@pytest.mark.parametrize("name", ["kinetic_energy", "coriolis", "centrifugal", "gravity", "all_elements"])
def test_functions_of_the_corrected_tables_are_those_of_the_generated_module(name: str, arm: Arm):
    found, expected = values(table_functions(TABLES), name, arm), values(full, name, arm)
    assert list(found) == list(expected)
    for entry, value in found.items():
        np.testing.assert_array_equal(value, expected[entry])


def test_a_changed_entry_changes_its_value_alone(arm: Arm):
    changed = TABLES | {"g_4": TableEntry("g_4", "-2*g5*S23*S4*S5")}
    found, expected = values(table_functions(changed), "gravity", arm), values(full, "gravity", arm)
    assert [name for name in found if not np.array_equal(found[name], expected[name])] == ["g_4"]
    np.testing.assert_allclose(found["g_4"], 2.0 * expected["g_4"], rtol=1e-12)


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
