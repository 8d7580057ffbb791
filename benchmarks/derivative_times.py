"""Time one call of the torque with its derivatives: ours, CasADi's C, Pinocchio's generated code and Pinocchio's C++.

``python benchmarks/derivative_times.py --write docs`` writes docs/leaderboard_derivative_times.csv. All compiled code
has the flags of the generated code, for this processor and without assertions, and is called through the same pointer
for 512 states in turn. From Python, the checked public call on the PUMA 560 is compared with
`pin.computeRNEADerivatives`. The C++ of Pinocchio takes minutes to compile; ``--patient`` allows this.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import core_peers
import numpy as np
from compiled_loops import STATES
from core_peers import BUILDS
from leaderboard_page import OURS, as_csv
from machine import machine
from native import SOURCES, Unavailable, library, pointers
from pinocchio_models import model, numbers, offsets
from public_arms import ARMS
from timing import Job, Times, measure

from puma560_dynamics import emdeg, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Chain, Provenance, derive, emit
from puma560_dynamics.errors import Puma560Error

TASK = "torque_derivatives"
PIECES = Path(emdeg.__file__).parent / "backends" / "c"
SOME = ("PUMA 560 (URDF)", "UR5", "Franka Panda")
WAYS: Mapping[str, Sequence[str]] = {"": (), ", one number at a time": ("-fno-tree-slp-vectorize",)}
"""Compiler flags of each build of the peers' C; the fastest counts."""

PINOCCHIO = "Pinocchio's C++"
CHECKED, ANALYTIC = "generated, checked", "pin.computeRNEADerivatives"
TURN = 1e-3
"""Time of one contender in one round, s."""

GOALS = (("peers that are compiled for the arm", 0.75), (PINOCCHIO, 0.3))
"""Goal for our time divided by that of the fastest peer of each kind."""

FASTER = 6.0
"""Goal for the time of Pinocchio's call from Python divided by that of ours."""


def compiled(chain: Chain, patient: bool, missing: dict[str, str]) -> list[Job]:
    """Return the jobs of one call in a compiled loop; contenders that are not available are noted in `missing`.

    Raises:
        Unavailable: there is no compiler.
    """
    loop = library([SOURCES / "loop.c"], f"-I{PIECES}").loop
    n = chain.n
    states = list(np.random.default_rng(0).uniform(-2, 2, (3, STATES, n)))
    turned = [states[0] + offsets(chain), *states[1:]]
    size = n + 3 * n * n
    expected, jobs = np.zeros(size), []

    def add(name: str, function: Any, given: Sequence[FloatArray]) -> None:
        out = np.zeros(size)
        arguments = (function, ctypes.c_size_t(1), ctypes.c_size_t(STATES), ctypes.c_size_t(3), ctypes.c_size_t(n),
                     pointers(given), ctypes.c_void_p(out.ctypes.data))  # fmt: skip
        loop(*arguments)
        if name == OURS:
            expected[:] = out
        error = float(np.abs(out - expected).max() / np.abs(expected).max())
        if not error < 1e-8:
            missing[name] = f"its result differs by {error:.1e} of the largest"
            return
        jobs.append(Job(TASK, name, "f(*arguments)", {"f": loop, "arguments": arguments, "keep": given}, STATES))

    add(OURS, _ours(chain), states)
    for name, function in _generated_peers(chain, patient, missing):
        add(name, function, states)
    for build, flags in BUILDS.items():
        name = f"{PINOCCHIO}, {build}"
        try:
            built = ctypes.CDLL(str(core_peers.pinocchio(flags, patient)))
        except Unavailable as reason:
            missing[name] = str(reason)
            continue
        built.load(n, *(ctypes.c_void_p(array.ctypes.data) for array in numbers(chain)))
        add(name, built.torque_derivatives, turned)
    return jobs


def _ours(chain: Chain) -> Any:
    program = derive(chain, (TASK,)).programs[TASK]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for file, text in emit("arm", [program], Provenance.of(chain), ("c",), batch=False).items():
            (folder / file).write_text(text, encoding="utf-8")
        with (folder / "arm.c").open("a", encoding="utf-8") as arm:
            head = "void ours_one(const double *const *in, double *out)"
            arm.write(f"{head};\n{head}\n{{ arm_{TASK}(in[0], in[1], in[2], out); }}\n")
        return library([folder / "arm.c"]).ours_one


def _generated_peers(chain: Chain, patient: bool, missing: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Yield name and function of every build of CasADi's C: of the peers over CasADi's symbols, and of Pinocchio's."""
    try:
        from casadi_code import source
        from casadi_derivatives import DerivativePeers
        from pinocchio_generated import GENERATED, generated
    except ImportError:
        missing["CasADi's C"] = "CasADi is not installed"
        return
    functions = dict(DerivativePeers(chain).cheapest[TASK])
    try:
        functions[GENERATED] = generated(chain, patient)[TASK]
    except Unavailable as reason:
        missing[GENERATED] = str(reason)
    for name, function in functions.items():
        peer: Any = SimpleNamespace(chain=chain, functions={TASK: function}, angles={TASK: list(range(chain.n))})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "peer.c"
            path.write_text(source(peer), encoding="utf-8")
            for way, flags in WAYS.items():
                yield name + way, getattr(library([path], f"-I{PIECES}", *flags), f"peer_{TASK}_one")


def from_python(missing: dict[str, str]) -> list[Job]:
    """Return the jobs of the paper's arm from Python: the checked public call, and Pinocchio's analytic derivatives."""
    own, chain = load_model("generated"), load_arm("akb1986").exact_chain
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, chain.n))
    given = {"q": q, "qd": qd, "qdd": qdd}
    getattr(own, TASK)(q, qd, qdd)  # the first call compiles, and replaces the method of the instance
    jobs = [Job("from Python", CHECKED, "f(q, qd, qdd)", {**given, "f": getattr(own, TASK)})]
    try:
        peer = model(chain)
    except Unavailable as reason:
        missing[ANALYTIC] = str(reason)
        return jobs
    import pinocchio

    names = {**given, "f": pinocchio.computeRNEADerivatives, "model": peer, "data": peer.createData()}
    return [*jobs, Job("from Python", ANALYTIC, "f(model, data, q, qd, qdd)", names)]


def rows(arm: str, times: Times) -> list[list[str]]:
    """Return a row per contender of one arm: time, spread and our time divided by it; then a row per goal."""
    task = TASK if TASK in times.tasks() else "from Python"
    own = OURS if task == TASK else CHECKED
    found, names = [], times.tasks()[task]
    for name, row in times.table(lambda _: None)[task].items():
        spread = (row["ns_upper_quartile"] - row["ns_lower_quartile"]) / row["ns"]
        ratio = "" if name == own else f"{times.ratio(task, own, name):.2f}"
        found.append([arm, name, f"{row['ns']:.0f}", f"{spread:.0%}", ratio, ""])
    for kind, goal in GOALS if task == TASK else ():
        peers = [name for name in names if name != OURS and name.startswith(PINOCCHIO) == (kind == PINOCCHIO)]
        if peers:
            ratio = times.ratio(task, OURS, peers[0])
            found.append([arm, f"goal: {kind}", "", "", f"{ratio:.2f}", _met(ratio, goal)])
    if task != TASK and ANALYTIC in names:
        found.append([arm, f"goal: {ANALYTIC}", "", "", f"{1 / (ratio := times.ratio(task, ANALYTIC, own)):.2f}",
                      _met(1 / ratio, 1 / FASTER)])  # fmt: skip
    return found


def _met(ratio: float, goal: float) -> str:
    return f"{goal:.2f} {'yes' if ratio <= goal else '**no**'}"


def main() -> None:
    """Measure; print the table or write it. The exit code is 1 if a contender is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the table in this folder")
    parser.add_argument("--arms", nargs="*", default=SOME, help="names of arms")
    parser.add_argument("--rounds", type=int, default=15, help="medians are taken over so many")
    parser.add_argument("--patient", action="store_true", help="compile Pinocchio's C++, which takes minutes")
    arguments = parser.parse_args()
    missing: dict[str, str] = {}
    lines = [["arm", "contender", "ns", "spread", "ours / this one", "goal"]]
    try:
        for arm in (arm for arm in ARMS if arm.name in arguments.arms):
            lines += rows(arm.name, measure(compiled(arm.chain(), arguments.patient, missing), arguments.rounds, TURN))
    except (Unavailable, Puma560Error) as reason:
        missing["arms"] = str(reason)
    lines += rows("PUMA 560, from Python", measure(from_python(missing), arguments.rounds, TURN))
    if arguments.write:
        (arguments.write / "leaderboard_derivative_times.csv").write_text(as_csv(lines), encoding="utf-8")
    found = {"machine": machine(), "rounds": arguments.rounds, "rows": lines, "missing": missing}
    print(json.dumps(found) if arguments.json else "\n".join((as_csv(lines), *map(": ".join, missing.items()))))
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
