"""Missing values are counted over all blocks, and rows without a position are refused or left out."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.columns.column_map import ColumnMap, stated_columns
from puma560_dynamics.bags.columns.missing_values import MissingValues
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.tables.source import source_of
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

TABLE = Table("run.csv", (np.zeros(6), np.zeros(6)))
SOURCE = source_of(TABLE)


def added(columns: str) -> tuple[MissingValues, list[int]]:
    stated = stated_columns(columns)
    assert isinstance(stated, ColumnMap)
    missing, kept = MissingValues(stated), []
    for first in (0, 3):
        block = Table("run.csv", (np.zeros(3), np.zeros(3)), first=first)
        raw = {"position": np.zeros((3, 1)), "effort": np.array([[np.nan], [1.0], [np.nan]])}
        raw["position"][first // 3 :, 0] = np.nan
        places = {"position": (0,), "effort": (1,)}
        kept += (
            first + missing.add({SOURCE: block}, dict.fromkeys(places, SOURCE), places, np.arange(3), raw)
        ).tolist()
        assert len(raw["effort"]) == len(raw["position"])
    return missing, kept


def test_they_are_refused_with_the_first_place_and_their_number():
    missing, kept = added("t=0 q=0 effort=1")
    assert kept == [0, 1, 2, 3, 4, 5]
    with pytest.raises(BagError, match=r"run.csv, row 0, column 0: no number .* in 5 of 6 rows"):
        missing.finish(TABLE, Findings())


def test_they_are_left_out_and_counted():
    missing, kept = added("t=0 q=0 effort=1 nan=drop")
    assert kept == [3]
    findings = Findings()
    missing.finish(TABLE, findings)
    assert [(one.kind, one.count) for one in (*findings.warnings, *findings.notes)] == [
        ("not_finite", 5),
        ("missing", 4),
    ]
