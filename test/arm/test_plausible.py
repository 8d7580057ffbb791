"""Numbers of another unit are reported with the unit; those of real arms are not."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arm.plausible import INERTIA_UNITS, implausible_numbers, reach_of


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
