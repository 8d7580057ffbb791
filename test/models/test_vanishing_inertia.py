"""Links without mass or extent: torque is Pinocchio's, and only what divides by a singular A is refused."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.vanishing_inertia import may_vanish
from puma560_dynamics.simulation.plant import Plant

LIMIT = '<limit lower="-3" upper="3" effort="50" velocity="3"/>'
KINDS = ["newton_euler", "generated"]


def robot(*bodies: str, ends: str = "") -> str:
    """A shoulder of three joints in one point, and an elbow; `bodies` of the four links, empty for none."""
    axes = ("0 0 1", "1 0 0", "0 1 0", "0 1 0")
    text = '<link name="l0"/>'
    for number, (body, axis) in enumerate(zip(bodies, axes, strict=True), 1):
        text += f'<link name="l{number}">{f"<inertial>{body}</inertial>" if body else ""}</link>'
        text += (
            f'<joint name="j{number}" type="revolute"><parent link="l{number - 1}"/><child link="l{number}"/>'
            f'<origin xyz="{"0.4 0 0" if number == 4 else "0 0 0"}"/><axis xyz="{axis}"/>{LIMIT}</joint>'
        )
    return f'<robot name="r">{text}{ends}</robot>'


POINT = '<origin xyz="0.2 0.05 0.01"/><mass value="3"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>'
ROD = '<origin xyz="0.2 0 0"/><mass value="2"/><inertia ixx="0" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/>'
WHOLE = (
    '<origin xyz="0.1 0.02 0"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/>'
)
ARMS = {
    "massless links": robot("", "", WHOLE, WHOLE),
    "points": robot("", "", POINT, POINT),
    "a rod": robot(WHOLE, WHOLE, WHOLE, ROD),
    "nothing on the last joint": robot(WHOLE, WHOLE, WHOLE, ""),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ARMS.values(), ids=list(ARMS))
def test_torque_is_pinocchios(text: str, kind: str):
    arm = load_arm(text)
    assert may_vanish(arm)
    model, pinned = load_model(kind, arm), pin.buildModelFromXML(text)
    data = pinned.createData()
    for q, qd, qdd in np.random.default_rng(5).uniform(-2.0, 2.0, (20, 3, 4)):
        np.testing.assert_allclose(model.torque(q, qd, qdd), pin.rnea(pinned, data, q, qd, qdd), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(model.gravity(q), pin.computeGeneralizedGravity(pinned, data, q), atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_forward_dynamics_is_refused_in_the_poses_without_inertia_alone(kind: str):
    model = load_model(kind, load_arm(ARMS["massless links"]))
    q, qd, qdd = np.random.default_rng(5).uniform(-1.0, 1.0, (3, 4))
    np.testing.assert_allclose(model.acceleration(q, qd, model.torque(q, qd, qdd)), qdd, rtol=1e-9)
    singular = np.array([0.3, np.pi / 2, 0.4, 0.2])  # the first axis and the third are one
    with pytest.raises(StateError, match=r"joint j3 has no inertia at q = \(0.3, 1.571, 0.4, 0.2\)"):
        model.acceleration(singular, qd, qd)
    with pytest.raises(StateError, match="joint j3 has no inertia"):
        model.acceleration(np.array([q, singular]), qd, qd)
    assert np.isfinite(model.torque(singular, qd, qdd)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_joint_that_moves_nothing_has_no_acceleration_anywhere(kind: str):
    arm = load_arm(ARMS["nothing on the last joint"])
    model = load_model(kind, arm)
    assert (model.torque(*np.ones((3, 4)))[3], model.gravity(np.ones(4))[3]) == (0.0, 0.0)
    with pytest.raises(StateError, match="joint j4 has no inertia"):
        model.acceleration(*np.ones((3, 4)))
    with pytest.raises(StateError, match="joint j4 has no inertia"):
        Plant(arm)


def test_an_arm_of_whole_bodies_is_not_checked():
    assert not may_vanish(load_arm(robot(WHOLE, WHOLE, WHOLE, WHOLE)))


def test_the_plant_moves_an_arm_with_massless_links_as_the_model():
    arm = load_arm(ARMS["massless links"])
    plant, model = Plant(arm, friction=False), load_model("newton_euler", arm)
    q, torque = np.array([0.2, 0.3, -0.4, 0.5]), np.array([1.0, 0.5, -2.0, 0.3])
    expected = model.acceleration(q, np.zeros(4), torque)
    np.testing.assert_allclose(plant.acceleration(q, np.zeros(4), torque), expected, rtol=1e-5)  # bodies of 1 g added


@pytest.mark.parametrize("kind", KINDS)
def test_so_are_its_derivatives(kind: str):
    model = load_model(kind, load_arm(ARMS["nothing on the last joint"]))
    with pytest.raises(StateError, match="joint j4 has no inertia"):
        model.acceleration_derivatives(np.ones(4), 0, 0)
