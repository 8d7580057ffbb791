"""Columns with the names of joints go where the joints are, in any order; other names are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.frames_of_data import ArrowTable, Frame, Series

from puma560_dynamics import friction_torque, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.named_columns import column_names, in_joint_order
from puma560_dynamics.states import broadcast_joint_arrays, joint_array

ORDER = [3, 0, 5, 1, 4, 2]
STATES = np.random.default_rng(6).uniform(-2.0, 2.0, (3, 7, 6))


def framed(kind: type[Frame], arm: Arm, values: np.ndarray) -> Any:
    """The numbers with their columns in another order, and their names."""
    return kind([arm.joint_names[place] for place in ORDER], values[..., ORDER])


@pytest.mark.parametrize("kind", [Frame, ArrowTable])
@pytest.mark.parametrize("model_kind", ["generated", "newton_euler", "full"])
def test_a_model_takes_columns_in_any_order(kind: type[Frame], model_kind: str, arm: Arm):
    model = load_model(model_kind, arm)
    q, qd, qdd = STATES
    given = [framed(kind, arm, values) for values in STATES]
    for name, count in (("gravity", 1), ("mass_matrix", 1), ("torque", 3), ("acceleration", 3)):
        np.testing.assert_array_equal(getattr(model, name)(*given[:count]), getattr(model, name)(*STATES[:count]))
    np.testing.assert_array_equal(model.torque(given[0], qd, 0.0), model.torque(q, qd, 0.0))
    np.testing.assert_array_equal(model.elements(given[0]).coriolis, model.elements(q).coriolis)
    np.testing.assert_array_equal(model.coriolis_matrix(*given[:2]), model.coriolis_matrix(q, qd))
    np.testing.assert_array_equal(model.forward_kinematics(given[0]), model.forward_kinematics(q))
    np.testing.assert_array_equal(model.jacobian(given[0], "link3"), model.jacobian(q, "link3"))
    for found, expected in zip(model.torque_and_gravity(*given), model.torque_and_gravity(q, qd, qdd), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_a_row_and_friction_too(arm: Arm):
    model, q = load_model("newton_euler", arm), STATES[0, 0]
    np.testing.assert_array_equal(model.gravity(framed(Series, arm, q)), model.gravity(q))
    np.testing.assert_array_equal(friction_torque(arm, framed(Frame, arm, STATES[1])), friction_torque(arm, STATES[1]))


def test_pandas_gives_such_frames_and_rows(arm: Arm):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(STATES[0], columns=arm.joint_names)
    backwards = frame[list(arm.joint_names[::-1])]
    model = load_model("generated", arm)
    expected = model.gravity(STATES[0])
    np.testing.assert_array_equal(model.gravity(backwards), expected)
    np.testing.assert_array_equal(model.gravity(backwards.iloc[2]), expected[2])
    np.testing.assert_array_equal(model.gravity(pandas.DataFrame(STATES[0])), expected)
    with pytest.raises(StateError, match="t is no joint of the arm"):
        model.gravity(frame.assign(t=0.0))


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (
            ["a", "b", "x"],
            "among its columns x is no joint of the arm and c is missing; give one a joint, in any order",
        ),
        (["a", "b"], "among its columns c is missing"),
        (["a", "b", "c", "t"], "among its columns t is no joint of the arm;"),
        (["a", "b", "c", "c"], "a joint is there twice"),
        ([2, 1, 0], "2, 1, 0 are no joint of the arm and a, b, c are missing"),
        (["A", "b", "c"], "A is no joint of the arm and a is missing"),
    ],
)
def test_other_names_are_refused(names: list[Any], words: str):
    frame: Any = Frame(names, np.zeros((4, len(names))))
    for refused in (
        lambda: joint_array("q", frame, 3, ("a", "b", "c")),
        lambda: broadcast_joint_arrays(3, {"q": frame}, ("a", "b", "c")),
    ):
        with pytest.raises(StateError, match=f"^q: .*{words}"):
            refused()


def test_names_without_joints_to_match_are_refused():
    with pytest.raises(
        StateError, match=r"^q: its columns have names \(a, b\), and joints have none here; give an array"
    ):
        joint_array("q", Frame(["a", "b"], [[1.0, 2.0]]), 2)


def test_many_names_are_cut():
    with pytest.raises(StateError, match=r"j0, .*, j11 and 28 more are no joint of the arm"):
        in_joint_order("q", np.zeros((1, 40)), [f"j{i}" for i in range(40)], [f"k{i}" for i in range(40)])


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (np.zeros(2), None), ([1.0, 2.0], None), ((1.0,), None), (0.5, None), (None, None), ("ab", None),
        (Frame([0, 1], np.zeros((3, 2))), None),
        (Frame(["a", "b"], np.zeros((3, 2))), ["a", "b"]),
        (ArrowTable(["a", "b"], np.zeros((3, 2))), ["a", "b"]),
        (Series(["a", "b"], np.zeros(2)), ["a", "b"]),
        (Series([0.01, 0.02], np.zeros(2)), None),
    ],
)  # fmt: skip
def test_what_has_names(values: Any, names: list[str] | None):
    assert column_names(values) == names
