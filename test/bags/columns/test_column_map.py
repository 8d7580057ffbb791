"""Column maps: what they hold, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from puma560_dynamics.bags.columns.column_map import ColumnMap, PartialMap, QuantityColumns, Time, stated_columns
from puma560_dynamics.errors import BagError

TEXT = "t=0 q=1:3 qd=3:5 effort=5:7 effort.unit=A effort.gain=2,3 sign=1,-1 offset=90 rows=10: joints=a,b nan=drop"


def test_a_map_holds_what_was_stated():
    found = stated_columns(TEXT)
    assert isinstance(found, ColumnMap)
    assert found.time == Time("0", "s")
    assert found.quantities["effort"] == QuantityColumns(("5:7",), ("A",), (2.0, 3.0))
    assert (found.sign, found.offset, found.rows) == ((1.0, -1.0), (90.0,), (10, None))
    assert (found.joints, found.nan, found.motor) == (("a", "b"), "drop", None)
    assert pickle.loads(pickle.dumps(found)) == found
    assert stated_columns(found) is found


def test_texts_and_files_are_taken_together(tmp_path: Path):
    (tmp_path / "robot.yaml").write_text("time: t\nposition: {columns: 'q*', unit: deg}\nrows: '5:'\n")
    found = stated_columns([str(tmp_path / "robot.yaml"), "rows=700:4200 q.unit=rad"])
    assert isinstance(found, ColumnMap)
    assert found.rows == (700, 4200)
    assert found.quantities["position"] == QuantityColumns(("q*",), ("rad",))


def test_without_a_position_names_decide():
    assert stated_columns(None) == PartialMap({})
    assert stated_columns("effort.unit=A effort.gain=2") == PartialMap({"effort": {"unit": "A", "gain": "2"}})


def test_a_ratio_is_a_matrix_without_coupling():
    found = stated_columns("t=0 q=1:3 motor.ratio=100,-50 motor.of=position")
    assert isinstance(found, ColumnMap) and found.motor is not None
    assert found.motor.matrix == ((100.0, 0.0), (0.0, -50.0))
    assert found.motor.of == ("position",)


def test_a_current_without_a_gain_is_known():
    maps = [stated_columns(f"t=0 q=1 effort=2 {more}") for more in ("", "effort.unit=A", "effort.unit=A effort.gain=2")]
    assert [isinstance(one, ColumnMap) and one.effort_needs_gain for one in maps] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x=1", "'x' is not a key; keys are time, position"),
        ("t=0 q=1 q.gain=2", "position has no 'gain'"),
        ("q=1:7", "time is missing"),
        ("t=0 t.rate=5 q=1", "column and a rate"),
        ("t.rate=0 q=1", "above 0"),
        ("t=0,1 q=2", "time is one column"),
        ("t=0 t.unit=h q=1", "time has no unit 'h'"),
        ("t=0 q=1 q.unit=Nm", "position has no unit"),
        ("t=0 q=1 effort.unit=A", "effort has no columns"),
        ("t=0 q=1 effort=2 effort.gain=x", "effort.gain has 'x'"),
        ("t=0 q=1 sign=2", "sign is 1 or -1"),
        ("t=0 q=1 rows=7", "rows: expected FIRST:END"),
        ("t=0 q=1 nan=keep", "nan is refuse or drop"),
        ("t=0 q=1 motor.of=position", "a ratio or a matrix"),
        ("t=0 q=1 motor.ratio=1 motor.of=time", "motor.of has 'time'"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, words: str):
    with pytest.raises(BagError, match=f"^columns: .*{words}"):
        stated_columns(text)


def test_a_path_is_a_yaml_file(tmp_path: Path):
    with pytest.raises(BagError, match=r"is no .yaml file"):
        stated_columns(tmp_path / "columns.txt")
