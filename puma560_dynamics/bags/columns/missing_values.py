"""Values that a table does not have: rows to leave out, and counts for the report."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import FloatArray, IntegerArray
from ...errors import BagError
from ..findings import Findings
from ..tables.source import TableSource
from ..tables.table import Table
from .column_map import ColumnMap


class MissingValues:
    """Counts values that are not there, and leaves out rows without a position if the column map asks for it.

    Attributes:
        rows: number of selected rows so far, with those left out.
    """

    def __init__(self, columns: ColumnMap) -> None:
        self._columns = columns
        self.rows = 0
        self._refused, self._refused_words = 0, ""
        self._dropped = 0
        self._counts: dict[str, tuple[Table, int]] = {}

    def add(
        self,
        tables: Mapping[TableSource, Table],
        sources: Mapping[str, TableSource],
        places: Mapping[str, tuple[int, ...]],
        rows: IntegerArray,
        raw: dict[str, FloatArray],
    ) -> IntegerArray:
        """Add the selected rows of a block; rows to leave out are removed from `raw`. Return the rows that are kept."""
        self.rows += len(rows)
        for name, values in raw.items():
            missing = np.isnan(values)
            if not missing.any():
                continue
            table = tables[sources[name]]
            if name != "position":
                self._counts[name] = (table, self._counts.get(name, (table, 0))[1] + int(missing.sum()))
            elif self._columns.nan == "refuse":
                if not self._refused:
                    row, joint = map(int, np.argwhere(missing)[0])
                    self._refused_words = table.place(table.first + int(rows[row]), places[name][joint])
                self._refused += int(missing.any(axis=1).sum())
        if self._columns.nan == "drop":
            keep = np.isfinite(raw["position"]).all(axis=1)
            if not keep.all():
                self._dropped += int((~keep).sum())
                rows = rows[keep]
                raw.update({name: values[keep] for name, values in raw.items()})
        return rows

    def finish(self, head: Table, findings: Findings) -> None:
        """Report what is missing.

        Raises:
            BagError: a position is missing, and such rows are not to be left out.
        """
        if self._refused:
            raise BagError(
                f"{self._refused_words}: no number (NaN or empty), in {self._refused} of {self.rows} rows; correct it, "
                "or drop such rows with nan=drop"
            )
        for table, count in self._counts.values():
            findings.add("missing", f"{table.name}: numbers are missing (NaN or empty)", count, loss=False)
        if self._dropped:
            findings.add("not_finite", f"{head.name}: rows without a position were dropped", self._dropped)
