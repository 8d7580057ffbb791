"""The shapes: where they lie, that they follow the arm, that joints hold together and nothing rubs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Joint, Link, Motor, load_arm
from puma560_dynamics.description.shapes import COLOURS, SHOULDER_HEIGHT, Box, Cylinder, Shape, Sphere, shapes
from puma560_dynamics.description.urdf import urdf

ARM = load_arm("akb1986")


def with_joint(arm: Arm, index: int, **changes: Any) -> Arm:
    joints = list(arm.joints)
    joints[index] = replace(joints[index], **changes)
    return arm.with_(joints=tuple(joints))


def turn(rpy: tuple[float, float, float]) -> np.ndarray:
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return z @ y @ x


def bounds(body: tuple[Shape, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest coordinates of a body in its link's frame, m."""
    lows, highs = [], []
    for shape in body:
        rotation, geometry = turn(shape.rpy), shape.geometry
        if isinstance(geometry, Sphere):
            reach = np.full(3, geometry.radius)
        elif isinstance(geometry, Box):
            reach = np.abs(rotation) @ np.array(geometry.size) / 2
        else:
            axis = rotation[:, 2]
            reach = np.abs(axis) * geometry.length / 2 + geometry.radius * np.sqrt(np.clip(1 - axis**2, 0, 1))
        lows.append(np.array(shape.xyz) - reach)
        highs.append(np.array(shape.xyz) + reach)
    return np.min(lows, axis=0), np.max(highs, axis=0)


def test_every_link_has_a_body_in_known_colours() -> None:
    bodies = shapes(ARM)
    assert list(bodies) == ["base_link", *(f"link{i}" for i in range(1, 7))]
    for body in bodies.values():
        assert body
        assert all(shape.colour in COLOURS and shape.collides for shape in body)
    with pytest.raises(FrozenInstanceError):
        bodies["link1"][0].colour = "white"  # type: ignore[misc]


def test_bodies_lie_where_a_puma_has_them() -> None:
    bodies = shapes(ARM)
    low, high = {}, {}
    for name, body in bodies.items():
        low[name], high[name] = bounds(body)
    assert low["base_link"][2] == pytest.approx(-SHOULDER_HEIGHT)  # frame 0 is at the shoulder, the floor below
    assert high["base_link"][2] < low["link1"][2]
    assert high["link1"][1] > 0.17 > abs(low["link1"][1])  # the housing reaches out along z2
    assert low["link2"][0] < -0.2 and high["link2"][0] > ARM.joints[2].a  # motors behind, elbow in front
    assert low["link3"][1] == pytest.approx(-(ARM.joints[3].d - 0.075), abs=1e-6)  # forearm along -y3
    assert high["link3"][1] < 0.1
    assert high["link6"][2] == pytest.approx(0.056) and low["link6"][2] > 0.0


def test_bodies_follow_a_changed_arm() -> None:
    plain = {name: bounds(body) for name, body in shapes(ARM).items()}
    longer = {name: bounds(body) for name, body in shapes(with_joint(ARM, 2, a=0.5318)).items()}
    assert longer["link2"][1][0] - plain["link2"][1][0] == pytest.approx(0.1, abs=1e-6)
    reaching = {name: bounds(body) for name, body in shapes(with_joint(ARM, 3, d=0.5331)).items()}
    assert reaching["link3"][0][1] - plain["link3"][0][1] == pytest.approx(-0.1, abs=1e-6)
    np.testing.assert_allclose(reaching["link4"], plain["link4"], atol=1e-9)
    wider = {name: bounds(body) for name, body in shapes(with_joint(ARM, 1, d=0.3435)).items()}
    assert wider["link1"][1][1] - plain["link1"][1][1] == pytest.approx(0.1, abs=1e-6)
    axle = {name: bounds(body) for name, body in shapes(with_joint(ARM, 2, d=-0.1434)).items()}
    assert axle["link3"][1][2] - plain["link3"][1][2] == pytest.approx(0.05, abs=1e-6)


@pytest.mark.parametrize(("name", "first"), [("link2", 1), ("link3", 1)])
def test_tapered_sides_are_tangent_to_both_ends(name: str, first: int) -> None:
    *discs, left, right = shapes(ARM)[name][first : first + 4]
    for box, side in ((left, 1.0), (right, -1.0)):
        assert isinstance(box.geometry, Box)
        outward = side * turn(box.rpy)[:, 1]
        face = outward @ np.array(box.xyz) + box.geometry.size[1] / 2
        for disc in discs:
            assert isinstance(disc.geometry, Cylinder)
            assert face - outward @ np.array(disc.xyz) == pytest.approx(disc.geometry.radius, abs=5e-6)


def test_lengths_are_whole_micrometres() -> None:
    for body in shapes(with_joint(ARM, 2, a=1.3 / 3.0)).values():
        for shape in body:
            geometry = shape.geometry
            assert isinstance(geometry, (Box, Cylinder))
            sizes = geometry.size if isinstance(geometry, Box) else (geometry.radius, geometry.length)
            assert all(length == round(length, 6) for length in (*sizes, *shape.xyz))
            assert min(sizes) > 0.0


def other_arm(a: float, d: float) -> Arm:
    return Arm(
        name="other",
        source="",
        gravity=9.81,
        joints=(Joint("j1", 0.0, 0.0, 0.0, -1.0, 1.0, 1.0), Joint("j2", 0.5, a, d, -1.0, 1.0, 1.0)),
        links=tuple(Link(name, 1.0, np.zeros(3), 0.01 * np.eye(3)) for name in ("one", "two")),
        motors=(Motor(0.1, 1.0, 1.0, 0.0),) * 2,
    )


@pytest.mark.parametrize(("a", "d"), [(0.3, 0.4), (0.0, 0.0), (-0.3, 0.0)])
def test_unknown_arm_gets_capsules_that_do_not_collide(a: float, d: float) -> None:
    arm = other_arm(a, d)
    bodies = shapes(arm)
    assert list(bodies) == ["base_link", "one", "two"]
    end = np.array([a, -np.sin(0.5) * d, np.cos(0.5) * d])
    centres = [shape.xyz for shape in bodies["one"] if isinstance(shape.geometry, Sphere)]
    np.testing.assert_allclose(centres[-1], end, atol=1e-6)
    for shape in bodies["one"]:
        if isinstance(shape.geometry, Cylinder):
            np.testing.assert_allclose(shape.xyz, end / 2, atol=1e-6)
            np.testing.assert_allclose(turn(shape.rpy)[:, 2], end / np.linalg.norm(end), atol=2e-6)
    assert not any(shape.collides for body in bodies.values() for shape in body)
    assert "<collision>" not in urdf(arm) and urdf(arm).count("<visual>") == sum(map(len, bodies.values()))


def test_six_links_of_another_arm_are_no_puma() -> None:
    assert any(isinstance(s.geometry, Sphere) for s in shapes(with_joint(ARM, 4, alpha=0.3))["link3"])
    assert any(isinstance(s.geometry, Sphere) for s in shapes(with_joint(ARM, 2, a=0.1))["link3"])


def poses() -> Iterator[np.ndarray]:
    yield np.zeros(6)
    yield from np.random.default_rng(560).uniform(ARM.lower, ARM.upper, (300, 6))


def test_neighbours_touch_in_every_pose() -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(urdf(ARM))
    data = mujoco.MjData(model)
    of_body = [np.flatnonzero(model.geom_bodyid == body) for body in range(model.nbody)]
    for q in list(poses())[:20]:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        for child in range(1, model.nbody):
            gap = min(
                mujoco.mj_geomDistance(model, data, one, two, 1.0, None)
                for one in of_body[child - 1]
                for two in of_body[child]
            )
            assert gap < 0.0021, f"{model.body(child - 1).name} and {model.body(child).name} are {gap} m apart"


def test_only_the_wrist_can_hit_the_pedestal() -> None:
    """MuJoCo lets neighbours overlap, except with the world; a contact would falsify every torque."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(urdf(ARM))
    data = mujoco.MjData(model)
    hits = []
    for q in poses():
        data.qpos[:] = q
        mujoco.mj_fwdPosition(model, data)
        pairs = {tuple(sorted(model.geom_bodyid[[c.geom1, c.geom2]].tolist())) for c in data.contact}
        assert pairs <= {(0, 4), (0, 5), (0, 6)}, (q, pairs)
        hits.append(bool(pairs))
    assert not hits[0]
    assert sum(hits) < 0.05 * len(hits)
