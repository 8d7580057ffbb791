"""Every function of public robots with two arms agrees with Pinocchio."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import NamedTuple

import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import states

from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.readers.reading import Reading

pytest.importorskip("pinocchio")

from helpers.emdeg.pinocchio_tree import OF_JOINTS, PinocchioTree, close, compare


class Robot(NamedTuple):
    """File of a robot, the ends of its arms, joints that are held, and the base."""

    file: str
    tips: tuple[str, str]
    held: tuple[str, ...]
    base: str


ROBOTS = {
    "Baxter": Robot("baxter_description/urdf/baxter.urdf", ("left_wrist", "right_wrist"), ("head*",), "base"),
    "TIAGo": Robot(
        "tiago_description/robots/tiago_dual.urdf",
        ("arm_left_7_link", "arm_right_7_link"),
        ("head*", "hand_*", "wheel*"),
        "base_link",
    ),
    "Talos": Robot(
        "talos_data/robots/talos_full_v2.urdf", ("arm_left_7_link", "arm_right_7_link"), ("head*",), "base_link"
    ),
    "PR2": Robot(
        "pr2_description/urdf/pr2.urdf", ("l_wrist_roll_link", "r_wrist_roll_link"), ("head*", "laser*"), "base_link"
    ),
}
NAMES = (
    *OF_JOINTS,
    *(f"{name}:{{0}}" for name in ("pose", "bias_acceleration", "operational_inertia", "consistent_inverse")),
    *("jacobian:{1}:link", "jacobian_rate:{1}", "kinematics:{0}+{1}"),
)
EXACT = {
    "1.57079632679": "1.5707963267948966",
    "3.14159265359": "3.141592653589793",
    "4.71238898038": "4.71238898038469",
}
"""Multiples of a right angle to eleven digits, and to all: as the reader rounds them, and says so."""

everywhere = pytest.mark.skipif(not os.environ.get("ALL_TRIALS"), reason="takes minutes: make trials")


@cache
def read(name: str, snap: float = 1e-9) -> tuple[str, Reading]:
    """The description of a robot, and what is read from it."""
    import robot_files
    from native import Unavailable

    robot = ROBOTS[name]
    try:
        text = robot_files.text(f"example-robot-data:{robot.file}")
    except Unavailable as error:
        pytest.skip(str(error))
    return text, load_urdf(text, base=robot.base, tip=list(robot.tips), hold=robot.held, snap=snap)


@cache
def tree(name: str) -> PinocchioTree:
    """A robot in Pinocchio, with right angles that are exact."""
    text, reading = read(name)
    for written, exact in EXACT.items():
        text = re.sub(rf"{re.escape(written)}\b", exact, text)
    return PinocchioTree(text, reading.chain, ROBOTS[name].base)


@everywhere
@pytest.mark.parametrize("function", NAMES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_a_function_is_pinocchios(robot: str, function: str):
    compare(tree(robot), read(robot)[1].chain, function.format(*ROBOTS[robot].tips))


@pytest.mark.parametrize("robot", ROBOTS)
def test_rounded_angles_are_named_and_are_the_only_difference(robot: str):
    """Baxter's torque differs by 1e-11 from that of its description; with `snap` 0 it does not."""
    (text, rounded), (_, kept) = read(robot), read(robot, 0.0)
    named = [remark for remark in rounded.remarks if " is rounded to " in remark]
    assert bool(named) == any(written in text for written in EXACT)
    assert not any(" is rounded to " in remark for remark in kept.remarks)
    written = PinocchioTree(text, kept.chain, ROBOTS[robot].base)
    for state in states(rounded.chain, 3):
        for reading, expected in ((rounded, tree(robot)), (kept, written)):
            close(chain_numbers.torque(reading.chain, *state), expected.expected("torque", state))
