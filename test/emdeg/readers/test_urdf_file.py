"""Every mistake in a robot description is one sentence that says where and what to do."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.algebra.exact import SNAP
from puma560_dynamics.emdeg.readers.description import Description
from puma560_dynamics.emdeg.readers.formats import Source
from puma560_dynamics.emdeg.readers.urdf_file import read_urdf
from puma560_dynamics.errors import ChainError

LINKS = '<link name="a"/><link name="b"/>'
ENDS = '<parent link="a"/><child link="b"/>'
TWIN = f'<joint name="j" type="fixed">{ENDS}</joint>'


def parse_urdf(text: str | bytes, snap: float = SNAP) -> Description:
    """What a text describes."""
    return read_urdf(Source(text, snap=snap))


def robot(body: str) -> str:
    """A description."""
    return f'<robot name="r">{body}</robot>'


def joint(inside: str = ENDS, kind: str = "revolute") -> str:
    """A description with one joint."""
    return robot(f'{LINKS}<joint name="j" type="{kind}">{inside}</joint>')


def heavy(mass: str = "1", inertia: str = "1 1 1 0 0 0", origin: str = "") -> str:
    """A description with one body."""
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    entries = " ".join(f'{name}="{value}"' for name, value in zip(names, inertia.split(), strict=False))
    return robot(f'<link name="a"><inertial>{origin}<mass value="{mass}"/><inertia {entries}/></inertial></link>')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the URDF is empty"),
        ("\n  ", "the URDF is empty"),
        ("Puma!", "not XML"),
        ("<robot>", "not XML"),
        (b"\xff\xfe\x00", "not XML"),
        (b'<?xml version="1.0" encoding="klingon"?><robot/>', "not XML"),
        ("<sdf/>", "outermost element is <sdf>, expected <robot>"),
        ('<!DOCTYPE robot [<!ENTITY x "y">]><robot name="&x;"/>', "remove <!DOCTYPE"),
        (robot('<x:include xmlns:x="http://www.ros.org/wiki/xacro" filename="a"/>'), "is xacro, not URDF; expand"),
        (robot(""), "has no <link>"),
        (robot("<link/>"), "link None: the attribute 'name' is missing"),
        (robot('<link name="a"/><link name="a"/>'), r"links of the same name: a;"),
        (robot(LINKS + 2 * TWIN), r"joints of the same name: j;"),
        (robot('<link name="a"/><joint name="j" type="fixed"/>'), "joint 'j': <parent> is missing"),
        (joint('<parent link="a"/>'), "joint 'j': <child> is missing"),
        (joint('<parent link="a"/><child/>'), "<child>: the attribute 'link' is missing"),
        (joint('<parent link="a"/><child link="c"/>'), "joint 'j' connects link 'c', which the URDF does not have"),
        (robot(f'{LINKS}<joint name="j">{ENDS}</joint>'), "joint 'j': the attribute 'type' is missing"),
        (joint(ENDS + '<axis xyz="0 1"/>'), "joint 'j', <axis>: xyz='0 1', expected 3 finite numbers"),
        (joint(ENDS + '<origin rpy="0 0 ${pi}"/>'), "joint 'j', <origin>: rpy="),
        (joint(ENDS + '<origin xyz="0 0 nan"/>'), "expected 3 finite numbers"),
        (joint(ENDS + '<origin xyz="0 0 1e300"/>'), "expected 3 finite numbers up to 1e"),
    ],
)
def test_mistakes(text: str | bytes, words: str):
    with pytest.raises(ChainError, match=words) as caught:
        parse_urdf(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (heavy("-1"), "link 'a': the mass is -1 kg; give 0 or more"),
        (heavy("heavy"), "link 'a', <inertial>, <mass>: value='heavy', expected a finite number"),
        (heavy(inertia="1 1 -1 0 0 0"), "link 'a': a principal moment of inertia is -1"),
        (heavy(inertia="1 1 1 5 0 0"), "link 'a': a principal moment of inertia is -4"),
        (heavy(inertia="1 1 1"), "<inertia>: the attribute 'ixy' is missing"),
        (robot('<link name="a"><inertial/></link>'), "link 'a', <inertial>: <mass> is missing"),
    ],
)
def test_a_body_that_cannot_be_is_kept_for_the_arm_that_carries_it(text: str, words: str):
    urdf = parse_urdf(text)
    assert urdf.impossible == {"a"}
    assert re.search(words, urdf.odd["a"])
    assert urdf.bodies["a"].mass == 0


def test_values():
    text = joint(ENDS + '<origin xyz="0.1 2e-1 -3" rpy="0 1.5707963267948966 0"/><axis xyz="0 0.3 0.4"/>', "continuous")
    only = parse_urdf(text).joints[0]
    assert only.kind == "revolute"
    assert only.origin.origin == (Fraction(1, 10), Fraction(1, 5), -3)
    assert only.origin.rotation == ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
    assert only.axis == (0, Fraction(3, 5), Fraction(4, 5))


def test_an_axis_of_zero_is_kept_for_the_arm_that_has_the_joint():
    assert parse_urdf(joint(ENDS + '<axis xyz="0 0 0"/>')).joints[0].axis == (0, 0, 0)


def test_what_is_left_out_has_its_default():
    only = parse_urdf(joint()).joints[0]
    assert only.axis == (1, 0, 0)
    assert only.origin.origin == (0, 0, 0)
    assert parse_urdf(robot(LINKS)).bodies["a"].mass == 0


def test_bodies_are_turned_into_their_links_frame():
    body = parse_urdf(heavy("2", "1 2 3 0 0 0", f'<origin xyz="0 0 1" rpy="0 0 {math.pi / 2}"/>')).bodies["a"]
    assert (body.mass, body.center, body.inertia) == (2, (0, 0, 1), (2, 1, 3, 0, 0, 0))


def test_remarks():
    assert "triangle inequality by 1 kg" in parse_urdf(heavy(inertia="1 1 3 0 0 0")).odd["a"]
    assert "no mass" in parse_urdf(heavy("0")).odd["a"]
    rounded = ENDS + '<origin rpy="1.5708 0 0"/>'
    assert "misses 90° by 3.7e-06" in parse_urdf(joint(rounded)).angles[0]
    assert "is rounded to 90°" in parse_urdf(joint(rounded), snap=1e-5).angles[0]
    assert parse_urdf(heavy()).angles == () and not parse_urdf(heavy()).odd


def test_an_axis_that_is_nearly_square():
    urdf = parse_urdf(joint(ENDS + '<axis xyz="1e-11 0 -2"/>'))
    assert urdf.joints[0].axis == (0, 0, -1)
    assert urdf.angles == ("joint 'j': its axis '1e-11 0 -2' is taken as 0 0 -1",)
    slanted = parse_urdf(joint(ENDS + '<axis xyz="1e-8 0 1"/>'))
    assert slanted.joints[0].axis[0] != 0
    assert slanted.angles == ()
