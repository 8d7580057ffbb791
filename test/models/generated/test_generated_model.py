"""The generated model against Pinocchio for arms of any parameters, compiled and over numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.oracle import EXACT, ask, random_states
from helpers.trials import SHARE

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.backends.compile import find_compiler
from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.errors import CompileError, StateError
from puma560_dynamics.models.generated import compiled_methods, generated_model
from puma560_dynamics.models.generated.factored_programs import programs_of_model
from puma560_dynamics.models.generated.generated_model import GeneratedModel
from puma560_dynamics.models.payload.payload import Payload

NAMES = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")


def no_compiler(*ignored: object) -> None:
    """What `compiled_functions` does without one."""
    raise CompileError("no C compiler was found")


@pytest.fixture
def over_numpy(monkeypatch: pytest.MonkeyPatch, arm: Arm) -> GeneratedModel:
    """The paper's arm on a machine without a compiler."""
    with monkeypatch.context() as patch:
        patch.setattr(compiled_methods, "compiled_functions", no_compiler)
        patch.setattr(generated_model, "_installed", lambda module: None)
        return GeneratedModel(arm)


def test_random_arms_against_pinocchio(arms: Callable[..., list[Arm]], monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pinocchio")
    monkeypatch.setattr(compiled_methods, "compiled_functions", no_compiler)  # compiling is test_compile's concern
    monkeypatch.setattr(
        generated_model, "programs_of_model", lambda chain: programs_of_model(chain, SearchEffort(sketch=1, rounds=5))
    )
    for each in arms(4 if SHARE == 1 else 2, False):
        oracle = ask(load_model("pinocchio", each), np.random.default_rng(5), 50)
        assert max(oracle.disagreement(GeneratedModel(each)).values()) < EXACT


def test_compiled_and_over_numpy_are_the_same(arm: Arm, over_numpy: GeneratedModel):
    model = load_model("generated", arm)
    if model.functions.language != "C":
        pytest.skip("the extension was not compiled at installation, and there is no compiler")
    q, qd, qdd = random_states(np.random.default_rng(3), 200)
    for one, two in (
        (model.torque(q, qd, qdd), over_numpy.torque(q, qd, qdd)),
        (model.acceleration(q, qd, qdd), over_numpy.acceleration(q, qd, qdd)),
        *zip(model.elements(q), over_numpy.elements(q), strict=True),
    ):
        assert np.abs(one - two).max() < EXACT * np.abs(two).max()
    assert over_numpy.functions.language == "numpy"


def test_without_a_compiler_the_fallback_is_logged(
    monkeypatch: pytest.MonkeyPatch, arm: Arm, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(compiled_methods, "compiled_functions", no_compiler)
    monkeypatch.setattr(generated_model, "_installed", lambda module: None)
    # Where launch is imported, no logger passes its lines on.
    compiled_methods.log.addHandler(caplog.handler)
    try:
        GeneratedModel(arm)
    finally:
        compiled_methods.log.removeHandler(caplog.handler)
    assert "over numpy" in caplog.text
    assert "no C compiler" in caplog.text


def test_another_arm_is_compiled_where_it_runs(arm: Arm, monkeypatch: pytest.MonkeyPatch, tmp_path):
    find_compiler_or_skip()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(
        generated_model, "programs_of_model", lambda chain: programs_of_model(chain, SearchEffort(sketch=1, rounds=5))
    )
    moon = arm.with_(gravity=1.62)
    model = GeneratedModel(moon)
    assert model.functions.language == "C"
    q, qd, qdd = random_states(np.random.default_rng(4), 50)
    expected = load_model("full", moon).torque(q, qd, qdd)
    assert np.abs(model.torque(q, qd, qdd) - expected).max() < EXACT * np.abs(expected).max()


def find_compiler_or_skip() -> None:
    """Skip where nothing can be compiled."""
    try:
        find_compiler()
    except CompileError as error:
        pytest.skip(str(error))


def test_forward_dynamics_undoes_inverse_dynamics(arm: Arm):
    model = load_model("generated", arm)
    q, qd, qdd = random_states(np.random.default_rng(6), 100)
    np.testing.assert_allclose(model.acceleration(q, qd, model.torque(q, qd, qdd)), qdd, rtol=0, atol=1e-10)


def test_any_layout_of_the_input(arm: Arm):
    model = load_model("generated", arm)
    q, qd, qdd = random_states(np.random.default_rng(7), 40)
    expected = model.torque(q, qd, qdd)
    every_other = model.torque(q[::2], qd[::2], qdd[::2])
    np.testing.assert_array_equal(every_other, expected[::2])
    np.testing.assert_allclose(model.torque(*(np.asfortranarray(x) for x in (q, qd, qdd))), expected, rtol=1e-13)
    np.testing.assert_allclose(model.torque(list(q[0]), list(qd[0]), list(qdd[0])), expected[0], rtol=1e-12, atol=1e-12)


def test_states_that_are_none(arm: Arm):
    model = load_model("generated", arm)
    with pytest.raises(StateError, match="not finite"):
        model.torque(np.full(6, np.nan), np.zeros(6), np.zeros(6))
    with pytest.raises(StateError, match="shape"):
        model.gravity(np.zeros(5))


def test_a_load_does_not_derive_the_arm_again(arm: Arm):
    payload = Payload(1.5, np.array([0.01, 0.02, 0.1]))
    loaded = load_model("generated", arm, payload)
    q, qd, qdd = random_states(np.random.default_rng(8), 30)
    expected = load_model("newton_euler", arm, payload).torque(q, qd, qdd)
    assert np.abs(loaded.torque(q, qd, qdd) - expected).max() < EXACT * np.abs(expected).max()


def test_a_tilted_base(arm: Arm):
    tilted = arm.with_(gravity_direction=(0.6, 0.0, -0.8))
    programs = derive(tilted.exact_chain, ("gravity",), SearchEffort(sketch=1, rounds=5)).programs
    functions = numpy_functions(list(programs.values()), Provenance.of(tilted.exact_chain))
    q = random_states(np.random.default_rng(9), 30)[0]
    expected = load_model("newton_euler", tilted).gravity(q)
    assert np.abs(functions.gravity(q) - expected).max() < EXACT * np.abs(expected).max()


def test_the_counts_are_those_of_the_programs(arm: Arm):
    counts = load_model("generated", arm).operation_counts()
    assert set(counts) == set(NAMES)
    full = load_model("full", arm).operation_counts()
    for name in NAMES:
        assert counts[name].total < 0.7 * full[name].total


def test_programs_are_read_when_they_are_asked_for(arm: Arm):
    """What was compiled at installation computes without them."""
    pytest.importorskip("puma560_dynamics.models.generated._puma560", reason="it was not compiled at installation")
    model = GeneratedModel(arm)
    model.torque(np.zeros(6), np.zeros(6), np.zeros(6))
    assert "programs" not in vars(model)
    assert model.programs["torque"] is model.programs["torque"]
    assert "programs" in vars(model)
