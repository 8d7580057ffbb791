"""`puma560 replay`: arguments, files, exit codes; the analysis itself is put in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.analyses import EXAMPLES

from puma560_dynamics.cli.command import WrongArgumentsError, parser
from puma560_dynamics.cli.replay import compared_path, replay, settings, size
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.result import Analysis
from puma560_dynamics.replay.settings import ReplaySettings

RAN: list[tuple[Sequence[Path], ReplaySettings]] = []


def analyse(paths: Sequence[Path], options: ReplaySettings, progress=None, each=None, explain=None) -> Analysis:
    """The example that the bag is named after."""
    RAN.append((paths, options))
    progress(0.5, "reading")
    if each is not None:
        values = np.ones((3, 6))
        motion = Motion(0, np.arange(3.0), values, values, values, values, values, {}, np.ones(3, dtype=bool))
        each(motion, {"model": values})
    return EXAMPLES[Path(paths[0]).stem]()


def run(*arguments: str) -> int:
    """The command with the analysis put in."""
    RAN.clear()
    return replay(parser(["replay"]).parse_args(["replay", *arguments]), analyse)


@pytest.fixture(autouse=True)
def _in_a_separate_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_page_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("no_samples") == 0
    assert "<html" in Path("replay.html").read_text(encoding="utf-8")
    assert "replay.html" in capsys.readouterr().out


def test_a_bad_verdict_is_a_result_and_a_limit_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("wrong_payload", "--no-report") == 0
    assert run("wrong_payload", "--no-report", "--fail-above", "rms=20") == 0
    assert run("wrong_payload", "--no-report", "--fail-above", "rms=20", "--fail-above", "joint2.bias=1") == 1
    assert "✗ joint2.bias" in capsys.readouterr().out
    assert not Path("replay.html").exists()


def test_json_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    code = run("wrong_payload", "--no-report", "--json", "--parquet", "a.parquet", "--compare", "good",
               "--fail-above", "rms=1")  # fmt: skip
    out = capsys.readouterr()
    data = json.loads(out.out)
    assert (code, data["ok"]) == (1, False)
    assert data["written"] == ["a.parquet"]
    assert data["comparison"]["joints"]["joint2"]["change"] == "worse"
    assert data["warnings"]
    assert out.err == ""


def test_samples_reach_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run("good", "--no-report", "--parquet", "a.parquet") == 0
    assert parquet.read_table("a.parquet")["joint3.model_Nm"].to_pylist() == [1.0, 1.0, 1.0]
    assert "a.parquet" in capsys.readouterr().out


def test_two_bags_make_two_pages() -> None:
    assert run("no_samples", "--compare", "no_samples", "--report", "mine.html") == 0
    assert {path.name for path in Path().iterdir()} == {"mine.html", "mine_compared.html"}
    assert compared_path(Path("x/a.b.html")) == Path("x/a.b_compared.html")


def test_arguments_become_settings() -> None:
    run("good", "--no-report", "--payload-mass", "1.5", "--payload-center", "0", "0", "0.1", "--joint-map",
        "a=joint1, c=joint2", "--topic", "command=/mine", "--friction", "fit", "--cut-off", "9",
        "--velocity", "filtered")  # fmt: skip
    ((_, options),) = RAN
    assert options.payload.mass == 1.5
    assert options.payload.center_of_mass.tolist() == [0.0, 0.0, 0.1]
    assert options.joint_map == {"a": "joint1", "c": "joint2"}
    assert options.topics == {"command": "/mine"}
    assert (options.friction, options.cut_off, options.velocity) == ("fit", 9.0, "filtered")


def test_defaults_are_those_of_the_settings() -> None:
    found = settings(parser(["replay"]).parse_args(["replay", "bag"]))
    default = ReplaySettings()
    assert {**vars(found), "payload": 0} == {**vars(default), "payload": 0}
    assert found.payload.mass == 0.0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (["--fail-above", "speed=1"], Puma560Error, "measure 'speed' is not known"),
        (["--cut-off", "0"], WrongArgumentsError, "cut-off: expected a number of 0.01 Hz or more"),
        (["--payload-mass", "-1"], WrongArgumentsError, "payload-mass: expected a number"),
        (["--payload-center", "0", "0", "0.1"], Puma560Error, "give the mass of the load too"),
        (["--report", "none/a.html"], WrongArgumentsError, "no folder none"),
        (["--parquet", "none/a.parquet"], WrongArgumentsError, "no folder none"),
        (["--arm", "none.yaml"], Puma560Error, "none.yaml"),
    ],
)
def test_wrong_input_is_refused_before_the_work(arguments: list[str], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run("good", *arguments)
    assert RAN == []


@pytest.mark.parametrize("arguments", [["--joint-map", "a"], ["--topic", "mine=/x"], ["--model", "guess"], []])
def test_wrong_usage_ends_with_two(arguments: list[str]) -> None:
    with pytest.raises(WrongArgumentsError, match=arguments[0] if arguments else "RECORDING"):
        run(*(["good", *arguments] if arguments else []))


def test_size_is_that_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "bag").mkdir()
    (tmp_path / "bag" / "a.mcap").write_bytes(b"x" * 30)
    (tmp_path / "b.mcap").write_bytes(b"x" * 12)
    assert size([tmp_path / "bag", tmp_path / "b.mcap"]) == 42


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["good.html", "--report", "good.html"], "is, or would overwrite, a part of a recording"),
        (["good", "--parquet", "metadata.yaml"], "ends in .parquet"),
        (["good", "--report", "pages.html"], "it is a folder"),
    ],
)
def test_unwritable_results_are_refused_before_the_work(arguments: list[str], words: str) -> None:
    Path("good").write_bytes(b"")
    Path("good.html").write_bytes(b"")
    Path("pages.html").mkdir()
    with pytest.raises((Puma560Error, WrongArgumentsError), match=words):
        run(*arguments)
    assert not RAN and Path("good").read_bytes() == b""
