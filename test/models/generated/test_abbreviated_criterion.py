"""`load_model` with a criterion, for several arms: within the stated bound of the exact model at random states."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.derive_inputs import COUPLED_TABLE, ROOT, STANFORD, TABLE
from helpers.trials import share
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg import PAPER_RULE, PAPERS_ERROR, Abbreviated
from puma560_dynamics.errors import AbbreviationError, CompileError, StateError, UnsupportedArmError
from puma560_dynamics.models.assumed_limits import with_assumed_limits
from puma560_dynamics.models.generated import abbreviated_programs as programs
from puma560_dynamics.models.generated import compiled_methods
from puma560_dynamics.models.generated.generated_model import GeneratedAbbreviatedModel

TWO_LINK = str(ROOT / "examples" / "two_link.urdf")
CRITERIA = ("paper=10%,2%", "torque-error=0.03")
CASES = (
    *((arm, criterion) for arm in (TWO_LINK, "table", "akb1986") for criterion in CRITERIA),
    ("akb1986", "paper"),
    (STANFORD, "paper"),
)
_MODELS: dict[tuple[str, str], GeneratedAbbreviatedModel] = {}


_PATHS: dict[str, str] = {}


@pytest.fixture(autouse=True, scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Search briefly, evaluate with numpy (which needs no time to compile), and use a cache of this module."""

    def no_compiler(*_: object) -> None:
        raise CompileError("this test does not compile")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(compiled_methods, "compiled_functions", no_compiler)
        patch.setattr(programs, "ROUNDS", 20)
        patch.setattr(programs.choose_terms, "__defaults__", (PAPERS_ERROR, 5, 0))
        for name, text in (("table", TABLE), ("nearly singular", COUPLED_TABLE)):
            path = tmp_path_factory.mktemp("arms") / "table.yaml"
            path.write_text(text, encoding="utf-8")
            patch.setitem(_PATHS, name, str(path))
        yield
    _MODELS.clear()


def model_of(arm: str, criterion: str) -> GeneratedAbbreviatedModel:
    if (arm, criterion) not in _MODELS:
        made = load_model("generated_abbreviated", _PATHS.get(arm, arm), criterion=criterion)
        assert isinstance(made, GeneratedAbbreviatedModel)
        _MODELS[arm, criterion] = made
    return _MODELS[arm, criterion]


@settings(max_examples=share(100), deadline=None)
@given(st.sampled_from(CASES), st.integers(0, 2**32 - 1), st.booleans())
def test_the_torque_is_within_the_bound_at_random_states(case: tuple[str, str], seed: int, corners: bool):
    model = model_of(*case)
    ranges, exact = model.abbreviation.ranges, load_model("newton_euler", model.arm)
    q, qd, qdd = ranges.sample(200, seed)
    if corners:
        qd, qdd = np.sign(qd) * ranges.velocity, np.sign(qdd) * ranges.acceleration
    wanted = exact.torque(q, qd, qdd)
    error = np.abs(model.torque(q, qd, qdd) - wanted).max(axis=0)
    assert (error <= model.error_bound + 1e-11 * max(np.abs(wanted).max(), 1.0)).all()


@pytest.mark.parametrize("criterion", CRITERIA)
def test_its_terms_are_those_of_its_programs(criterion: str):
    model = model_of("akb1986", criterion)
    states = model.abbreviation.ranges.sample(50, 2)
    np.testing.assert_allclose(model.torque(*states), model.abbreviation.kept.torque(*states), rtol=1e-10, atol=1e-10)
    q, qd, qdd = states
    summed = (model.elements(q).kinetic_energy @ qdd[..., None])[..., 0] + model.gravity(q)
    np.testing.assert_allclose(model.torque(q, 0 * qd, qdd), summed, rtol=1e-10, atol=1e-10)


def test_the_stored_model_of_the_papers_arm_has_its_stated_errors(arm: Arm):
    model = load_model("generated_abbreviated", arm)
    assert isinstance(model, GeneratedAbbreviatedModel)
    assert model.criterion == PAPERS_ERROR
    states = model.abbreviation.ranges.sample(2000, 9)
    np.testing.assert_allclose(model.torque(*states), model.abbreviation.kept.torque(*states), rtol=1e-10, atol=1e-10)
    largest = np.abs(model.torque(*states) - load_model("full", arm).torque(*states)).max(axis=0)
    assert (largest <= model.error_bound).all()
    assert (model.error_bound / arm.maximum_torque).max() == pytest.approx(0.0102, abs=2e-4)


def test_thresholds_of_zero_give_the_exact_torque():
    model = model_of(TWO_LINK, "paper=0,0")
    assert model.error_bound.tolist() == [0.0, 0.0]
    states = model.abbreviation.ranges.sample(50, 3)
    exact = load_model("newton_euler", model.arm).torque(*states)
    np.testing.assert_allclose(model.torque(*states), exact, rtol=1e-11, atol=1e-11)


def test_a_criterion_may_be_an_object_and_survives_pickle():
    model = load_model("generated_abbreviated", TWO_LINK, criterion=PAPER_RULE)
    again = pickle.loads(pickle.dumps(model))
    assert again.criterion == PAPER_RULE
    assert again.torque([0.1, 0.2], 0, 1).tolist() == model.torque([0.1, 0.2], 0, 1).tolist()


def test_limits_that_an_arm_lacks_are_assumed(tmp_path):
    model = model_of("table", "paper")
    assert not model.arm.maximum_torque.any()
    limited = with_assumed_limits(model.arm)
    assert model.abbreviation.maximum_torque == tuple(limited.maximum_torque.tolist())


def test_forward_dynamics_are_refused_where_the_matrix_is_not_positive_definite(monkeypatch: pytest.MonkeyPatch):
    choose = programs.choose_terms

    def without_a_11(*given: Any) -> Abbreviated:
        chosen = choose(*given)
        terms = tuple(t for t in chosen.kept.terms if (t.kind, t.element) != ("a", (0, 0)) or not t.factors)
        kept = replace(chosen.kept, terms=terms)
        return replace(chosen, kept=kept, factored=kept.torque_system())

    monkeypatch.setattr(programs, "choose_terms", without_a_11)
    model = model_of("nearly singular", "paper=0,0")
    assert np.linalg.eigvalsh(load_model("newton_euler", model.arm).kinetic_energy_matrix([0.0, 0.0])).min() > 0
    assert np.linalg.eigvalsh(model.kinetic_energy_matrix([0.0, 0.0])).min() < 0
    assert np.isfinite(model.acceleration([0.0, 1.5], 0, 1)).all()
    with pytest.raises(StateError, match="joint two has no inertia at q = "):
        model.acceleration([0.0, 0.0], 0, 1)


def test_what_is_not_possible_is_refused():
    with pytest.raises(AbbreviationError, match="criterion 'papr' is not known"):
        load_model("generated_abbreviated", "akb1986", criterion="papr")
    with pytest.raises(TypeError, match="has no option criterion"):
        load_model("generated", "akb1986", criterion="paper")
    with pytest.raises(UnsupportedArmError, match="mimic joints"):
        load_model("generated_abbreviated", load_arm(palletiser()), criterion="paper")
