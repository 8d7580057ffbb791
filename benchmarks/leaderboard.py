"""Counts and times of the generated code on public arms, next to CasADi with base parameters and the same sine-cosine.

``python benchmarks/leaderboard.py --write docs`` writes the tables of docs/leaderboard.md; part of `make bench`. Each
arm is derived with the usual effort, both are compiled with the same flags for this processor, their results compared,
and timed in turns by the thread's processor time: one call after another through the same pointer, and in batches.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from kept import Kept
from leaderboard_page import BATCHES, CASADI, COMPARED, ONE_CALL, OURS, tables
from machine import machine
from native import Unavailable
from page import with_table
from public_arms import ARMS, PublicArm
from timing import Times, measure

from puma560_dynamics.emdeg import Chain, Program, derive
from puma560_dynamics.emdeg.emitters.c_forward import count, forward_kernel
from puma560_dynamics.errors import Puma560Error

PROGRAMS = ("torque", "gravity", "kinetic_energy_matrix")
TURN = 1e-3
"""Seconds of one contender in one round, at least one call."""

Figures = dict[str, dict[str, dict[str, float]]]
"""Task -> figure -> ours, CasADi's, and their ratio."""


def counted(arm: PublicArm, kept: Kept) -> dict[str, Any]:
    """One arm: joints, CPU seconds of the derivation, and for every task operations of both.

    Raises:
        Unavailable: a package is missing.
        Puma560Error: the arm cannot be derived.
    """
    from casadi_dynamics import Peer

    chain = arm.chain()
    programs, seconds = _programs(arm, chain, kept)
    ours = {name: program.count.total for name, program in programs.items()}
    ours["acceleration"] = count(forward_kernel(programs["kinetic_energy_matrix"], programs["torque"]).lines).total
    peers = kept.get(arm.name, "peer", lambda: Peer(chain).counts)
    tasks: Figures = {}
    for task in COMPARED:
        both = {OURS: ours[task], CASADI: peers[task]}
        tasks[task] = {"operations": {**both, "ratio": ours[task] / peers[task]} if peers[task] else both}
    return {"arm": arm.name, "source": arm.source, "first": arm.first, "last": arm.last, "held": arm.held(),
            "joints": chain.n, "derivation_s": seconds, "tasks": tasks}  # fmt: skip


def _programs(arm: PublicArm, chain: Chain, kept: Kept) -> tuple[dict[str, Program], float]:
    def make() -> tuple[dict[str, Program], float]:
        begun = time.process_time()
        programs = dict(derive(chain, PROGRAMS).programs)
        return programs, time.process_time() - begun

    found: tuple[dict[str, Program], float] = kept.get(arm.name, "programs", make)
    return found


def timed(arm: PublicArm, rounds: int, kept: Kept) -> Figures:
    """Nanoseconds of a state, of both.

    Raises:
        Unavailable: no compiler, or the results differ.
    """
    from arm_jobs import batches, build, one_call

    def make() -> Figures:
        chain = arm.chain()
        built = build(chain, list(_programs(arm, chain, kept)[0].values()))
        found: Figures = {task: {} for task in COMPARED}
        for count_, figure in ((1, ONE_CALL), *BATCHES.items()):
            jobs = list(one_call(chain, built) if count_ == 1 else batches(chain, built, count_))
            times = measure(jobs, rounds, TURN)
            for task in times.tasks():
                found[task][figure] = _figure(times, task)
        return found

    found: Figures = kept.get(arm.name, "times", make)
    return found


def _figure(times: Times, task: str) -> dict[str, float]:
    """Ours and the peer's, of which the faster form counts."""
    peer = next(name for name in times.tasks()[task] if name != OURS)
    return {OURS: times.median(task, OURS), CASADI: times.median(task, peer), "ratio": times.ratio(task, OURS, peer)}


def main() -> None:
    """Measure; print, or write the page. An arm without a result ends it with status 1, after all others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the tables of leaderboard.md in this folder")
    parser.add_argument("--arms", nargs="+", help="parts of names; all by default")
    parser.add_argument("--rounds", type=int, default=15, help="medians are taken over so many")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what is done, and go on from there")
    parser.add_argument("--counts", action="store_true", help="operations alone, and the times that are kept")
    arguments = parser.parse_args()
    kept, rows, missing = Kept(arguments.keep), [], {}
    for arm in ARMS:
        if arguments.arms and not any(part in arm.name for part in arguments.arms):
            continue
        try:
            rows.append(counted(arm, kept))
            if not arguments.counts or kept.has(arm.name, "times"):
                for task, figures in timed(arm, arguments.rounds, kept).items():
                    rows[-1]["tasks"][task].update(figures)
        except (Unavailable, Puma560Error, ImportError) as reason:
            missing[arm.name] = str(reason)
    results = {"machine": machine(), "rounds": arguments.rounds, "arms": rows, "missing": missing}
    found = tables(results)
    if arguments.write:
        page = arguments.write / "leaderboard.md"
        text = page.read_text(encoding="utf-8")
        for name, table in found.items():
            text = with_table(text, name, table)
        page.write_text(text, encoding="utf-8")
    print(json.dumps(results) if arguments.json else "\n\n".join(found.values()))
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
