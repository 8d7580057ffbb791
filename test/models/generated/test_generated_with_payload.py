"""Generated models with a payload: every method has it, and another payload needs no compilation."""

from __future__ import annotations

import copy
import pickle
import shutil
from typing import Any

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.arm.sliding_arms import GANTRY

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg import functions_with
from puma560_dynamics.errors import DerivationError, StateError
from puma560_dynamics.models.generated import compiled_methods
from puma560_dynamics.models.generated.generated_with_payload import GeneratedWithPayload
from puma560_dynamics.models.generated.method_table import METHODS
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel

GENERAL = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
OTHER = Payload.of(1.1, (-0.02, 0.04, 0.05), (0.002, 0.003, 0.0025, 0.0001, 0.0002, -0.0003))


def close(found: Any, expected: Any) -> None:
    pairs = zip(found, expected, strict=True) if isinstance(found, tuple) else [(found, expected)]
    for one, other in pairs:
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12 * max(np.abs(other).max(), 1.0))


def states(n: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(12).uniform(-2.0, 2.0, (3, *shape, n))


@pytest.fixture(scope="module")
def model() -> GeneratedWithPayload:
    found = load_model("generated", payload=GENERAL)
    assert isinstance(found, GeneratedWithPayload)
    return found


@pytest.mark.parametrize("name", METHODS)
def test_another_payload_is_a_call(model: GeneratedWithPayload, name: str, monkeypatch: pytest.MonkeyPatch):
    """The first model compiles what is not part of it; the second one finds it."""
    given = states(6, 4)[: len(METHODS[name].inputs)]
    close(getattr(model, name)(*given), getattr(load_model("newton_euler", payload=GENERAL), name)(*given))
    monkeypatch.setattr(compiled_methods, "programs_of", lambda *ignored, **named: pytest.fail("derived"))
    other, peer = model.with_payload(OTHER), load_model("newton_euler", payload=OTHER)
    assert other.payload is OTHER
    for some in (given, given[:, 0], given[:, None]):
        close(getattr(other, name)(*some), getattr(peer, name)(*some))
    if METHODS[name].function in functions_with("payload") and model.base._functions.checked:
        assert name in vars(other) or METHODS[name].kind is float


def test_elements_and_terms_are_those_of_the_recursion(model: GeneratedWithPayload):
    peer = load_model("newton_euler", payload=GENERAL)
    q, qd, qdd = states(6, 3)
    for one, other in zip(model.elements(q), peer.elements(q), strict=True):
        close(one, other)
    found, expected = model.terms(q, qd, qdd), peer.terms(q, qd, qdd)
    for part in ("gravity", "inertia", "coriolis", "centrifugal"):
        close(getattr(found, part), getattr(expected, part))


@pytest.mark.parametrize("name", [name for name, row in METHODS.items() if row.kind is not float])
def test_a_method_that_was_bound_before_the_first_call(name: str):
    """It goes to compiled code, too, and writes to `out`."""
    for payload in (None, GENERAL):
        model = load_model("generated", payload=payload)
        bound = getattr(type(model), name).__get__(model)
        for given in (states(6), states(6, 3)):
            given = given[: len(METHODS[name].inputs)]
            found = bound(*given)
            out = copy.deepcopy(found)
            assert bound(*given, out=out) is out
            close(out, getattr(model, name)(*given))
        assert bound(*given, out=None) is not out
        again = pickle.loads(pickle.dumps(getattr(model, name)))
        close(again(*given), found)


def test_a_method_calls_compiled_code_without_its_own_checks(model: GeneratedWithPayload):
    """Whether it was bound before or after the first call."""
    if not model.base._functions.checked:
        pytest.skip("no compiler when the package was installed")
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("momentum is compiled when it is first used, which needs a compiler also next to a wheel")
    fresh = load_model("generated", payload=GENERAL)
    early = fresh.momentum
    q, qd, _ = states(6)
    early(q, qd)
    assert type(fresh.momentum) is type(len)
    assert fresh._calls["momentum"] is fresh.momentum


@pytest.mark.parametrize("name", ["torque", "gravity", "kinetic_energy_matrix"])
@pytest.mark.parametrize("shape", [(), (3,), (40,)], ids=str)
def test_an_abbreviated_model_leaves_out_terms_of_the_arm_only(name: str, shape: tuple[int, ...]):
    """What the payload adds is that of the exact model; arms from descriptions derive it."""
    given = states(6, *shape)[: len(METHODS[name].inputs)]

    def added(kind: str) -> np.ndarray:
        own, without = (getattr(load_model(kind, payload=load), name)(*given) for load in (GENERAL, None))
        return np.asarray(own - without)

    close(added("generated_abbreviated"), added("newton_euler"))


def test_an_abbreviated_model_has_no_exact_functions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled_methods, "programs_of", lambda *ignored, **named: pytest.fail("derived"))
    model = load_model("generated_abbreviated", payload=GENERAL)
    q, qd, qdd = states(6, 3)
    close(model.coriolis_torque(q, qd), model.torque(q, qd, 0 * q) - model.gravity(q))
    close(model.terms(q, qd, qdd).total, model.torque(q, qd, qdd))


def test_prepare_passes_through_mimic_joints_and_coupled_motors(monkeypatch: pytest.MonkeyPatch):
    arm = load_arm(palletiser())
    transmission = np.eye(arm.n)
    transmission[-1, -2] = 0.5
    names = ("coriolis_torque", "momentum", "transposed_coriolis_torque", "kinetic_energy", "coriolis_matrix")
    for each in (arm, arm.with_(transmission=transmission)):
        model, peer = load_model("generated", each, GENERAL), load_model("newton_euler", each, GENERAL)
        model.prepare(*names)
        with monkeypatch.context() as patch:
            patch.setattr(compiled_methods, "programs_of", lambda *ignored, **named: pytest.fail("derived"))
            q, qd, _ = states(arm.n, 2, 3)
            for name in names:
                close(getattr(model, name)(q, qd), getattr(peer, name)(q, qd))


def test_a_control_cycle_compiles_nothing(monkeypatch: pytest.MonkeyPatch):
    """Methods that the torque loop calls are part of the model; the momentum observer calls its own when it is made."""
    monkeypatch.setattr(compiled_methods, "programs_of", lambda *ignored, **named: pytest.fail("derived"))
    for arm in (load_arm("akb1986"), load_arm(GANTRY)):
        for payload in (None, GENERAL):
            model = load_model("generated", arm, payload)
            q, qd, qdd = states(arm.n)
            model.torque_and_gravity(q, qd, qdd)
            model.gravity(q)
            model.kinetic_energy_matrix(q)
            model.terms(q, qd, qdd)
            model.elements(q)


def test_functions_by_name_have_the_payload(model: GeneratedWithPayload):
    q, qd, qdd = states(6)
    push = np.arange(6.0)
    found = model.evaluate("torque+wrench@link4", q, qd, qdd, push)
    close(found, model.torque(q, qd, qdd, wrench=push, link="link4"))
    close(model.function("momentum")(q, qd), model.momentum(q, qd))
    with pytest.raises(TypeError, match=r"momentum_with_payload takes q, qd$"):
        model.function("momentum")(q)
    close(model.evaluate("jacobian:link3", q), model.jacobian(q, "link3"))
    for name, words in (
        ("operational_inertia", "has no payload as input"),
        ("acceleration", "has no payload as input"),
        ("gravity+link2.mass", "has no payload as input"),
        ("torqe", "is not known"),
    ):
        with pytest.raises(DerivationError, match=words):
            model.prepare(name)


def test_kinematics_are_prepared_for_all_payloads(model: GeneratedWithPayload):
    fresh = load_model("generated", payload=GENERAL)
    assert isinstance(fresh, GeneratedWithPayload)
    fresh.prepare("jacobian:link3", "momentum")
    assert ("jacobian", "link3", "base") in fresh.with_payload(OTHER)._links
    fresh.base.prepare("operational_inertia")
    q = states(6)[0]
    close(fresh.operational_inertia(q), load_model("newton_euler", payload=GENERAL).operational_inertia(q))


def test_a_result_in_the_place_of_a_state(arm: Arm):
    model = load_model("generated", arm, GENERAL)
    q, qd, qdd = states(6)
    found = model.torque(q, qd, qdd)
    assert model.torque(q, qd, qdd, out=q) is q  # type: ignore[call-arg]
    np.testing.assert_array_equal(q, found)


def test_what_no_model_takes(model: GeneratedWithPayload):
    zero = np.zeros(6)
    np.testing.assert_array_equal(model.mass_matrix(zero), model.kinetic_energy_matrix(zero))
    with pytest.raises(StateError, match="finite"):
        model.torque(zero, zero, np.full(6, np.nan))
    with pytest.raises(StateError, match="out"):
        model.gravity(zero, out=np.zeros(5))
    with pytest.raises(TypeError):
        model.torque(zero, zero)
    with pytest.raises(StateError, match="not fixed to the arm's last link"):
        model.with_payload(Payload(1.0, link="elbow"))


def test_no_function_without_the_payload_is_public(model: GeneratedWithPayload):
    """Simulation calls the public functions of a model without checks; those of the arm lack the payload."""
    assert not hasattr(model, "functions")


def test_the_payload_costs_what_its_functions_cost(model: GeneratedWithPayload):
    counts, own = model.operation_counts(), model.base.operation_counts()
    assert counts["torque"].total <= 1.28 * own["torque"].total
    assert set(counts) == {"torque", "gravity", "kinetic_energy_matrix"}
    assert NewtonEulerModel(model.arm).operation_counts()["torque"].total > counts["torque"].total
