"""A longer search gives ever cheaper systems, each exact, and ends when the time is spent."""

from __future__ import annotations

from helpers.emdeg.random_chains import chains
from helpers.trials import SHARE, trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import TASK_NAMES
from puma560_dynamics.emdeg.timed_search import long_search

LOOKS = 60 if SHARE == 1 else 25
"""How long the search goes on."""


class Clock:
    """Time that passes by being looked at."""

    def __init__(self, looks: int) -> None:
        self.looks, self.seen = looks, 0

    def spent(self) -> float:
        self.seen += 1
        return self.seen / self.looks


@trials(5)
@given(chains(most=2))
def test_ever_cheaper_and_exact(chain: Chain):
    for name in TASK_NAMES:
        clock = Clock(LOOKS)
        told: list[tuple[float, int]] = []

        def note(name: str, share: float, cost: int, told: list[tuple[float, int]] = told) -> None:
            told.append((share, cost))

        found = list(long_search(chain, name, 0, clock.spent, note))
        costs = [system.cost for _, system, _ in found]
        assert costs == sorted(set(costs), reverse=True)
        assert costs[-1] == min(cost for _, cost in told)
        assert all(0 <= share <= 1 for share, _ in told)
        assert clock.seen >= LOOKS
        for _, system, variables in found:
            prove(chain, name, system, variables)


@trials(3)
@given(chains(most=2))
def test_no_time_no_result_and_the_same_time_the_same_result(chain: Chain):
    assert list(long_search(chain, "torque", 0, lambda: 1.0)) == []
    one, two = (
        [(form, system.cost) for form, system, _ in long_search(chain, "torque", 3, Clock(40).spent)] for _ in "12"
    )
    assert one == two
