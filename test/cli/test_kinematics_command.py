"""`puma560 kinematics` against Pinocchio."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from scipy.spatial.transform import Rotation

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.description.urdf import urdf

KEYS = {
    "ok", "arm", "joints", "position", "velocity", "warnings", "links", "link", "axes", "jacobian", "link_velocity",
    "singular_values", "scaled_singular_values", "length_m", "manipulability", "ratio", "rank", "full_rank", "singular",
    "singularities", "still_joints", "free_wrenches",
}  # fmt: skip


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    """The JSON of the command."""
    assert main(["kinematics", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == KEYS
    return found


@pytest.mark.parametrize("source", ["akb1986", "stanford1983", "description"])
@pytest.mark.parametrize("axes", ["base", "link"])
def test_poses_and_jacobians_of_every_link(source: str, axes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pin = pytest.importorskip("pinocchio")
    text = light_arm(fingers=False) if source == "description" else urdf(load_arm(source))
    if source == "description":
        source = str(tmp_path / "light.urdf")
        Path(source).write_text(text, encoding="utf-8")
    model = pin.buildModelFromXML(text)
    data = model.createData()
    q, qd = np.random.default_rng(4).uniform(0.2, 0.5, (2, model.nq))
    pin.computeJointJacobians(model, data, q)
    pin.updateFramePlacements(model, data)
    kind = pin.ReferenceFrame.LOCAL if axes == "link" else pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    state = ["--pose", ", ".join(map(repr, q.tolist())), "--velocity", ", ".join(map(repr, qd.tolist()))]
    for link in load_arm(source).link_names:
        found = answer(capsys, "--arm", source, *state, "--link", link, "--axes", axes)
        (pose,) = (one for one in found["links"] if one["name"] == link)
        frame = model.getFrameId(link)
        there = data.oMf[frame]
        np.testing.assert_allclose(pose["position"], there.translation, rtol=0.0, atol=1e-12)
        np.testing.assert_allclose(pose["matrix"], there.rotation, rtol=0.0, atol=1e-12)
        for turn in (Rotation.from_quat(pose["quaternion"]), Rotation.from_euler("xyz", pose["rpy"])):
            np.testing.assert_allclose(turn.as_matrix(), there.rotation, rtol=0.0, atol=1e-12)
        columns = pin.getFrameJacobian(model, data, frame, kind)
        np.testing.assert_allclose(found["jacobian"], columns, rtol=0.0, atol=1e-12)
        np.testing.assert_allclose(found["link_velocity"], columns @ qd, rtol=0.0, atol=1e-12)
    if not np.array_equal(columns.shape, (6, 6)):
        return
    assert found["manipulability"] == pytest.approx(abs(np.linalg.det(columns)), rel=1e-10)


def test_the_tip_is_the_usual_link(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, "--pose", "0, -30, 60, 10, 40, 5 deg")
    assert (found["link"], found["axes"], found["velocity"], found["link_velocity"]) == ("link6", "base", None, None)
    assert found["jacobian"] == answer(capsys, "--pose", "0, -30, 60, 10, 40, 5 deg", "--link", "link6")["jacobian"]


def test_a_singularity_is_named(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys)  # all joints at 0: axes 4 and 6 are on one line
    assert found["singular"] and found["singularities"] == ["wrist"]
    assert found["still_joints"] == ["joint4", "joint6"] and found["rank"] == 5
    np.testing.assert_allclose(np.array(found["free_wrenches"]) @ np.array(found["jacobian"]), 0.0, atol=1e-15)
    assert main(["kinematics"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "wrist singularity: link6 moves in 5 of 6 directions" in text
    assert "joint4, joint6 can move together while link6 stands still" in text
    assert main(["kinematics", "--pose", "0, -30, 60, 10, 0.3, 5 deg"]) == 0
    assert "close to a wrist singularity" in capsys.readouterr().out
    assert main(["kinematics", "--arm", "stanford1983"]) == 0  # loses a direction of the position too
    text = " ".join(capsys.readouterr().out.split())
    assert "wrist singularity and another one: linkF moves in 4 of 6 directions" in text
    assert text.count("a force of") == 2 and "1.667 0 N with a moment of 0 0 0 N·m, nor for a force of 0 0 0 N" in text
    assert "can move together while linkF stands still, in 2 ways" in text


@pytest.mark.parametrize(("rotation", "heading"), [("rpy", "roll"), ("quaternion", "qw"), ("matrix", "x axis")])
def test_forms_of_a_rotation(rotation: str, heading: str, capsys: pytest.CaptureFixture[str]):
    assert main(["kinematics", "--rotation", rotation]) == 0
    assert heading in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--link", "hand"], "'hand' is no link of akb1986"),
        (["--axes", "tool"], "invalid choice"),
        (["--pose", "1"], "--pose: expected 6 numbers"),
    ],
)
def test_wrong_input_is_one_sentence(words: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    assert main(["kinematics", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_table_without_masses_has_kinematics(capsys: pytest.CaptureFixture[str]):
    """In this pose upper arm and forearm are one straight line."""
    found = answer(capsys, "--arm", "lee1984", "--pose", "90, 0, 90, 0, 0, 0 deg")
    reach = np.linalg.norm(found["links"][-1]["position"])
    assert reach == pytest.approx(np.linalg.norm([0.4318 + 0.43307, 0.02032, 0.14909]), rel=1e-12)


def test_a_pose_beyond_its_limits_is_a_warning(capsys: pytest.CaptureFixture[str]):
    assert "joint2 at 50°" in answer(capsys, "--pose", "0, 50, 0, 0, 40, 0 deg")["warnings"][0]
