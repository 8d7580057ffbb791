"""Operational inertia and inverses satisfy their definitions for every kind of model, and name what is singular."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import DynamicModel, Payload, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.errors import StateError, UnsupportedArmError

SEVEN = Path(__file__).parents[1] / "emdeg" / "arms" / "seven_joints.urdf"
FUNCTIONS = ("operational_inertia", "consistent_inverse", "inverse_jacobian")
MODELS: dict[str, Callable[[], DynamicModel]] = {
    "generated": lambda: load_model("generated"),
    "loaded": lambda: load_model("generated", payload=Payload(2.0, (0.02, -0.01, 0.1))),
    "rotors": lambda: load_model("generated", gyroscopic=True),
    "newton_euler": lambda: load_model("newton_euler"),
    "abbreviated": lambda: load_model("abbreviated"),
    "generated_abbreviated": lambda: load_model("generated_abbreviated"),
    "seven": lambda: load_model("newton_euler", load_arm(SEVEN)),
}


def states(n: int) -> FloatArray:
    return np.random.default_rng(7).uniform(-2, 2, (2, 3, n))


def check(model: DynamicModel) -> None:
    """By products with A and the Jacobian, so that no inverse is compared with an inverse."""
    q = states(model.n)
    rows, a = model.jacobian(q), model.kinetic_energy_matrix(q)
    inertia, inverse = model.operational_inertia(q), model.consistent_inverse(q)
    one = np.broadcast_to(np.eye(6), inertia.shape)
    close(rows @ inverse, one)
    close(a @ inverse, np.swapaxes(rows, -1, -2) @ inertia)
    close(np.swapaxes(inertia, -1, -2), inertia)
    if model.n == 6:
        close(model.inverse_jacobian(q) @ rows, one)
        close(model.inverse_jacobian(q), inverse)


def close(found: FloatArray, expected: FloatArray) -> None:
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("name", MODELS)
def test_the_definitions_hold(name: str):
    check(MODELS[name]())


def test_compiled_functions_hold_them_too(monkeypatch: pytest.MonkeyPatch):
    model = load_model("generated")
    model.prepare(*FUNCTIONS)
    with monkeypatch.context() as without:
        for name in FUNCTIONS:
            without.setattr(DynamicModel, name, lambda *ignored: pytest.fail("not compiled"))
        check(model)
    with pytest.raises(StateError, match="wrist singularity"):
        model.operational_inertia(np.zeros(6))


@pytest.mark.parametrize("kind", ["generated", "newton_euler"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_singular_pose_is_named(kind: str, function: str):
    call = getattr(load_model(kind), function)
    with pytest.raises(StateError, match=r"'link6' has a wrist singularity at q = \(0.5, .*joint4, joint6"):
        call(np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.5, 0.2, 0.3, 0.4, 0.0, 0.6]]))


def test_too_few_joints_are_refused():
    model = load_model("newton_euler")
    with pytest.raises(UnsupportedArmError, match="only 3 joints move it"):
        model.operational_inertia(np.zeros(6), "link3")
    with pytest.raises(UnsupportedArmError, match="has 7 joints, not six"):
        load_model("newton_euler", load_arm(SEVEN)).inverse_jacobian(np.zeros(7))
    with pytest.raises(StateError, match="no link"):
        model.consistent_inverse(np.zeros(6), "elbow")
