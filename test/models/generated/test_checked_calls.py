"""The public calls of a generated model: checks in compiled code, and what they pass on."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.generated.generated_model import GeneratedModel

CALLS = {"torque": 3, "gravity": 1, "kinetic_energy_matrix": 1, "mass_matrix": 1, "acceleration": 3}


@pytest.fixture(params=["compiled", "numpy"])
def model(arm: Arm, request: pytest.FixtureRequest) -> GeneratedModel:
    """Calls that compiled code checks; and those of the class, which numpy has too."""
    made: Any = load_model("generated", arm)
    if request.param == "compiled":
        if made.functions.checked is None:
            pytest.skip("the extension was not compiled at installation, and there is no compiler")
        return made
    for name in CALLS:
        vars(made).pop(name, None)
    return made


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("shape", [(), (1,), (7,), (300,)], ids=str)
def test_the_result_is_that_of_the_bare_function(model: GeneratedModel, name: str, shape: tuple[int, ...]):
    states = np.random.default_rng(1).uniform(-3, 3, (3, *shape, 6))[: CALLS[name]]
    bare = getattr(model.functions, "kinetic_energy_matrix" if name == "mass_matrix" else name)
    found = getattr(model, name)(*states)
    np.testing.assert_array_equal(found, bare(*states))
    out = np.full_like(found, np.nan)
    assert getattr(model, name)(*states, out=out) is out
    np.testing.assert_array_equal(out, found)
    np.testing.assert_array_equal(getattr(model, name)(*states, out=None), found)


def test_whatever_numpy_takes(model: GeneratedModel):
    q, qd, qdd = (states[0] for states in random_states(np.random.default_rng(2), 1))
    expected = model.torque(q, qd, qdd)
    out = np.empty(6)
    for given in ((q.tolist(), qd, qdd), (tuple(q), qd.tolist(), qdd), (np.repeat(q, 2)[::2], qd, qdd),
                  (q.astype(">f8"), qd, qdd), (q, qd.astype(object).astype(float), qdd)):  # fmt: skip
        np.testing.assert_allclose(model.torque(*given), expected, rtol=1e-13)
        assert model.torque(*given, out=out) is out
        np.testing.assert_allclose(out, expected, rtol=1e-13)
    np.testing.assert_array_equal(model.torque(q, qdd=qdd, qd=qd, out=out), expected)
    np.testing.assert_allclose(model.torque(q, 0, 0), model.gravity(q), rtol=1e-12, atol=1e-12)
    single = q.astype(np.float32)
    np.testing.assert_array_equal(model.gravity(single), model.gravity(single.astype(float)))
    cube = np.broadcast_to(q, (2, 3, 6))
    result = np.empty((2, 3, 6))
    assert model.torque(cube, qd, qdd, out=result) is result
    np.testing.assert_allclose(result, np.broadcast_to(expected, (2, 3, 6)), rtol=1e-13)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf], ids=str)
@pytest.mark.parametrize("count", [1, 9])
def test_a_number_that_is_none_is_refused_wherever_it_is(model: GeneratedModel, bad: float, count: int):
    for which in range(3):
        for place in range(6 * count):
            states = np.zeros((3, count, 6))
            states[which].flat[place] = bad
            given = states if count > 1 else states[:, 0]
            with pytest.raises(
                StateError, match=rf"{('q', 'qd', 'qdd')[which]}: not finite at joint index {place % 6};"
            ):
                model.torque(*given)


def test_refusals_state_what_is_wrong(model: GeneratedModel):
    q = np.zeros(6)
    for given in ((np.zeros(5), q, q), (q, np.zeros((0, 5)), q), (q, q, np.zeros((2, 3, 4)))):
        with pytest.raises(StateError, match="shape"):
            model.torque(*given)
    with pytest.raises(StateError, match="real numbers"):
        model.torque(q, "no numbers", q)
    for many in (0, 1, 4):
        with pytest.raises(TypeError, match="torque takes q, qd, qdd"):
            model.torque(*[q] * many)
    with pytest.raises(TypeError, match="torque takes q, qd, qdd"):
        model.torque(q, q, q, into=q)
    locked = np.zeros(6)
    locked.flags.writeable = False
    for out in (np.empty(5), np.empty((6, 1)), np.empty(6, np.float32), [0.0] * 6, locked):
        with pytest.raises(StateError, match="out: expected a writable float64 array"):
            model.torque(q, q, q, out=out)


def test_the_result_may_go_where_an_input_was(model: GeneratedModel):
    q, qd, qdd = random_states(np.random.default_rng(3), 4)
    expected = model.torque(q, qd, qdd)
    assert model.torque(q, qd, qdd, out=qdd) is qdd
    np.testing.assert_array_equal(qdd, expected)


def test_models_are_given_back(arm: Arm):
    model = load_model("generated", arm)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_no_reference_is_lost(model: GeneratedModel):
    q, out = np.zeros(6), np.empty(6)
    before = sys.getrefcount(q), sys.getrefcount(out)
    for _ in range(100):
        model.torque(q, q, q)
        model.torque(q, q, q, out=out)
        model.gravity(q.tolist())
        with pytest.raises(StateError):
            model.torque(q, q, q, out=q[:5])
    assert (sys.getrefcount(q), sys.getrefcount(out)) == before


def test_other_threads_run_during_small_batches(arm: Arm):
    """With so long a switch interval another thread runs only if the call lets it."""
    model: Any = load_model("generated", arm)
    if model.functions.checked is None:
        pytest.skip("numpy decides for itself")
    states = np.zeros((3, 32, 6))
    gate, ran, interval = threading.Lock(), [], sys.getswitchinterval()
    gate.acquire()
    other = threading.Thread(target=lambda: ran.append(gate.acquire()))
    other.start()
    sys.setswitchinterval(1000.0)
    try:
        gate.release()
        calls = 0
        while not ran and calls < 10**6:
            model.torque(*states)
            calls += 1
    finally:
        sys.setswitchinterval(interval)
        other.join()
    assert calls < 10**6
