"""Inverse dynamics and gravity of every model, as ratios to Pinocchio in the same run: `make bench`.

Rounds are interleaved, so that a busy machine slows all of them alike; medians of the rounds are
compared. ``--json`` for machines.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

from puma560_dynamics import MODEL_KINDS, load_model

ROUNDS = 15
CALLS = {"single": 300, "batch of 2000": 1}
REFERENCE = "pinocchio"


def seconds(call: Callable[[], object], repeat: int) -> float:
    """Time of one call, averaged over `repeat`."""
    start = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - start) / repeat


def measure() -> dict[str, dict[str, dict[str, float]]]:
    """What -> how -> model -> median seconds of a call."""
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.uniform(-2, 2, (3, 2000, 6))
    models = {kind: load_model(kind) for kind in MODEL_KINDS}
    jobs: dict[tuple[str, str, str], Callable[[], object]] = {}
    for kind, model in models.items():
        jobs["torque", "single", kind] = lambda model=model: model.torque(q[0], qd[0], qdd[0])
        jobs["torque", "batch of 2000", kind] = lambda model=model: model.torque(q, qd, qdd)
        jobs["gravity", "single", kind] = lambda model=model: model.gravity(q[0])
        jobs["gravity", "batch of 2000", kind] = lambda model=model: model.gravity(q)
    times: dict[tuple[str, str, str], list[float]] = {key: [] for key in jobs}
    for _ in range(ROUNDS):
        for key, job in jobs.items():
            times[key].append(seconds(job, CALLS[key[1]]))
    result: dict[str, dict[str, dict[str, float]]] = {}
    for (what, how, kind), values in times.items():
        result.setdefault(what, {}).setdefault(how, {})[kind] = statistics.median(values)
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = measure()
    if arguments.json:
        print(json.dumps({"ok": True, "median_seconds": result}, indent=2))
        return
    for what, ways in result.items():
        for how, kinds in ways.items():
            print(f"{what}, {how}:")
            for kind, value in sorted(kinds.items(), key=lambda item: item[1]):
                print(f"  {kind:<13} {1e6 * value:10.1f} µs   {kinds[REFERENCE] / value:6.2f} × {REFERENCE}'s speed")


if __name__ == "__main__":
    main()
