"""How often a job is evaluated in a turn, and which build of a contender counts."""

from __future__ import annotations

import time
from typing import Any


def test_a_slow_first_evaluation_does_not_count():
    from timing import Job, measure

    calls: list[int] = []

    def slow_at_first() -> None:
        calls.append(1)
        if len(calls) == 1:
            until = time.thread_time() + 0.02
            while time.thread_time() < until:
                pass

    names: dict[str, Any] = {"f": slow_at_first}
    measure([Job("task", "slow at first", "f()", names)], 1, 1e-3)
    assert len(calls) > 20


def test_every_other_round_has_the_reverse_order():
    from timing import Job, measure

    order: list[str] = []
    jobs = [Job("task", name, "f(name)", {"f": order.append, "name": name}) for name in "ab"]
    measure(jobs, 2, 0.0)
    assert "".join(order[-4:]) == "abba"


def test_of_several_builds_the_fastest_counts_at_each_task():
    from timing import Times

    rounds = {("torque", "ours"): [1.0], ("torque", "peer, a"): [5.0], ("torque", "peer, b"): [4.0],
              ("gravity", "peer, a"): [2.0], ("gravity", "peer, b"): [3.0]}  # fmt: skip
    found = Times(rounds).fastest({"peer": ["peer, a", "peer, b"]})
    assert found.rounds == {("torque", "ours"): [1.0], ("torque", "peer"): [4.0], ("gravity", "peer"): [2.0]}
    assert found.ratio("torque", "peer", "ours") == 4.0
