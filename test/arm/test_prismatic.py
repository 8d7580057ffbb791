"""Arms with a joint that slides: read, checked, described and computed like any other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, check_physics
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.errors import ArmFileError, UnsupportedArmError
from puma560_dynamics.files import share_file
from puma560_dynamics.models.gyroscopic import GyroscopicModel
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_model import PayloadModel
from puma560_dynamics.simulation.simulate import potential_energy

STATES = np.random.default_rng(1983).uniform(-2.0, 2.0, (3, 100, 6))


@pytest.fixture(scope="module")
def stanford() -> Arm:
    return load_arm("stanford1983")


@pytest.fixture(scope="module")
def with_motors(stanford: Arm) -> Arm:
    """Other numbers and rotors, so that no term is hidden by a zero."""
    motors = tuple(replace(motor, inertia=0.1 + 0.05 * i) for i, motor in enumerate(stanford.motors))
    joints = tuple(replace(joint, a=0.1 * i, d=joint.d + 0.05) for i, joint in enumerate(stanford.joints))
    return stanford.with_(motors=motors, joints=joints)


def test_the_arm_file_gives_the_kind_and_the_units_of_each_joint(stanford: Arm):
    assert [joint.slides for joint in stanford.joints] == [False, False, True, False, False, False]
    assert stanford.joints[2].unit == "m" and stanford.joints[1].unit == "rad"
    assert stanford.quantities["motors.joint6.maximum_torque"].unit == "N"
    assert stanford.quantities["joints.joint6.alpha"].unit == "rad"
    assert not check_physics(stanford).errors and not check_physics(stanford).warnings


@pytest.mark.parametrize(
    "change, words",
    [
        (("kind: prismatic", "kind: helical"), "joints.joint6.kind.*revolute.*prismatic.*helical"),
        (("value: 200, unit: N,", "value: 200, unit: N m,"), "motors.joint6.maximum_torque.*'N m'"),
        (("value: 1.0, unit: m/s", "value: 1.0, unit: rad/s"), "joints.joint6.velocity.*'rad/s'"),
    ],
)
def test_a_wrong_kind_or_unit_is_named(change: tuple[str, str], words: str, tmp_path):
    text = share_file("config", "stanford1983.yaml").read_text(encoding="utf-8")
    assert text.count(change[0]) == 1
    path = tmp_path / "arm.yaml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ArmFileError, match=words):
        load_arm(path)


def test_limits_of_a_sliding_joint_are_reported_in_metres(stanford: Arm):
    joints = list(stanford.joints)
    joints[2] = replace(joints[2], lower=1.0, velocity=-1.0)
    errors = check_physics(stanford.with_(joints=tuple(joints))).errors
    assert any("1 m is not below" in error for error in errors) and any("-1 m/s" in error for error in errors)


@pytest.mark.parametrize("kind", ["newton_euler", "generated"])
def test_models_agree_with_pinocchio(kind: str, with_motors: Arm):
    pytest.importorskip("pinocchio")
    ours, theirs = load_model(kind, with_motors), load_model("pinocchio", with_motors)
    for ask in ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity"):
        expected = getattr(theirs, ask)(STATES[0])
        np.testing.assert_allclose(getattr(ours, ask)(STATES[0]), expected, atol=1e-12 * np.abs(expected).max(), rtol=0)
    torque = theirs.torque(*STATES)
    np.testing.assert_allclose(ours.torque(*STATES), torque, atol=1e-12 * np.abs(torque).max(), rtol=0)
    single = ours.torque(*STATES[:, 0])
    np.testing.assert_allclose(single, torque[0], atol=1e-12 * np.abs(torque[0]).max(), rtol=0)


def test_gravity_is_the_gradient_of_the_potential_energy(with_motors: Arm):
    q, step = STATES[0, :10], 1e-5
    steps = step * np.eye(6)
    slope = np.stack([potential_energy(with_motors, q + s) - potential_energy(with_motors, q - s) for s in steps], -1)
    np.testing.assert_allclose(slope / (2 * step), load_model("newton_euler", with_motors).gravity(q), atol=1e-7)


def test_mujoco_reads_the_arm_with_its_slide(with_motors: Arm):
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(mjcf(with_motors))
    model.opt.gravity[:] = with_motors.gravity_vector
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_LIMIT
    data = mujoco.MjData(model)
    ours = load_model("newton_euler", with_motors)
    for q, qd, qdd in STATES[:, :20].transpose(1, 0, 2):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        expected = ours.torque(q, qd, qdd)
        np.testing.assert_allclose(data.qfrc_inverse, expected, atol=1e-10 * np.abs(expected).max(), rtol=0)


@pytest.mark.parametrize(
    "make",
    [
        lambda arm: load_model("full", arm),
        lambda arm: PayloadModel(arm, Payload(1.0)),
        GyroscopicModel,
    ],
    ids=["tables", "load", "rotors"],
)
def test_what_takes_angles_alone_refuses(make, stanford: Arm):
    with pytest.raises(UnsupportedArmError, match="joint6 of stanford1983 slides"):
        make(stanford)
