"""The joints of an attachment: stated, of the arm, or of the controller; never in an order that is guessed."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.command_order import Answer, attached_joints
from puma560_dynamics.errors import LaunchError

OWN = ("joint1", "joint2", "joint3")
LEFT = [f"left_{name}" for name in OWN]


def test_of_the_controller_where_the_arm_is_the_description():
    assert attached_joints("/c", Answer(LEFT, "effort")) == LEFT
    assert attached_joints("/c", Answer(LEFT, "effort"), prefix="left_") == LEFT


def test_of_the_arm_with_the_prefix():
    assert attached_joints("/c", Answer(LEFT, "effort"), own=OWN, prefix="left_") == LEFT


def test_stated_ones_rename_those_of_the_arm():
    names = ["a", "b", "c"]
    assert attached_joints("/c", Answer(names, None), own=OWN, given=names) == names
    assert attached_joints("/c", Answer(), own=OWN, given=names) == names  # it cannot be asked


@pytest.mark.parametrize(
    ("answer", "options", "words"),
    [
        (Answer(LEFT[::-1]), {"own": OWN, "prefix": "left_"}, "another order"),
        (Answer(LEFT[::-1]), {"given": LEFT}, "another order"),
        (Answer(LEFT), {"own": OWN}, "lacks joints"),
        (Answer(LEFT), {"own": OWN, "prefix": "right_"}, "lacks joints"),
        (Answer(LEFT), {"prefix": "right_"}, "do not begin with prefix 'right_'"),
        (Answer([*LEFT, "left_finger"]), {"own": OWN, "prefix": "left_"}, "other joints"),
        (Answer(), {}, "order of /c's commands is not known"),
        (Answer(), {"own": OWN, "prefix": "left_"}, "order of /c's commands is not known"),
        (Answer(LEFT, "position"), {}, "commands interface 'position'"),
    ],
)
def test_what_is_not_certain_is_refused(answer: Answer, options: dict, words: str):
    with pytest.raises(LaunchError, match=words):
        attached_joints("/c", answer, **options)
