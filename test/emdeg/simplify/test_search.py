"""The search changes no value, ends where no name saves anything, and gives the same for the same seed."""

from __future__ import annotations

import gc
import hashlib
import math
import random
from typing import Any

import pytest
from helpers.emdeg.missing_search import search_is_missing
from helpers.emdeg.namings import most_saved
from helpers.emdeg.random_chains import chains
from helpers.emdeg.random_systems import systems, values
from helpers.emdeg.small_chains import three_joints
from helpers.emdeg.task_names import ANY_CHAIN
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.program.system import Polynomial, System, system_as_text
from puma560_dynamics.emdeg.program.variables import Variables
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.simplify import search
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.errors import MissingDependencyError

KNOWN = {
    ("torque", False): (111, "4952d2e9f6c53a64"),
    ("torque", True): (109, "bb9fd4aec97f7ff4"),
    ("gravity", False): (12, "3bf04e4d7d960d09"),
    ("gravity", True): (10, "ad3b08991c5eecea"),
    ("kinetic_energy_matrix", False): (23, "50aeb35500d7ce32"),
    ("kinetic_energy_matrix", True): (23, "2fada568074c692f"),
    ("all_elements", False): (49, "fab47daed923646d"),
    ("all_elements", True): (47, "954496c491f496c3"),
}
"""Calculations and digest of what 400 rounds find for the arm of three joints, without and with outputs written out.

An independent search in Python found the same, draw for draw. Only a search that finds cheaper forms may change them:
it has to derive the programs that are kept with the package again.
"""

Step = tuple[dict[int, Polynomial], int]
"""Definitions and their cost."""


def begun(chain: Chain, name: str) -> tuple[System, Variables]:
    """The first form of a task's equations."""
    return task_of(name).system(chain, task_of(name).forms(chain)[0])


def of_three_joints(name: str = "torque") -> System:
    """Equations of a small arm."""
    return begun(three_joints(), name)[0]


def watched(system: System, rounds: int, **named: Any) -> tuple[System, list[Step]]:
    """What the search finds, and its steps; what it keeps up to date is checked after each (`Factoring::check`)."""
    steps: list[Step] = []
    return simplify_system(system, rounds, look=lambda *step: steps.append(step), **named), steps


def as_it_was(system: System, step: Step) -> System:
    """The system at a step of the search."""
    work = system.copy()
    work.prune()
    work.definitions = step[0]
    return work


SETTINGS = st.fixed_dictionaries(
    {"seed": st.integers(0, 9), "outputs": st.booleans(), "heat": st.sampled_from((0.0, 0.2, 2.0, 50.0))}
)


@trials(200)
@given(systems(), st.integers(0, 40), SETTINGS)
def test_every_step_keeps_values_and_counts_right(system: System, rounds: int, settings: dict[str, Any]):
    before, text = values(system), system_as_text(system)
    found, steps = watched(system, rounds, **settings)
    assert len(steps) == 1 + 3 * rounds
    for step in steps:
        now = as_it_was(system, step)
        assert step[1] == now.cost
        for point, wanted in zip(values(now), before, strict=True):
            assert point == {label: wanted[label] for label in point}
    assert set(found.outputs) == {label for label in found.outputs if label in before[0]}
    assert all(value == 0 for point in before for label, value in point.items() if label not in found.outputs)
    assert found.cost == min([steps[0][1], *(cost for _, cost in steps[3::3])]) <= system.cost
    assert (values(system), system_as_text(system)) == (before, text), "the system given is left as it is"


@trials(4)
@given(chains(most=3))
def test_every_chain_keeps_its_equations(chain: Chain):
    for name in ANY_CHAIN:
        system, variables = begun(chain, name)
        found, steps = watched(system, 20, outputs=name == "torque")
        prove(chain, name, found, variables)
        assert all(cost == as_it_was(system, (forms, cost)).cost for forms, cost in steps)


@trials(200)
@given(systems(), st.integers(0, 9))
def test_greed_ends_where_no_name_saves_anything(system: System, seed: int):
    system.prune()
    found = simplify_system(system, 0, seed)
    assert most_saved(found) <= 0
    assert found.cost <= system.cost - max(most_saved(system), 0), "it saves less than one name would"
    assert set(found.order()) == found.definitions.keys(), "something is computed without a use"


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_greed_ends_so_for_an_arm_as_well(name: str):
    assert most_saved(simplify_system(of_three_joints(name), 0)) <= 0


@pytest.mark.parametrize(("name", "outputs"), KNOWN)
def test_it_finds_what_is_known(name: str, outputs: bool):
    cost, digest = KNOWN[name, outputs]
    found = simplify_system(of_three_joints(name), 400, seed=7, outputs=outputs, heat=0.2 if outputs else 0.5)
    assert found.cost <= cost
    assert hashlib.sha256(system_as_text(found).encode()).hexdigest()[:16] == digest


@trials(25)
@given(systems(), SETTINGS)
def test_the_search_is_reproducible_and_improves(system: System, settings: dict[str, Any]):
    one, two = (simplify_system(system, 30, **settings) for _ in "12")
    assert one.cost <= simplify_system(system, 0, settings["seed"]).cost <= system.cost
    assert system_as_text(one) == system_as_text(two)


class Recorded(random.Random):
    """Random numbers, the last of which is known."""

    last = 0.0

    def random(self) -> float:
        Recorded.last = super().random()
        return Recorded.last


@pytest.mark.parametrize("heat", [0.0, 1.0, 3.0, 1e6])
def test_what_costs_more_is_kept_with_the_odds_of_annealing(heat: float, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(random, "Random", Recorded)
    steps: list[Step] = []
    draws: list[float] = []

    def look(definitions: dict[int, Polynomial], cost: int) -> None:
        steps.append((definitions, cost))
        draws.append(Recorded.last)

    rounds = 100
    simplify_system(of_three_joints(), rounds, heat=heat, look=look)
    kept_all = refused = 0
    for done in range(rounds):
        before, settled, decided = steps[3 * done], steps[3 * done + 2], steps[3 * done + 3]
        worse = settled[1] - before[1]
        kept = worse <= 0 or draws[3 * done + 3] < math.exp(-worse / (heat * (1 - done / rounds) + 1e-9))
        assert decided == (settled if kept else before), "kept as it is, or taken back whole"
        kept_all += worse > 0 and kept
        refused += not kept
    assert bool(kept_all) == (heat > 0) and bool(refused) == (heat < 1e6)


# Examples -------------------------------------------------------------------------------------------------------------


def test_a_product_is_shared():
    """x·y·c and x·y·s: two products saved by one."""
    system = System(("c", "s", "x", "y"))
    system.output("one", {(0, 2, 3): 1})
    system.output("two", {(1, 2, 3): 1})
    assert simplify_system(system, 0).cost == 3


def test_a_free_form_is_used():
    """c·x + s·y that is an atom already costs nothing."""
    system = System(("c", "s", "x", "y", "free"))
    system.free = [({(0, 2): 1, (1, 3): 1}, 4, -1)]
    system.output("out", {(0, 2, 3): 1, (1, 3, 3): 1})
    found = simplify_system(system, 0)
    assert found.definitions[found.outputs["out"]] == {(3, 4): -1}


def test_a_circle_is_used():
    """c·c + 2·s·s is 1 + s·s."""
    system = System(("c", "s"))
    system.circles = [(0, 1)]
    system.output("out", {(0, 0): 1, (1, 1): system.numbers.of(2)})
    assert simplify_system(system, 100).cost == 2


def test_an_output_is_written_out_where_another_uses_it():
    """p = 2·x·y·z, one = -p - r, two = w·(one + r) with r = 3·w·y: named p, two is -w·p, and an addition less."""
    system = System(("x", "y", "z", "w"))
    numbers = system.numbers
    r = system.define({(1, 3): numbers.of(3)})
    system.output("one", {(0, 1, 2): -numbers.of(2), (r,): -1})
    t = system.define({(system.outputs["one"],): 1, (r,): 1})
    system.output("two", {(3, t): 1})
    stuck, freed = (
        min(simplify_system(system, 200, seed, outputs=outputs).cost for seed in range(3)) for outputs in (False, True)
    )
    assert freed < stuck


# What is asked of Python ----------------------------------------------------------------------------------------------


def test_it_stops_on_request():
    system = System(("x", "y"))
    system.output("out", {(0, 0, 1): 1, (0, 1, 1): 1})
    asked: list[tuple[int, int]] = []

    def stop(done: int, cost: int) -> bool:
        asked.append((done, cost))
        return done >= 128

    assert simplify_system(system, 10_000, stop=stop).cost == 3  # x·y·(x + y)
    assert asked == [(0, 3), (64, 3), (128, 3)]


def test_the_search_leaves_no_cycles():
    """What `collection_paused` leaves out would find nothing: all that the search makes is freed without it."""
    system = of_three_joints()
    gc.collect()
    gc.disable()
    try:
        simplify_system(system, 50)
        assert not gc.collect()
    finally:
        gc.enable()


class Broken(Exception):
    """Raised by what is called back."""


def broken(*_: Any) -> Any:
    raise Broken


@pytest.mark.parametrize("asked", ["stop", "look", "times", "over", "plus", "randrange"])
def test_an_exception_of_what_is_asked_reaches_the_caller(asked: str, monkeypatch: pytest.MonkeyPatch):
    system = of_three_joints()
    with monkeypatch.context() as patch, pytest.raises(Broken):
        if asked == "stop":
            simplify_system(system, 10, stop=broken)
        if asked == "look":
            simplify_system(system, 10, look=broken)
        patch.setattr(random.Random if asked == "randrange" else type(system.numbers), asked, broken)
        simplify_system(system, 200)
    assert simplify_system(system, 0).cost < system.cost


@pytest.mark.parametrize(
    ("name", "wrong", "error"),
    [
        ("definitions", [{(0,): 1}], TypeError),
        ("definitions", {-1: {(0,): 1}}, ValueError),
        ("definitions", {2: {(-1,): 1}}, ValueError),
        ("free", [({(0,): 1}, "x", 1)], TypeError),
        ("circles", [(0, 1, 2)], TypeError),
    ],
)
def test_what_is_no_system_is_refused(name: str, wrong: Any, error: type[Exception], monkeypatch: pytest.MonkeyPatch):
    system = System(("x", "y"))
    system.output("out", {(0, 1): 1})
    monkeypatch.setattr(System, "prune", lambda self: None)
    setattr(system, name, wrong)
    monkeypatch.setattr(System, "copy", lambda self: self)
    with pytest.raises(error):
        simplify_system(system, 1)


def test_where_it_is_not_compiled_newton_euler_is_named():
    with search_is_missing(), pytest.raises(MissingDependencyError, match=r"is not compiled; install.*'newton_euler'"):
        simplify_system(of_three_joints(), 1)


def test_one_that_was_compiled_from_other_sources_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(search._compiled(), "SOURCES", 0)
    search._compiled.cache_clear()
    with pytest.raises(MissingDependencyError, match=r"compiled from other sources .*; install"):
        simplify_system(of_three_joints(), 1)
