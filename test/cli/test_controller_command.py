"""`puma560 controller`: packages in a folder, and folders that it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser

from puma560_dynamics.cli.command import main
from puma560_dynamics.control.effort_unit import UNITS


def test_a_model_is_written_and_written_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "ws" / "my_model"
    assert main(["controller", "--arm", "akb1986", "-o", str(folder), "--name", "my", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["ok"] and shown["found_by_description"]
    assert shown["plugin"] == "my_model/Model"
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == shown["files"]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert main(["controller", "--arm", "akb1986", "-o", str(folder), "--name", "my"]) == 0
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    out = capsys.readouterr().out
    assert "6 joints" in out and "finds it by the numbers of the robot description" in out
    assert "damping of" in out and "largest acceleration" in out and "85.5 N·m·s/rad" in out and "53.2 rad/s²" in out
    assert len(shown["damping"]) == len(shown["acceleration_limit"]) == 6


@pytest.mark.parametrize("command", ["controller", "library"])
def test_what_the_description_lacks_is_a_note(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False), encoding="utf-8")
    words = [command, "--arm", str(path), "-o", str(tmp_path / "written")]
    assert main(words) == 0
    assert "note: motor inertia is not in the description" in capsys.readouterr().out.replace("\n", " ")
    assert main([*words, "--json"]) == 0
    assert any("motor inertia" in remark for remark in json.loads(capsys.readouterr().out)["remarks"])


def test_without_an_arm_the_controller_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "feedforward_controller"
    assert main(["controller", "-o", str(folder), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["package"] == "feedforward_controller" and shown["arm"] is None
    assert "src/robot/described_arm.cpp" in shown["files"] and "src/core/complete.cpp" in shown["files"]
    assert not [name for name in shown["files"] if name.endswith(".c")]
    assert main(["controller", "-o", str(folder)]) == 0
    assert "for every arm" in capsys.readouterr().out
    edited = folder / "config" / "controllers.yaml"
    new = edited.read_bytes()
    edited.write_text("brakes: hardware\n", encoding="utf-8")
    assert main(["controller", "-o", str(folder)]) == 0
    assert "kept config/controllers.yaml" in capsys.readouterr().err
    assert edited.read_text(encoding="utf-8") == "brakes: hardware\n"
    assert (folder / "config" / "controllers.yaml.new").read_bytes() == new


@pytest.mark.parametrize(
    "words",
    [["--name", "my"], ["--effort-unit", "current"], ["--tip", "flange"], ["--upright", "x"], ["--payload-mass", "1"]],
)
def test_an_option_of_one_arm_needs_the_arm(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["controller", *words, "-o", str(tmp_path / "new")]) == 2
    assert f"{words[0]}: without --arm" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_hardware_that_takes_currents_needs_the_constants_of_the_motors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "light.urdf").write_text(light_arm(fingers=False), encoding="utf-8")
    words = [
        "controller",
        "--arm",
        str(tmp_path / "light.yaml"),
        "-o",
        str(tmp_path / "new"),
        "--effort-unit",
        UNITS[1],
    ]
    (tmp_path / "light.yaml").write_text("description: light.urdf\n", encoding="utf-8")
    assert main(words) == 2
    assert "torque_constant (N·m/A) and gear_ratio of every motor in the arm file" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    motors = "".join(
        f"  {name}: {{torque_constant: 0.1, gear_ratio: -50.0}}\n" for name in ("pan", "lift", "elbow", "roll")
    )
    (tmp_path / "light.yaml").write_text(f"description: light.urdf\nmotors:\n{motors}", encoding="utf-8")
    assert main(words) == 0
    assert "the hardware takes currents" in capsys.readouterr().out
    text = (tmp_path / "new" / "config" / "controllers.yaml").read_text(encoding="utf-8")
    assert "effort_unit: current" in text and "current_per_torque: [-0.2, -0.2, -0.2, -0.2]" in text


def test_coupled_motors_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["controller", "--arm", "puma560_coupled_wrist", "-o", str(tmp_path / "new")]) == 2
    assert "coupled (transmission); the core limits only the torque of joints" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_joints_that_follow_others_are_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    robot = tmp_path / "robot.urdf"
    robot.write_text(palletiser(), encoding="utf-8")
    assert main(["controller", "--arm", str(robot), "-o", str(tmp_path / "new")]) == 2
    message = "'level', 'wrist' of palletiser follow other joints; the controller supports them without a compiled"
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_another_model_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["controller", "--arm", "akb1986", "-o", str(tmp_path), "--name"]
    assert main([*words, "one"]) == main([*words, "one"]) == 0
    assert main([*words, "two"]) == 2
    assert "contains another package than two_model" in capsys.readouterr().err
    assert not list(tmp_path.rglob("two*"))


def test_what_is_not_its_own_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "CMakeLists.txt").write_text("project(mine)\n", encoding="utf-8")
    assert main(["controller", "-o", str(tmp_path)]) == 2
    assert "other files than those of this package" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["CMakeLists.txt"]
    assert main(["controller", "-o", str(tmp_path / "CMakeLists.txt")]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_a_model_is_not_written_over_the_controller(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["controller", "-o", str(tmp_path)]) == 0
    before = sorted(path.name for path in tmp_path.rglob("*"))
    assert main(["controller", "--arm", "akb1986", "-o", str(tmp_path)]) == 2
    assert "other files than those of this package" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "message"), [(["--arm", "nobody"], "nobody"), (["--arm", "akb1986", "--name", "a b"], "a b"), ([], "-o")]
)
def test_wrong_input_is_one_sentence(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    output = ["-o", str(tmp_path / "new")] if words else []
    assert main(["controller", *words, *output]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
