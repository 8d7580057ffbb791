"""Bad states: see also test_model.py, where every model refuses them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.frames_of_data import ArrowTable, Frame, Series, Tensor

from puma560_dynamics import Payload, friction_torque, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.states import (
    broadcast_inputs,
    broadcast_joint_arrays,
    column_names,
    in_joint_order,
    joint_array,
    joint_arrays,
    joint_numbers,
)


def test_the_message_names_the_array():
    with pytest.raises(StateError, match=r"^tau: expected shape \(…, 6\)"):
        joint_array("tau", np.zeros((6, 1)), 6)


def test_lists_are_accepted():
    assert joint_array("q", [1, 2, 3], 3).tolist() == [1.0, 2.0, 3.0]
    assert [a.shape for a in joint_arrays(2, {"q": [[1, 2]], "qd": [[3, 4]]})] == [(1, 2), (1, 2)]


def test_it_is_a_value_error_as_well():
    with pytest.raises(ValueError, match="one shape"):
        joint_arrays(2, {"q": [1, 2], "qd": [[3, 4]]})


@pytest.mark.parametrize("shape", [(3,), (2, 3)])
def test_large_is_finite_and_infinite_is_not(shape: tuple[int, ...]):
    assert joint_array("q", np.full(shape, -1e308), 3).shape == shape
    for bad in (np.inf, -np.inf, np.nan):
        values = np.zeros(shape)
        values[..., 1] = bad
        with pytest.raises(StateError, match="not finite at joint index 1;"):
            joint_array("q", values, 3)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (np.zeros((2, 3), dtype=complex), "an array of complex128; take its real part"),
        (np.array([None] * 3), "an array of object"),
        (np.zeros(3, dtype=bool), "an array of bool"),
        (np.zeros(3, dtype="M8[s]"), "an array of datetime64[s]"),
        (["a", "b", "c"], "['a', 'b', 'c']"),
        ([1, 2, [3]], "[1, 2, [3]]"),
        (None, "None"),
    ],
    ids=["complex", "object", "bool", "time", "text", "uneven", "nothing"],
)
def test_what_holds_no_real_numbers_is_refused_in_one_line(values: Any, shown: str):
    for refused in (lambda: joint_array("q", values, 3), lambda: broadcast_joint_arrays(3, {"q": values})):
        with pytest.raises(StateError) as error:
            refused()
        assert str(error.value) == f"q: expected real numbers of shape (…, 3), got {shown}"


def test_a_long_value_is_cut():
    with pytest.raises(StateError, match=r"…$") as error:
        joint_array("q", ["a"] * 100, 3)
    assert len(str(error.value)) < 140


def test_one_number_counts_for_every_joint_and_an_array_of_one_does_not():
    q, qd = broadcast_joint_arrays(3, {"q": np.zeros((2, 3)), "qd": 0.5})
    assert q.shape == qd.shape == (2, 3)
    for wrong, hint in ((np.ones(1), True), ([0.5], True), (np.ones((2, 1)), True), (np.ones(2), False)):
        with pytest.raises(StateError, match=r"^qd: expected shape \(…, 3\), got \(") as error:
            broadcast_joint_arrays(3, {"q": np.zeros((2, 3)), "qd": wrong})
        assert str(error.value).endswith("; one column per joint" + ", or give qd one number for all" * hint)


def test_an_arm_of_one_joint_takes_arrays_of_one():
    q, qd = broadcast_joint_arrays(1, {"q": np.zeros((2, 1)), "qd": [0.5]})
    assert q.shape == qd.shape == (2, 1)


@pytest.mark.parametrize("kind", ["generated", "newton_euler", "full", "abbreviated"])
def test_masked_entries_are_refused_by_every_method_of_a_model(kind: str):
    model, q = load_model(kind), np.full((2, 6), 0.3)
    mask = np.zeros((2, 6), dtype=bool)
    whole = np.ma.masked_array(q, mask.copy())
    mask[1, 4] = True
    for name in ("gravity", "mass_matrix", "elements", "coriolis_coefficients", "forward_kinematics", "jacobian"):
        with pytest.raises(StateError, match=r"^q: masked at joint index 4; expected numbers everywhere, drop"):
            getattr(model, name)(np.ma.masked_array(q, mask))
    with pytest.raises(StateError, match=r"^q: masked at joint index 4"):
        load_model(kind, payload=Payload.of(1.0, (0.0, 0.0, 0.1))).gravity(np.ma.masked_array(q, mask))
    for states in ((q, np.ma.masked_array(q, mask), q), (q, 0.0, np.ma.masked_array(q, mask)[1])):
        with pytest.raises(StateError, match=r"^q?d+: masked at joint index 4"):
            model.torque(*states)
    np.testing.assert_array_equal(model.gravity(whole), model.gravity(q))


def test_a_tensor_that_is_not_to_be_converted_is_refused():
    tensor: Any = Tensor()
    words = (
        "q: expected real numbers of shape (…, 2), got tensor([0., 0.], requires_grad=True), which gives no array "
        "(Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead); "
        "convert it to a numpy array"
    )
    for refused in (lambda: joint_array("q", tensor, 2), lambda: broadcast_joint_arrays(2, {"q": tensor})):
        with pytest.raises(StateError) as error:
            refused()
        assert str(error.value) == words
    with pytest.raises(StateError, match="requires grad"):
        load_model("generated").gravity(tensor)


def test_numbers_of_a_loop_are_none_where_one_is_masked_or_there_are_none():
    masked: Any = np.ma.masked_array([1.0, 2.0], [False, True])
    assert joint_numbers(masked, 2) is None and joint_numbers(masked.filled(3.0), 2) == [1.0, 3.0]
    assert joint_numbers(np.ma.masked_array([1.0, 2.0], False), 2) == [1.0, 2.0]
    tensor: Any = Tensor()
    assert joint_numbers(tensor, 2) is None


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
            "among its columns x is no joint of the arm and c is missing; give one per joint, in any order",
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


def test_inputs_of_own_sizes_are_broadcast_with_those_of_joints():
    q, wrench = np.zeros((4, 1, 6)), np.ones((3, 3))
    found = broadcast_inputs(6, {"q": q, "wrench": wrench, "qd": 1.0}, {"wrench": 3})
    assert [array.shape for array in found] == [(4, 3, 6), (4, 3, 3), (4, 3, 6)]
    for wrong, message in ((np.ones(4), "wrench: expected shape"), (np.full(3, np.nan), "wrench: expected finite")):
        with pytest.raises(StateError, match=message):
            broadcast_inputs(6, {"q": q, "wrench": wrong}, {"wrench": 3})
    with pytest.raises(StateError, match="as many states"):
        broadcast_inputs(6, {"q": np.zeros((2, 6)), "wrench": np.ones((3, 3))}, {"wrench": 3})
