"""Readings as a person writes them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured, link_readings, parse_measured, positive, varied_arm


@pytest.mark.parametrize(
    ("text", "unit", "value", "half_width"),
    [
        ("6.04", "kg", 6.04, 0.0),
        ("6.04±1%", "kg", 6.04, 0.0604),
        ("0.35 ± 0.001", "m", 0.35, 0.001),
        ("6.04 ± 0.01 + 1%", "kg", 6.04, 0.0704),
        ("6.04 +- 0.01 + 1% kg", "kg", 6.04, 0.0704),
        ("6040 ± 10 g", "kg", 6.04, 0.01),
        ("350+/-1mm", "m", 0.35, 0.001),
        ("-64 ± 3 mm", "m", -0.064, 0.003),
        ("-0.064 ± 25%", "m", -0.064, 0.016),
        ("10 ± 1 deg", "rad", math.radians(10), math.radians(1)),
        ("1.5e-2 ± 1e-3", "m", 0.015, 0.001),
        ("1.5e-2 ± 1e-3 m", "m", 0.015, 0.001),
        (".5 min", "s", 30.0, 0.0),
        ("200 ± 2% N m/rad", "N m/rad", 200.0, 4.0),
        ("-0.1", "1", -0.1, 0.0),
        ("43.31; 43.36; 43.29 ± 0.02 s", "s", 43.32, 0.04),
        ("43.31; 43.36; 43.29 ± 0.1%", "s", 43.32, 0.04332),
        ("-64;-66 mm", "m", -0.065, 0.001),
    ],
)
def test_what_a_reading_may_look_like(text: str, unit: str, value: float, half_width: float):
    reading = parse_measured(text, unit)
    assert reading.unit == unit
    assert reading.value == pytest.approx(value, rel=1e-15)
    assert reading.half_width == pytest.approx(half_width, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a reading"),
        ("about 6", "is not a reading"),
        ("6,04", "is not a reading"),
        ("6.04 1%", "is not a reading"),
        ("6.04 ±", "tolerance"),
        ("6.04 ± -1", "tolerance"),
        ("6.04 ± 1% lb", "'lb' is not known here"),
        ("6.04 m", "'m' is not known here"),
        ("1e999", "not finite"),
        ("1e999; 3", "not finite"),
        ("nan; 3", "not finite"),
        ("6.04 kg; 6.05 kg", "'6.04 kg' is not a number; write a repeated reading as"),
        ("6.04;", "is not a reading"),
    ],
)
def test_anything_else_is_refused_with_its_text(text: str, words: str):
    with pytest.raises(MeasurementError, match=words) as caught:
        parse_measured(text, "kg")
    assert repr(text) in str(caught.value)


def test_it_is_written_as_it_is_read():
    reading = Measured(6.04, "kg", 0.07)
    assert str(reading) == "6.04 ± 0.07 kg"
    assert parse_measured(str(reading), "kg") == reading
    assert str(Measured(-0.1, "1")) == "-0.1"


@pytest.mark.parametrize("reading", [Measured(0.0, "m"), Measured(-1.0, "m"), Measured(0.1, "m", 0.1)])
def test_what_must_be_positive_is_so_within_its_tolerance(reading: Measured):
    with pytest.raises(MeasurementError, match=r"length is .* measure it again"):
        positive("length", reading)
    positive("length", Measured(0.1, "m", 0.099))


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
