"""`puma560 simulate` as a person and a machine meet it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.html_page import checked

from puma560_dynamics.cli import command

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))]
MOTIONS = re.findall("^puma560 (simulate (?:.* )?--to .*)$", "\n".join(DOCUMENTS), re.MULTILINE)


def test_a_free_swing_of_a_minute_keeps_its_energy(capsys: pytest.CaptureFixture[str]):
    assert command.main(["simulate", "--duration", "60", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["duration_s"] == 60.0
    assert data["kinetic_energy_J"]["largest"] > 10.0
    assert data["drift"] < 1e-9


def test_page_and_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "swing.html"
    goal = ["30", "-45", "60", "10", "20", "-5", "deg"]
    files = ["--report", str(out), "-o", str(tmp_path / "swing.csv")]
    assert command.main(["simulate", "--duration", "2", "--to", *goal, *files]) == 0
    text = capsys.readouterr().out
    assert "gravity and PD" in text
    assert "energy balance: error of" in text
    page = checked(out.read_text(encoding="utf-8"))
    assert page.tags.count("svg") == 2
    assert page.title == "Simulated motion of akb1986: gravity and PD"
    assert "The energy balances" in page.verdicts[0]
    rows = np.genfromtxt(tmp_path / "swing.csv", delimiter=",", names=True, deletechars="")
    assert len(rows) == 201
    assert np.degrees(rows["joint2.position"][-1]) == pytest.approx(-45.0, abs=1e-3)


def test_an_arm_of_another_number_of_joints_is_led_to_a_goal(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    (tmp_path / "arm.urdf").write_text(light_arm())
    goal = ["--to", "10", "-20", "30", "5", "deg"]
    assert command.main(["simulate", "--arm", str(tmp_path / "arm.urdf"), "--duration", "3", *goal, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["drift"] < 1e-6


@pytest.mark.parametrize("wrong", [["--torque", "1", "2"], ["--pose", "1"], ["--duration", "-1"]])
def test_wrong_input_is_one_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]):
    assert command.main(["simulate", *wrong]) == 2
    assert capsys.readouterr().err.startswith("puma560: error:")


def test_a_motion_beyond_the_limits_is_stated(capsys: pytest.CaptureFixture[str]):
    assert command.main(["simulate", "--to", "0", "0", "0", "0", "0", "900", "deg", "--duration", "3"]) == 0
    assert "joint6 at 900" in " ".join(capsys.readouterr().out.split())
    assert command.main(["simulate", "--to", "0", "0", "0", "0", "0", "900", "deg", "--duration", "3", "--json"]) == 0
    assert any(phrase.startswith("joint6 at 900") for phrase in json.loads(capsys.readouterr().out)["beyond_limits"])


@pytest.mark.parametrize("words", MOTIONS)
def test_documented_motions_to_a_pose_stay_within_the_limits(words: str, tmp_path: Path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command.main([*words.split("#")[0].split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["beyond_limits"] == found["not_at_target"] == []


def test_a_pose_that_is_not_reached_is_stated(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["simulate", "--to", "0", "-45", "90", "0", "30", "0", "deg", "--duration", "0.1"]
    assert command.main([*words, "--json"]) == 0
    assert any(phrase.startswith("joint1 is ") for phrase in json.loads(capsys.readouterr().out)["not_at_target"])
    assert command.main(words) == 0
    assert "--to is not reached: joint1 is " in " ".join(capsys.readouterr().out.split())
    pytest.importorskip("matplotlib")
    assert command.main([*words, "--report", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "The pose is not reached: joint1 is " in page
    assert "the motion exceeds limits of the arm and does not reach the pose" in page


def test_an_arm_starts_within_its_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Also where the default pose is outside."""
    text = light_arm().replace('lower="-2.5"', 'lower="1.5"')
    assert text != light_arm()
    (tmp_path / "arm.urdf").write_text(text)
    assert command.main(["simulate", "--arm", str(tmp_path / "arm.urdf"), "--duration", "0.001", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["beyond_limits"] == []


def test_the_output_says_that_the_joints_have_no_friction(capsys: pytest.CaptureFixture[str]):
    assert command.main(["simulate", "--pose", "0 0 0 0 0 0", "--to", "5 5 5 0 0 0 deg", "--duration", "2"]) == 0
    assert "the simulated joints have no friction\n" in capsys.readouterr().out
