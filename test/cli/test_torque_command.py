"""`puma560 torque` against Pinocchio, a Jacobian, and the functions of the package."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import Payload, friction_torque, load_arm, load_model, torque_band
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.torque import TERMS
from puma560_dynamics.models.gyroscopic import GyroscopicModel
from puma560_dynamics.models.kinds import MODEL_KINDS

POSE, VELOCITY = "0, -30, 60, 10, 40, 5 deg", "1, -2, 3, 0.5, 0.25, -1"
ACCELERATION = "2, 3, -4, 5, 6, -7"
STATE = ["--pose", POSE, "--velocity", VELOCITY, "--acceleration", ACCELERATION]
LOAD = ["--payload-mass", "2", "--payload-center", "0.01", "-0.02", "0.1"]
KEYS = {
    "ok", "arm", "model", "joints", "units", "position", "velocity", "acceleration", "payload", "warnings", "terms",
    "model_torque", "torque", "uncertainty", "friction_source", "maximum_torque", "fraction_of_maximum_torque",
    "without_payload", "difference",
}  # fmt: skip


def state() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The state of the words above."""
    velocity, acceleration = (np.array([float(x) for x in text.split(",")]) for text in (VELOCITY, ACCELERATION))
    return np.radians([0.0, -30.0, 60.0, 10.0, 40.0, 5.0]), velocity, acceleration


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    """The JSON of the command."""
    assert main(["torque", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == KEYS
    return found


@pytest.mark.parametrize("load", [[], LOAD], ids=["bare", "loaded"])
@pytest.mark.parametrize("model", [kind for kind in MODEL_KINDS if "abbreviated" not in kind])
def test_the_papers_arm(model: str, load: list[str], capsys: pytest.CaptureFixture[str]):
    """Every exact model against Pinocchio, which gets the load as a body of its own."""
    pytest.importorskip("pinocchio")
    arm, (q, qd, qdd) = load_arm("akb1986"), state()
    found = answer(capsys, *STATE, *load, "--model", model)
    body = Payload(2.0, [0.01, -0.02, 0.1]) if load else None
    oracle = load_model("pinocchio", arm, body)
    np.testing.assert_allclose(found["model_torque"], oracle.torque(q, qd, qdd), rtol=0.0, atol=1e-12 * 64)
    terms = {name: np.array(values) for name, values in found["terms"].items()}
    np.testing.assert_allclose(sum(terms.values()), found["torque"], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(terms["gravity"], oracle.gravity(q), rtol=0.0, atol=1e-12 * 64)
    np.testing.assert_allclose(terms["motor_inertia"], arm.motor_inertia * qdd, rtol=1e-13)
    np.testing.assert_allclose(
        terms["coriolis"] + terms["centrifugal"], oracle.torque(q, qd, 0) - oracle.gravity(q), rtol=0.0, atol=1e-12 * 64
    )
    np.testing.assert_allclose(found["uncertainty"], torque_band(arm, q, qd, qdd), rtol=1e-9)
    np.testing.assert_allclose(terms["friction"], friction_torque(arm, qd))
    np.testing.assert_allclose(found["fraction_of_maximum_torque"], np.abs(found["torque"]) / arm.maximum_torque)


def test_a_robot_description_against_the_recursion_of_pinocchio(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """RNEA on the text itself, without anything of this package."""
    pin = pytest.importorskip("pinocchio")
    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False), encoding="utf-8")
    words = ["--pose", "10, -20, 30, 40 deg", "--velocity", "1, 2, 3, 4", "--acceleration", "4, 3, 2, 1"]
    found = answer(capsys, "--arm", str(path), *words)
    model = pin.buildModelFromXML(path.read_text(encoding="utf-8"))
    expected = pin.rnea(
        model, model.createData(), np.radians([10.0, -20.0, 30.0, 40.0]), np.arange(1.0, 5.0), np.arange(4.0, 0.0, -1.0)
    )
    np.testing.assert_allclose(found["model_torque"], expected, rtol=0.0, atol=1e-12)
    assert found["uncertainty"] is None
    assert found["terms"]["motor_inertia"] == found["terms"]["friction"] == [0.0] * 4


@pytest.mark.parametrize("arm_name", ["akb1986", "stanford1983"])
def test_a_load_at_rest_adds_its_weight_times_the_jacobian(arm_name: str, capsys: pytest.CaptureFixture[str]):
    """The weight as a force at the link's origin, and its moment about this origin; no model of the package."""
    arm = load_arm(arm_name)
    pose = "0.1, 0.5, 0.3, 0.4, 0.5, 0.6"
    q = np.array([float(x) for x in pose.split(",")])
    found = answer(capsys, "--arm", arm_name, "--pose", pose, *LOAD)
    model = load_model("newton_euler", arm)
    force = 2.0 * arm.base_gravity
    lever = model.forward_kinematics(q)[:3, :3] @ np.array([0.01, -0.02, 0.1])
    wrench = np.concatenate([force, np.cross(lever, force)])
    np.testing.assert_allclose(found["difference"], -model.jacobian(q).T @ wrench, rtol=0.0, atol=1e-12)
    assert found["payload"]["mass"] == 2.0
    np.testing.assert_allclose(np.subtract(found["torque"], found["without_payload"]), found["difference"])


def test_rotors_are_a_term(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *STATE, "--gyroscopic")
    expected = GyroscopicModel(load_arm("akb1986")).torque(*state())
    np.testing.assert_allclose(found["terms"]["gyroscopic"], expected)
    bare = answer(capsys, *STATE)
    assert "gyroscopic" not in bare["terms"] and set(found["terms"]) == set(TERMS)
    np.testing.assert_allclose(np.subtract(found["torque"], bare["torque"]), expected, rtol=0.0, atol=1e-12)


def test_the_table_has_what_the_json_has(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, *STATE, *LOAD)
    assert main(["torque", *STATE, *LOAD]) == 0
    text = capsys.readouterr().out
    for name in ("torque", "uncertainty", "without_payload", "difference"):
        for value in found[name]:
            assert f"{round(value, 3) + 0.0:.3f}" in text, name
    assert "break-away torque (table 7) as Coulomb friction" in text
    assert "carries 2 kg at (0.01, -0.02, 0.1) m in the frame of link6" in text


def test_at_rest_friction_is_not_in_the_total(capsys: pytest.CaptureFixture[str]):
    assert main(["torque", "--pose", POSE]) == 0
    text = capsys.readouterr().out
    assert "at rest, friction can hold" in text and "Coriolis" not in text


def test_what_is_beyond_a_limit_is_a_warning(capsys: pytest.CaptureFixture[str]):
    found = answer(capsys, "--pose", "0, 50, 0, 0, 0, 0 deg", "--acceleration", "200, 0, 0, 0, 0, 0")
    assert found["warnings"][0] == "joint2 at 50° is beyond its limits of -225° to 45°"
    assert found["warnings"][1].startswith("joint1 needs ") and found["fraction_of_maximum_torque"][0] > 1.0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pose", "1, 2"], "--pose: expected 6 numbers"),
        (["--velocity", "1,2,3,4,5,6 deg"], "--velocity: 'deg' is no unit for"),
        (["--arm", "nobody"], "arm 'nobody' is not known"),
        (["--arm", "stanford1983", "--gyroscopic"], "gyroscopic"),
    ],
)
def test_wrong_input_is_one_sentence(words: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    assert main(["torque", *words]) == 2
    assert message in capsys.readouterr().err


def test_motor_inertia_that_is_not_given_is_said(capsys: pytest.CaptureFixture[str]):
    urdf = ["--arm", str(Path(__file__).parents[2] / "urdf" / "puma560.urdf")]
    (said,) = answer(capsys, *urdf, "--acceleration", "0, 1, 0, 0, 0, 0")["warnings"]
    assert said.startswith("motor inertia of joint2 is not given and counts as 0")
    assert answer(capsys, *urdf)["warnings"] == []
    assert answer(capsys, "--acceleration", "0, 1, 0, 0, 0, 0")["warnings"] == []
