"""Files of shapes: forms of numbers, places, and messages that name file and entry."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import yaml

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.shape_file import parse_shape, read_shapes
from puma560_dynamics.measurement.summed_body import summed_body

WHOLE = """
mass: 2.24 ± 1% kg
source: made up
shapes:
  tube:
    shape: cylinder shell
    radius: 30 ± 1 mm
    length: {value: 100, unit: mm, tolerance: "±0.5", source: ruler}
    center: [0, 1 cm, -50 ± 2 mm]
    axis: x
  lid: {shape: disk, radius: 0.03, center: {value: [0, 0, 5], unit: mm, tolerance: [±1, ±1, ±2]}, rpy: [0, 90 deg, 0]}
  motor: {shape: point, mass: 300 g}
"""


def test_all_forms_of_numbers(tmp_path: Path):
    path = tmp_path / "link.yaml"
    path.write_text(WHOLE, encoding="utf-8")
    content = read_shapes(path)
    assert content.mass is not None
    assert (content.mass.value, content.mass.half_width) == pytest.approx((2.24, 0.0224))
    assert content.density is None
    tube, lid, motor = content.parts
    assert tube.readings["radius"] == Measured(0.03, "m", 0.001)
    length = tube.readings["length"]
    assert (length.value, length.half_width) == pytest.approx((0.1, 0.0005))
    assert tube.readings["center.1"].value == pytest.approx(0.01)
    assert tube.readings["center.2"] == Measured(-0.05, "m", 0.002)
    assert tube.readings["rpy.1"].value == pytest.approx(math.pi / 2)
    assert lid.readings["center.2"] == Measured(0.005, "m", 0.002)
    assert lid.readings["rpy.1"].value == pytest.approx(math.pi / 2)
    assert motor.readings["mass"].value == pytest.approx(0.3)
    assert not motor.hole


def test_a_density_of_the_body(tmp_path: Path):
    path = tmp_path / "link.yaml"
    path.write_text("density: 2.7 g/cm^3\nshapes: {a: {shape: sphere, radius: 0.1}}", encoding="utf-8")
    content = read_shapes(path)
    body = summed_body(content.parts, content.mass, content.density)
    assert body.budget.values[0] == pytest.approx(2700 * 4 / 3 * math.pi * 1e-3)


@pytest.mark.parametrize("axis", ["x", "y", "z", "[0, 1, 1]", "[-1, 2, -0.5]"])
def test_a_rod_lies_along_its_axis(axis: str):
    values = summed_body(
        [parse_shape(f"shape: cylinder, mass: 12, radius: 1e-9, length: 1, axis: {axis}", "a")]
    ).budget.values
    named = dict(zip("xyz", np.eye(3), strict=True))
    direction = np.array(named[axis] if axis in named else yaml.safe_load(axis), dtype=float)
    direction /= np.linalg.norm(direction)
    expected = np.eye(3) - np.outer(direction, direction)  # a rod of 12 kg and 1 m
    np.testing.assert_allclose(values[4:7], np.diag(expected), atol=1e-12)
    np.testing.assert_allclose(values[7:], expected[[0, 0, 1], [1, 2, 2]], atol=1e-12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shapes: [", "is not valid YAML: line"),
        ("shapes: {a: {shape: box}, a: {shape: box}}", "'a' is given twice"),
        ("hulls: {}", "unknown entry hulls; known are mass, density, shapes"),
        ("mass: 1 kg", "shapes: expected entries"),
        ("mass: 1 m\nshapes: {a: {shape: point}}", "link.yaml: mass: '1 m': unit 'm'"),
        ("shapes: {a: 5}", "shapes.a: expected entries such as"),
        ("shapes: {a: {shape: cone}}", "shapes.a.shape: expected one of point, cylinder,"),
        ("shapes: {a: {radius: 1}}", "shapes.a.shape: .* got nothing"),
        ("shapes: {a: {shape: sphere}}", "shapes.a: missing radius; a sphere has radius"),
        ("shapes: {a: {shape: sphere, radius: 1, length: 2}}", "shapes.a: unknown entry length; known are"),
        ("shapes: {a: {shape: sphere, radius: 1 ± x mm}}", "shapes.a.radius: "),
        ("shapes: {a: {shape: sphere, radius: true}}", "shapes.a.radius: expected a reading"),
        ("shapes: {a: {shape: sphere, radius: [1]}}", "shapes.a.radius: expected a reading"),
        ("shapes: {a: {shape: sphere, radius: {value: 1, width: 2}}}", "shapes.a.radius: unknown entry width"),
        ("shapes: {a: {shape: sphere, radius: 1 ± 2 mm}}", "link.yaml: shapes.a.radius is 0.001 ± 0.002 m"),
        ("shapes: {a: {shape: sphere, radius: 1, hole: 3}}", "shapes.a.hole: expected true or false"),
        ("shapes: {a: {shape: sphere, radius: 1, center: [0, 0]}}", "shapes.a.center: expected a list of three"),
        ("shapes: {a: {shape: sphere, radius: 1, center: [0, 0, 1 kg]}}", "shapes.a.center.2: '1 kg': unit 'kg'"),
        (
            "shapes: {a: {shape: sphere, radius: 1, center: {value: [0, 0, 1], tolerance: [±1]}}}",
            "shapes.a.center: expected one tolerance or three",
        ),
        ("shapes: {a: {shape: disk, radius: 1, axis: w}}", "shapes.a.axis: expected x, y, z or three"),
        ("shapes: {a: {shape: disk, radius: 1, axis: [0, 0, 0]}}", "shapes.a.axis: expected x, y, z or three"),
        ("shapes: {a: {shape: disk, radius: 1, axis: x, rpy: [0, 0, 0]}}", "axis and rpy are given"),
    ],
)
def test_a_message_names_file_and_entry(text: str, words: str, tmp_path: Path):
    path = tmp_path / "link.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MeasurementError, match=words) as caught:
        read_shapes(path)
    assert str(path) in str(caught.value)


def test_a_line_that_is_no_yaml():
    with pytest.raises(MeasurementError, match=r"shape 1: .*write e\.g\."):
        parse_shape("shape: box, size: [1", "shape 1")
