"""The search in C++ finds what the one in Python finds, draw for draw; what goes wrong reaches the caller."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from helpers.emdeg.random_chains import chains
from helpers.emdeg.random_systems import systems, values
from helpers.emdeg.three_joints import three_joints
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.simplify.compiled_search import compiled
from puma560_dynamics.emdeg.simplify.search import searched, simplify_system
from puma560_dynamics.emdeg.tasks import TASK_NAMES, task_of

pytestmark = pytest.mark.skipif(compiled is None, reason="it was not compiled at installation")

Search = Callable[..., System]


def never(done: int, cost: int) -> bool:
    return False


def first(chain: Chain, name: str) -> System:
    """The first of the usual forms, made anew."""
    return task_of(name).system(chain, task_of(name).forms(chain)[0])[0]


def found(search: Search, system: System, *arguments: Any) -> tuple[Any, ...]:
    """What a search leaves, all of it: definitions and terms in their order, names, coefficients, the next draw."""
    work = system.copy()
    work.prune()
    rng = random.Random(7)
    best = search(work, arguments[0], rng, *arguments[1:])
    table = [best.numbers.value(k) for k in range(len(best.numbers._values))]
    return [(i, [*p.items()]) for i, p in best.definitions.items()], best.names, best.outputs, table, rng.random()


def both(make: Callable[[], System], *arguments: Any) -> None:
    """Both searches, each of a separate system, since they add to its table of coefficients."""
    assert compiled is not None
    assert found(compiled, make(), *arguments) == found(searched, make(), *arguments)


@trials(60)
@given(systems(), st.integers(0, 60), st.booleans(), st.sampled_from((0.0, 0.2, 2.0)))
def test_it_finds_the_same_for_any_system(system: System, rounds: int, outputs: bool, heat: float):
    assert compiled is not None
    before = values(system)
    # The table of coefficients is shared: what one search has added, the other finds there.
    one, two = (found(search, system, rounds, never, outputs, heat) for search in (searched, compiled))
    assert one == two
    assert values(system) == before


@trials(4)
@given(chains(most=3))
def test_it_finds_the_same_for_any_chain(chain: Chain):
    for name in TASK_NAMES:
        both(partial(first, chain, name), 60, never, name == "torque", 0.5)


@pytest.mark.parametrize("name", TASK_NAMES)
def test_it_finds_the_same_in_a_longer_search(name: str):
    both(partial(first, three_joints(), name), 400, never, True, 0.5)


def test_it_asks_as_often_whether_to_stop():
    chain = three_joints()
    system, _ = task_of("torque").system(chain, task_of("torque").forms(chain)[0])
    asked: dict[Search, list[tuple[int, int]]] = {}
    for search in (searched, compiled):
        assert search is not None
        calls = asked[search] = []

        def stop(done: int, cost: int, calls: list[tuple[int, int]] = calls) -> bool:
            calls.append((done, cost))
            return done >= 128

        found(search, system, 1000, stop, False, 0.5)
    one, two = asked.values()
    assert one == two
    assert [done for done, _ in two] == [0, 64, 128]


class Broken(Exception):
    """Raised by what is called back."""


def test_an_exception_of_what_is_asked_reaches_the_caller(monkeypatch: pytest.MonkeyPatch):
    chain = three_joints()
    system, _ = task_of("torque").system(chain, task_of("torque").forms(chain)[0])

    def broken(*_: Any) -> Any:
        raise Broken

    with pytest.raises(Broken):
        simplify_system(system, 10, stop=broken)
    for method in ("times", "over", "plus"):
        with monkeypatch.context() as patch:
            patch.setattr(type(system.numbers), method, broken)
            with pytest.raises(Broken):
                simplify_system(system, 200)
    with monkeypatch.context() as patch:
        patch.setattr(random.Random, "randrange", broken)
        with pytest.raises(Broken):
            simplify_system(system, 10)
    assert simplify_system(system, 0).cost < system.cost


def test_what_is_no_system_is_refused():
    assert compiled is not None
    system = System(("x", "y"))
    system.output("out", {(0, 1): 1})
    for name, wrong in {
        "definitions": [{(0,): 1}],
        "free": [({(0,): 1}, "x", 1)],
        "circles": [(0, 1, 2)],
    }.items():
        work = system.copy()
        setattr(work, name, wrong)
        with pytest.raises(TypeError):
            compiled(work, 1, random.Random(0), never, False, 0.5)
    for index, factor in ((-1, 0), (2, -1)):
        work = system.copy()
        work.definitions = {index: {(factor,): 1}}
        with pytest.raises(ValueError, match="negative"):
            compiled(work, 1, random.Random(0), never, False, 0.5)
