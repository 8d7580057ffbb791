"""`puma560 replay FOLDER`: rows, page, table, and what does not stop it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.parquet
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics.cli import replay_many
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import BagError

EXAMPLE = Path(__file__).parents[2] / "examples" / "pick_and_place"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bags, and one that lost all but its first bytes."""
    place = tmp_path_factory.mktemp("week")
    for day in ("monday", "tuesday"):
        shutil.copytree(EXAMPLE, place / day)
    (place / "wednesday.mcap").write_bytes(next(EXAMPLE.glob("*.mcap")).read_bytes()[:2000])
    return place


def call(folder: Path, place: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict]:
    code = main(
        ["replay", str(folder), "--results", str(place / "kept"), "--workers", "1", "--json",
         "--report", str(place / "many.html"), "--parquet", str(place / "many.parquet"), *more]
    )  # fmt: skip
    return code, json.loads(capsys.readouterr().out)


def test_a_row_a_bag_and_one_that_failed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, found = call(folder, tmp_path, capsys)
    assert code == 1 and found["ok"] is False  # a bag could not be analysed
    assert [Path(row["bag"]).name for row in found["rows"]] == ["monday", "tuesday", "wednesday.mcap"]
    assert [Path(failed["bag"]).name for failed in found["failed"]] == ["wednesday.mcap"]
    alike = [{key: value for key, value in row.items() if key not in ("bag", "name")} for row in found["rows"][:2]]
    assert alike[0] == alike[1] and alike[0]["joint2.rms_Nm"] > 0.0
    assert "wednesday.mcap" in (tmp_path / "many.html").read_text(encoding="utf-8")
    table = pyarrow.parquet.read_table(tmp_path / "many.parquet").to_pylist()
    assert [row["joint2.rms_Nm"] for row in table] == [row.get("joint2.rms_Nm") for row in found["rows"]]
    before = (tmp_path / "kept" / "rows.jsonl").read_bytes()
    monkeypatch.setattr(replay_many, "workers", None)  # none are started where nothing is left to do
    again = call(folder, tmp_path, capsys)[1]
    assert again["rows"] == found["rows"]
    assert (tmp_path / "kept" / "rows.jsonl").read_bytes() == before, "nothing was analysed again"


def test_the_bad_bags_are_listed_by_name(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A load that the arm does not carry makes every bag a bad one."""
    more = ["--payload-mass", "2", "--results", str(tmp_path), "--workers", "1", "--no-report"]
    assert main(["replay", str(folder), *more]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "2 bad" in said
    assert said.count("The payload differs from that of the model") == 2
    assert "monday" in said and "wednesday.mcap: there are no joint states" in said


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--compare", "example"), "is for one bag"),
        (("--fail-above", "rms=2"), "is for one bag"),
        (("--to-bag", "copy"), "--to-bag is for one recording"),
        (("--scheduler", "tcp://127.0.0.1:1"), "--workers is for this machine, and --scheduler has workers already"),
        (("--workers", "0"), "expected a whole number from 1 to 1024"),
    ],
)
def test_what_does_not_go_together(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], words: str
) -> None:
    code, found = call(folder, tmp_path, capsys, *more)
    assert code == 2 and words in found["error"]


def test_the_model_is_made_once_before_workers_start(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers would all compile it at the same time; one that does not fit the arm is refused once, not bag by bag."""
    made: list[str] = []

    def no_workers(*_: object) -> None:
        raise BagError(f"workers were started after {made}")

    monkeypatch.setattr(replay_many, "load_model", lambda kind, *_: made.append(kind))
    monkeypatch.setattr(replay_many, "workers", no_workers)
    code, found = call(folder, tmp_path, capsys, "--model", "newton_euler")
    assert code == 2 and "after ['newton_euler']" in found["error"]
    monkeypatch.undo()
    monkeypatch.setattr(replay_many, "workers", no_workers)
    robot = tmp_path / "robot.urdf"
    robot.write_text(light_arm(fingers=False), encoding="utf-8")
    code, found = call(folder, tmp_path, capsys, "--model", "full", "--arm", str(robot))
    assert code == 2 and "the explicit PUMA 560 model" in found["error"]
