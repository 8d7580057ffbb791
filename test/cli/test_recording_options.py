"""Column maps of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.bags.columns.column_map import ColumnMap
from puma560_dynamics.cli.recording_options import check_columns, without_gain
from puma560_dynamics.errors import BagError


def test_columns_are_for_tables():
    assert check_columns(None, [Path("bag")]) is None
    assert isinstance(check_columns(["t=0", "q=1:7"], [Path("bag"), Path("table.csv")]), ColumnMap)
    with pytest.raises(BagError, match="--columns is for tables"):
        check_columns(["t=0", "q=1:7"], [Path("bag")])


def test_a_gain_that_is_sought_is_not_given():
    given = ["t=0", "q=1:7", "effort=7:13"]
    found = without_gain(check_columns([*given, "effort.unit=Nm"], [Path("table.csv")]))
    assert isinstance(found, ColumnMap)
    assert found.quantities["effort"].unit == () and found.quantities["effort"].gain == (1.0,)
    with pytest.raises(BagError, match="--unknown-gains"):
        without_gain(check_columns([*given, "effort.gain=0.1"], [Path("table.csv")]))
