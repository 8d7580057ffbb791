"""Momentum, energy, derivatives and regressors: of every kind of model the same, and what they mean.

The methods of `DynamicModel` for the recursion of Newton and Euler are the reference; those are compared with Pinocchio
and with finite differences.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.arm.sliding_arms import GANTRY, SCARA

from puma560_dynamics import DynamicModel, Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MissingDependencyError, StateError
from puma560_dynamics.models.generated import compiled_methods
from puma560_dynamics.models.generated.generated_model import GeneratedModel
from puma560_dynamics.models.recursive.regressor import arm_parameters

METHODS = {
    **dict.fromkeys(("potential_energy", "gravity_derivative"), 1),
    **dict.fromkeys(("coriolis_matrix", "coriolis_torque", "transposed_coriolis_torque", "momentum"), 2),
    **dict.fromkeys(("kinetic_energy", "energy"), 2),
    **dict.fromkeys(("regressor", "base_regressor", "torque_derivatives", "acceleration_derivatives"), 3),
}
"""Number of the inputs of each method."""

LOAD = Payload(2.0, (0.02, -0.01, 0.1))


def coupled(arm: Arm) -> Arm:
    """The arm with a coupled transmission."""
    transmission = np.eye(arm.n)
    transmission[-1, -2] = 0.5
    return arm.with_(transmission=transmission)


def with_motors(text: str) -> Arm:
    arm = load_arm(text)
    return arm.with_(motors=tuple(replace(motor, inertia=0.1 + 0.2 * k) for k, motor in enumerate(arm.motors)))


ARMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "puma": (lambda: load_arm("akb1986"), {}),
    "loaded": (lambda: load_arm("akb1986"), {"payload": LOAD}),
    "rotors": (lambda: load_arm("akb1986"), {"payload": LOAD, "gyroscopic": True}),
    "coupled": (lambda: coupled(load_arm("akb1986")), {}),
    "scara": (lambda: with_motors(SCARA), {}),
    "gantry": (lambda: with_motors(GANTRY), {"payload": LOAD}),
    "mimic": (lambda: with_motors(palletiser()), {}),
    "coupled mimic": (lambda: coupled(with_motors(palletiser())), {"payload": LOAD}),
}


def states(model: DynamicModel, count: int = 3) -> np.ndarray:
    return np.random.default_rng(9).uniform(-2, 2, (3, count, model.n))


def close(found: Any, expected: Any) -> None:
    """Equal shapes and, up to rounding, numbers, of arrays or tuples of arrays."""
    assert type(found) is type(expected)
    pairs = zip(found, expected, strict=True) if isinstance(found, tuple) else [(found, expected)]
    for one, other in pairs:
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12 * max(np.abs(other).max(), 1.0))


@pytest.mark.parametrize("case", ARMS)
def test_generated_functions_are_those_of_the_recursion(case: str):
    make, options = ARMS[case]
    arm = make()
    model, peer = load_model("generated", arm, **options), load_model("newton_euler", arm, **options)
    given = states(model)
    for name, inputs in METHODS.items():
        for some in (given, given[:, 0], given.reshape(3, 3, 1, -1)):  # the second call goes to compiled code
            close(getattr(model, name)(*some[:inputs]), getattr(peer, name)(*some[:inputs]))


@pytest.mark.parametrize("case", ARMS)
def test_derivatives_are_differences(case: str):
    make, options = ARMS[case]
    model = load_model("newton_euler", make(), **options)
    q, qd, qdd = states(model, 2)
    found = model.torque_derivatives(q, qd, qdd)
    step = 1e-3
    for part, function, places in (
        (found.by_position, lambda x: model.torque(x, qd[:, None], qdd[:, None]), q),
        (found.by_velocity, lambda x: model.torque(q[:, None], x, qdd[:, None]), qd),
        (found.inertia, lambda x: model.torque(q[:, None], qd[:, None], x), qdd),
        (model.gravity_derivative(q), model.gravity, q),
    ):
        moved = [function(places[:, None] + k * step * np.eye(model.n)) for k in (-2, -1, 1, 2)]
        slope = np.tensordot([1, -8, 8, -1], moved, 1) / (12 * step)
        np.testing.assert_allclose(part, np.swapaxes(slope, -1, -2), rtol=0, atol=1e-7 * max(1, np.abs(part).max()))
    np.testing.assert_allclose(found.torque, model.torque(q, qd, qdd), rtol=1e-12)


@pytest.mark.parametrize("case", ARMS)
def test_energy_and_momentum_follow_the_torque(case: str):
    """The power of torque is the rate of energy; the momentum changes by torque, Cᵀ q̇ and gravity."""
    make, options = ARMS[case]
    model = load_model("newton_euler", make(), **options)
    q, qd, qdd = states(model)
    step = 1e-4
    ahead, behind = ((q + s * qd + s * s / 2 * qdd, qd + s * qdd) for s in (step, -step))
    torque = model.torque(q, qd, qdd)
    power = (model.energy(*ahead) - model.energy(*behind)) / (2 * step)
    np.testing.assert_allclose(power, np.einsum("...i,...i", torque, qd), rtol=0, atol=1e-5)
    rate = (model.momentum(*ahead) - model.momentum(*behind)) / (2 * step)
    expected = torque + model.transposed_coriolis_torque(q, qd) - model.gravity(q)
    np.testing.assert_allclose(rate, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("case", ["puma", "loaded", "scara", "gantry", "mimic"])
def test_regressors_give_the_torque_of_the_links(case: str):
    make, options = ARMS[case]
    model = load_model("newton_euler", make(), **options)
    q, qd, qdd = states(model)
    expected = model.torque(q, qd, qdd) - qdd @ model.arm.armature
    base, chain = model.base_parameters, model.arm.chain
    regressor = model.regressor(q, qd, qdd)
    np.testing.assert_allclose(regressor @ arm_parameters(chain)[: regressor.shape[-1]], expected, atol=1e-10)
    np.testing.assert_allclose(model.base_regressor(q, qd, qdd) @ base.values, expected, atol=1e-10)
    assert len(base.formulas) == len(base.latex) == len(base.values) == base.matrix.shape[0]
    assert base.matrix.shape[1] == len(base.standard) == regressor.shape[-1]


def test_formulas_name_links():
    base = load_model("newton_euler").base_parameters
    assert base.formulas[17] == "link4.Ixx - link4.Iyy + link5.Iyy"
    assert base.latex[17] == r"\beta_{18} = \mathrm{Ixx}_{4} - \mathrm{Iyy}_{4} + \mathrm{Iyy}_{5}"
    assert not base.matrix.flags.writeable


@pytest.mark.parametrize("kind", ["full", "abbreviated", "generated_abbreviated", "pinocchio"])
def test_other_kinds_have_the_methods(kind: str):
    """Those that leave terms out have the derivatives of their own torque."""
    model = load_model(kind)
    given = states(model)
    for name, inputs in METHODS.items():
        getattr(model, name)(*given[:inputs])
    q, qd, qdd = given
    found = model.torque_derivatives(q, qd, qdd)
    step = 1e-3 * np.eye(6)
    moved = [model.torque(q[:, None] + k * step, qd[:, None], qdd[:, None]) for k in (-2, -1, 1, 2)]
    slope = np.tensordot([1, -8, 8, -1], moved, 1) / 12e-3
    np.testing.assert_allclose(found.by_position, np.swapaxes(slope, -1, -2), rtol=0, atol=1e-8)


@pytest.fixture(scope="module")
def model() -> GeneratedModel:
    return load_model("generated")


@pytest.mark.parametrize("name", METHODS)
def test_bad_input_is_refused_before_and_after_the_first_call(model: DynamicModel, name: str):
    good = [np.zeros(6)] * METHODS[name]
    for _ in range(2):
        for bad, message in ((np.full(6, np.nan), "not finite"), (np.zeros(5), "expected shape")):
            with pytest.raises(StateError, match=message):
                getattr(model, name)(*good[:-1], bad)
        with pytest.raises(TypeError, match=f"{name} takes q"):
            getattr(model, name)(*good, *good, 0.0)
        getattr(model, name)(*good)


@pytest.mark.parametrize("name", [name for name in METHODS if "energy" not in name])
def test_out_takes_the_result(name: str):
    model = pickle.loads(pickle.dumps(load_model("generated")))
    given = states(model)[: METHODS[name]]
    function = getattr(load_model("generated"), name)
    for state in (given, given[:, 0]):
        expected = function(*state)
        arrays = expected if isinstance(expected, tuple) else (expected,)
        empty = [np.empty(array.shape) for array in arrays]
        out = type(expected)(*empty) if isinstance(expected, tuple) else empty[0]
        for _ in range(2):  # arrays that are no parts of one block are copied to
            assert getattr(model, name)(*state, out=out) is out
            close(out, expected)
        with pytest.raises(StateError, match="out"):
            getattr(model, name)(*state, out=np.empty(3))


def test_derivatives_go_to_the_block_of_an_earlier_result(model: GeneratedModel):
    for count in (1, 4):
        q, qd, qdd = states(model, count)[:, 0 if count == 1 else slice(None)]
        model.torque_derivatives(q, qd, qdd)
        out = model.torque_derivatives(qdd, qd, q)
        block = out.torque.base
        assert model.torque_derivatives(q, qd, qdd, out=out) is out
        assert out.inertia.base is block
        close(out, model.torque_derivatives(q, qd, qdd))
        with pytest.raises(StateError, match="expected a writable float64 array"):
            model.torque_derivatives(q[..., None, :] + np.zeros((2, 6)), qd[..., None, :], qdd[..., None, :], out=out)


def test_without_the_search_the_methods_of_every_model_are_used(monkeypatch: pytest.MonkeyPatch, caplog: Any):
    def missing(*_: Any, **__: Any) -> None:
        raise MissingDependencyError("the search is not compiled")

    model, peer = load_model("generated"), load_model("newton_euler")
    monkeypatch.setattr(compiled_methods, "programs_of", missing)
    q, qd, _ = states(model)
    for _ in range(2):
        close(model.momentum(q, qd), peer.momentum(q, qd))
        close(model.energy(q, qd), peer.energy(q, qd))
        close(model.torque_derivatives(q, qd, qd), peer.torque_derivatives(q, qd, qd))
    assert [record.message.split(" is ")[0] for record in caplog.records].count("momentum of akb1986") == 1
