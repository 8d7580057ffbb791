"""Operations of derivatives on the public arms: those of the generated code and of every peer.

``python benchmarks/leaderboard.py --derivatives --write docs`` writes docs/leaderboard_derivatives.csv (one row per arm
and task) and docs/leaderboard_derivatives_peers.csv (each peer over all arms). Nothing is timed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from kept import Kept
from leaderboard_page import OURS, as_csv
from native import Unavailable
from public_arms import PublicArm

from puma560_dynamics.emdeg import derive
from puma560_dynamics.errors import Puma560Error

NAMES = {"torque_derivatives": "τ, ∂τ/∂q, ∂τ/∂q̇ and A", "gravity_derivative": "∂g/∂q", "coriolis_matrix": "C"}
"""Name of each task in the tables."""

PEERS = ("differentiated", "published recursion", "customised recursion", "Pinocchio, generated")

FIRST = ("differentiated", "published recursion")
"""Peers of the kind for which the goal was set."""

BETTER_OF_BOTH, STRONGEST = "the better of both above", "the strongest of all"

GOAL = {"torque_derivatives": (0.8, 0.95)}
"""Goal for the ratio to the strongest peer by task: median and worst arm."""

AT_A_TIME = 2
"""Number of processes that derive and count arms."""

Row = Mapping[str, Any]


def counted(arm: PublicArm, folder: Path | None) -> dict[str, Any]:
    """Return joints, derivation times and operations of all contenders, by task, for one arm.

    Args:
        arm: the arm.
        folder: folder of earlier results, or None.

    Raises:
        Unavailable: a package of the arm or of a peer is missing.
        Puma560Error: the arm cannot be derived.
    """
    from casadi_derivatives import DerivativePeers
    from pinocchio_generated import GENERATED, generated_counts

    kept, chain = Kept(folder), arm.chain()

    def ours() -> dict[str, tuple[int, float]]:
        found = {}
        for task in NAMES:
            begun = time.process_time()
            program = derive(chain, (task,)).programs[task]
            found[task] = program.count_single_angles.total, time.process_time() - begun
        return found

    own = kept.get(arm.name, "derivatives", ours)
    peers = kept.get(arm.name, "derivative_peers", lambda: DerivativePeers(chain).counts)
    pinocchio = kept.get(arm.name, "pinocchio_generated", lambda: generated_counts(chain))
    tasks = {
        task: {OURS: count, "derivation_s": seconds, "peers": {**peers[task], GENERATED: pinocchio[task]}}
        for task, (count, seconds) in own.items()
    }
    return {"arm": arm.name, "joints": chain.n, "tasks": tasks}


def all_counted(arms: Sequence[PublicArm], folder: Path | None) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the rows of all arms, and the reason by name for each arm that has none."""
    rows, missing = [], {}
    with ProcessPoolExecutor(AT_A_TIME) as pool:
        for name, found in pool.map(partial(_tried, folder=folder), arms):
            if isinstance(found, str):
                missing[name] = found
            else:
                rows.append(found)
    return rows, missing


def _tried(arm: PublicArm, folder: Path | None) -> tuple[str, dict[str, Any] | str]:
    try:
        return arm.name, counted(arm, folder)
    except (Unavailable, Puma560Error, ImportError) as reason:
        return arm.name, str(reason)


def data(rows: Sequence[Row]) -> dict[str, str]:
    """Return the CSV text of both tables, by file name; a peer's count that is not known is empty."""
    return {
        "leaderboard_derivatives.csv": as_csv(_arms(rows)),
        "leaderboard_derivatives_peers.csv": as_csv(_peers(rows)),
    }


def _arms(rows: Sequence[Row]) -> Iterator[list[object]]:
    yield ["arm", "joints", "task", OURS, *PEERS, "ours / the strongest", "derivation: s"]
    for row in rows:
        for task, found in row["tasks"].items():
            least = min(found["peers"].values())
            ratio = f"{found[OURS] / least:.3f}" if least else ""
            counts = [found["peers"].get(peer, "") for peer in PEERS]
            cells = [row["arm"], row["joints"], NAMES[task], found[OURS], *counts]
            yield [*cells, ratio, f"{found['derivation_s']:.1f}"]


def _peers(rows: Sequence[Row]) -> Iterator[list[str]]:
    yield [
        "task",
        "peer",
        "arms",
        "ours / peer's: median",
        "goal",
        "worst arm",
        "goal",
        "arms with the fewest",
    ]
    for task, name in NAMES.items():
        ratios: dict[str, dict[str, float]] = {peer: {} for peer in (*PEERS[:2], BETTER_OF_BOTH, *PEERS[2:], STRONGEST)}
        fewest = dict.fromkeys(PEERS, 0)
        for row in rows:
            own, peers = row["tasks"][task][OURS], row["tasks"][task]["peers"]
            best = {**peers, BETTER_OF_BOTH: min(peers[peer] for peer in FIRST), STRONGEST: min(peers.values())}
            for peer, count in best.items():
                if count:
                    ratios[peer][row["arm"]] = own / count
                if peer in fewest:
                    fewest[peer] += count == best[STRONGEST]
        for peer, found in ratios.items():
            goals = GOAL.get(task) if peer in (BETTER_OF_BOTH, STRONGEST) else None
            if found:
                worst = max(found, key=lambda arm: found[arm])
                reached = _reached(statistics.median(found.values()), goals and goals[0])
                last = _reached(found[worst], goals and goals[1])
                cells = [reached[0], reached[1], f"{last[0]} ({worst})", last[1]]
                yield [name, peer, str(len(found)), *cells, str(fewest[peer]) if peer in fewest else ""]


def _reached(ratio: float, goal: float | None) -> tuple[str, str]:
    return f"{ratio:.2f}", "" if goal is None else f"{goal:.2f} {'yes' if ratio <= goal else '**no**'}"
