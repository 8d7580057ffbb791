"""Poses, velocities and accelerations as words, and sentences on limits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.joint_values import (
    ACCELERATION,
    POSITION,
    VELOCITY,
    Units,
    parse_joint_values,
    values_text,
)
from puma560_dynamics.errors import StateError

SPRING = "measure torsional-spring --joint joint2 --stiffness 600 --period 0.7"


@pytest.mark.parametrize("words", ["arm compare a b", "kinematics", SPRING, "simulate", "torque"])
def test_every_command_takes_a_pose_as_words(words: str, capsys: pytest.CaptureFixture[str]):
    main([*words.split(), "--pose", "0", "-30", "60", "10", "40", "0", "deg", "--nonsense"])
    assert "-30" not in capsys.readouterr().err


@pytest.fixture
def sliding() -> Arm:
    """An arm whose third joint slides."""
    return load_arm("stanford1983")


@pytest.mark.parametrize(
    "text",
    [
        "0, -30, 60, 10, 40, 5 deg",
        "0,-30,60,10,40,5deg",
        "0°,-30°,60°,10 deg,40deg,5°",
        "0 ,-3e1,60.,10,40,5 °",
        "0 -30 60 10 40 5 deg",
        "0° -30° 60° 10 deg 40° +5°",
    ],
)
def test_degrees_count_for_all_joints_that_turn(arm: Arm, text: str):
    np.testing.assert_allclose(parse_joint_values("--pose", text, arm, POSITION), np.radians([0, -30, 60, 10, 40, 5]))


def test_the_words_of_a_command_line(arm: Arm):
    expected = np.radians([0, -30, 60, 10, 40, 5])
    for words in (
        ["0", "-30", "60", "10", "40", "5", "deg"],
        ["0,-30,60,", "10,", "40,5°"],
        ["0", "-30", "60 10 40 5 deg"],
    ):
        np.testing.assert_allclose(parse_joint_values("--to", words, arm, POSITION), expected)
    np.testing.assert_allclose(parse_joint_values("--to", ["1"] * 6 + ["rad"], arm, POSITION), np.ones(6))


def test_degrees_without_unit_are_refused(arm: Arm, sliding: Arm):
    with pytest.raises(StateError, match=r"--to: joint2 at -30 rad is -1719°; if degrees are meant, write the unit"):
        parse_joint_values("--to", "0 -30 60 10 40 5", arm, POSITION)
    assert parse_joint_values("--to", "0, -30 rad, 0, 0, 0, 0", arm, POSITION)[1] == -30.0  # a joint without limits
    assert parse_joint_values("--to", "0, -30, 0, 0, 0, 0 rad", arm, POSITION)[1] == -30.0
    assert parse_joint_values("--to", "0 0 30 0 0 0", sliding, POSITION)[2] == 30.0
    assert parse_joint_values("--velocity", "30 0 0 0 0 0", arm, VELOCITY)[0] == 30.0


def test_numbers_without_unit_are_in_si(arm: Arm, sliding: Arm):
    for one in (arm, sliding):
        found = parse_joint_values("--pose", "-1,2,.3,4,5,-6", one, POSITION)
        np.testing.assert_array_equal(found, [-1.0, 2.0, 0.3, 4.0, 5.0, -6.0])


def test_a_joint_that_slides_is_in_metres(sliding: Arm):
    expected = [math.radians(10), math.radians(20), 0.3, math.radians(30), math.radians(40), math.radians(50)]
    for text in ("10, 20, 0.3, 30, 40, 50 deg", "10 deg, 20 deg, 300 mm, 30 deg, 40 deg, 50 deg"):
        np.testing.assert_allclose(parse_joint_values("--pose", text, sliding, POSITION), expected)


@pytest.mark.parametrize(
    ("units", "text", "factor"),
    [
        (VELOCITY, "1,2,3,4,5,6 deg/s", math.pi / 180),
        (VELOCITY, "1,2,3,4,5,6 rad/s", 1.0),
        (ACCELERATION, "1,2,3,4,5,6 °/s²", math.pi / 180),
        (ACCELERATION, "1,2,3,4,5,6 rad/s^2", 1.0),
    ],
)
def test_units_of_motion(arm: Arm, units: Units, text: str, factor: float):
    np.testing.assert_allclose(parse_joint_values("--x", text, arm, units), factor * np.arange(1.0, 7.0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1, 2", ": expected 6 numbers, one for each of joint1, joint2"),
        ("", "'' has no numbers; write values as '0, -30, 60, 10, 40, 0 deg'"),
        ("a b c", "'a b c' has no numbers"),
        ("1,2,3,4,5,six", "'six' is not a finite number"),
        ("1,2,3,4,,6", "'' is not a finite number"),
        ("1,2,3,4,5,1e999", "'1e999' is not a finite number"),
        ("1,2,3,4,5,6 mm", "'mm' is no unit for joint6; use one of rad, deg, °"),
        ("1,2,3,4,5,6 deg/s", "'deg/s' is no unit for"),
        ("1,2 m,3,4,5,6 deg", "'m' is no unit for joint2"),
        ("1 2 3 4 5", "got 5"),
    ],
)
def test_other_words_are_refused(arm: Arm, text: str, words: str):
    with pytest.raises(StateError) as error:
        parse_joint_values("--pose", text, arm, POSITION)
    assert words in str(error.value) and str(error.value).startswith("--pose")


def test_values_are_shown_in_degrees_or_metres(sliding: Arm):
    assert values_text(sliding, np.array([math.pi, 0.0, 0.25, 0.0, 0.0, 0.0]), "/s").startswith(
        "180°/s, 0°/s, 0.25 m/s"
    )
