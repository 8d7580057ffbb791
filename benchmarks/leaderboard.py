"""Counts and times of the generated code on public arms, next to CasADi with base parameters and the same sine-cosine.

``python benchmarks/leaderboard.py --write docs`` writes the table of docs/leaderboard.md; part of `make bench`. Each
arm is derived with the usual effort, both are compiled with the same flags for this processor, their results compared,
and timed in turns by the thread's processor time, one call after another through the same pointer.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from compiled_loops import STATES
from contenders import TASKS
from kept import Kept
from machine import machine
from native import SOURCES, Unavailable, library, pointers
from page import with_table
from public_arms import ARMS, PublicArm
from timing import Job, measure

from puma560_dynamics import emdeg
from puma560_dynamics.emdeg import Chain, Provenance, derive, emit_c
from puma560_dynamics.emdeg.emitters.c_forward import count, forward_kernel
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.errors import Puma560Error

PROGRAMS = ("torque", "gravity", "kinetic_energy_matrix")
NAMES = {"torque": "torque", "gravity": "gravity", "kinetic_energy_matrix": "A", "acceleration": "forward dynamics"}
GOALS = (("torque", "operations", 0.75, 0.90), ("kinetic_energy_matrix", "operations", 0.75, 1.0),
         ("torque", "ns", 0.75, 1.0), ("kinetic_energy_matrix", "ns", 0.75, 1.0))  # fmt: skip
"""Task, figure, and what ours / CasADi's is to be at most: median, and worst arm."""

C = Path(emdeg.__file__).parent / "backends" / "c"


def counted(arm: PublicArm, kept: Kept) -> dict[str, Any]:
    """One arm: joints, CPU seconds of the derivation, and for every task operations of both.

    Raises:
        Unavailable: a package is missing.
        Puma560Error: the arm cannot be derived.
    """
    from casadi_dynamics import Peer

    programs, seconds = kept.get(arm.name, "programs", lambda: _derived(arm.chain()))
    counts = {name: program.count.total for name, program in programs.items()} | {"acceleration": _forward(programs)}
    peers = kept.get(arm.name, "peer", lambda: Peer(arm.chain()).counts)
    tasks = {
        task: {"operations": {"ours": counts[task], "CasADi": peers[task]},
               "ratio": {"operations": counts[task] / peers[task]} if peers[task] else {}}
        for task in NAMES
    }  # fmt: skip
    return {"arm": arm.name, "source": arm.source, "joints": arm.chain().n, "derivation_s": seconds, "tasks": tasks}


def _derived(chain: Chain) -> tuple[dict[str, Program], float]:
    begun = time.process_time()
    programs = dict(derive(chain, PROGRAMS).programs)
    return programs, time.process_time() - begun


def timed(arm: PublicArm, rounds: int, kept: Kept) -> dict[str, dict[str, float]]:
    """Task -> ns of one call of both, and the median of their ratio.

    Raises:
        Unavailable: no compiler, or the results differ.
    """
    from casadi_dynamics import Peer

    def make() -> dict[str, dict[str, float]]:
        chain = arm.chain()
        programs, _ = kept.get(arm.name, "programs", lambda: _derived(chain))
        times = measure(_jobs(chain, list(programs.values()), Peer(chain).source()), rounds, 1e-3)
        return {
            task: {name: times.median(task, name) for name in ("ours", "CasADi")}
            | {"ratio": times.ratio(task, "ours", "CasADi")}
            for task in NAMES
        }

    found: dict[str, dict[str, float]] = kept.get(arm.name, "times", make)
    return found


def _forward(programs: dict[str, Program] | Any) -> int:
    """Multiplications and additions of forward dynamics."""
    lines = forward_kernel(programs["kinetic_energy_matrix"], programs["torque"]).lines
    return count(lines).total


def _jobs(chain: Chain, programs: list[Program], peer: str) -> list[Job]:
    n = chain.n
    ours = "".join(
        f"void ours_{task}_one(const double *const *in, double *out);\n"
        f"void ours_{task}_one(const double *const *in, double *out)\n"
        f"{{ arm_{task}({', '.join(f'in[{k}]' for k in range(len(inputs)))}, out); }}\n"
        for task, inputs in TASKS.items()
        if task in NAMES
    )
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for file, text in emit_c("arm", programs, Provenance.of(chain), batch=False).items():
            (folder / file).write_text(text, encoding="utf-8")
        text = (folder / "arm.c").read_text(encoding="utf-8")
        (folder / "arm.c").write_text(text + ours, encoding="utf-8")
        (folder / "peer.c").write_text(peer, encoding="utf-8")
        built = {"ours": library([folder / "arm.c"]),
                 "CasADi": library([folder / "peer.c"], f"-I{C}")}  # fmt: skip
    loop = library([SOURCES / "loop.c"], f"-I{C}")
    rng = np.random.default_rng(0)
    states = dict(zip(("q", "qd", "qdd", "tau"), rng.uniform(-2, 2, (4, STATES, n)), strict=True))
    jobs = []
    for task in NAMES:
        inputs, results = [states[name] for name in TASKS[task]], {}
        for name, built_one in built.items():
            function = getattr(built_one, f"{'ours' if name == 'ours' else 'peer'}_{task}_one")
            out = results[name] = np.zeros((n, n) if task == "kinetic_energy_matrix" else n)
            arguments = (function, 1, STATES, len(inputs), n, pointers(inputs), out)
            jobs.append(Job(task, name, "f(*arguments)", {"f": _call(loop), "arguments": arguments}, STATES))
            eval(jobs[-1].code, dict(jobs[-1].names))
        error = np.abs(results["ours"] - results["CasADi"]).max() / max(np.abs(results["CasADi"]).max(), 1e-9)
        if not error < 1e-8:
            raise Unavailable(f"{task} differs by {error:.1e}")
    return jobs


def _call(loop: Any) -> Any:
    import ctypes

    size = ctypes.c_size_t

    def call(function: Any, repeats: int, count: int, inputs: int, n: int, arrays: Any, out: Any) -> None:
        loop.loop(function, size(repeats), size(count), size(inputs), size(n), arrays, ctypes.c_void_p(out.ctypes.data))

    return call


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Markdown: goals, then one line an arm, ours / CasADi's."""
    words = {True: "yes", False: "**no**"}
    lines = ["| ours / CasADi's | arms | goal: median | reached | | goal: worst arm | reached | |",
             "| --- | ---: | ---: | ---: | --- | ---: | ---: | --- |"]  # fmt: skip
    for task, figure, middle, worst in GOALS:
        ratios = {row["arm"]: row["tasks"][task]["ratio"].get(figure) for row in rows}
        ratios = {arm: ratio for arm, ratio in ratios.items() if ratio is not None}
        if not ratios:
            continue
        median, last = statistics.median(ratios.values()), max(ratios, key=lambda arm: ratios[arm])
        what = f"{NAMES[task]}, {'operations' if figure == 'operations' else 'time of one call'}"
        lines.append(f"| {what} | {len(ratios)} | {middle:.2f} | {median:.2f} | {words[median <= middle]} "
                     f"| {worst:.2f} | {ratios[last]:.2f} ({last}) | {words[ratios[last] <= worst]} |")  # fmt: skip
    heads = ["arm", "joints", *(f"{name}, {unit}" for name in NAMES.values() for unit in ("operations", "ns")),
             "derived in, s"]  # fmt: skip
    lines += ["", "| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for row in rows:
        cells = [row["arm"], str(row["joints"])]
        for task in NAMES:
            counts, ns = row["tasks"][task]["operations"], row["tasks"][task].get("ns")
            cells += [f"{counts['ours']} / {counts['CasADi']}", f"{ns['ours']:.0f} / {ns['CasADi']:.0f}" if ns else "–"]
        lines.append("| " + " | ".join([*cells, f"{row['derivation_s']:.1f}"]) + " |")
    return "\n".join(lines)


def main() -> None:
    """Measure; print, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the table of leaderboard.md in this folder")
    parser.add_argument("--arms", nargs="+", help="parts of names; all by default")
    parser.add_argument("--rounds", type=int, default=21, help="medians are taken over so many")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what is done, and go on from there")
    parser.add_argument("--counts", action="store_true", help="operations alone, and the times that are kept")
    arguments = parser.parse_args()
    kept, rows, missing = Kept(arguments.keep), [], {}
    chosen = [arm for arm in ARMS if not arguments.arms or any(part in arm.name for part in arguments.arms)]
    for arm in chosen:
        try:
            rows.append(counted(arm, kept))
            if not arguments.counts or kept.has(arm.name, "times"):
                for task, times in timed(arm, arguments.rounds, kept).items():
                    own = rows[-1]["tasks"][task]
                    own["ratio"]["ns"] = times.pop("ratio")
                    own["ns"] = times
        except (Unavailable, Puma560Error, ImportError) as reason:
            missing[arm.name] = str(reason)
    absent = "\n".join(f"- {name}: {why}." for name, why in missing.items())
    text = table(rows) + (f"\n\nWithout a result, or without times:\n\n{absent}" if missing else "")
    if arguments.write:
        page = arguments.write / "leaderboard.md"
        page.write_text(with_table(page.read_text(encoding="utf-8"), "leaderboard", text), encoding="utf-8")
    print(json.dumps({"machine": machine(), "arms": rows, "missing": missing}) if arguments.json else text)


if __name__ == "__main__":
    main()
