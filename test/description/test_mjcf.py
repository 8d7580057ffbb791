"""The MuJoCo model: the arm's own dynamics, armature included, and a motor a joint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_model
from puma560_dynamics.arm import JointFriction, load_arm
from puma560_dynamics.arm.kinematics import link_pose
from puma560_dynamics.description.mjcf import FRICTION_IMPEDANCE, FRICTION_STEPS, TIMESTEP, mjcf
from puma560_dynamics.description.urdf import urdf

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")

ARM = load_arm("akb1986")
CHECKED_IN = Path(__file__).resolve().parents[2] / "urdf" / "puma560.mjcf.xml"


@pytest.fixture(scope="module")
def model():
    return mujoco.MjModel.from_xml_string(mjcf(ARM))


def test_the_checked_in_file_is_up_to_date():
    assert CHECKED_IN.read_bytes() == mjcf(ARM).encode(), "run `make generate`"


def test_inverse_dynamics_are_the_explicit_models(model):
    """A, Coriolis, centrifugal and gravity terms together, motor inertia as armature."""
    exact = load_model("full", ARM)
    data = mujoco.MjData(model)
    model.dof_frictionloss[:] = 0.0
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    rng = np.random.default_rng(560)
    for _ in range(50):
        q = rng.uniform(ARM.lower, ARM.upper)
        qd, qdd = rng.uniform(-1, 1, 6) * ARM.velocity, rng.uniform(-20, 20, 6)
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        expected = exact.torque(q, qd, qdd)
        np.testing.assert_allclose(data.qfrc_inverse, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_gravity_is_that_of_a_tilted_base():
    tilted = ARM.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    one = mujoco.MjModel.from_xml_string(mjcf(tilted))
    data = mujoco.MjData(one)
    q = np.random.default_rng(560).uniform(ARM.lower, ARM.upper)
    data.qpos[:] = q
    mujoco.mj_forward(one, data)
    np.testing.assert_allclose(data.qfrc_bias, load_model("newton_euler", tilted).gravity(q), rtol=0, atol=1e-11)


def test_a_motor_drives_each_joint_within_its_torque(model):
    joints = [model.joint(i).name for i in range(model.njnt)]
    assert joints == list(ARM.joint_names)
    assert [model.actuator(i).name for i in range(model.nu)] == joints
    assert model.actuator_trnid[:, 0].tolist() == list(range(6))
    assert (model.actuator_biastype == mujoco.mjtBias.mjBIAS_NONE).all()  # what the hardware takes for a motor
    assert model.actuator_ctrlrange.T.tolist() == [(-ARM.maximum_torque).tolist(), ARM.maximum_torque.tolist()]
    data = mujoco.MjData(model)
    data.ctrl[:] = 1e3
    mujoco.mj_forward(model, data)
    np.testing.assert_allclose(data.qfrc_actuator, ARM.maximum_torque)


def test_limits_armature_and_friction_are_the_arms(model):
    fresh = mujoco.MjModel.from_xml_string(mjcf(ARM))
    assert fresh.dof_armature.tolist() == ARM.motor_inertia.tolist()
    assert fresh.dof_frictionloss.tolist() == ARM.break_away_torque.tolist()
    assert (fresh.dof_solimp[:, :2] == FRICTION_IMPEDANCE).all()
    assert (fresh.dof_solref == (FRICTION_STEPS * TIMESTEP, 1.0)).all()
    assert fresh.jnt_range.T.tolist() == [ARM.lower.tolist(), ARM.upper.tolist()]
    assert (fresh.opt.timestep, fresh.opt.gravity.tolist()) == (TIMESTEP, [0.0, 0.0, -ARM.gravity])


def test_friction_of_the_file_is_the_models_as_far_as_mujoco_has_it():
    friction = tuple(JointFriction(2.0 + j, 1.0 + j, 0.5 * j, 0.3) for j in range(6))
    found = mujoco.MjModel.from_xml_string(mjcf(ARM.with_(friction=friction)))
    assert found.dof_frictionloss.tolist() == [1.5 + j for j in range(6)]
    assert found.dof_damping.ravel().tolist() == [0.5 * j for j in range(6)]


def test_it_looks_as_the_urdf_does(model):
    """Every drawn body in the place where the URDF has it."""
    spec = mujoco.MjSpec.from_string(urdf(ARM))
    spec.compiler.discardvisual = False
    spec.compiler.fusestatic = False
    other = spec.compile()
    datas = [mujoco.MjData(model), mujoco.MjData(other)]
    q = np.random.default_rng(1).uniform(ARM.lower, ARM.upper)
    clouds = []
    for one, data in zip((model, other), datas, strict=True):
        data.qpos[:] = q
        mujoco.mj_kinematics(one, data)
        visible = [i for i in range(one.ngeom) if one.geom_type[i] != mujoco.mjtGeom.mjGEOM_PLANE]
        kinds = {
            (
                int(one.geom_type[i]),
                *np.round(one.geom_size[i], 6),
                *np.round(data.geom_xpos[i] - data.body("base_link").xpos, 6) + 0.0,
                # Two URDF turns may be written as one: axes are compared up to sign.
                *np.round(np.abs(data.geom_xmat[i]), 6),
            )
            for i in visible
        }
        clouds.append(kinds)
    assert clouds[0] == clouds[1]
    assert len(clouds[0]) > 30


def test_a_joint_that_follows_another_is_an_equality_without_a_motor():
    arm = load_arm(palletiser())
    made = mujoco.MjModel.from_xml_string(mjcf(arm))
    assert (made.neq, made.nu, made.nv) == (2, 4, 6)
    names = [mujoco.mj_id2name(made, mujoco.mjtObj.mjOBJ_JOINT, joint) for joint in range(6)]
    for equality, follower in enumerate(arm.followers):
        assert names[made.eq_obj1id[equality]] == follower.joint.name
        assert names[made.eq_obj2id[equality]] == arm.joint_names[follower.leader]
        np.testing.assert_array_equal(made.eq_data[equality, :2], [follower.offset, follower.multiplier])


def test_links_of_the_description_are_sites_in_their_frames():
    arm = load_arm(light_arm(), tip="tool")
    made = mujoco.MjModel.from_xml_string(mjcf(arm))
    data = mujoco.MjData(made)
    data.qpos[:] = q = np.array([0.3, -0.5, 0.7, 1.1])
    mujoco.mj_kinematics(made, data)
    assert {made.site(i).name for i in range(made.nsite)} == {*arm.places, "tool0"}
    for name in arm.places:
        pose, site = link_pose(arm, q, name), data.site(name)
        np.testing.assert_allclose(site.xpos - data.site("base").xpos, pose[:3, 3], atol=1e-12)
        np.testing.assert_allclose(site.xmat.reshape(3, 3), pose[:3, :3], atol=1e-12)


def test_numbers_that_it_cannot_state_are_named():
    arm = ARM.with_(friction=tuple(JointFriction(2.0, 1.0, 0.5, 0.3, load=0.1) for _ in range(6)))
    head = mjcf(arm).split("-->")[0]
    assert all(words in head for words in ("between the directions", "zero error", "transmitted torque"))
    assert "cannot express" not in mjcf(ARM.with_(friction=tuple(JointFriction(1.0, 1.0, 0.5) for _ in range(6))))
