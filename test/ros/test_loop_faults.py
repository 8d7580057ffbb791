"""Faults in messages against `TorqueLoop` on a simulated clock: the outcomes of docs/faults.md without processes."""

from __future__ import annotations

import pytest
from helpers.ros.fault_cases import CASES, NOTHING_WRONG, OVER_SERVICES, RESTARTS
from helpers.ros.faults import ENDS, PAUSES, RIDES, TIMES, Outcome
from helpers.ros.loop_bench import LoopBench

IN_MESSAGES = [case for case in (*CASES, *RESTARTS) if case not in OVER_SERVICES]


def judge(outcome: Outcome, expected: str) -> None:
    """No step beyond the rate limit, the stated end, safe in time, and said."""
    assert outcome.excess == 0.0, f"beyond the rates: {outcome}"
    assert outcome.ending == expected, outcome
    if expected not in (RIDES, PAUSES) and outcome.case not in NOTHING_WRONG:
        assert 0.0 < outcome.safe_after < TIMES["state_timeout"] + 1.0, outcome
        assert outcome.diagnostics != "–", outcome


@pytest.mark.parametrize("case", IN_MESSAGES)
def test_a_fault_in_messages(case: str):
    fault, expected = (CASES | RESTARTS)[case]
    bench = LoopBench(restart=case in RESTARTS)
    assert bench.driven()
    times = {"ends": 2.5, "settle": 0.3} if expected == ENDS else {"settle": 1.0}
    judge(bench.inject(case, lambda: fault(bench), **times), expected)
    again = bench.driven(0.5 if expected == ENDS else 5.0)
    assert again == (expected != ENDS)
    if expected == ENDS:
        bench.peer.wait(1.0)
        bench.reset()
        assert bench.driven(), "a reset opens the gate again"
