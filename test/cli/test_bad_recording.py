"""Tables that are no recording of the arm: one sentence with the place, exit code 2, and nothing written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.cli.command import TRACEBACK, main

pytest.importorskip("rosbags")
pytest.importorskip("cvxpy")

N = 300
TIME = 5.0 + 0.01 * np.arange(N)
PHASE = TIME[:, None] + np.arange(6.0)
GOOD = np.column_stack((TIME, 0.5 * np.sin(PHASE), 0.5 * np.cos(PHASE), np.sin(PHASE)))
MAP = "t=0 q=1:7 qd=7:13 effort=13:19"
TWO_LINKS = Path(__file__).parents[2] / "examples" / "two_link.urdf"


def changed(row: int, column: int, value: float) -> np.ndarray:
    values = GOOD.copy()
    values[row, column] = value
    return values


def scaled(columns: slice, factor: float) -> np.ndarray:
    values = GOOD.copy()
    values[:, columns] *= factor
    return values


def text(values: np.ndarray, delimiter: str = ",") -> str:
    return "\n".join(delimiter.join(map(repr, row)) for row in values.tolist()) + "\n"


def spoiled(line: int, old: str, new: str) -> str:
    lines = text(GOOD).splitlines()
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines) + "\n"


Case = tuple[Callable[[], str], list[str], str]

CASES: dict[str, Case] = {
    "another delimiter than stated": (
        lambda: text(GOOD),
        ["--columns", f"{MAP} delimiter=';'"],
        r"run\.csv: ';' does not separate its columns, comma does \(19 columns\)",
    ),
    "uneven lines": (
        lambda: spoiled(200, ",", ""),
        ["--columns", MAP],
        r"run\.csv, line 200: 18 columns where the lines before have 19",
    ),
    "missing columns": (
        lambda: text(GOOD[:, :13]),
        ["--columns", MAP],
        r"run\.csv: there is no column 13; it has 13, counted from 0",
    ),
    "no header and no map": (lambda: text(GOOD), [], r"run\.csv has no header: state what its 19 columns are"),
    "time that goes back": (
        lambda: text(changed(150, 0, 2.0)),
        ["--columns", MAP],
        r"run\.csv, line 151, column 0: time goes back by 4\.49 s",
    ),
    "degrees taken for radians": (
        lambda: text(scaled(slice(1, 13), 180.0 / np.pi)),
        ["--columns", MAP],
        r"run\.csv, line \d+ .*in degrees they fit: set position\.unit=deg",
    ),
    "degrees and radians mixed": (
        lambda: text(scaled(slice(7, 13), 180.0 / np.pi)),
        ["--columns", MAP],
        r"run\.csv: units are mixed: .* positions were in radians and velocities in degrees",
    ),
    "no number in a position": (
        lambda: text(changed(30, 3, np.nan)),
        ["--columns", MAP],
        r"run\.csv, line 31, column 3: no number \(NaN or empty\), in 1 of 300 rows",
    ),
    "text in numbers": (
        lambda: spoiled(77, ",0.", ",about 0."),
        ["--columns", MAP],
        r"run\.csv, line 77, column \d+: 'about 0\.\d+' is not a number",
    ),
    "too short": (lambda: text(GOOD[:8]), ["--columns", MAP], r"run\.csv has 8 samples; expected 10"),
    "too short for the filter": (
        lambda: text(GOOD[:15]),
        ["--columns", MAP],
        r"run\.csv lasts 0\.14 s, and the 15 Hz filter needs",
    ),
    "another robot, by its joints": (
        lambda: text(GOOD),
        ["--columns", MAP, "--arm", str(TWO_LINKS)],
        r"run\.csv has 6 joints and the arm 2 ",
    ),
    "another robot, by its names": (
        lambda: text(GOOD),
        ["--columns", f"{MAP} joints=pan,lift,knee,one,two,three"],
        r"run\.csv: its joints are not those of this arm: it has pan, lift, .* the arm has joint1",
    ),
    "another robot, by its limits": (
        lambda: text(scaled(slice(1, 13), 2000.0)),
        ["--columns", MAP],
        r"run\.csv, line \d+ .*another robot, is measured at the motor",
    ),
    "current without a gain": (
        lambda: text(GOOD),
        ["--columns", f"{MAP} effort.unit=A"],
        r"effort is in A, which is not a torque; give effort\.gain",
    ),
    "no column map": (lambda: text(GOOD), ["--columns", "t=0 positions=1:7"], r"'positions' is not a key; keys are"),
}


@pytest.mark.parametrize("command", ["replay", "identify"])
@pytest.mark.parametrize("case", CASES)
def test_a_bad_table_is_one_sentence(
    case: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(TRACEBACK, raising=False)
    make, arguments, words = CASES[case]
    Path("run.csv").write_text(make())
    more = ["--to-bag", "bag", "--parquet", "a.parquet"] if command == "replay" else []
    assert main([command, "run.csv", *arguments, *more]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert len(error.strip().splitlines()) == 1
    assert re.search(words, error), error
    assert [path.name for path in Path().iterdir()] == ["run.csv"]


def test_columns_are_refused_for_a_bag(capsys: pytest.CaptureFixture[str]):
    assert main(["replay", "example", "--columns", MAP, "--no-report"]) == 2
    assert "is for tables (CSV, NPZ, Parquet)" in capsys.readouterr().err


def test_a_bag_is_written_to_a_new_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    Path("run.csv").write_text(text(GOOD))
    Path("bag").mkdir()
    assert main(["replay", "run.csv", "--columns", MAP, "--to-bag", "bag"]) == 2
    assert "bag exists already" in capsys.readouterr().err
    assert not list(Path("bag").iterdir()) and not Path("replay.html").exists()
