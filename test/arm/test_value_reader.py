"""Numbers of an arm file: units, tolerances, provenance, and errors that name the place."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arm.parts import PRISMATIC, REVOLUTE
from puma560_dynamics.arm.value_reader import LARGEST, UNITS, ValueReader, units_of
from puma560_dynamics.errors import ArmFileError


@pytest.fixture
def reader() -> ValueReader:
    """A reader of a file."""
    return ValueReader(Path("mine.yaml"))


def test_a_number_comes_in_si_units_with_its_provenance(reader: ValueReader):
    entry = {"value": 350.0, "unit": "mm", "tolerance": "±1 + 2%", "source": "drawing"}
    assert reader.number(entry, "links.a", "m") == pytest.approx(0.35, rel=1e-15)
    kept = reader.quantities["links.a"]
    assert (kept.value, kept.unit, kept.source) == (reader.number(entry, "b", "m"), "m", "drawing")
    assert kept.tolerance is not None
    assert kept.tolerance.absolute == pytest.approx(1e-3, rel=1e-15)  # in m, as the value
    assert kept.tolerance.relative == pytest.approx(0.02, rel=1e-15)


def test_each_number_of_a_list_is_kept(reader: ValueReader):
    assert reader.numbers([1, None, "1e-3"], "x", "kg", (3,)) == [1.0, None, 1e-3]
    assert sorted(reader.quantities) == ["x.0", "x.2"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (True, "expected a finite number in kg"),
        ("heavy", "got 'heavy'"),
        (math.nan, "expected a finite number"),
        (math.inf, "expected a finite number"),
        (LARGEST, "below 1e\\+09"),
        (10**400, "expected a finite number"),
        ([1.0, 2.0], r"expected 1 number\(s\) in kg, got 2"),
        ({"value": 1.0, "unit": "lb"}, r"unit 'lb' is not known here; use one of g, kg"),
        ({"value": 1.0, "tolerances": "1"}, "unknown entry"),
        ({"value": 1.0, "tolerance": ["1", "2"]}, "expected one tolerance or 1, got 2"),
        ({"value": 1.0, "tolerance": "wide"}, "mine.yaml: m: "),
        (None, "got nothing"),
    ],
)
def test_what_is_no_number_is_named_with_its_place(reader: ValueReader, data: Any, words: str):
    with pytest.raises(ArmFileError, match=words) as caught:
        reader.number(data, "m", "kg")
    assert str(caught.value).startswith("mine.yaml: m: ")
    assert reader.quantities == {}


def test_a_decimal_comma_is_recognised(reader: ValueReader):
    with pytest.raises(ArmFileError, match="decimal comma"):
        reader.mapping({"value": 17, "40": None}, "m", ("value", "unit"))
    with pytest.raises(ArmFileError, match="expected a mapping, got list"):
        reader.mapping([], "m")


def test_scalars_by_name_keep_what_is_left_out(reader: ValueReader):
    units = {"mass": "kg", "arm": "m"}
    assert reader.scalars({"mass": 2.0}, "x", units, {"arm": 3.0}) == {"mass": 2.0, "arm": 3.0}
    with pytest.raises(ArmFileError, match=r"x: missing arm;"):
        reader.scalars({"mass": 2.0}, "x", units)


def test_a_rounded_unit_vector_is_made_that_long(reader: ValueReader):
    vector = reader.unit_vector([0.0, 0.6001, 0.8], "axis")
    assert np.linalg.norm(vector) == pytest.approx(1.0, rel=1e-15)
    assert vector[1] / vector[2] == pytest.approx(0.6001 / 0.8, rel=1e-15)
    for wrong in ([0, 0, 2], [0, 0, 0], [0, None, 1]):
        with pytest.raises(ArmFileError, match="expected a vector of length 1"):
            reader.unit_vector(wrong, "axis")


@pytest.mark.parametrize("unit", UNITS)
def test_an_si_unit_stands_for_itself(unit: str):
    assert UNITS[unit][unit] == 1.0


@pytest.mark.parametrize(
    ("given", "unit", "factor"),
    [("deg", "rad", math.radians(1.0)), ("deg/s", "rad/s", math.radians(1.0)), ("mm", "m", 1e-3), ("mm/s", "m/s", 1e-3),
     ("g", "kg", 1e-3)],
)  # fmt: skip
def test_factors_of_other_units(given: str, unit: str, factor: float):
    assert UNITS[unit][given] == pytest.approx(factor, rel=1e-15)


def test_a_sliding_joint_has_forces_and_lengths():
    """Powers agree: torque times angular velocity and force times velocity are both watts."""
    turning = {"torque": "N m", "velocity": "rad/s", "damping": "N m s/rad", "inertia": "kg m^2", "ratio": "1"}
    assert units_of(turning, REVOLUTE) == turning
    assert units_of(turning, PRISMATIC) == {
        "torque": "N", "velocity": "m/s", "damping": "N s/m", "inertia": "kg", "ratio": "1"
    }  # fmt: skip
    assert all(unit in UNITS for unit in units_of(turning, PRISMATIC).values())
