"""Compare counts and times of the generated code on public arms with CasADi with base parameters.

``python benchmarks/leaderboard.py --write docs`` writes two places of docs/leaderboard.md and the tables next to it:
docs/leaderboard.csv (one row per arm), and `_goals`, `_peers` and `_memory`; `make bench` includes it. Each arm is
derived with the default effort. All code is compiled with the same flags for this processor, uses the same sine and
cosine, and is timed in turns by the thread's processor time: in single calls through the same pointer, and in batches.
Results are compared.

``--derivatives`` counts operations of derivatives instead (`leaderboard_derivatives`), and times nothing.
``--build --keep FOLDER`` only prepares everything that is not timed, for two arms at a time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import leaderboard_derivatives
from kept import Kept
from leaderboard_page import BATCHES, CASADI, COMPARED, ONE_CALL, OURS, data, lines, moved
from machine import machine
from moves import least
from native import Unavailable
from page import with_table
from public_arms import ARMS, PublicArm
from timing import Times, measure

from puma560_dynamics.emdeg import Chain, Program, combined_programs, derive
from puma560_dynamics.errors import Puma560Error

PROGRAMS = ("torque", "gravity", "kinetic_energy_matrix")
TURN = 1e-3
"""Time of one contender in one round, s; at least one call is made."""

AT_A_TIME = 2
"""Number of processes that prepare arms."""

Figures = dict[str, dict[str, dict[str, Any]]]
"""By task and measure: our value, CasADi's, their ratio, and for times the fastest peer and the ratio to each peer."""


def counted(arm: PublicArm, kept: Kept) -> dict[str, Any]:
    """Return joints, processor time of the derivation, and operations of both contenders by task, for one arm.

    Sines and cosines of single joint angles are not counted, those of sums are. CasADi's count is that of the form with
    the fewest operations.

    Raises:
        Unavailable: a package is missing, or the arm has no forward dynamics.
        Puma560Error: the arm cannot be derived.
    """
    from casadi_dynamics import Peer
    from casadi_forms import FORMS

    chain = arm.chain()
    programs, seconds = _programs(arm, chain, kept)
    ours = {name: program.count_single_angles.total for name, program in programs.items()}
    ours["acceleration"] = _forward_count(programs["kinetic_energy_matrix"], programs["torque"])
    forms = kept.get(arm.name, "peer", lambda: {form: Peer(chain, form).counts for form in FORMS})
    tasks: Figures = {}
    for task in COMPARED:
        peer = min(counts[task] for counts in forms.values())
        both = {OURS: ours[task], CASADI: peer}
        tasks[task] = {"operations": {**both, "ratio": ours[task] / peer} if peer else both}
    return {"arm": arm.name, "source": arm.source, "first": arm.first, "last": arm.last, "held": arm.held(),
            "joints": chain.n, "derivation_s": seconds, "forms": forms, "tasks": tasks}  # fmt: skip


def _forward_count(kinetic_energy: Program, torque: Program) -> int:
    """Return the calculations of A, the bias and the solution, without sines and cosines of single angles.

    Raises:
        Unavailable: the arm has no forward dynamics.
    """
    found, _ = combined_programs((kinetic_energy, torque))
    if not found:
        raise Unavailable("its kinetic energy matrix has no inverse")
    return found[0].count_single_angles.total


def _programs(arm: PublicArm, chain: Chain, kept: Kept) -> tuple[dict[str, Program], float]:
    def make() -> tuple[dict[str, Program], float]:
        begun = time.process_time()
        programs = dict(derive(chain, PROGRAMS).programs)
        return programs, time.process_time() - begun

    found: tuple[dict[str, Program], float] = kept.get(arm.name, "programs", make)
    return found


def timed(arm: PublicArm, rounds: int, kept: Kept) -> Figures:
    """Return the times per state of both contenders, ns.

    Raises:
        Unavailable: there is no compiler, or the results differ.
    """
    from arm_jobs import batches, build, one_call

    def make() -> Figures:
        chain = arm.chain()
        built = build(chain, list(_programs(arm, chain, kept)[0].values()))
        found: Figures = {task: {} for task in COMPARED}
        for count_, figure in ((1, ONE_CALL), *BATCHES.items()):
            jobs = list(one_call(chain, built) if count_ == 1 else batches(chain, built, count_))
            times = measure(jobs, rounds, TURN)
            for task in found.keys() & times.tasks().keys():
                found[task][figure] = _figure(times, task)
                if moved(task) in times.tasks():
                    found[task][figure]["moved"] = least(times, moved(task))
        return found

    found: Figures = kept.get(arm.name, "times", make)
    return found


def _figure(times: Times, task: str) -> dict[str, Any]:
    """Return our time, CasADi's time, the fastest peer, and the ratios to all peers."""
    peers = [name for name in times.tasks()[task] if name != OURS]
    ratios = {name: times.ratio(task, OURS, name) for name in peers}
    return {OURS: times.median(task, OURS), CASADI: times.median(task, peers[0]), "ratio": ratios[peers[0]],
            "fastest": peers[0], "ratios": ratios}  # fmt: skip


def ready(arm: PublicArm, folder: Path) -> tuple[str, str]:
    """Derive, count and compile an arm; return its name, and the reason if this fails (else an empty text)."""
    try:
        from arm_jobs import build

        kept = Kept(folder)
        counted(arm, kept)
        chain = arm.chain()
        build(chain, list(_programs(arm, chain, kept)[0].values()))
    except (Unavailable, Puma560Error, ImportError) as reason:
        return arm.name, str(reason)
    return arm.name, ""


def main() -> None:
    """Measure all arms; print the results or write the page. The exit code is 1 if an arm has no result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write leaderboard.md and its data in this folder")
    parser.add_argument("--arms", nargs="+", help="parts of names; all by default")
    parser.add_argument("--rounds", type=int, default=15, help="medians are taken over so many")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what is done, and go on from there")
    parser.add_argument("--counts", action="store_true", help="operations alone, and the times that are kept")
    parser.add_argument("--build", action="store_true", help="with --keep: derive, count and compile, time nothing")
    parser.add_argument("--derivatives", action="store_true", help="operations of derivatives, in tables of their own")
    arguments = parser.parse_args()
    arms = [arm for arm in ARMS if not arguments.arms or any(part in arm.name for part in arguments.arms)]
    if arguments.build:
        if arguments.keep is None:
            parser.error("--build keeps what it makes; name a folder for it: --keep FOLDER")
        sys.exit(_make_ready(arms, arguments.keep))
    if arguments.derivatives:
        sys.exit(_derivatives(arms, arguments))
    kept, rows, missing = Kept(arguments.keep), [], {}
    for arm in arms:
        try:
            rows.append(counted(arm, kept))
            if not arguments.counts or kept.has(arm.name, "times"):
                for task, figures in timed(arm, arguments.rounds, kept).items():
                    rows[-1]["tasks"][task].update(figures)
        except (Unavailable, Puma560Error, ImportError) as reason:
            missing[arm.name] = str(reason)
    results = {"machine": machine(), "rounds": arguments.rounds, "arms": rows, "missing": missing}
    found, made = lines(results), data(rows)
    if arguments.write:
        page = arguments.write / "leaderboard.md"
        text = page.read_text(encoding="utf-8")
        for name, line in found.items():
            text = with_table(text, name, line)
        page.write_text(text, encoding="utf-8")
        for name, text in made.items():
            (arguments.write / name).write_text(text, encoding="utf-8")
    print(json.dumps(results) if arguments.json else "\n\n".join((*found.values(), *made.values())))
    sys.exit(1 if missing else 0)


def _derivatives(arms: Sequence[PublicArm], arguments: argparse.Namespace) -> int:
    """Count operations of derivatives; print the tables or write them. Return 1 if an arm has no result."""
    rows, missing = leaderboard_derivatives.all_counted(arms, arguments.keep)
    made = leaderboard_derivatives.data(rows)
    for name, text in made.items() if arguments.write else ():
        (arguments.write / name).write_text(text, encoding="utf-8")
    found = {"arms": rows, "missing": missing}
    print(json.dumps(found) if arguments.json else "\n\n".join((*made.values(), *map(": ".join, missing.items()))))
    return 1 if missing else 0


def _make_ready(arms: Sequence[PublicArm], folder: Path) -> int:
    """Prepare all arms, and print a line for each; return 1 if an arm cannot be prepared."""
    with ProcessPoolExecutor(AT_A_TIME) as pool:
        failed = 0
        for name, why in pool.map(partial(ready, folder=folder), arms):
            print(f"{name}: {why or 'ready'}", flush=True)
            failed |= bool(why)
    return failed


if __name__ == "__main__":
    main()
