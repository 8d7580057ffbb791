"""An identified arm as URDF in Pinocchio, as MJCF in MuJoCo and as arm file: the torque is that of the estimate."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from helpers.identification.synthetic import description, moved, true_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import DRY
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.description.described_urdf import described_urdf
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns

pytest.importorskip("cvxpy")
mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")
pin = pytest.importorskip("pinocchio")

URDF = description()
SLIDING = URDF.replace('name="joint2" type="revolute"', 'name="joint2" type="prismatic"')
COUPLING = "\ntransmission: [[1, 0, 0], [0, 1, 0], [0, 0.5, 1]]\n"
ARMS = {"turning": (URDF, ""), "sliding": (SLIDING, ""), "coupled": (URDF, COUPLING)}


class Case(NamedTuple):
    """What was identified, and the arm of the file that was written."""

    found: Identified
    arm: Arm


@pytest.fixture(scope="module", params=ARMS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    text, more = ARMS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "small.urdf").write_text(text)
    (folder / "prior.yaml").write_text(f"description: small.urdf{more}")
    arm = load_arm(folder / "prior.yaml")
    rng = np.random.default_rng(42)
    unknowns = Unknowns(arm, friction=("bend", "load"))
    motion = moved(true_arm(arm, rng, load=0.05), rng, 20.0)
    found = fit_unknowns(unknowns, [recorded([motion], unknowns, "made", "")], lead=0.0)
    path = folder / "mine.yaml"
    path.write_text(arm_yaml(found, path))
    return Case(found, load_arm(path))


def states(arm: Arm) -> tuple[np.ndarray, ...]:
    """Random states; no joint moves slowly compared with the smoothing of its dry friction."""
    rng = np.random.default_rng(3)
    q = rng.uniform(-2.5, 2.5, (20, arm.n))
    qd = rng.uniform(0.2, 2.0, q.shape) * rng.choice([-1.0, 1.0], q.shape)
    return q, qd, rng.uniform(-10.0, 10.0, q.shape)


def stated(found: Identified, names: tuple[str, ...]) -> np.ndarray:
    """The estimate with the friction numbers of these names alone; dry friction is the mean of both directions."""
    unknowns, x = found.unknowns, found.estimate.x.copy()
    x[unknowns.places_of(DRY)] = x[unknowns.places_of(DRY)].mean(axis=1, keepdims=True)
    for name in set(unknowns.sought) - set(names):
        x[unknowns.place_of(name)] = 0.0
    return x


def close(torque: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_the_arm_file(case: Case):
    found, arm = case
    q, qd, qdd = states(arm)
    rigid = load_model("newton_euler", arm).torque(q, qd, qdd)
    turns = arm.transmission if arm.coupled else None
    lost = joint_friction_torque(arm.friction, qd, MEASURED_SMOOTHING * arm.motion_scale, transmission=turns)
    close(rigid + lost, found.unknowns.columns(q, qd, qdd) @ found.estimate.x)
    for name in found.unknowns.sought:  # the torque above is without the load
        np.testing.assert_array_equal(
            [getattr(one, name) for one in arm.friction], found.estimate.x[found.unknowns.place_of(name)]
        )


def test_the_mujoco_model(case: Case):
    """Bodies, armature, viscous and dry friction."""
    found, arm = case
    model = mujoco.MjModel.from_xml_string(mjcf(arm))
    data = mujoco.MjData(model)
    q, qd, qdd = states(arm)
    torque = []
    for data.qpos[:], data.qvel[:], data.qacc[:] in zip(q, qd, qdd, strict=True):
        mujoco.mj_inverse(model, data)
        torque.append(data.qfrc_inverse.copy())
    close(np.array(torque), found.unknowns.columns(q, qd, qdd) @ stated(found, (*DRY, "viscous")))


def with_armature(text: str, arm: Arm) -> Callable[..., np.ndarray]:
    """Inverse dynamics of Pinocchio with the armature of the arm file."""
    model = pin.buildModelFromXML(text)
    model.armature = arm.motor_inertia
    data = model.createData()
    return lambda q, qd, qdd: np.array([pin.rnea(model, data, *one).copy() for one in zip(q, qd, qdd, strict=True)])


@pytest.mark.parametrize("written", [urdf, described_urdf])
def test_the_urdf(case: Case, written: Callable[[Arm], str]):
    """The one on the joint axes, and the one that the arm came from."""
    found, arm = case
    q, qd, qdd = states(arm)
    expected = found.unknowns.columns(q, qd, qdd) @ stated(found, ())
    if arm.coupled:  # a motor of two joints is no armature of a joint
        expected = expected + qdd * arm.motor_inertia - qdd @ arm.armature
    close(with_armature(written(arm), arm)(q, qd, qdd), expected)
