"""Time `TorqueLoop.state` with all checks, without ROS: `python benchmarks/torque_loop.py`, some seconds.

The states of a motion are passed as fast as possible, with the time of their stamps. ``--json`` prints JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.supervision import WATCHING
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop

DT = 0.001
STATES = 2000


def loop(kind: str) -> TorqueLoop:
    """Return the torque loop of `feedforward_node` with default settings and a guard."""
    return TorqueLoop.from_settings(load_model(kind), LoopSettings(guard="guard"))


def microseconds(kind: str, referenced: bool) -> float:
    """Return the time of one cycle, µs: a state, its reference if `referenced`, and the sent command."""
    made = loop(kind)
    phase = np.pi * DT * np.arange(STATES)[:, None] + np.arange(6)
    q, qd, qdd = (
        np.array(HOME) * (order == 0) + 0.2 * np.pi**order * turned
        for order, turned in enumerate((np.sin(phase), np.cos(phase), -np.sin(phase)))
    )
    made.supervision.note_heartbeat(0.0, WATCHING, 0.5)
    made.activate(0.0)
    used = 0.0
    for k in range(STATES):
        now = DT * (k + 1)
        if k % 50 == 0:
            made.supervision.note_heartbeat(now, WATCHING, 0.5)
        began = time.thread_time()
        if referenced and k % 4 == 0:
            made.reference(now, 1e3 + now, 1e3 + now, Reference(q[k], qd[k], qdd[k]))
        step = made.state(now, 1e3 + now, 1e3 + now, q[k], qd[k])
        if step.output is None or not made.may_send(now):
            raise RuntimeError(f"no torque: {made.gate.reason}")
        made.sent(now, now, step.output)
        used += time.thread_time() - began
    return 1e6 * used / STATES


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    jobs = [(kind, referenced) for kind in ("full", "generated") for referenced in (False, True)]
    found: dict[str, list[float]] = {}
    for _ in range(arguments.rounds):
        for kind, referenced in jobs:
            name = f"{kind}, {'reference at 250 Hz' if referenced else 'no reference'}"
            found.setdefault(name, []).append(microseconds(kind, referenced))
    medians = {name: statistics.median(figures) for name, figures in found.items()}
    if arguments.json:
        print(json.dumps({"ok": True, "us": medians}, indent=2))
        return
    for name, value in medians.items():
        print(f"{name:<32} {value:6.1f} µs a state")


if __name__ == "__main__":
    main()
