"""The order of a controller's joints: equal, or refused."""

from __future__ import annotations

import itertools

import pytest

from puma560_dynamics.control.command_order import Answer, CommandOrder, attached_joints, check_command_order
from puma560_dynamics.errors import LaunchError, StateError

NAMES = ("a", "b", "c")


@pytest.mark.parametrize("found", list(itertools.permutations(NAMES)))
def test_only_one_order_is_accepted(found: tuple[str, ...]):
    if found == NAMES:
        check_command_order("arm", NAMES, found, "effort")
        return
    with pytest.raises(StateError, match="arm has its joints in another order"):
        check_command_order("arm", NAMES, found)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (["a", "b"], "lacks joints c:"),
        (["a", "b", "c", "finger"], "has other joints finger:"),
        (["a", "b", "x"], "lacks joints c and has other joints x:"),
        (["a", "b", "c", "c"], "names joints twice"),
        ([], "lacks joints"),
    ],
)
def test_other_joints(found: list[str], words: str):
    with pytest.raises(StateError, match=words):
        check_command_order("arm", NAMES, found)


@pytest.mark.parametrize("interface", ["position", "velocity", ""])
def test_torque_goes_to_effort_alone(interface: str):
    with pytest.raises(StateError, match="a torque would be taken for"):
        check_command_order("arm", NAMES, NAMES, interface)


def test_nothing_is_sent_before_the_controller_has_answered():
    order = CommandOrder("arm", NAMES)
    assert "no controller arm: no node of that name answers" in str(order.problem)
    order.note_answer(Answer(None, None))
    assert "give joints" in str(order.problem)
    assert order.wrong
    order.note_answer(Answer([*NAMES[::-1]], "effort"))
    assert "another order" in str(order.problem)
    assert order.wrong
    order.note_answer(Answer([*NAMES], "effort"))
    assert order.problem is None and not order.wrong
    order.note_gone()  # whether it is active is known otherwise: no reason to end a torque, one not to begin it
    assert "no node of that name answers" in str(order.problem)
    assert not order.wrong


def test_where_the_answer_is_optional_another_order_is_refused_all_the_same():
    order = CommandOrder("arm", NAMES, optional=True)
    assert order.problem is None
    order.note_answer(Answer(None, None))
    assert order.problem is None
    order.note_answer(Answer(None, "position"))
    assert "position" in str(order.problem)
    order.note_answer(Answer([*NAMES[::-1]], None))
    assert "another order" in str(order.problem)


@pytest.mark.parametrize("optional", [True, False])
def test_no_torque_begins_while_an_answer_is_under_way(optional: bool):
    order = CommandOrder("arm", NAMES, optional)
    order.note_waiting()
    assert order.awaited and not order.wrong
    assert "has not answered yet" in str(order.problem)
    order.note_answer(Answer([*NAMES], "effort"))
    order.note_waiting()  # asked again: what is known stays
    assert not order.awaited and order.problem is None
    order.note_gone()
    order.note_waiting()
    assert order.awaited
    order.note_gone()  # it does not answer
    assert not order.awaited
    assert (order.problem is None) == optional


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ([["a", "b"], "effort"], Answer(["a", "b"], "effort")),
        ([["a"], None], Answer(["a"], None)),
        ([None, "effort"], Answer(None, "effort")),
        ([[], "effort"], Answer(None, "effort")),
        ([[1.0, 2.0], 3], Answer()),
        ([], Answer()),
    ],
)
def test_an_answer_of_other_types_is_none(values: list, answer: Answer):
    assert Answer.from_values(values) == answer


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
