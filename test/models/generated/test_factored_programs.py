"""What is kept of the long search is exactly what Kane's equations give; other arms are derived once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.emdeg.missing_search import search_is_missing

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg import cheapest_system
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.derivation import FactoredSystem
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.tasks import PAYLOAD_NAMES, model_names
from puma560_dynamics.errors import DerivationError, MissingDependencyError
from puma560_dynamics.models.generated import factored_programs
from puma560_dynamics.models.generated.abbreviated_programs import ABBREVIATED, load_alone
from puma560_dynamics.models.generated.factored_programs import (
    KEPT,
    WITHOUT_MOTORS,
    in_frame_n,
    kept,
    kept_digest,
    programs_of,
    programs_of_model,
)

QUICK = SearchEffort(sketch=1, rounds=1)


@pytest.mark.parametrize("motors", [True, False])
@pytest.mark.parametrize("name", model_names())
def test_what_is_kept_is_proven(arm: Arm, name: str, motors: bool):
    chain = arm.exact_chain if motors else arm.exact_chain.without_armature()
    folder = KEPT if motors else WITHOUT_MOTORS
    system, variables = kept(chain, name, folder)
    assert prove(chain, name, system, variables) > 0
    assert (folder / f"{name}.txt").read_text(encoding="ascii").startswith(f"# {system.cost} calculations")
    assert (folder / "arm").read_text(encoding="ascii").strip() == chain.numeric_digest


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("name", PAYLOAD_NAMES)
def test_what_is_kept_for_payloads_is_proven(arm: Arm, name: str, alone: bool):
    """On the arm, and on an arm without masses."""
    chain = load_alone(arm.exact_chain) if alone else in_frame_n(arm.exact_chain)
    assert prove(chain, name, *kept(chain, name, ABBREVIATED if alone else KEPT)) > 0


def test_names_are_not_part_of_an_arm(arm: Arm):
    chain = arm.exact_chain
    assert replace(chain, name="other").numeric_digest == kept_digest()
    assert chain.without_armature().numeric_digest != kept_digest()


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """What is derived; the cache is empty at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    derived: list[str] = []

    def counted(chain, name, *rest):
        derived.append(name)
        return cheapest_system(chain, name, *rest)

    monkeypatch.setattr(factored_programs, "cheapest_system", counted)
    yield derived


@pytest.fixture
def small() -> Chain:
    """An arm that is derived in no time."""
    return load_urdf(Path(__file__).parents[2] / "emdeg" / "arms" / "planar_2r.urdf").chain


def test_another_arm_is_derived_once(small: Chain, count: list[str]):
    first = programs_of(small, QUICK)
    assert count == list(model_names())
    assert programs_of(small, QUICK) == first
    assert count == list(model_names())


def test_a_wrong_program_is_refused_and_not_kept(small: Chain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Nothing else checks the torque that a model of another arm gives."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def wrong(chain: Chain, name: str, *rest: Any) -> FactoredSystem:
        found = cheapest_system(chain, name, *rest)
        index = found.system.outputs["g_1"]
        found.system.definitions[index] = {**found.system.definitions[index], (): found.system.numbers.of(1)}
        return found

    monkeypatch.setattr(factored_programs, "cheapest_system", wrong)
    with pytest.raises(DerivationError, match=r"^g_1 of .* does not agree with Kane's equations"):
        programs_of(small, QUICK, names=("gravity",))
    assert not list(tmp_path.rglob("*.txt"))


def test_only_what_is_named_is_derived(small: Chain, count: list[str]):
    assert set(programs_of(small, QUICK, names=("torque",))) == {"torque"}
    assert count == ["torque"]
    programs_of(small, QUICK)
    assert count == ["torque", *(name for name in model_names() if name != "torque")]


def test_without_an_effort_the_search_is_the_usual(small: Chain, count: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(factored_programs, "DEFAULT_EFFORT", QUICK)
    programs_of_model(small)
    assert factored_programs.is_derived(small) and factored_programs.is_derived(small, QUICK)
    assert not factored_programs.is_derived(small, SearchEffort(sketch=1, rounds=2))


def test_what_another_generator_derived_is_not_read(small: Chain, count: list[str], monkeypatch: pytest.MonkeyPatch):
    programs_of(small, QUICK)
    monkeypatch.setattr(factored_programs, "generator_digest", lambda: "another")
    programs_of(small, QUICK)
    assert count == 2 * list(model_names())


def test_without_the_compiled_search_the_recursion_serves_and_what_is_kept(
    small: Chain, arm: Arm, arms: Callable[..., list[Arm]], count: list[str]
):
    (other,) = arms(1)
    programs_of(small, QUICK)
    with search_is_missing():
        programs_of(small, QUICK)
        load_model("generated", arm)
        load_model("newton_euler", other)
        with pytest.raises(MissingDependencyError, match="'newton_euler'"):
            load_model("generated", other)


def test_the_own_arm_is_never_derived(arm: Arm, count: list[str]):
    programs_of_model(arm.exact_chain)
    assert count == []


def test_a_damaged_cache_is_derived_again(small: Chain, count: list[str], tmp_path: Path):
    first = programs_of(small, QUICK)
    for path in tmp_path.rglob("*.txt"):
        path.write_text(path.read_text(encoding="ascii").replace("c", "x"), encoding="ascii")
    assert programs_of(small, QUICK) == first
    assert {"torque", "kinetic_energy_matrix"} <= set(count[len(model_names()) :])


def test_a_cache_that_cannot_be_written_is_no_harm(small: Chain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert set(programs_of(small, QUICK)) == set(model_names())
