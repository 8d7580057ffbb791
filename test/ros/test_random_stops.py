"""Processes that are stopped and continued at random: no step beyond the rates, and no torque after a closed gate.

``make faults`` does it 300 times and writes the figures into docs/faults.md; 12 times otherwise.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
from pathlib import Path

import numpy as np
import pytest
from helpers.ros.stops import SETS, Stops

PAGE = Path(__file__).parent.parent.parent / "docs" / "faults.md"
BEGIN, END = "<!-- random stops: written by `make faults` -->", "<!-- end of random stops -->"
STOPS = int(os.environ.get("RANDOM_STOPS", "12"))

NODE, GUARD, PLANT, RECORDER = "feedforward_node", "command_guard_node", "plant_node", "bag_recorder_node"
ON_THE_BENCH = ((NODE,), (GUARD,), (NODE, GUARD))
WITH_AN_ARM = (*ON_THE_BENCH, (PLANT,), (RECORDER,), (PLANT, NODE))
SHORTEST, LONGEST = 0.05, 12.0
"""Seconds of a stop, drawn log-uniformly."""

CASES = [
    pytest.param("default", True, "", id="default, arm, shared memory"),
    pytest.param("default", False, "UDPv4", id="default, bench, UDP"),
    pytest.param("bring_up.md", True, "UDPv4", id="bring_up.md, arm, UDP"),
    pytest.param("bring_up.md", False, "", id="bring_up.md, bench, shared memory"),
]


@pytest.mark.timeout(120 + 40 * STOPS)
@pytest.mark.parametrize(("parameters", "arm", "transport"), CASES)
def test_random_stops(
    parameters: str, arm: bool, transport: str, start, peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chance = random.Random(f"{parameters} {arm} {STOPS} {os.environ.get('STOPS_SEED', '')}")
    if transport:
        monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", transport)
    stops = Stops(start, peer, parameters, chance.random() < 0.5, tmp_path / "bag" if arm else None)
    count = max(STOPS // len(CASES), 1)
    for _ in range(count):
        assert stops.open(), (start.output(NODE), start.output(GUARD))
        stops.peer.wait(chance.uniform(0.1, 0.4))
        victims = chance.choice(WITH_AN_ARM if arm else ON_THE_BENCH)
        seconds = SHORTEST * (LONGEST / SHORTEST) ** chance.random()
        stops.stop(victims, seconds)
        assert stops.alive(), (victims, seconds)
    verdict = stops.verdict()
    breaches = verdict.breaches
    print()
    print(json.dumps({"parameters": parameters, "stops": count, "breaches": len(breaches), "worst": verdict.worst}))
    if os.environ.get("WRITE_FAULTS"):
        write(parameters, arm, transport, count, len(stops.bench.wire.commands), len(breaches), verdict.worst)
    assert stops.work.joules == 0.0, stops.story()
    # A process that is stopped between its last look at the clock and its write sends one stale command later.
    # Two writers cannot exclude that. It acts until the next command of the other one.
    stale = [breach for breach in breaches if breach.after.sender != breach.before.sender]
    assert all(any(abs(one.after.time - other.after.time) < 0.1 for other in stale) for one in breaches), stops.story()
    assert len(stale) <= max(2, STOPS // 20), stops.story()
    late = {breach.after.time for breach in stale}
    assert not [command for command in verdict.restarts if command.time not in late], stops.story()
    assert verdict.worst <= max(np.abs(command.torque).max() for command in stops.bench.wire.commands)


COLUMNS = (
    "| parameters | driven by | transport | stops | commands judged | steps beyond the rates | worst excess, N·m |"
)


def write(parameters: str, arm: bool, transport: str, stops: int, commands: int, breaches: int, worst: float) -> None:
    """A row of the page's table."""
    with PAGE.open("r+", encoding="utf-8") as file:  # several workers write
        fcntl.flock(file, fcntl.LOCK_EX)
        before, rest = file.read().split(BEGIN)
        old, after = rest.split(END)
        head = f"| {parameters} | {'a simulated arm' if arm else 'the bench'} | {transport or 'shared memory'} |"
        kept = [line for line in old.splitlines() if line.startswith(tuple(f"| {name} |" for name in SETS))]
        rows = [line for line in kept if not line.startswith(head) and line.count("|") == COLUMNS.count("|")]
        rows.append(f"{head} {stops} | {commands} | {breaches} | {worst:.2f} |")
        table = "\n".join([COLUMNS, "|---|---|---|---|---|---|---|", *sorted(rows)])
        file.seek(0)
        file.truncate()
        file.write(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


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
