"""The sections of an arm file, one by one; `test_arm_file.py` reads whole files."""

from __future__ import annotations

import copy
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from puma560_dynamics.arm import JointFriction
from puma560_dynamics.arm.arm_reader import ArmReader
from puma560_dynamics.arm.parts import PRISMATIC, REVOLUTE
from puma560_dynamics.errors import ArmFileError

TREE = """
joints:
  a: {alpha: 0, a: 0, d: 0, lower: {value: -90, unit: deg}, upper: {value: 90, unit: deg}, velocity: 1}
  b: {kind: prismatic, alpha: {value: 90, unit: deg}, a: 0, d: 0, lower: 0, upper: {value: 500, unit: mm}, velocity: 1}
links:
  one: {mass: 2, center_of_gravity: [0, 0, 0.1], inertia: [1, 2, 2.5, 0.1, 0.2, 0.3]}
  two: {inertia: [1, 2, 2.5]}
motors:
  a: {inertia: 1, gear_ratio: 10, maximum_torque: 50, break_away_torque: 1}
  b: {inertia: {value: 3000, unit: g}, gear_ratio: 10, maximum_torque: 50, break_away_torque: 1}
"""
"""An arm that turns and slides; the mass of its second link is open."""


@pytest.fixture
def tree() -> dict[str, Any]:
    """What stands in the file, to be changed."""
    return copy.deepcopy(yaml.safe_load(TREE))


def read(tree: Any) -> Any:
    return ArmReader(Path("mine.yaml")).arm(tree)


def test_each_kind_of_joint_has_its_units(tree: dict[str, Any]):
    arm = read(tree)
    turning, sliding = arm.joints
    assert (turning.kind, sliding.kind) == (REVOLUTE, PRISMATIC)
    assert (turning.lower, turning.upper) == pytest.approx((-np.pi / 2, np.pi / 2), rel=1e-15)
    assert (sliding.alpha, sliding.upper) == pytest.approx((np.pi / 2, 0.5), rel=1e-15)  # a twist stays an angle
    assert [motor.inertia for motor in arm.motors] == [1.0, 3.0]
    assert arm.quantities["motors.b.inertia"].unit == "kg"
    assert arm.name == "mine"


def test_inertia_is_symmetric_and_what_is_open_is_named(tree: dict[str, Any]):
    one, two = read(tree).links
    np.testing.assert_array_equal(one.inertia, [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]])
    assert one.incomplete == ()
    assert (two.mass, two.incomplete) == (0.0, ("mass",))
    np.testing.assert_array_equal(two.inertia, np.diag([1, 2, 2.5]))


def test_friction_defaults_are_zero_and_units_follow_the_joint(tree: dict[str, Any]):
    number = {"coulomb_positive": 1, "coulomb_negative": 2, "viscous": 3, "offset": 0.5}
    tree["friction"] = {"a": number, "b": {**number, "viscous": {"value": 3, "unit": "N s/m"}}}
    first, second = read(tree).friction
    assert (first.coulomb_negative, first.bend, first.load, first.presliding) == (2.0, 0.0, 0.0, 0.0)
    assert second.viscous == 3.0
    tree["friction"]["a"] = {**number, "viscous": {"value": 3, "unit": "N s/m"}}
    with pytest.raises(ArmFileError, match=r"friction\.a\.viscous: unit 'N s/m' is not known here"):
        read(tree)


def test_a_file_can_give_every_number_of_the_friction_law(tree: dict[str, Any]):
    given = {field.name: 1.0 + place for place, field in enumerate(fields(JointFriction))}
    tree["friction"] = {"a": given, "b": given}
    assert [asdict(friction) for friction in read(tree).friction] == [given, given]


def test_a_motor_is_carried_by_a_link_before_its_joint(tree: dict[str, Any]):
    tree["rotors"] = {"a": {"carried_by": "base", "axis": [0, 0, 1]}, "b": {"carried_by": "one", "axis": [1, 0, 0]}}
    assert [rotor.carrier for rotor in read(tree).rotors] == [0, 1]
    tree["rotors"]["a"]["carried_by"] = "two"
    with pytest.raises(ArmFileError, match=r"rotors\.a\.carried_by: expected one of base, one, got 'two'"):
        read(tree)


@pytest.mark.parametrize(
    ("section", "change", "words"),
    [
        ("joints", {"a": None}, "joints.a: expected a mapping"),
        ("joints", {}, "no joint is given"),
        ("motors", {"b": {}, "a": {}}, r"motors: expected one entry per joint, in the order a, b, got b, a"),
        ("links", {"one": {}}, "expected one link per joint, 2, got 1"),
        ("links", {"one": {"mass": 1}, "two": {}}, r"links.one: missing center_of_gravity"),
        ("links", {"one one": {}, "two": {}}, "'one one' is not a name"),
        ("friction", {"a": {}}, "friction: expected one entry per joint"),
        ("rotors", {"b": {}}, "rotors: expected one entry per joint"),
        ("prediction_error", {"a": 1}, "prediction_error: expected one entry per joint"),
        ("prediction_error", {"a": -1, "b": 1}, "prediction_error.a: expected 0 or more"),
        ("gravity_direction", [0, 0, -2], "gravity_direction: expected a vector of length 1"),
        ("colour", "red", "unknown entry"),
    ],
)
def test_a_section_that_will_not_do_is_named(tree: dict[str, Any], section: str, change: Any, words: str):
    tree[section] = change
    if section == "joints" and not change:
        tree["links"] = tree["motors"] = {}
    with pytest.raises(ArmFileError, match=words):
        read(tree)


@pytest.mark.parametrize("section", ["joints", "links", "motors"])
def test_what_every_arm_needs(tree: dict[str, Any], section: str):
    del tree[section]
    with pytest.raises(ArmFileError, match=f"section '{section}' is missing"):
        read(tree)


def test_an_unknown_kind_of_joint(tree: dict[str, Any]):
    tree["joints"]["a"]["kind"] = "ball"
    with pytest.raises(ArmFileError, match=r"joints\.a\.kind: expected one of .* got 'ball'"):
        read(tree)
