"""Tables with a column map to samples in SI units at the joints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.bags.columns.column_map import ColumnMap, stated_columns
from puma560_dynamics.bags.columns.joint_table import JointTable, joint_table
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

N = 20
GENERATOR = np.random.default_rng(3)
T = 1.0 + 0.01 * np.arange(N)
Q, QD, TAU = GENERATOR.normal(size=(3, N, 2))


def table(*columns: np.ndarray, name: str = "run.csv") -> Table:
    return Table(name, tuple(np.column_stack(columns).T), lines=np.arange(1, N + 1))


def read(one: Table, text: Any, other: Any = None) -> tuple[JointTable, Findings]:
    columns = stated_columns(text)
    assert isinstance(columns, ColumnMap)
    findings = Findings()
    return joint_table(one, columns, findings, other), findings


def test_si_columns_are_taken_as_they_are():
    found, findings = read(table(T, Q, QD, TAU), "t=0 q=1:3 qd=3:5 effort=5:7")
    for name, values in (("position", Q), ("velocity", QD), ("effort", TAU)):
        np.testing.assert_array_equal(found.values[name], values)
    assert (found.n, findings.notes, findings.warnings) == (2, (), ())


def test_units_gain_sign_and_offset_give_the_joints_values():
    """The table is made from the joints' values by the inverse of each step."""
    sign, offset, gain = np.array([1.0, -1.0]), np.array([90.0, -45.0]), np.array([12.0, 8.0])
    degrees, speed, current = (np.degrees(Q) - offset) * sign, np.degrees(QD) * sign, TAU * sign / gain
    found, _ = read(
        table(T, degrees, speed, current),
        "t=0 q=1:3 q.unit=deg qd=3:5 effort=5:7 effort.unit=A effort.gain=12,8 sign=1,-1 offset=90,-45",
    )
    for name, values in (("position", Q), ("velocity", QD), ("effort", TAU)):
        np.testing.assert_allclose(found.values[name], values, rtol=1e-13, atol=1e-13)


def test_a_coupled_motor_side_gives_the_joints_values():
    matrix = np.array([[32.0, 0.0], [32.0, 45.0]])
    motors = (Q - [0.0, 0.5]) @ matrix.T
    text = {"t": 0, "q": "1:3", "effort": "3:5", "motor": {"matrix": matrix}, "offset": [0.0, 0.5]}
    found, _ = read(table(T, motors, TAU @ np.linalg.inv(matrix)), text)
    np.testing.assert_allclose(found.values["position"], Q, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(found.values["effort"], TAU, rtol=1e-12, atol=1e-13)


def test_columns_of_another_file_belong_to_the_same_rows():
    files = {"tau.csv": table(TAU, name="tau.csv"), "short.csv": Table("short.csv", (TAU[:5, 0], TAU[:5, 1]))}
    found, _ = read(table(T, Q), "t=0 q=1:3 effort=0:2 effort.file=tau.csv", files.__getitem__)
    np.testing.assert_array_equal(found.values["effort"], TAU)
    with pytest.raises(BagError, match=r"short\.csv has 5 rows and run\.csv 20"):
        read(table(T, Q), "t=0 q=1:3 effort=0:2 effort.file=short.csv", files.__getitem__)
    with pytest.raises(BagError, match="no other file"):
        read(table(T, Q), "t=0 q=1:3 effort=0:2 effort.file=tau.csv")


def test_rows_are_chosen_as_in_python():
    found, _ = read(table(T, Q), "t=0 q=1:3 rows=5:9")
    np.testing.assert_array_equal(found.values["position"], Q[5:9])
    assert found.row.tolist() == [5, 6, 7, 8]


def test_a_missing_position_is_refused_or_dropped():
    holed = Q.copy()
    holed[[4, 7], 1] = np.nan
    with pytest.raises(BagError, match=r"run.csv, line 5, column 2: no number .* in 2 of 20 rows"):
        read(table(T, holed), "t=0 q=1:3")
    found, findings = read(table(T, holed), "t=0 q=1:3 nan=drop")
    assert len(found.stamp) == N - 2 and np.isfinite(found.values["position"]).all()
    assert findings.warnings[0].count == 2


def test_a_missing_effort_stays_missing():
    holed = TAU.copy()
    holed[3, 0] = np.nan
    found, findings = read(table(T, Q, holed), "t=0 q=1:3 effort=3:5")
    np.testing.assert_array_equal(found.values["effort"], holed)
    assert findings.notes[0].kind == "missing"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t=0 q=1:3 effort=3:6", "run.csv: effort has 3 columns and position has 2"),
        ("t=0 q=1:3 effort=2:4", "column 2 is position and effort"),
        ("t=0 q=0:2", "column 0 is time and position"),
        ("t=0 q=1:3 effort=6:8", "run.csv: there is no column 7; it has 7"),
        ("t=0 q=1:3 effort=3:5 effort.gain=1,2,3", "effort.gain has 3 values for 2 joints"),
        ("t=0 q=1:3 effort=3:5 effort.unit=A", "effort is in A, which is not a torque; give effort.gain"),
        ("t=0 q=1:3 joints=a,b,c", "joints names 3 joints, and position has 2"),
        ("t=0 q=1:3 joints=a,a", "names a joint twice"),
        ("t=0 q=1:3 rows=30:", "rows 30: select none of its 20"),
        ("t=0 q=1:3 motor.ratio=1", "motor needs 2 ratios"),
        ("t=0 q=1:3 motor.ratio=1e-9,1e-9", "is implausible"),
    ],
)
def test_columns_that_do_not_go_together_are_refused(text: str, words: str):
    with pytest.raises(BagError, match=words):
        read(table(T, Q, QD, TAU), text)


def test_a_time_is_no_position():
    times = Table("run.csv", (np.arange(N).astype("datetime64[s]"), *Q.T))
    with pytest.raises(BagError, match="column 0 has times, not numbers"):
        read(times, "time.rate=5 q=0,1")
