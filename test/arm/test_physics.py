"""What the checks say of the paper's own arm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, Link, check_physics, triangle_deficit
from puma560_dynamics.arm.physics import INERTIA_UNITS, implausible_numbers, reach_of
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.load import load_model


def test_the_papers_arm_is_sound_with_two_open_notes(arm: Arm):
    report = check_physics(arm)
    assert report.ok
    assert len(report.warnings) == 2
    assert "link1: mass, Ixx, Iyy not given; no torque" in report.warnings[0]
    assert "link3.inertia: violates the triangle inequality by 0.0075" in report.warnings[1]


@pytest.mark.parametrize(
    ("direction", "words"),
    [
        ([0.0, 0.0, -1.0], "no torque depends on them"),
        ([0.0, 0.0, 1.0], "no torque depends on them"),  # hanging: gravity acts along joint 1 all the same
        ([-1.0, 0.0, 0.0], "does not include the weight of this link"),
        ([np.sin(0.1), 0.0, -np.cos(0.1)], "does not include the weight of this link"),
    ],
)
def test_one_note_explains_an_unknown_link_1_for_each_mounting(arm: Arm, direction: list[float], words: str):
    mounted = arm.with_(gravity_direction=np.array(direction))
    (note,) = [warning for warning in check_physics(mounted).warnings if "link1" in warning or "base" in warning]
    assert "mass, Ixx, Iyy not given" in note
    assert words in note
    # The note is right: the weight of link 1, anywhere off its axis, changes the load of joint 1 or does not.
    link = arm.links[0]
    heavy = replace(link, mass=5.0, center_of_gravity=np.array([0.1, 0.05, -0.2]))
    q = np.array([0.3, -0.8, 0.5, 0.1, 0.4, 0.2])
    loads = [
        load_model("newton_euler", mounted.with_(links=(each, *arm.links[1:]))).gravity(q) for each in (link, heavy)
    ]
    assert (abs(loads[1] - loads[0])[0] > 0.1) == ("does not include" in note)
    np.testing.assert_allclose(loads[0][1:], loads[1][1:], atol=1e-12)


def test_deficit():
    def body(*moments: float) -> Link:
        return Link("body", 1.0, np.zeros(3), np.diag(moments))

    assert triangle_deficit(body(0.066, 0.0125, 0.086)) == pytest.approx(0.0075)
    assert triangle_deficit(body(1, 1, 2)) == 0.0
    assert triangle_deficit(body(3, 1, 1)) == pytest.approx(1.0)


def test_parallel_axes():
    point = Link("point", 2.0, np.array([0.0, 0.0, 0.5]), np.zeros((3, 3)))
    np.testing.assert_allclose(point.inertia_at_frame, np.diag([0.5, 0.5, 0.0]))


def changed(arm: Arm, **values: object) -> Arm:
    links = list(arm.links)
    old = links[2]
    parts = {"mass": old.mass, "center_of_gravity": old.center_of_gravity, "inertia": old.inertia, **values}
    links[2] = Link(old.name, **parts)  # type: ignore[arg-type]
    return arm.with_(links=tuple(links))


def test_an_arm_in_si_units_has_no_remark(arm: Arm):
    assert list(implausible_numbers(arm)) == []
    assert 0.8 < reach_of(arm) < 1.6


@pytest.mark.parametrize("unit", INERTIA_UNITS)
def test_an_inertia_in_another_unit_is_named_with_it(arm: Arm, unit: str):
    inertia = np.diag([0.066, 0.065, 0.0085])
    remarks = list(implausible_numbers(changed(arm, inertia=inertia / INERTIA_UNITS[unit])))
    if unit in ("g m^2",):  # a radius of 4 m
        assert any(unit in remark for remark in remarks)
    else:
        (remark,) = remarks
        assert f"in {unit} (0.1" in remark
        assert "'link3' has a radius of gyration" in remark


def test_grams_and_millimetres(arm: Arm):
    (heavy,) = implausible_numbers(changed(arm, mass=4800.0))
    assert "'link3' has 4800 kg; probably the number is in g (4.8 kg)" in heavy
    (away,) = implausible_numbers(changed(arm, center_of_gravity=np.array([0.0, 70.0, 14.0])))
    assert "'link3' is 71.39 m away" in away and "in mm (0.07139 m)" in away


def test_a_link_that_is_longer_than_an_arm_of_one_joint(arm: Arm):
    """Its length is not known: a pendulum of 1 m is no error."""
    one = load_arm(pendulum(center=1.0, inertia=0.09))
    assert not [remark for remark in implausible_numbers(one) if "center" in remark or "gyration" in remark]


def test_inertias_that_do_not_suit_the_link(arm: Arm):
    """Such as the wrists of a UR5 in some descriptions, with 0.22 kg m^2 for 1.2 kg."""
    (large,) = implausible_numbers(changed(arm, mass=1.2, inertia=0.22 * np.eye(3)))
    assert "has a radius of gyration of 0.524 m, and the link itself is about 0.43 m long; check the number" in large
    (small,) = implausible_numbers(changed(arm, inertia=1e-9 * np.eye(3)))
    assert "has a radius of gyration of 0.018 mm; check its unit, or leave it out for a point mass" in small
    assert not list(implausible_numbers(changed(arm, inertia=np.zeros((3, 3)))))


def test_limits_in_degrees_and_limits_that_are_none():
    (turns,) = implausible_numbers(load_arm(pendulum(limits='lower="-166" upper="166" velocity="3" effort="9"')))
    assert turns.startswith("the position limits of j allow 26.4 turns; probably they are in degrees")
    (fast,) = implausible_numbers(load_arm(pendulum(limits='lower="-2" upper="2" velocity="10000" effort="9"')))
    assert fast.startswith("the velocity limits of j are above 100 rad/s")


@pytest.mark.parametrize("name", ["damping", "friction"])
def test_negative_friction_of_a_description_is_refused(name: str):
    with pytest.raises(Puma560Error, match=f"joint 'j': {name} is -0.1, expected 0 or more"):
        load_arm(pendulum(dynamics=f'{name}="-0.1"'))


def pendulum(
    center: float = 0.2,
    inertia: float = 0.01,
    limits: str = 'lower="-2" upper="2" velocity="3" effort="9"',
    dynamics: str = 'damping="0.1"',
) -> str:
    """URDF of an arm with one joint."""
    tensor = " ".join(
        f'{name}="{inertia if name[1] == name[2] else 0}"' for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    )
    return (
        f'<robot name="pendulum"><link name="base"/><link name="bob"><inertial><origin xyz="{center} 0 0"/>'
        f'<mass value="1"/><inertia {tensor}/></inertial></link><joint name="j" type="revolute"><parent link="base"/>'
        f'<child link="bob"/><axis xyz="0 0 1"/><limit {limits}/><dynamics {dynamics}/></joint></robot>'
    )


def test_a_body_without_mass_has_no_radius(arm: Arm):
    assert list(implausible_numbers(changed(arm, mass=0.0, inertia=np.zeros((3, 3))))) == []
