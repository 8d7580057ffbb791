"""The Jacobian from measured numbers to barycentric parameters, against differences and 6 x 6 inertias."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arm.tolerances import Tolerances, tolerances_of
from puma560_dynamics.arm.transform import rotation_x
from puma560_dynamics.arrays import read_only
from puma560_dynamics.models.recursive.regressor import arm_parameters, parameter_names


@pytest.fixture(scope="module")
def found(arm: Arm) -> Tolerances:
    return tolerances_of(arm)


def moved(link: Link, place: str, step: float) -> Link:
    """`link` with one measured number a little larger."""
    field, _, entry = place.partition(".")
    if field == "mass":
        return replace(link, mass=link.mass + step)
    if field == "center_of_gravity":
        return replace(link, center_of_gravity=read_only(link.center_of_gravity + step * np.eye(3)[int(entry)]))
    return replace(link, inertia=read_only(link.inertia + step * np.diag(np.eye(3)[int(entry)])))


@pytest.mark.parametrize("index", [1, 3, 4, 5])
def test_a_links_columns_are_differences_of_its_parameters(arm: Arm, found: Tolerances, index: int):
    link = arm.links[index]
    names = [name for name in found.names if name.startswith(f"links.{link.name}.")]
    assert names
    for name in names:
        steps = []
        for step in (1e-4, -1e-4):
            links = list(arm.links)
            links[index] = moved(link, name.split(".", 2)[2], step)
            steps.append(arm_parameters(arm.with_(links=tuple(links))))
        own = slice(10 * index, 10 * index + 10)
        expected = ((steps[0] - steps[1]) / 2e-4)[own]
        np.testing.assert_allclose(found.jacobian[own, found.names.index(name)], expected, atol=1e-8)


def spatial(link: Link, rotation: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """(6, 6) spatial inertia of `link` about another frame's origin (Featherstone 2008, equation 2.63)."""

    def skew(v: np.ndarray) -> np.ndarray:
        return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])

    c = skew(rotation @ link.center_of_gravity + origin)
    inertia = rotation @ link.inertia @ rotation.T
    return np.block(
        [[inertia + link.mass * c @ c.T, link.mass * c], [link.mass * c.T, link.mass * np.eye(3)]]
    )  # fmt: skip


@pytest.mark.parametrize("index", [3, 4, 5])
def test_a_heavier_wrist_makes_link_3_lighter(arm: Arm, found: Tolerances, index: int):
    """Link 3 with wrist was measured: what the wrist links gain, link 3 loses, but for its own mass."""
    rotation, origin = np.eye(3), np.zeros(3)
    for joint in arm.joints[3 : index + 1]:
        turn = rotation_x(joint.alpha)
        origin = origin + rotation @ (np.array([joint.a, 0, 0]) + turn @ np.array([0, 0, joint.d]))
        rotation = rotation @ turn
    link = arm.links[index]
    name = f"links.{link.name}.mass"
    heavier = replace(link, mass=link.mass + 1.0)
    gain = spatial(heavier, rotation, origin) - spatial(link, rotation, origin)
    row = found.jacobian[20:30, found.names.index(name)]
    assert row[0] == 0.0
    np.testing.assert_allclose(row[1:4], [-gain[2, 4], -gain[0, 5], -gain[1, 3]], atol=1e-12)
    tensor = [gain[0, 0], gain[0, 1], gain[1, 1], gain[0, 2], gain[1, 2], gain[2, 2]]
    np.testing.assert_allclose(row[4:], -np.array(tensor), atol=1e-12)


def test_link_3_takes_its_tolerances_from_where_they_are_printed(arm: Arm, found: Tolerances):
    names = set(found.names)
    assert "links.link3.mass" in names
    assert "assemblies.link3_with_wrist.inertia.1" in names
    assert not any(name.startswith("links.link3.center") for name in names)
    assert not any(name.startswith("assemblies.detached_wrist") for name in names)
    column = found.jacobian[:, found.names.index("assemblies.link3_with_wrist.center_of_gravity.1")]
    rows = dict(zip(parameter_names(arm), column, strict=True))
    assert rows["link3.mcy"] == pytest.approx(6.04)
    assert rows["link3.Izz"] == pytest.approx(-2 * 6.04 * 0.143)
    assert found.half_width[found.names.index("assemblies.link3_with_wrist.mass")] == pytest.approx(0.0704)


def test_a_link_with_tolerances_needs_no_assembly(arm: Arm):
    """As in a file written by an identification."""
    quantities = dict(arm.quantities)
    for entry in range(3):
        path = f"links.link3.inertia.{entry}"
        quantities[path] = replace(quantities[path], tolerance=quantities["links.link2.inertia.0"].tolerance)
    own = tolerances_of(arm.with_(quantities=quantities))
    assert not any(name.startswith("assemblies") for name in own.names)
    assert not own.jacobian[20:30, own.names.index("links.link4.mass")].any()


def test_an_arm_without_tolerances_has_none(arm: Arm):
    assert tolerances_of(arm.with_(quantities={})).factor.shape == (66, 0)
