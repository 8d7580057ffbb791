"""Tables from arrays, mappings and data frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.bags.tables.in_memory import table_of
from puma560_dynamics.errors import BagError

T, Q = np.arange(5.0), np.arange(10.0).reshape(5, 2)


class Frame:
    """What every data frame has."""

    def __init__(self, **columns: Any) -> None:
        self.columns = list(columns)
        self._values = columns

    def __getitem__(self, key: str) -> Any:
        return self._values[key]


def test_an_array_has_columns_without_names():
    table = table_of(Q)
    assert (table.names, table.rows) == ((), 5)
    np.testing.assert_array_equal(np.column_stack(table.columns), Q)


def test_arrays_by_name_are_groups():
    table = table_of({"t": T, "q": Q})
    assert table.names == ("t", "q[0]", "q[1]")
    assert table.find(["q"]) == (1, 2)


def test_a_data_frame_has_columns_with_names():
    table = table_of(Frame(t=T, q1=[1, 2, 3, 4, 5], q2=np.array(["1", "2", "3", "4", "5"], dtype=object)))
    assert table.names == ("t", "q1", "q2")
    np.testing.assert_array_equal(table.columns[2], np.arange(1.0, 6.0))


def test_a_column_of_words_leaves_other_columns_unchanged():
    table = table_of(Frame(t=T, mode=["run"] * 5))
    assert np.isnan(table.columns[1]).all()
    np.testing.assert_array_equal(table.columns[0], T)


def test_pandas_is_a_data_frame():
    pandas = pytest.importorskip("pandas")
    stamps = pandas.to_datetime(T, unit="s")
    table = table_of(pandas.DataFrame({"t": stamps, "q1": Q[:, 0]}))
    assert table.columns[0].dtype.kind == "M"
    np.testing.assert_array_equal(table.columns[1], Q[:, 0])


def test_a_structured_array_has_names():
    assert table_of(np.zeros(3, dtype=[("t", float), ("q1", float)])).names == ("t", "q1")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (T, "shape \\(5,\\)"),
        ({"t": T, "q": Q[:3]}, "different lengths \\(t 5, q 3\\)"),
        ({"name": np.array("ur10e")}, "no arrays with one row per sample"),
        (Frame(t=T, q=["1", "2", "x", "4", "5"]), "row 2, q: 'x' is not a number"),
    ],
)
def test_what_is_no_table_is_refused(data: Any, words: str):
    with pytest.raises(BagError, match=words):
        table_of(data)


def test_other_lengths_are_passed_over_where_asked():
    assert table_of({"t": T, "q": Q, "rate": np.array([500.0])}, skip_other_lengths=True).names == ("t", "q[0]", "q[1]")
