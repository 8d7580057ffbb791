"""Readings taken from an arm's file, and put back into it."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.measurement.varied_arm import link_readings, varied_arm


def test_its_own_readings_give_the_same_arm(arm: Arm):
    readings = {path: reading.value for path, reading in link_readings(arm).items()}
    assert readings
    same = varied_arm(arm, readings)
    for one, other in zip(arm.links, same.links, strict=True):
        assert one.mass == other.mass
        np.testing.assert_array_equal(one.center_of_gravity, other.center_of_gravity)
        np.testing.assert_array_equal(one.inertia, other.inertia)


def test_half_widths_are_those_of_the_file(arm: Arm):
    readings = link_readings(arm)
    for path, reading in readings.items():
        assert reading.half_width == (arm.quantities[path].half_width or 0.0)
    assert any(reading.half_width for reading in readings.values())


def test_one_reading_changes_one_number(arm: Arm):
    other = varied_arm(
        arm, {"links.link2.mass": 1.0, "links.link3.center_of_gravity.1": 7.0, "links.link3.inertia.4": 5}
    )
    assert [one.mass != same.mass for one, same in zip(arm.links, other.links, strict=True)] == [
        False, True, False, False, False, False
    ]  # fmt: skip
    assert other.links[1].mass == 1.0
    assert other.links[2].center_of_gravity[1] == 7.0
    expected = np.array(arm.links[2].inertia)
    expected[0, 2] = expected[2, 0] = 5.0  # Ixz, on both sides
    np.testing.assert_array_equal(other.links[2].inertia, expected)
