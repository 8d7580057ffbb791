"""The search changes no value, gives the same for the same seed, and never more than greed alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from helpers.emdeg.books import assert_books_are_right, inner
from helpers.emdeg.random_systems import systems, values
from helpers.emdeg.three_joints import three_joints
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.program import system_text
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.simplify import search
from puma560_dynamics.emdeg.simplify.factoring import Factoring
from puma560_dynamics.emdeg.tasks import task_of

Change = Callable[[Factoring, random.Random], None]


def write_out(factoring: Factoring, rng: random.Random) -> None:
    """Any definition and what is near."""
    if inner(factoring):
        search._write_out(factoring, rng.choice(inner(factoring)), rng, 3)


def write_out_outputs(factoring: Factoring, rng: random.Random) -> None:
    """Any definition, an output too."""
    search._write_out(factoring, rng.choice(sorted(factoring.system.definitions)), rng, 3, outputs=True)


def disturb_outputs(factoring: Factoring, rng: random.Random) -> None:
    """Any change, with outputs written out."""
    search._disturb(factoring, rng, outputs=True)


def rescale(factoring: Factoring, rng: random.Random) -> None:
    """Any definition."""
    if inner(factoring):
        search._rescale(factoring, rng.choice(inner(factoring)), rng)


CHANGES = (
    write_out,
    write_out_outputs,
    disturb_outputs,
    rescale,
    search._use_multiple,
    search._round_the_circle,
    search._disturb,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
@trials(40)
@given(system=systems(), rng=st.randoms(use_true_random=False))
def test_a_change_leaves_every_value(change: Change, system: System, rng: random.Random):
    before = values(system)
    factoring = Factoring(system)
    for _ in range(3):
        change(factoring, rng)
        assert values(system) == before
    assert_books_are_right(factoring)
    factoring.undo()
    assert values(system) == before


def test_an_output_is_written_out_where_another_uses_it():
    """p = 2·x·y·z, one = -p - r, two = w·(one + r) with r = 3·w·y: named p, two is -w·p, and an addition less."""
    system = System(("x", "y", "z", "w"))
    numbers = system.numbers
    r = system.define({(1, 3): numbers.of(3)})
    system.output("one", {(0, 1, 2): -numbers.of(2), (r,): -1})
    t = system.define({(system.outputs["one"],): 1, (r,): 1})
    system.output("two", {(3, t): 1})
    point = dict(zip("xyzw", (2, 3, 5, 7), strict=True))
    before = system.evaluate(point)
    stuck, freed = (
        min(search.simplify_system(system, 200, seed, outputs=outputs).cost for seed in range(3))
        for outputs in (False, True)
    )
    assert freed < stuck
    assert search.simplify_system(system, 200, outputs=True).evaluate(point) == before


@trials(25)
@given(systems(), st.integers(0, 5))
def test_the_search_is_reproducible_and_improves(system: System, seed: int):
    before = values(system)
    greedy = search.simplify_system(system, 0, seed)
    one, two = (search.simplify_system(system, 30, seed) for _ in range(2))
    assert values(system) == before
    kept = set(one.outputs)
    for found in (greedy, one):
        for point, wanted in zip(values(found), before, strict=True):
            assert point == {label: value for label, value in wanted.items() if label in kept}
    assert one.cost <= greedy.cost
    assert system_text.system_as_text(one) == system_text.system_as_text(two)


def test_heat_is_the_temperature_at_first(monkeypatch: pytest.MonkeyPatch):
    chain = three_joints()
    system, _ = task_of("torque").system(chain, task_of("torque").forms(chain)[0])
    monkeypatch.setattr(search, "compiled", None)
    exponents: list[float] = []

    def never(exponent: float) -> float:
        exponents.append(exponent)
        return 0.0

    monkeypatch.setattr("math.exp", never)
    for heat in (0.25, 0.5):
        search.simplify_system(system, 200, heat=heat)
    cold, warm = exponents[: len(exponents) // 2], exponents[len(exponents) // 2 :]
    assert cold and cold == pytest.approx([2 * each for each in warm], rel=1e-6)
    assert max(cold) < 0, "what costs no more is accepted always"


def test_it_stops_on_request():
    system = System(("x", "y"))
    system.output("out", {(0, 0, 1): 1, (0, 1, 1): 1})
    asked: list[tuple[int, int]] = []

    def stop(done: int, cost: int) -> bool:
        asked.append((done, cost))
        return done >= 128

    assert search.simplify_system(system, 10_000, stop=stop).cost == 3  # x·y·(x + y)
    assert asked == [(0, 3), (64, 3), (128, 3)]
