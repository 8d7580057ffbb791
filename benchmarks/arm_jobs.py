"""Timing jobs for one arm of the leaderboard: single calls and batches of our code and of the CasADi peer."""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from casadi_code import PIECES, source
from casadi_dynamics import Peer
from casadi_forms import BATCH_PEERS, FORMS, LARGE_BATCH_PEERS, ONE_CALL_PEERS, PEERS
from compiled_loops import STATES
from contenders import TASKS
from leaderboard_page import COMPARED, IN_BATCHES, OURS, moved
from moves import at_a_line, moves
from native import SOURCES, Unavailable, library, pointers
from timing import Job

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Chain, Program, Provenance, emit

AT_ONCE = 10**4
"""Smallest number of states per timed call; the arrays of larger batches do not fit into the caches."""

Libraries = Mapping[str, ctypes.CDLL]


def build(chain: Chain, programs: Sequence[Program]) -> Libraries:
    """Compile our code and all peers with the same flags; `library` caches the results.

    Returns:
        The library of our code and of each peer in `PEERS`, by name.

    Raises:
        Unavailable: there is no compiler, or it fails.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for file, text in emit("arm", list(programs), Provenance.of(chain), ("c",)).items():
            (folder / file).write_text(text, encoding="utf-8")
        with (folder / "arm.c").open("a", encoding="utf-8") as arm:
            arm.write("\n".join(_entries()))
        for form in FORMS:
            (folder / f"{form}.c").write_text(source(Peer(chain, form), IN_BATCHES), encoding="utf-8")
        peers = {name: library([folder / f"{form}.c"], f"-I{PIECES}", *flags) for name, (form, flags) in PEERS.items()}
        return {OURS: library([folder / "arm.c"]), **peers}


def _entries() -> Iterator[str]:
    """Yield C code of wrappers that give our functions the names and parameters of the peer's functions."""
    for task, inputs in TASKS.items():
        if task in COMPARED:
            given = ", ".join(f"in[{k}]" for k in range(len(inputs)))
            one = f"void ours_{task}_one(const double *const *in, double *out)"
            many = f"void ours_{task}_batch(size_t count, size_t stride, const double *const *in, double *out)"
            yield f"{one};\n{one}\n{{ arm_{task}({given}, out); }}\n"
            yield f"{many};\n{many}\n{{ arm_{task}_batch(count, stride, {given}, out); }}\n"


def one_call(chain: Chain, built: Libraries) -> Iterator[Job]:
    """Yield the jobs of all tasks for single states, one after another.

    Raises:
        Unavailable: the results differ, or there is no compiler.
    """
    loop, n = _loop(), chain.n
    states = _states(STATES, n)
    for task in COMPARED:
        inputs = [states[name] for name in TASKS[task]]
        expected = np.zeros(_shape(task, n))
        for name in (OURS, *ONE_CALL_PEERS):
            out = expected if name == OURS else np.zeros_like(expected)
            function = _function(built[name], name, task, "one")
            arguments = (function, ctypes.c_size_t(1), ctypes.c_size_t(STATES), ctypes.c_size_t(len(inputs)),
                         ctypes.c_size_t(n), pointers(inputs), ctypes.c_void_p(out.ctypes.data))  # fmt: skip
            names = {"f": loop.loop, "arguments": arguments, "keep": (inputs, out)}
            job = _checked(Job(task, name, "f(*arguments)", names, STATES))
            _agree(task, name, expected, out)
            yield job


def batches(chain: Chain, built: Libraries, count: int) -> Iterator[Job]:
    """Yield the jobs of tasks that are compared in batches of `count` states, in columns.

    All jobs read and write the same arrays, aligned to a cache line: without this, the same code took from 4.1 to
    5.5 ns (3.3 to 4.8 ns in another process), depending only on the address of its result.

    Raises:
        Unavailable: the results differ, or there is no compiler.
    """
    loop, n = _loop(), chain.n
    states = {name: at_a_line(array.T) for name, array in _states(count, n).items()}
    repeats, large = max(AT_ONCE // count, 1), count > AT_ONCE
    for task in IN_BATCHES:
        inputs = [states[name] for name in TASKS[task]]
        out = at_a_line(np.zeros((*_shape(task, n), count)))
        expected = out
        for name in (OURS, *(LARGE_BATCH_PEERS if large else BATCH_PEERS)):
            function = _function(built[name], name, task, "batch")
            arguments = (function, ctypes.c_size_t(repeats), ctypes.c_size_t(count), pointers(inputs),
                         ctypes.c_void_p(out.ctypes.data))  # fmt: skip
            keep = (inputs, out)
            names = {"f": loop.batch_loop, "arguments": arguments, "keep": keep}
            out[:] = np.nan
            job = _checked(Job(task, name, "f(*arguments)", names, repeats * count))
            expected = out.copy() if name == OURS else expected
            _agree(task, name, expected, out)
            yield job
        if large:
            yield from moves(moved(task), inputs, out)


def _loop() -> ctypes.CDLL:
    return library([SOURCES / "loop.c"], f"-I{PIECES}")


def _function(built: ctypes.CDLL, name: str, task: str, form: str) -> object:
    return getattr(built, f"{'ours' if name == OURS else 'peer'}_{task}_{form}")


def _states(count: int, n: int) -> dict[str, FloatArray]:
    names = ("q", "qd", "qdd", "tau")
    return dict(zip(names, np.random.default_rng(0).uniform(-2, 2, (4, count, n)), strict=True))


def _shape(task: str, n: int) -> tuple[int, ...]:
    return (n, n) if task == "kinetic_energy_matrix" else (n,)


def _checked(job: Job) -> Job:
    """Evaluate a job once, so that its results can be checked, and return it."""
    eval(job.code, dict(job.names))
    return job


def _agree(task: str, name: str, ours: FloatArray, peer: FloatArray) -> None:
    error = float(np.abs(ours - peer).max() / max(np.abs(peer).max(), 1e-9))
    if not error < 1e-8:
        raise Unavailable(f"results of {task} differ from {name} by {error:.1e} of the largest")
