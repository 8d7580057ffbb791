"""Tables with a column map to samples in SI units at the joints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.bags.columns import joint_table
from puma560_dynamics.bags.columns.column_map import ColumnMap, stated_columns
from puma560_dynamics.bags.columns.joint_table import JointRows, JointTable
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.tables.source import TableSource, source_of
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

N = 20
GENERATOR = np.random.default_rng(3)
T = 1.0 + 0.01 * np.arange(N)
Q, QD, TAU = GENERATOR.normal(size=(3, N, 2))


def table(*columns: np.ndarray, name: str = "run.csv") -> Table:
    return Table(name, tuple(np.column_stack(columns).T), lines=np.arange(1, N + 1))


def opened(one: Table | TableSource, text: Any, files: dict[str, Table] | None = None) -> JointTable:
    columns = stated_columns(text)
    assert isinstance(columns, ColumnMap)
    source = source_of(one) if isinstance(one, Table) else one
    return JointTable(source, columns, None if files is None else lambda name: source_of(files[name]))


def read(one: Table, text: Any, files: dict[str, Table] | None = None) -> tuple[JointRows, Findings]:
    """Check a table, and return its samples, which fit into one block."""
    findings = Findings()
    joints = opened(one, text, files)
    (checked,) = joints.check(findings)
    (rows,) = joints.blocks()
    for name, values in checked.values.items():
        np.testing.assert_array_equal(rows.values[name], values)
    assert (joints.count, joints.times) == (len(rows.stamp), (rows.stamp[0], rows.stamp[-1]))
    return rows, findings


def test_si_columns_are_taken_as_they_are():
    found, findings = read(table(T, Q, QD, TAU), "t=0 q=1:3 qd=3:5 effort=5:7")
    for name, values in (("position", Q), ("velocity", QD), ("effort", TAU)):
        np.testing.assert_array_equal(found.values[name], values)
    assert (findings.notes, findings.warnings) == ((), ())


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
    found, _ = read(table(T, Q), "t=0 q=1:3 effort=0:2 effort.file=tau.csv", files)
    np.testing.assert_array_equal(found.values["effort"], TAU)
    with pytest.raises(BagError, match=r"short\.csv has 5 rows and run\.csv 20"):
        read(table(T, Q), "t=0 q=1:3 effort=0:2 effort.file=short.csv", files)
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


@pytest.mark.parametrize(
    ("text", "chosen"),
    [("t=0 q=1:3 effort=3:5", slice(None)), ("t=0 q=1:3 effort=3:5 rows=5:-3", slice(5, -3)),
     ("time.rate=100 q=1:3 effort=3:5 rows=9:", slice(9, None))],
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_blocks_of_any_size_have_the_same_samples(text: str, chosen: slice, size: int):
    joints = opened(table(T, Q, TAU), text)
    *_, last = joints.check(Findings())
    assert last.read == pytest.approx(1.0)
    blocks = list(joints.blocks(size))
    np.testing.assert_array_equal(np.concatenate([block.values["effort"] for block in blocks]), TAU[chosen])
    stamp = np.concatenate([block.stamp for block in blocks])
    np.testing.assert_allclose(1e-9 * np.diff(stamp), np.diff(T[chosen]), atol=1.1e-9)
    np.testing.assert_allclose(joints.period, 1e7, rtol=1e-6)


def test_faults_in_later_blocks_have_their_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(joint_table, "ROWS_PER_BLOCK", 3)
    holed, back, wild = Q.copy(), T.copy(), Q.copy()
    holed[[4, 17], 1], back[[13, 16]], wild[11, 0] = np.nan, 1.0, 1e9
    for data, words in (
        (table(T, holed), "run.csv, line 5, column 2: no number .* in 2 of 20 rows"),
        (table(back, Q), r"run.csv, line 14, column 0: time goes back by 0\.12 s, and in 1 more rows"),
        (table(T, wild), "run.csv, line 12, column 1: a position of 1e\\+09 is implausible"),
    ):
        with pytest.raises(BagError, match=words):
            list(opened(data, "t=0 q=1:3").check(Findings()))


def test_rows_that_are_left_out_keep_the_blocks_in_step():
    holed = Q.copy()
    holed[[2, 3, 4, 9], 0] = np.nan
    joints = opened(table(T, holed), "time.rate=10 q=1:3 nan=drop")
    list(joints.check(Findings()))
    stamp = np.concatenate([block.stamp for block in joints.blocks(3)])
    np.testing.assert_array_equal(np.diff(stamp), np.full(N - 5, 10**8))


def test_the_header_decides_before_rows_are_read(tmp_path: Path):
    def read_rows(wanted: Any) -> Any:
        raise AssertionError("rows were read")

    head = Table("run.csv", (np.empty(0),) * 3, ("t", "q1", "q2"))
    with pytest.raises(BagError, match="there is no column 'tau'"):
        opened(TableSource(head, None, read_rows), "t=t q=q1,q2 effort=tau")


def test_what_is_too_large_for_its_file_is_refused(tmp_path: Path):
    path = tmp_path / "run.parquet"
    path.write_bytes(b"x" * 1000)
    head = Table(str(path), (np.empty(0),) * 3, ("t", "q1", "q2"), kind="parquet", path=path, size=1000)
    rows = np.zeros((3, 100))
    rows[0] = T[0] + 0.01 * np.arange(100)

    def blocks(wanted: Any) -> Any:
        yield Table(str(path), tuple(rows), head.names, path=path)

    source = TableSource(head, 60_000_000, blocks)
    with pytest.raises(BagError, match=r"has 60,000,000 rows, of which 3 columns are 1\.44 GB .*rows=0:1000000"):
        list(opened(source, "t=t q=q1,q2").check(Findings()))
    list(opened(source, "t=t q=q1,q2 rows=0:50").check(Findings()))
