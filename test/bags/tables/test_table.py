"""Columns found by name, number, range, pattern and group; where a number is."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

COLUMNS = tuple(np.arange(4.0) + 10.0 * k for k in range(4))
NAMED = Table("run.csv", COLUMNS, ("t", "actual_q_0", "actual_q_1", "2"), {"q": (1, 2)}, np.array([2, 3, 5, 6]))
BARE = Table("run.csv", COLUMNS)


@pytest.mark.parametrize(
    ("selectors", "places"),
    [
        (["t"], (0,)),
        (["actual_q_*"], (1, 2)),
        (["q"], (1, 2)),
        (["2"], (3,)),  # a name goes before a number
        (["1"], (1,)),
        (["1:3"], (1, 2)),
        (["2:"], (2, 3)),
        ([":2", "3"], (0, 1, 3)),
    ],
)
def test_a_selector_names_columns(selectors: list[str], places: tuple[int, ...]):
    assert NAMED.find(selectors) == places


@pytest.mark.parametrize(
    ("table", "selector", "words"),
    [
        (BARE, "4", "no column 4; it has 4, counted from 0"),
        (BARE, "2:6", "no column 4"),
        (BARE, "3:3", "no column 3:3"),
        (BARE, "q1", "no header: name columns by number, 0 to 3"),
        (NAMED, "effort*", "actual_q_0, actual_q_1"),
        (Table("x", COLUMNS, ("a", "a", "b", "c")), "a", "2 columns are called 'a'"),
    ],
)
def test_what_is_not_there_is_named(table: Table, selector: str, words: str):
    with pytest.raises(BagError, match=r"^(run\.csv|x): ") as error:
        table.find([selector])
    assert words in str(error.value)


def test_a_place_has_line_and_column():
    assert NAMED.place(2, 1) == 'run.csv, line 5, column 1 ("actual_q_0")'
    assert BARE.place(2) == "run.csv, row 2"
    assert BARE.rows == 4
