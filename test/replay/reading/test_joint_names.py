"""Joint names of bags: only what is certain is matched."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.reading.joint_names import check_joint_map, match_joints

PAPER = ("waist", "shoulder", "elbow", "wrist_roll", "wrist_bend", "flange")
NUMBERED = tuple(f"joint{k}" for k in range(1, 7))

OURS = [
    PAPER,
    NUMBERED,
    tuple(f"puma_{name}" for name in PAPER),
    tuple(f"arm/{name}_joint" for name in PAPER),
    tuple(f"puma560_joint{k}" for k in range(1, 7)),
    tuple(f"joint_{k}" for k in range(1, 7)),
    tuple(f"j{k}" for k in range(6)),
    ("Waist", "Shoulder", "Elbow", "Wrist_Rotation", "Wrist_Bend", "Flange"),
]

OTHERS = [
    tuple(f"joint{k}" for k in range(1, 8)),
    tuple(f"panda_joint{k}" for k in range(1, 8)),
    tuple(f"joint_a{k}" for k in range(1, 7)),
    ("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"),
    tuple(f"{side}_j{k}" for side in ("left", "right") for k in range(1, 7)),
    tuple(f"{side}_{name}" for side in ("left", "right") for name in PAPER),
    PAPER[:5],
    (*PAPER, "waist"),
    (),
]


@pytest.mark.parametrize("expected", [PAPER, NUMBERED], ids=["paper", "numbered"])
@pytest.mark.parametrize("names", OURS, ids=lambda names: names[0])
def test_known_names_in_any_order_among_others(names, expected):
    rng = np.random.default_rng(560)
    for _ in range(5):
        mixed = [str(name) for name in rng.permutation([*names, "gripper_finger"])]
        places = match_joints(mixed, expected)
        assert places is not None
        assert [mixed[place] for place in places] == list(names)


@pytest.mark.parametrize("names", OTHERS, ids=str)
def test_names_of_another_arm_or_of_two_are_not_guessed(names):
    assert match_joints(names, NUMBERED) is None


UR = ("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint")


@pytest.mark.parametrize("names", OURS, ids=lambda names: names[0])
def test_numbered_joints_do_not_match_an_arm_with_other_names(names):
    """Six numbered joints may be those of any robot."""
    assert match_joints(names, UR) is None
    assert match_joints(names, UR, dict(zip(names, UR, strict=True))) == (0, 1, 2, 3, 4, 5)


def test_the_map_counts_first():
    names = tuple(f"panda_joint{k}" for k in range(1, 8))
    joint_map = dict(zip(names[1:], NUMBERED, strict=True))
    assert match_joints(names, NUMBERED, joint_map) == (1, 2, 3, 4, 5, 6)
    crossed = {"joint1": "joint2", "joint2": "joint1"}
    assert match_joints(NUMBERED, NUMBERED, crossed) == (1, 0, 2, 3, 4, 5)


def test_a_joint_map_names_joints_that_exist():
    check_joint_map({}, NUMBERED, PAPER)
    check_joint_map({"waist": "joint1"}, NUMBERED)
    check_joint_map({"waist": "joint1"}, NUMBERED, PAPER)
    with pytest.raises(BagError, match="names waist, which the arm does not have; it has joint1, joint2"):
        check_joint_map({"joint1": "waist"}, NUMBERED)
    with pytest.raises(BagError, match="names hip, which the recording does not have; it has elbow, flange"):
        check_joint_map({"hip": "joint1"}, NUMBERED, PAPER)
