"""One arm is taken out of a tree; what is no tree or no arm is refused, with the way out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from puma560_dynamics.emdeg.readers.formats import Source
from puma560_dynamics.emdeg.readers.held_joints import hold_joints, joints_below
from puma560_dynamics.emdeg.readers.route import Route, route
from puma560_dynamics.emdeg.readers.urdf_file import read_urdf
from puma560_dynamics.errors import ChainError

MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'


def take(joints: str, light: str = "", hold: tuple[str, ...] = (), tip: str = "", **ends: str) -> Route:
    """The route through joints written as ``name:parent>child``, revolute unless ``name=kind:…``."""
    text, links = "", []
    for joint, kind, mimics, parent, child in re.findall(r"(\w+)(?:=(\w+))?(?:~(\w+))?:(\w+)>(\w+)", joints):
        inside = f'<parent link="{parent}"/><child link="{child}"/>' + (f'<mimic joint="{mimics}"/>' if mimics else "")
        text += f'<joint name="{joint}" type="{kind or "revolute"}"><origin xyz="0 0 1"/>{inside}</joint>'
        links += [link for link in (parent, child) if link not in links]
    bodies = "".join(f'<link name="{link}">{"" if link in light.split() else MASS}</link>' for link in links)
    urdf = hold_joints(read_urdf(Source(f"<robot>{bodies}{text}</robot>")), hold)
    urdf = hold_joints(urdf, joints_below(urdf, ends["base"]) if "base" in ends else ())
    return route(urdf, tips=tip.split(), **ends)


def names(found: Route) -> list[str]:
    """Of the moving joints."""
    return [link.joint.name for link in found.links]


def test_fixed_links_are_merged():
    found = take("f=fixed:base>stand j:stand>a g=fixed:a>b h=fixed:b>c k:b>d")
    assert names(found) == ["j", "k"]
    assert [link.origin.origin for link in found.links] == [(0, 0, 2), (0, 0, 2)]
    assert found.links[0].body.mass == 3
    assert found.links[0].body.center == (0, 0, 1)
    assert found.links[0].body.inertia == (5, 5, 3, 0, 0, 0)
    assert found.remarks == ("links b, c (2 kg in all) are fixed to 'a' and merged into it",)


def test_links_are_kept_with_what_carries_them():
    tree = "w=fixed:world>base c=fixed:world>camera j:base>a g=fixed:a>b k:b>d l:base>other"
    found = take(tree, base="base", tip="d")
    assert [list(links) for links in found.carried] == [["base", "world", "camera"], ["a", "b"], ["d"]]
    assert [[place.origin for place in links.values()] for links in found.carried] == [
        [(0, 0, 0), (0, 0, -1), (0, 0, 0)], [(0, 0, 0), (0, 0, 1)], [(0, 0, 0)],
    ]  # fmt: skip
    assert list(take("w=fixed:a>b v=fixed:b>a j:a>d", base="b").carried[0]) == ["b", "a"]  # a ring ends


def test_base_and_tip():
    tree = "l:base>l1 m:l1>l2 r:base>r1 s:r1>r2 t=fixed:r2>tool"
    found = take(tree, tip="tool")
    assert names(found) == ["r", "s"]
    assert found.tips[len(found.links) - 1].origin == (0, 0, 1)
    assert "joints l are on the base" in found.remarks[0]
    assert names(take(tree, tip="r2", base="r1")) == ["s"]


def test_a_gripper_is_held_or_weighs_nothing():
    tree = "j:base>hand f=prismatic:hand>left g=prismatic~f:hand>right"
    assert names(take(tree, hold=("f", "g"))) == ["j"]
    assert take(tree, hold=("f", "g")).links[0].body.mass == 3
    assert names(take(tree, light="left right", tip="hand")) == ["j"]


@pytest.mark.parametrize(
    ("joints", "ends", "words"),
    [
        ("j:a>b k:c>d", {}, r"has 2 roots: a, c; connect them"),
        ("j:a>b k:b>a", {}, "closed loop"),
        ("j:a>b k:c>d l:d>c", {}, r"links c, d form a closed loop"),
        ("j:a>b k:a>c l:b>d m:c>d", {}, "link 'd' is the child of two joints, 'l' and 'm', a closed loop"),
        ("j:a>b k:a>c", {}, r"several arms; name one of the ends as tip: b, c"),
        (
            "j:a>b k:b>c l:b>d",
            {"tip": "c"},
            r"joint 'l' moves d, carried by the arm .* --hold l, leave out .* --without d, or choose tip 'd'",
        ),
        ("j:a>b k:b>c", {"tip": "b"}, r"joint 'k' moves c"),
        ("j:a>b", {"tip": "x"}, r"tip 'x' is not a link of the description; choose one of a, b"),
        ("j:a>b", {"base": "x"}, "base 'x' is not a link"),
        ("j:a>b k:a>c", {"base": "b", "tip": "c"}, "tip 'c' is not connected to base 'b'"),
        ("j=fixed:a>b", {}, "no joint moves above link 'a'"),
        ("j=fixed:a>b k:b>c", {"tip": "b"}, "no joint moves between base 'a' and tip 'b'"),
        ("j=floating:a>b k:b>c", {}, "joint 'j' is of type 'floating'.*choose a base beyond it"),
        ("j=planar:a>b", {}, "joint 'j' is of type 'planar'"),
        ("j=spherical:a>b", {}, "joint 'j' is of type 'spherical'"),
        ("j:a>b k~l:b>c l:a>d", {"tip": "c"}, "joint 'k' mimics 'l', which is no joint between base and tip"),
        ("j~k:a>b k~j:b>c", {}, "mimic each other in a circle"),
        (
            "j:a>b k:b>c l:b>d m:d>e n:b>f",
            {"tip": "c"},
            r"joints l, m, n move d, e, f.* --hold l m n",
        ),
        ("j:a>b k:b>c l:b>d", {}, r"ends as tip: c, d; or, if these are fingers, hold them: --hold k l"),
        (
            "j:a>b k:b>c l:c>d m:d>e n:b>f",
            {},
            r"ends as tip: f, e; or, if the arm ends at e, hold the others: --hold n$",
        ),
        ("j:a>b k:b>c l:c>d m:d>e n:b>f o:f>g p:g>h", {}, r"ends as tip: e, h$"),
    ],
)
def test_refusals(joints: str, ends: dict[str, Any], words: str):
    with pytest.raises(ChainError, match=words) as caught:
        take(joints, **ends)
    assert "\n" not in str(caught.value)


def test_a_loop_above_a_named_base():
    with pytest.raises(ChainError, match="is not connected to base"):
        take("j:a>b k:b>a l:c>d", base="c", tip="a")


def test_what_lies_before_the_base_does_not_count():
    assert names(take("j=floating:world>base k:base>a", base="base")) == ["k"]
