"""`puma560 library`: projects in a folder, and folders that it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.arm.palletiser import palletiser

from puma560_dynamics.cli.command import main


def written(folder: Path) -> list[str]:
    """The files of a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_library_is_written_and_written_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "library"
    assert main(["library", "-o", str(folder), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["ok"] and shown["project"] == "torque_core" and shown["arm"] is None
    assert written(folder) == shown["files"]
    before = {name: (folder / name).read_bytes() for name in shown["files"]}
    assert main(["library", "-o", str(folder)]) == 0
    assert {name: (folder / name).read_bytes() for name in written(folder)} == before
    assert "find_package(torque_core REQUIRED)" in (folder / "README.md").read_text(encoding="utf-8")


def test_the_model_of_an_arm_has_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["library", "--arm", "akb1986", "--name", "my", "-o", str(tmp_path / "library")]) == 0
    assert "the model of akb1986 is compiled in" in capsys.readouterr().out
    assert {"src/model/my.c", "src/model/my.h", "src/compiled_arm.cpp"} <= set(written(tmp_path / "library"))


def test_a_model_that_is_replaced_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["library", "-o", str(tmp_path / "library")]
    assert main([*words, "--arm", "akb1986", "--name", "mine"]) == 0
    assert main([*words, "--arm", "akb1986", "--name", "mine"]) == 0
    assert "no longer compiled in" not in capsys.readouterr().out
    assert main([*words, "--arm", "akb1986", "--name", "other"]) == 0
    assert "had the model mine, which is no longer compiled in" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replaced"] == "other"
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replaced"] is None


def test_the_solver_is_a_package_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "solver"
    assert main(["library", "--solver", "-o", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["project"] == "torque_core_solver"
    assert "torque_core/src/arm_model.cpp" in written(folder)
    assert main(["library", "-o", str(folder)]) == 2  # would leave files of the other project
    assert "other files than those of this package" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--solver", "--arm", "akb1986"], "--arm: the solver reads the robot description"),
        (["--name", "my"], "--name: without --arm no model is compiled in"),
        (["--solver", "--tip", "flange"], "--tip: without --arm"),
        (["--without", "hand"], "--without: without --arm"),
        (["--argument", "ur_type:=ur5e"], "--argument: without --arm"),
        (["--arm", "nobody"], "nobody"),
        (["--arm", "akb1986", "--name", "a b"], "a b"),
        (["--arm", "akb1986", "--name", "torque_core"], "--name torque_core: functions of the library"),
    ],
)
def test_wrong_input_is_one_sentence(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["library", *words, "-o", str(tmp_path / "new")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_joints_that_follow_others_are_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    robot = tmp_path / "robot.urdf"
    robot.write_text(palletiser(), encoding="utf-8")
    assert main(["library", "--arm", str(robot), "-o", str(tmp_path / "new")]) == 2
    assert "'level', 'wrist' of palletiser follow other joints" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
