"""The page "from recording to simulator": its Python runs, and has the identified numbers where the page says."""

from __future__ import annotations

import struct
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.identification.synthetic import description, moved, true_arm

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.identify import fit_unknowns
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns

pytest.importorskip("cvxpy")
mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "from_recording_to_simulator.md"
BLOCKS = [part.split("```")[0] for part in PAGE.read_text(encoding="utf-8").split("```py\n")[1:]]


KEEP = '<mujoco><compiler discardvisual="false"/></mujoco>'
"""Element of the URDF with which MuJoCo keeps visual meshes, as the page has it."""


def tetrahedron() -> bytes:
    """A mesh as binary STL."""
    corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]], dtype="<f4")
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    return bytes(80) + struct.pack("<I", 4) + b"".join(bytes(12) + corners[face].tobytes() + bytes(2) for face in faces)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The names of the page's Python, run in a folder with the files that its commands write."""
    folder = tmp_path_factory.mktemp("robot")
    mesh = '<link name="link1"><visual><geometry><mesh filename="meshes/part.stl"/></geometry></visual>'
    text = description().replace('<link name="link1">', mesh).replace("</robot>", f"{KEEP}</robot>")
    (folder / "robot.urdf").write_text(text)
    (folder / "meshes").mkdir()
    (folder / "meshes" / "part.stl").write_bytes(tetrahedron())
    arm = load_arm(folder / "robot.urdf")
    rng = np.random.default_rng(4)
    unknowns = Unknowns(arm)
    found = fit_unknowns(unknowns, [recorded([moved(true_arm(arm, rng), rng)], unknowns, "made", "")], lead=0.0)
    (folder / "mine.yaml").write_text(arm_yaml(found, folder / "mine.yaml"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["arm", "urdf", "--arm", "mine.yaml", "-o", "mine.urdf"]) == 0
        assert main(["arm", "urdf", "--arm", "mine.yaml", "--format", "mjcf", "-o", "mine.xml"]) == 0
        names: dict[str, Any] = {"found": found, "folder": folder}
        for block in BLOCKS:
            if "isaaclab" not in block:
                exec(compile(block, str(PAGE), "exec"), names)
    return names


def test_the_urdf_with_motors_is_the_mujoco_model(ran: dict[str, Any]):
    """Same torque from both ways into MuJoCo."""
    arm, other = ran["arm"], ran["with_meshes"]
    model = ran["model"]
    np.testing.assert_array_equal(other.dof_armature, arm.motor_inertia)
    np.testing.assert_array_equal(other.dof_frictionloss, [one.dry for one in arm.friction])
    np.testing.assert_array_equal(other.dof_damping.ravel(), [one.viscous for one in arm.friction])
    np.testing.assert_array_equal(other.actuator_ctrlrange, model.actuator_ctrlrange)
    assert (other.nu, other.nv, other.nmesh) == (arm.n, arm.n, 1)
    assert KEEP in PAGE.read_text(encoding="utf-8")
    torque = []
    for one in (model, other):
        data = mujoco.MjData(one)
        data.qpos[:], data.qvel[:] = [0.3, -0.4, 0.9], [0.5, -0.8, 1.2]
        mujoco.mj_forward(one, data)
        torque.append(data.qfrc_bias.copy())
    np.testing.assert_allclose(torque[0], torque[1], rtol=0, atol=1e-12 * np.abs(torque[0]).max())


def test_names_of_isaac_lab_get_numbers_of_joints(ran: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    """With a stand-in for its class: the block is Python, and every joint has each number."""
    module = types.ModuleType("isaaclab.actuators")
    module.__dict__["ImplicitActuatorCfg"] = dict
    monkeypatch.setitem(sys.modules, "isaaclab", types.ModuleType("isaaclab"))
    monkeypatch.setitem(sys.modules, "isaaclab.actuators", module)
    monkeypatch.chdir(ran["folder"])
    (block,) = (block for block in BLOCKS if "isaaclab" in block)
    names: dict[str, Any] = {}
    exec(compile(block, str(PAGE), "exec"), names)
    arm, made = ran["arm"], names["actuator"]
    for key in ("armature", "friction", "dynamic_friction", "viscous_friction", "joint_effort_limit"):
        assert tuple(made[key]) == arm.joint_names
    assert list(made["armature"].values()) == arm.motor_inertia.tolist()


def test_drawn_numbers_are_within_their_standard_errors(ran: dict[str, Any]):
    arm, found, near = ran["arm"], ran["found"], ran["near"]
    for joint, name in enumerate(arm.joint_names):
        drawn = [near(f"friction.{name}", arm.friction[joint]) for _ in range(2000)]
        for number in ("coulomb_positive", "viscous"):
            place = found.unknowns.place_of(number)[joint]
            values = np.array([getattr(one, number) for one in drawn])
            assert values.std() == pytest.approx(found.estimate.error[place], rel=0.1)
            assert values.mean() == pytest.approx(found.estimate.x[place], abs=0.1 * found.estimate.error[place])
        assert {one.offset for one in drawn} == {arm.friction[joint].offset}
        inertias = [near(f"motors.{name}", arm.motors[joint]).inertia for _ in range(2000)]
        error = found.estimate.error[found.unknowns.motors][joint]
        assert np.std(inertias) == pytest.approx(error, rel=0.1)
    assert (ran["model"].dof_armature == [motor.inertia for motor in ran["motors"]]).all()
    assert (ran["model"].dof_armature != arm.motor_inertia).all()
