"""Time one call of functions beyond the torque: its derivatives, forward dynamics, regressor, and pose with Jacobian.

``python benchmarks/function_times.py --write docs`` writes docs/leaderboard_function_times.csv. All compiled code has
the flags of the generated code, for this processor and without assertions, and is called through the same pointer for
512 states in turn. Derivatives are also compared with CasADi's C and Pinocchio's generated code. From Python, the
checked public calls for the PUMA 560 are compared with Pinocchio's functions. The C++ of Pinocchio takes minutes to
compile; ``--patient`` allows this.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from puma560_dynamics.emdeg import Chain, Placement, Provenance, combined_programs, derive, emit
from puma560_dynamics.errors import Puma560Error

PIECES = Path(emdeg.__file__).parent / "backends" / "c"
SOME = ("PUMA 560 (URDF)", "UR5", "Franka Panda")
WAYS: Mapping[str, Sequence[str]] = {"": (), ", one number at a time": ("-fno-tree-slp-vectorize",)}
"""Compiler flags of each build of the peers' C; the fastest counts."""

PINOCCHIO, GENERATED_CODE = "Pinocchio's C++", "peers that are compiled for the arm"
CHECKED = "generated, checked"
PYTHON = "PUMA 560, from Python"
TURN = 1e-3
"""Time of one contender in one round, s."""


@dataclass(frozen=True)
class Function:
    """A function, and Pinocchio's call of it from Python.

    Attributes:
        derived: names of the functions to derive.
        inputs: number of inputs.
        size: size of the result by number of joints.
        goals: greatest ratio of our time to that of the fastest peer, by kind of peer.
        call: Pinocchio's calls, with ``pin``, ``model``, ``data`` and the states.
        faster: least ratio of the time of Pinocchio's calls to ours from Python.
    """

    derived: tuple[str, ...]
    inputs: int
    size: Callable[[int], int]
    goals: Mapping[str, float]
    call: str
    faster: float


FUNCTIONS: Mapping[str, Function] = {
    "torque_derivatives": Function(
        ("torque_derivatives",), 3, lambda n: n + 3 * n * n, {GENERATED_CODE: 0.75, PINOCCHIO: 0.3},
        "computeRNEADerivatives(model, data, q, qd, qdd)", 6.0),
    "acceleration": Function(
        ("torque", "kinetic_energy_matrix"), 3, lambda n: n, {PINOCCHIO: 0.5},
        "aba(model, data, q, qd, qdd, WORLD)", 4.0),
    "regressor": Function(
        ("regressor",), 3, lambda n: 10 * n * n, {PINOCCHIO: 0.5},
        "computeJointTorqueRegressor(model, data, q, qd, qdd)", 4.0),
    "kinematics": Function(
        ("kinematics",), 1, lambda n: 16 + 6 * n, {PINOCCHIO: 0.5},
        "computeJointJacobians(model, data, q); getFrameJacobian(model, data, frame, LOCAL_WORLD_ALIGNED)", 4.0),
}  # fmt: skip
DERIVATIVES = "torque_derivatives"


def compiled(task: str, chain: Chain, patient: bool, missing: dict[str, str]) -> list[Job]:
    """Return the jobs of one function in a compiled loop; contenders that are not available are noted in `missing`.

    Raises:
        Unavailable: there is no compiler.
    """
    own, n = FUNCTIONS[task], chain.n
    loop = library([SOURCES / "loop.c"], f"-I{PIECES}").loop
    states = list(np.random.default_rng(0).uniform(-2, 2, (own.inputs, STATES, n)))
    turned = [states[0] + offsets(chain), *states[1:]]
    size = own.size(n)
    expected, jobs = np.zeros(size), []

    def add(name: str, function: Any, given: Sequence[FloatArray]) -> None:
        out = np.zeros(size)
        arguments = (function, ctypes.c_size_t(1), ctypes.c_size_t(STATES), ctypes.c_size_t(own.inputs),
                     ctypes.c_size_t(n), pointers(given), ctypes.c_void_p(out.ctypes.data))  # fmt: skip
        loop(*arguments)
        if name == OURS:
            expected[:] = out
        error = float(np.abs(out - expected).max() / np.abs(expected).max())
        if not error < 1e-8:
            missing[f"{task}, {name}"] = f"its result differs by {error:.1e} of the largest"
            return
        jobs.append(Job(task, name, "f(*arguments)", {"f": loop, "arguments": arguments, "keep": (given, out)}, STATES))

    add(OURS, _ours(task, chain), states)
    for name, function in _generated_peers(chain, patient, missing) if task == DERIVATIVES else ():
        add(name, function, states)
    for build, flags in BUILDS.items():
        name = f"{PINOCCHIO}, {build}"
        try:
            built = ctypes.CDLL(str(core_peers.pinocchio(flags, patient)))
        except Unavailable as reason:
            missing[name] = str(reason)
            continue
        built.load(n, *(ctypes.c_void_p(array.ctypes.data) for array in numbers(chain)))
        add(name, getattr(built, task), turned)
    return jobs


def frames_of_joints(chain: Chain) -> Chain:
    """Return the chain with poses of the Denavit-Hartenberg frames, which Pinocchio's loop has."""
    return replace(chain, link_frames=None, base=Placement(), frames=(Placement(),) * chain.n)


def _ours(task: str, chain: Chain) -> Any:
    programs = list(derive(chain, FUNCTIONS[task].derived).programs.values())
    programs += combined_programs(programs)[0]
    inputs = ", ".join(f"in[{k}]" for k in range(FUNCTIONS[task].inputs))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for file, text in emit("arm", programs, Provenance.of(chain), ("c",), batch=False).items():
            (folder / file).write_text(text, encoding="utf-8")
        with (folder / "arm.c").open("a", encoding="utf-8") as arm:
            head = "void ours_one(const double *const *in, double *out)"
            arm.write(f"{head};\n{head}\n{{ arm_{task}({inputs}, out); }}\n")
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
    functions = dict(DerivativePeers(chain).cheapest[DERIVATIVES])
    try:
        functions[GENERATED] = generated(chain, patient)[DERIVATIVES]
    except Unavailable as reason:
        missing[GENERATED] = str(reason)
    for name, function in functions.items():
        peer: Any = SimpleNamespace(
            chain=chain, functions={DERIVATIVES: function}, angles={DERIVATIVES: list(range(chain.n))}
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "peer.c"
            path.write_text(source(peer), encoding="utf-8")
            for way, flags in WAYS.items():
                yield name + way, getattr(library([path], f"-I{PIECES}", *flags), f"peer_{DERIVATIVES}_one")


def from_python(missing: dict[str, str]) -> list[Job]:
    """Return the jobs of the paper's arm from Python: the checked public calls, and Pinocchio's functions."""
    own, chain = load_model("generated"), frames_of_joints(load_arm("akb1986").exact_chain)
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, chain.n))
    states = {"q": q, "qd": qd, "qdd": qdd}
    jobs = []
    for task, function in FUNCTIONS.items():
        given = ", ".join(list(states)[: function.inputs])
        if task == "kinematics":
            call: Any = own.function(task)  # type: ignore[attr-defined]
        else:
            getattr(own, task)(q, qd, qdd)  # the first call compiles, and replaces the method of the instance
            call = getattr(own, task)
        jobs.append(Job(task, CHECKED, f"f({given})", {**states, "f": call}))
    try:
        peer = model(chain)
    except Unavailable as reason:
        missing[PINOCCHIO] = str(reason)
        return jobs
    import pinocchio

    tip = pinocchio.Frame("tip", chain.n, pinocchio.SE3.Identity(), pinocchio.FrameType.OP_FRAME)
    known = {name: getattr(pinocchio, name) for name in dir(pinocchio) if name[0].islower()}
    known |= {"WORLD": pinocchio.Convention.WORLD, "LOCAL_WORLD_ALIGNED": pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED}
    known |= {"frame": peer.addFrame(tip), "model": peer, "data": peer.createData(), **states}
    return [*jobs, *(Job(task, f"pin.{function.call}", function.call, known) for task, function in FUNCTIONS.items())]


def rows(arm: str, times: Times) -> list[list[str]]:
    """Return rows of one arm: each contender's time, spread and our time divided by it; then a row for each goal."""
    found = []
    for task, names in times.tasks().items():
        own = OURS if OURS in names else CHECKED
        for name, row in times.table(lambda _: None)[task].items():
            spread = (row["ns_upper_quartile"] - row["ns_lower_quartile"]) / row["ns"]
            ratio = "" if name == own else f"{times.ratio(task, own, name):.2f}"
            found.append([task, arm, name, f"{row['ns']:.0f}", f"{100 * spread:.0f} %", ratio, ""])
        function, peers = FUNCTIONS[task], [name for name in names if name != own]
        goals = function.goals if own == OURS else {"Pinocchio": 1 / function.faster}
        for kind, goal in goals.items():
            of_kind = [name for name in peers if kind != GENERATED_CODE or not name.startswith(PINOCCHIO)]
            of_kind = [name for name in of_kind if kind != PINOCCHIO or name.startswith(PINOCCHIO)]
            if of_kind:
                ratio = times.ratio(task, own, of_kind[0])
                met = "yes" if ratio <= goal else "**no**"
                found.append([task, arm, f"goal: {kind}", "", "", f"{ratio:.2f}", f"{goal:.2f} {met}"])
    return found


def main() -> None:
    """Measure; print the table or write it. The exit code is 1 if a contender is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the table in this folder")
    parser.add_argument("--arms", nargs="*", default=SOME, help="names of arms")
    parser.add_argument("--functions", nargs="*", default=tuple(FUNCTIONS), choices=tuple(FUNCTIONS))
    parser.add_argument("--rounds", type=int, default=15, help="medians are taken over so many")
    parser.add_argument("--patient", action="store_true", help="compile Pinocchio's C++, which takes minutes")
    arguments = parser.parse_args()
    missing: dict[str, str] = {}
    lines = [["function", "arm", "contender", "ns", "spread", "ours / this one", "goal"]]
    try:
        for arm in (arm for arm in ARMS if arm.name in arguments.arms):
            chain = frames_of_joints(arm.chain())
            jobs = [job for task in arguments.functions for job in compiled(task, chain, arguments.patient, missing)]
            lines += rows(arm.name, measure(jobs, arguments.rounds, TURN))
    except (Unavailable, Puma560Error) as reason:
        missing["arms"] = str(reason)
    lines += rows(PYTHON, measure(from_python(missing), arguments.rounds, TURN))
    if arguments.write:
        (arguments.write / "leaderboard_function_times.csv").write_text(as_csv(lines), encoding="utf-8")
    found = {"machine": machine(), "rounds": arguments.rounds, "rows": lines, "missing": missing}
    print(json.dumps(found) if arguments.json else "\n".join((as_csv(lines), *map(": ".join, missing.items()))))
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
