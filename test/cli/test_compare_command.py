"""`puma560 arm compare`: the published sets by name, files of a user, and arms that cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.cli.command import main


def test_the_published_sets(capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "compare", "akb1986", "corke1995"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "joint2 q - 180° 0.2435" in shown
    assert "turned by 180° about the first axis, and shifted by 0.67183 m" in shown
    assert "c.g. z, m -0.019 0.019" in shown
    assert "of which 10 alone change gravity torque or inertia." in shown
    assert "gravity torque by at most 0.29 N·m and inertia by at most 2.38 kg·m² (0.051 kg" in shown


def test_an_arm_and_itself(capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "compare", "akb1986", "akb1986"]) == 0
    assert "The arms are the same, apart from their conventions." in " ".join(capsys.readouterr().out.split())
    assert main(["arm", "compare", "akb1986", "akb1986", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"]
    assert answer["differences"] == []


def test_torques_at_poses_of_the_first(capsys: pytest.CaptureFixture[str]):
    """The second arm is evaluated at its own positions for the same pose."""
    degrees = [10.0, -45.0, 60.0, 20.0, -30.0, 5.0]
    words = ", ".join(map(str, degrees))
    assert main(["arm", "compare", "akb1986", "corke1995", "--pose", f"{words} deg", "--json"]) == 1
    (pose,) = json.loads(capsys.readouterr().out)["poses"]
    np.testing.assert_allclose(np.degrees(pose["q_second"]), np.add(degrees, [0, 180, -180, 0, 0, 0]), atol=1e-12)
    for which, name in (("first", "akb1986"), ("second", "corke1995")):
        model, q = load_model("newton_euler", load_arm(name)), np.array(pose[f"q_{which}"])
        np.testing.assert_allclose(pose[f"gravity_{which}"], model.gravity(q), atol=1e-12)
        np.testing.assert_allclose(pose[f"inertia_{which}"], model.kinetic_energy_matrix(q), atol=1e-12)


def test_a_table_without_masses_is_compared_by_its_geometry(capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "compare", "lee1984", "craig1986"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "compared by its geometry alone" in shown
    assert "joint3 q + 180°" in shown
    assert "kg" not in shown.partition("Geometry")[2]
    assert main(["arm", "compare", "lee1984", "craig1986", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert {each["part"] for each in answer["differences"]} == {"joint3", "joint4"}
    assert answer["differences"][0]["largest_gravity_change"] is None


def test_two_descriptions(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The same URDF with one mass changed: this mass is named."""
    urdf = (Path(__file__).parents[2] / "urdf" / "puma560.urdf").read_text(encoding="utf-8")
    mine = tmp_path / "mine.urdf"
    assert urdf.count('<mass value="0.34"') == 1
    mine.write_text(urdf.replace('<mass value="0.34"', '<mass value="0.43"'), encoding="utf-8")
    own = str(Path(__file__).parents[2] / "urdf" / "puma560.urdf")
    assert main(["arm", "compare", own, str(mine), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert [(each["part"], each["number"], each["second"]) for each in answer["differences"]] == [
        ("link5", "mass", 0.43)
    ]
    assert main(["arm", "compare", own, str(mine), "--without", "link5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["akb1986", "stanford1983"], "the joints differ"),
        (["akb1986", "none"], "arm 'none' is not known"),
        (["akb1986", "akb1986", "--pose", "1, 2"], "--pose: expected 6 numbers"),
        (["akb1986"], "required: SECOND"),
        (["akb1986", "corke_akb", "--tip", "link4"], "only for robot descriptions"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "compare", *arguments]) == 2
    assert words in " ".join(capsys.readouterr().err.split())
