"""Tables 1 and 3: see test_counting.py for the counts; here what is not counted says why."""

from __future__ import annotations

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.explicit.paper_tables import PAPER_FULL, count_rows
from puma560_dynamics.recursive.newton_euler import NewtonEulerModel


def test_rows_are_the_papers(arm: Arm):
    recursive = NewtonEulerModel(arm)
    full, short = (load_model(kind, arm).operation_counts() for kind in ("full", "abbreviated"))
    rows = count_rows(full, short, recursive.operation_counts(), recursive.general_counts())
    assert [row.paper for row in rows] == [1560, 1165, 305, 2737, 278, 58, 25]
    assert PAPER_FULL.total == 1165
    assert [row.method for row in rows if row.ours is None] == ["Walker and Orin", "Izaguirre and Paul, simplified"]
