"""Links, joints and motors keep their numbers to themselves; tolerances are read as printed."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Link
from puma560_dynamics.arm.parts import (
    PRISMATIC,
    REVOLUTE,
    Joint,
    Quantity,
    notebook_table,
    parse_tolerance,
    printed_tolerance,
)

WIDTHS = st.floats(0.0, allow_nan=False, allow_infinity=False)


def test_a_link_keeps_its_own_numbers():
    center = np.array([1.0, 2.0, 3.0])
    link = Link("l", 1.0, center, np.eye(3))
    center[0] = 9.0
    assert link.center_of_gravity.tolist() == [1.0, 2.0, 3.0]


def test_units_follow_the_kind_of_joint():
    turning = Joint("a", 0.0, 0.0, 0.0, -1.0, 1.0, 2.0)
    sliding = Joint("b", 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, kind=PRISMATIC)
    assert turning.kind == REVOLUTE
    assert (turning.unit, turning.effort_unit) == ("rad", "N m")
    assert (sliding.unit, sliding.effort_unit) == ("m", "N")


def test_a_joint_is_endless_without_both_limits_only():
    assert Joint("a", 0.0, 0.0, 0.0, -np.inf, np.inf, 2.0).continuous
    assert not Joint("a", 0.0, 0.0, 0.0, -np.inf, 1.0, 2.0).continuous


@pytest.mark.parametrize(
    ("text", "absolute", "relative"),
    [("±0.003", 0.003, 0), ("±25%", 0, 0.25), ("±0.01 + 1%", 0.01, 0.01), ("0.27", 0.27, 0), ("± 1.5e-2", 0.015, 0)],
)
def test_parse(text: str, absolute: float, relative: float):
    tolerance = parse_tolerance(text)
    assert (tolerance.absolute, tolerance.relative, tolerance.printed) == (absolute, relative, text)


@pytest.mark.parametrize("text", ["", "about 3", "±", "3 kg", "-1", "±1 ± 2"])
def test_anything_else_is_refused(text: str):
    with pytest.raises(ValueError, match="tolerance"):
        parse_tolerance(text)


def test_half_width():
    assert Quantity(17.4, "kg", parse_tolerance("±0.01 + 1%")).half_width == pytest.approx(0.184)
    assert Quantity(-0.016, "m", parse_tolerance("±25%")).half_width == pytest.approx(0.004)
    assert Quantity(1.0, "m").half_width is None


@given(WIDTHS, st.integers(1, 17))
def test_what_is_printed_is_read_back(width: float, digits: int):
    printed = printed_tolerance(width, digits)
    assert parse_tolerance(printed).absolute == float(f"{width:.{digits}g}")
    assert parse_tolerance(printed).relative == 0.0


@given(WIDTHS, WIDTHS, st.sampled_from(["+", " + ", " +", "+ "]))
def test_a_sum_of_both_parts_is_read_whatever_their_exponents(absolute: float, percent: float, plus: str):
    tolerance = parse_tolerance(f"±{absolute!r}{plus}{percent!r}%")
    assert (tolerance.absolute, tolerance.relative) == (absolute, percent / 100.0)


def test_an_unknown_width_is_no_tolerance():
    assert printed_tolerance(float("inf")) == printed_tolerance(float("nan")) == ""


def test_a_row_a_joint_with_units_of_its_kind():
    arm = load_arm("stanford1983")
    table = ElementTree.fromstring(notebook_table("x", arm.joints, arm.motors, arm.links))
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert len(rows) == 1 + arm.n
    assert {len(row) for row in rows} == {len(rows[0])}
    for joint, link, row in zip(arm.joints, arm.links, rows[1:], strict=True):
        assert (row[0], row[6]) == (joint.name, link.name)
        assert row[1] == f"{joint.lower:.4g} {'m' if joint.slides else 'rad'}".replace("-", "−")
        assert row[7] == f"{link.mass:.4g} kg"
    assert any(joint.slides for joint in arm.joints)


def test_texts_are_escaped():
    arm = load_arm("akb1986")
    joints = [replace(joint, name="<b>&") for joint in arm.joints]
    table = ElementTree.fromstring(notebook_table("<i>", joints, arm.motors, arm.links))
    assert table.findtext("caption") == "<i>"
    assert [row[0].text for row in list(table.iter("tr"))[1:]] == ["<b>&"] * arm.n
