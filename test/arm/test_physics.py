"""What the checks say of the paper's own arm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link, check_physics, triangle_deficit
from puma560_dynamics.arm.physics import INERTIA_UNITS, implausible_numbers, reach_of
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


def test_a_body_without_mass_has_no_radius(arm: Arm):
    assert list(implausible_numbers(changed(arm, mass=0.0, inertia=np.zeros((3, 3))))) == []
