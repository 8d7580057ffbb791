"""The order of a controller's joints: equal, or refused."""

from __future__ import annotations

import itertools

import pytest

from puma560_dynamics.control.command_order import CommandOrder, check_command_order
from puma560_dynamics.errors import StateError

NAMES = ("a", "b", "c")


@pytest.mark.parametrize("found", list(itertools.permutations(NAMES)))
def test_of_all_orders_one_is_accepted(found: tuple[str, ...]):
    if found == NAMES:
        check_command_order("arm", NAMES, found, "effort")
        return
    with pytest.raises(StateError, match="arm has its joints in another order"):
        check_command_order("arm", NAMES, found)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (["a", "b"], "lacks joints \\['c'\\]"),
        (["a", "b", "c", "finger"], "has other joints \\['finger'\\]"),
        (["a", "b", "x"], "lacks joints \\['c'\\] and has other joints \\['x'\\]"),
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
    assert "no controller arm yet" in str(order.problem)
    order.answered(None, None)
    assert "give joints" in str(order.problem)
    order.answered(NAMES[::-1], "effort")
    assert "another order" in str(order.problem)
    order.answered(NAMES, "effort")
    assert order.problem is None
    order.gone()
    assert "gone" in str(order.problem)


def test_an_order_that_is_stated_holds_where_the_controller_cannot_be_asked():
    order = CommandOrder("arm", NAMES, stated=True)
    assert order.problem is None
    order.answered(None, None)
    assert order.problem is None
    order.answered(None, "position")
    assert "position" in str(order.problem)
    order.answered(NAMES[::-1], None)
    assert "another order" in str(order.problem)
