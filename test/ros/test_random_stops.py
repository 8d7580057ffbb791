"""Processes that are stopped and continued at random: no command on the wire steps beyond the rates.

``make faults`` does it 300 times and writes the figures into docs/faults.md; 12 times otherwise.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from helpers.ros.faults import RATE, Bench
from std_srvs.srv import Trigger

PAGE = Path(__file__).parent.parent.parent / "docs" / "faults.md"
BEGIN, END = "<!-- random stops: written by `make faults` -->", "<!-- end of random stops -->"
STOPS = int(os.environ.get("RANDOM_STOPS", "12"))
NODES = ("feedforward_node", "command_guard_node")

SETS: dict[str, dict[str, object]] = {
    "default": {},
    "bring_up.md": {
        "torque_limit_scale": 0.1,
        "torque_rate": "[20.0]",
        "terms.inertia": False,
        "terms.motor_inertia": False,
        "terms.coriolis": False,
        "terms.centrifugal": False,
    },
}
TIMES = {"state_timeout": 0.1, "fade_in_time": 0.1, "hold_time": 0.2, "fade_out_time": 0.2}


STEADY = 100
"""Commands in a row that carry torque while it is acting: longer than hold and fade take."""


def acting(bench: Bench, since: int) -> bool:
    """Whether torque acts, and is not just fading out: the last commands since entry `since`."""
    last = bench.received[since:][-STEADY:]
    return len(last) == STEADY and all(np.abs(torque).max() > 5.0 for _, torque, _ in last)


def ended(bench: Bench, begun: float) -> bool:
    """Whether no torque has come for a while, the time `begun` (s) included: a fault has closed the gate."""
    carried = [when for when, torque, _ in bench.received[-2 * STEADY :] if torque.any()]
    return time.monotonic() - max([begun, *carried]) > 2.0


def reopened(bench: Bench, client) -> bool:
    """Whether torque acts (again), after a reset where a fault has closed the gate."""
    last = time.monotonic() + 120.0
    while time.monotonic() < last:
        since, begun = len(bench.received), time.monotonic()
        bench.peer.until(lambda since=since, begun=begun: acting(bench, since) or ended(bench, begun), 30.0)
        if acting(bench, since):
            return True
        future = client.call_async(Trigger.Request())
        if not bench.peer.until(future.done, 15.0):
            return False
    return False


@pytest.mark.parametrize("parameters", list(SETS))
def test_random_stops(parameters: str, start, peer):
    chance = random.Random(f"{parameters} {STOPS}")
    shared = {name: value for name, value in SETS[parameters].items() if not name.startswith("terms.")}
    children = {
        "command_guard_node": start("command_guard_node", **shared, **TIMES),
        "feedforward_node": start(
            "feedforward_node", autostart=True, guard="command_guard_node", **SETS[parameters], **TIMES
        ),
    }
    bench = Bench(peer)
    client = peer.node.create_client(Trigger, "feedforward_node/reset")
    assert peer.until(client.service_is_ready)
    growth = np.full(6, 20.0) if "torque_rate" in shared else RATE
    for _ in range(STOPS // 2):
        assert reopened(bench, client), start.output("feedforward_node")
        victim = chance.choices(NODES, (3, 1))[0]
        bench.peer.wait(chance.uniform(0.1, 0.4))
        children[victim].send_signal(signal.SIGSTOP)
        bench.peer.wait(0.02 * 75.0 ** chance.random())  # 0.02 to 1.5 s
        children[victim].send_signal(signal.SIGCONT)
        bench.peer.wait(0.3)
    peer.wait(2.0)
    assert all(child.poll() is None for child in children.values())
    breaches = bench.wire.breaches(growth, RATE)
    worst = max((breach.excess for breach in breaches), default=0.0)
    for breach in breaches:
        print()
        near = [c for c in bench.wire.ordered() if abs(c.time - breach.after.time) < 3.0]
        i = near.index(breach.after)
        for c in near[max(0, i - 40) : i + 4]:
            print(f"{c.time - breach.after.time:9.4f} {c.sender:20s} {np.round(c.torque, 2).tolist()}")
    print()
    print(json.dumps({"parameters": parameters, "stops": STOPS // 2, "breaches": len(breaches), "worst": worst}))
    if os.environ.get("WRITE_FAULTS"):
        write(parameters, STOPS // 2, len(bench.wire.commands), len(breaches), worst)
    # A process that is stopped between its last look at the clock and its write sends one stale command later.
    # Two writers cannot exclude that. It acts until the next command of the other one.
    stale = [breach for breach in breaches if breach.after.sender != breach.before.sender]
    assert all(any(abs(one.after.time - other.after.time) < 0.1 for other in stale) for one in breaches), breaches
    assert len(stale) <= max(2, STOPS // 20), breaches
    assert worst <= max(np.abs(command.torque).max() for command in bench.wire.commands)


COLUMNS = "| parameters | stops | commands judged | steps beyond the rates | worst excess, N·m |"


def write(parameters: str, stops: int, commands: int, breaches: int, worst: float) -> None:
    """A row of the page's table."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    kept = [line for line in old.splitlines() if line.startswith(tuple(f"| {name} |" for name in SETS))]
    rows = [line for line in kept if not line.startswith(f"| {parameters} |")]
    rows.append(f"| {parameters} | {stops} | {commands} | {breaches} | {worst:.2f} |")
    table = "\n".join([COLUMNS, "|---|---|---|---|---|", *rows])
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")
