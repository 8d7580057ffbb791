"""Timing of batches: a million states in columns and in rows, on one and two threads, against loops and peers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
from compiled_loops import pinocchio_rows
from contenders import TASKS, Contenders, States
from timing import Job

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Provenance, numpy_functions

THREADS = (1, 2)
CACHED = 1000
"""Number of states whose arrays fit into the second-level cache; not a power of two, which maps columns to equal lines.
"""

FEWER = 20
"""Factor by which slow contenders get fewer states; times are per state."""

RNEA_LOOP = "pin.rnea in a Python loop"
PARALLEL = "pin.rneaInParallel"


@contextmanager
def pool() -> Iterator[ThreadPoolExecutor]:
    """Provide threads for `jobs`."""
    with ThreadPoolExecutor(max(THREADS)) as executor:
        yield executor


def jobs(
    contenders: Contenders, count: int, executor: ThreadPoolExecutor, patient: bool, threads: Sequence[int] = THREADS
) -> list[Job]:
    """Return the jobs of every contender at every task, with `count` states each.

    Args:
        contenders: the contenders.
        count: number of states; slow contenders get fewer.
        executor: executor from `pool`.
        patient: whether to compile code that takes minutes.
        threads: numbers of threads.
    """
    states = States.random(count)
    found = []
    for task in TASKS:
        inputs = states.inputs(task)
        for kind, functions in contenders.generated.items():
            if task not in functions.signatures:
                continue
            function, shape = getattr(functions, task), functions.signatures[task][1]
            for layout in (columns, rows):
                given, out = [layout(array) for array in inputs], layout(np.zeros((count, *shape)))
                for number in threads:
                    found.append(
                        Job(
                            task,
                            label(kind, layout.__name__, number),
                            "f()",
                            {"f": _sliced(function, given, out, number, executor)},
                            count,
                            number,
                        )
                    )
            given = [columns(array[:CACHED]) for array in inputs]
            out = columns(np.zeros((min(CACHED, count), *shape)))
            found.append(
                Job(
                    task,
                    label(kind, "columns in the cache", 1),
                    "f(*given, out)",
                    {"f": function, "given": given, "out": out},
                    len(given[0]),
                )
            )
    few = {task: [array[: max(count // FEWER, 1)] for array in states.inputs(task)] for task in TASKS}
    found += pinocchio_rows(contenders, few, patient)
    return found + _numpy(contenders, few["torque"]) + _pinocchio(contenders, few["torque"], threads)


def label(kind: str, layout: str, threads: int) -> str:
    """Return the name of a contender."""
    return f"{kind}, {layout}, {threads} thread{'s' * (threads > 1)}"


def columns(array: FloatArray) -> FloatArray:
    """Return a copy of an array with states along the fastest axis."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 0, -1)), -1, 0)


def rows(array: FloatArray) -> FloatArray:
    """Return an array that is contiguous state by state."""
    return np.ascontiguousarray(array)


def _sliced(
    function: Callable[..., FloatArray],
    inputs: list[FloatArray],
    out: FloatArray,
    threads: int,
    executor: ThreadPoolExecutor,
) -> Callable[[], object]:
    """Return a call of a function over equal slices, one per thread; compiled functions release the GIL."""
    if threads == 1:
        return lambda: function(*inputs, out)
    ends = np.linspace(0, len(out), threads + 1, dtype=int)
    parts = [([array[a:b] for array in inputs], out[a:b]) for a, b in itertools.pairwise(ends)]
    return lambda: list(executor.map(lambda part: function(*part[0], part[1]), parts))


def _numpy(contenders: Contenders, inputs: list[FloatArray]) -> list[Job]:
    """Return the jobs of the numpy functions, which are used if there is no compiler."""
    if "generated" not in contenders.models:
        return []
    model: Any = contenders.models["generated"]
    function = numpy_functions([model.programs["torque"]], Provenance.of(model.arm.exact_chain)).torque
    return [Job("torque", "generated, numpy form", "f(*inputs)", {"f": function, "inputs": inputs}, len(inputs[0]))]


def _pinocchio(contenders: Contenders, inputs: list[FloatArray], threads: Sequence[int]) -> list[Job]:
    if contenders.pinocchio is None:
        return []
    pin, model, data = (contenders.pinocchio[name] for name in ("pin", "model", "data"))
    rnea, count = pin.rnea, len(inputs[0])
    states = list(zip(*inputs, strict=True))  # arrays of single states, made before the timing

    def loop() -> None:
        for q, qd, qdd in states:
            rnea(model, data, q, qd, qdd)

    found = [Job("torque", RNEA_LOOP, "f()", {"f": loop}, count)]
    if not hasattr(pin, "rneaInParallel"):
        contenders.missing[PARALLEL] = "this build of Pinocchio has no OpenMP"
        return found
    many, given = pin.ModelPool(model, max(THREADS)), [np.asfortranarray(array.T) for array in inputs]
    tau = np.zeros((6, count), order="F")
    for number in threads:
        found.append(
            Job(
                "torque",
                label(PARALLEL, "its layout", number),
                "f(threads, many, *given, tau)",
                {"f": pin.rneaInParallel, "threads": number, "many": many, "given": given, "tau": tau},
                count,
                number,
            )
        )
    return found
