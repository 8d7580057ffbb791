"""Functions made of the tables: the corrected ones, and another reading."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import Arm
from puma560_dynamics.models.tables.constants import table_constants
from puma560_dynamics.models.tables.generated import full
from puma560_dynamics.models.tables.table import TableEntry, read_table
from puma560_dynamics.models.tables.table_code import table_functions

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
