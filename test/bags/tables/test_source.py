"""Sources give blocks of equal size, whatever their reader gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.bags.tables.source import TableSource, source_of, unread
from puma560_dynamics.bags.tables.table import Table

X = np.arange(23.0)
LINES = np.arange(2, 25)
TABLE = Table("run.csv", (X, 2 * X), ("t", "q1"), lines=LINES, notes=("cut",))


@pytest.mark.parametrize("size", [1, 4, 23, 100])
@pytest.mark.parametrize("cuts", [(), (1, 2, 9), (5, 5, 20)])
def test_blocks_have_one_size_and_all_rows(size: int, cuts: tuple[int, ...]):
    def read(wanted: object) -> Iterator[Table]:
        for first, end in zip((0, *cuts), (*cuts, 23), strict=True):
            part = slice(first, end)
            notes = TABLE.notes if end == 23 else ()
            yield replace(
                TABLE, columns=(X[part], 2 * X[part]), lines=LINES[part], first=first, notes=notes, read=end / 23
            )

    source = TableSource(replace(TABLE, columns=(X[:0], X[:0]), notes=()), None, read)
    blocks = list(source.blocks(size=size))
    assert [block.rows for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    assert [block.first for block in blocks] == list(range(0, 23, size))
    np.testing.assert_array_equal(np.concatenate([block.columns[1] for block in blocks]), 2 * X)
    assert [block.place(block.first) for block in blocks] == [f"run.csv, line {row + 2}" for row in range(0, 23, size)]
    assert sum((block.notes for block in blocks), ()) == ("cut",)
    np.testing.assert_allclose(
        [block.read for block in blocks], np.minimum(np.arange(1, len(blocks) + 1) * size / 23, 1)
    )
    np.testing.assert_array_equal(source.whole().columns[0], X)


def test_a_table_in_memory_is_a_source():
    source = source_of(TABLE)
    assert (source.rows, source.head.rows, source.head.names) == (23, 0, ("t", "q1"))
    assert [block.rows for block in source.blocks(size=10)] == [10, 10, 3]


def test_a_column_that_is_not_needed_takes_no_memory():
    column = unread(10**9)
    assert len(column) == 10**9 and np.isnan(column[-1])
    wide = TableSource(TABLE, None, lambda wanted: iter([replace(TABLE, columns=(unread(7),), lines=None)] * 3))
    assert [block.columns[0].strides for block in wide.blocks(size=5)] == [(0,)] * 5
