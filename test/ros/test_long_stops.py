"""Processes that are stopped for seconds: nothing that they read on waking brings an old torque back."""

from __future__ import annotations

import pytest
from helpers.ros.stops import Stops

NODE, GUARD = "feedforward_node", "command_guard_node"


@pytest.mark.parametrize(("parameters", "at_rest"), [("default", False), ("bring_up.md", True)])
@pytest.mark.parametrize(
    ("stopped", "seconds"),
    [((GUARD,), 6.0), ((NODE,), 2.6), ((NODE,), 6.0), ((NODE, GUARD), 4.0)],
    ids=["guard", "node, shortly", "node", "both"],
)
def test_no_old_torque_returns(start, peer, stopped: tuple[str, ...], seconds: float, parameters: str, at_rest: bool):
    stops = Stops(start, peer, parameters, at_rest)
    assert stops.open(), start.output(NODE)
    stops.stop(stopped, seconds)
    assert stops.alive()
    verdict = stops.verdict()
    assert not verdict.breaches, stops.story()
    assert not verdict.restarts, stops.story()
    assert not stops.bench.received[-1][1].any(), stops.story()
