"""What every reader takes."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.readers.description import FIXED, DescribedJoint, Description
from puma560_dynamics.emdeg.readers.reading import Mimic, gravity_vector, mimics_of
from puma560_dynamics.errors import ChainError


def test_gravity_is_exact():
    assert gravity_vector((0, 0, -9.81)) == (0, 0, Fraction(-981, 100))


@pytest.mark.parametrize("values", [(), (0, 1), (0, 0, math.nan), (math.inf, 0, 0)])
def test_no_gravity(values: tuple[float, ...]):
    with pytest.raises(ChainError, match="give three finite numbers"):
        gravity_vector(values)


def robot(*joints: tuple[str, str | None]) -> Description:
    """A chain of joints of these names, each with the one that it mimics, at -2 times its position plus 1/4."""
    made = (
        DescribedJoint(
            name,
            "revolute",
            f"link{number}",
            f"link{number + 1}",
            mimics=leader,
            mimic_multiplier=Fraction(-2),
            mimic_offset=Fraction(1, 4),
        )
        for number, (name, leader) in enumerate(joints)
    )
    return Description("robot", {}, tuple(made))


def test_a_joint_follows_another_before_or_behind_it():
    urdf = robot(("a", "b"), ("b", None), ("c", "b"))
    found = mimics_of(urdf, urdf.joints)
    assert found == (Mimic(0, 1, Fraction(-2), Fraction(1, 4)), Mimic(2, 1, Fraction(-2), Fraction(1, 4)))


def test_one_that_follows_a_follower_follows_the_first():
    urdf = robot(("a", None), ("b", "a"), ("c", "b"), ("d", "c"))
    for joint, mimic in zip("bcd", mimics_of(urdf, urdf.joints), strict=True):
        at = Fraction(3, 7)
        for _ in range("abcd".index(joint)):
            at = -2 * at + Fraction(1, 4)
        assert mimic.leader == 0
        assert mimic.multiplier * Fraction(3, 7) + mimic.offset == at


def test_a_leader_aside_may_itself_follow_one_of_the_chain():
    urdf = robot(("a", None), ("b", "a"), ("c", "b"))
    chain = [urdf.joints[0], urdf.joints[2]]
    assert mimics_of(urdf, chain) == (Mimic(1, 0, Fraction(4), Fraction(-1, 4)),)


@pytest.mark.parametrize(
    ("joints", "chain", "words"),
    [
        (
            (("a", None), ("b", "x")),
            "ab",
            "joint 'b' mimics 'x', which the description does not have; correct the name",
        ),
        ((("a", "a"),), "a", "joint 'a' mimics itself; let one"),
        ((("a", "b"), ("b", "a")), "ab", r"joints a, b mimic each other in a circle"),
        ((("a", None), ("b", "a")), "b", "'b' mimics 'a', which is no joint between base and tip.* --hold a"),
    ],
)
def test_refusals(joints: tuple[tuple[str, str | None], ...], chain: str, words: str):
    urdf = robot(*joints)
    with pytest.raises(ChainError, match=words):
        mimics_of(urdf, [joint for joint in urdf.joints if joint.name in chain])


def test_a_leader_that_the_file_fixes():
    leader = DescribedJoint("a", FIXED, "base", "link")
    follower = DescribedJoint("b", "revolute", "link", "end", mimics="a")
    with pytest.raises(ChainError, match=r"'b' mimics 'a', which does not move.* --hold b"):
        mimics_of(Description("robot", {}, (leader, follower)), [follower])
