"""Joints by name."""

from __future__ import annotations

import itertools
import math
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.control.joint_order import JointOrder
from puma560_dynamics.errors import MessageError

NAMES = ("a", "b", "c")


@pytest.mark.parametrize("order", list(itertools.permutations(NAMES)))
def test_any_order_works(order: tuple[str, ...]):
    values = {"a": 1.0, "b": 2.0, "c": 3.0}
    (position,) = JointOrder(NAMES).fields(order, position=[values[name] for name in order])
    assert position.tolist() == [1.0, 2.0, 3.0]


def test_the_order_may_change_between_messages():
    order = JointOrder(NAMES)
    assert order.fields(["c", "b", "a"], position=[3, 2, 1])[0].tolist() == [1, 2, 3]
    assert order.fields(["a", "b", "c"], position=[1, 2, 3])[0].tolist() == [1, 2, 3]


def test_other_joints_are_passed_over():
    position, velocity = JointOrder(NAMES).fields(
        ["gripper", "b", "a", "c"], position=array("d", [9, 2, 1, 3]), velocity=[math.nan, 5, 4, 6]
    )
    assert position.tolist() == [1, 2, 3]
    assert velocity.tolist() == [4, 5, 6]


@pytest.mark.parametrize(
    ("names", "position", "words"),
    [
        (["a", "b"], [1, 2], r"joints c are missing"),
        ([], [], "are missing"),
        (["a", "b", "c", "a"], [1, 2, 3, 4], r"joints a are named twice"),
        (["a", "b", "c"], [1, 2], "2 entries for 3 joint names"),
        (["a", "b", "c"], [], "0 entries for 3 joint names"),
        (["a", "b", "c"], [1, math.nan, 3], "position of b is not finite"),
        (["a", "b", "c"], [1, 2, -math.inf], "position of c is not finite"),
    ],
)
def test_what_is_not_complete_is_refused(names: list[str], position: list[float], words: str):
    order = JointOrder(NAMES)
    with pytest.raises(MessageError, match=words):
        order.fields(names, position=position)
    # A refused message leaves no trace.
    assert order.fields(["c", "b", "a"], position=[3, 2, 1])[0].tolist() == [1, 2, 3]


@given(
    st.lists(st.sampled_from([*NAMES, "d", ""]), max_size=6),
    st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=6),
)
def test_whatever_comes_it_is_finite_and_complete_or_refused(names: list[str], values: list[float]):
    try:
        (position,) = JointOrder(NAMES).fields(names, position=values)
    except MessageError:
        return
    assert position.shape == (3,)
    assert all(math.isfinite(value) for value in position)
    assert [values[names.index(name)] for name in NAMES] == position.tolist()
