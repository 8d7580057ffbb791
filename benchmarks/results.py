"""All measurements of one run, and derived results: limits, fractions of them, goals."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import prod
from typing import Any

import batches
import compiled_loops
import customised_calls
import limits
import python_calls
from contenders import PINOCCHIO, TASKS, Contenders
from machine import machine
from moves import least
from native import Unavailable
from timing import Job, Times, measure
from urdf_peers import ELSEWHERE

from puma560_dynamics import load_arm
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.akb.paper_tables import generated_rows


@dataclass(frozen=True)
class Effort:
    """Size of the measurement.

    Attributes:
        states: number of states in a batch.
        rounds: number of rounds over which medians are taken.
        turn: time of one contender in one round, s.
        patient: whether to compile code that takes minutes.
        threads: numbers of threads for batches.
    """

    states: int
    rounds: int
    turn: float
    patient: bool
    threads: Sequence[int] = batches.THREADS


FULL = Effort(10**6, 31, 4e-3, True)
QUICK = Effort(4000, 3, 1e-4, False)

GOALS = (
    ("inverse dynamics of one state from Python, bare, against pin.rnea", 12.0, "python", "torque", "pin.rnea, bare",
     "generated, bare"),
    ("the same with all checks", 4.0, "python", "torque", "pin.rnea, bare", "generated"),
    ("the same with all checks and out=", 5.0, "python", "torque", "pin.rnea, bare", "generated, out="),
    ("gravity with all checks, against pin.computeGeneralizedGravity", 4.0, "python", "gravity",
     "pin.computeGeneralizedGravity, bare", "generated"),
    ("the same with out=", 5.0, "python", "gravity", "pin.computeGeneralizedGravity, bare", "generated, out="),
    ("kinetic energy matrix with all checks, against pin.crba", 4.0, "python", "kinetic_energy_matrix",
     "pin.crba, bare", "generated"),
    ("the same with out=", 5.0, "python", "kinetic_energy_matrix", "pin.crba, bare", "generated, out="),
    ("torque and gravity with a payload from Python, against full with it", 1.0, "python", "torque",
     "full, with a payload, torque and gravity", "generated, with a payload, torque and gravity"),
    ("batch on one thread, against pin.rnea in a Python loop", 80.0, "batch", "torque", batches.RNEA_LOOP,
     "generated, columns, 1 thread"),
    ("batch on one thread, against pin.rneaInParallel", 40.0, "batch", "torque",
     f"{batches.PARALLEL}, its layout, 1 thread", "generated, columns, 1 thread"),
    ("abbreviated against exact, in a compiled loop", 1.5, "loop", "torque", "generated", "generated_abbreviated"),
)  # fmt: skip
"""Goals: description, factor by which to be faster, kind of measurement, task, slower contender, faster contender."""


def run(effort: Effort) -> dict[str, Any]:
    """Measure everything, and return the results as a dictionary for JSON."""
    contenders = Contenders()
    python = measure(python_calls.jobs(contenders), effort.rounds, effort.turn).fastest(customised_calls.VARIANTS)
    loops = compiled_loops.jobs(contenders, effort.patient)
    loop = measure(loops, effort.rounds, effort.turn).fastest(compiled_loops.VARIANTS)
    with batches.pool() as executor:
        jobs = batches.jobs(contenders, effort.states, executor, effort.patient, effort.threads)
        jobs += _limits(contenders, effort.states, executor, effort.threads)
        batch = measure(jobs, max(effort.rounds // 2, 3), effort.turn).fastest(compiled_loops.VARIANTS)
    times = {"python": python, "loop": loop, "batch": batch}
    return {
        "ok": True,
        "machine": machine(),
        "states": effort.states,
        "rounds": effort.rounds,
        "python": python.table(python_calls.reference),
        "loop": loop.table(_reference),
        "batch": batch.table(_reference),
        "limits": _shares(contenders, batch),
        "operations": operations(),
        "goals": [_goal(times, *goal) for goal in GOALS],
        "missing": contenders.missing,
        "elsewhere": ELSEWHERE,
    }


def _reference(task: str) -> str | None:
    """Return the contender with which the others are compared in compiled code."""
    return compiled_loops.PINOCCHIO if task in PINOCCHIO else None


def operations() -> list[dict[str, Any]]:
    """Return the calculations (multiplications plus additions) of our programs and of the papers."""
    recursive = NewtonEulerModel(load_arm("akb1986")).operation_counts()
    names = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
    rows = {row.with_motors.name: row for row in generated_rows()}
    return [
        {
            "task": name,
            "akb": rows[name].published.akb,
            "emdeg": rows[name].published.emdeg,
            "sympybotics": rows[name].published.sympybotics,
            "opensymoro": rows[name].published.opensymoro,
            "newton_euler_with_motors": recursive[name].total,
            "ours": rows[name].without_motors.count.total,
            "ours_single_angles": rows[name].without_motors.count_single_angles.total,
            "ours_with_motors": rows[name].with_motors.count.total,
        }
        for name in names
    ]


def _streams(contenders: Contenders) -> dict[str, tuple[int, int]]:
    """Return the number of values that the generated code reads and writes per state, by task."""
    functions = contenders.generated.get("generated")
    signatures = functions.signatures if functions else {}
    return {task: (6 * len(inputs), prod(shape)) for task, (inputs, shape) in signatures.items() if task in TASKS}


def _limits(contenders: Contenders, states: int, executor: ThreadPoolExecutor, threads: Sequence[int]) -> list[Job]:
    try:
        return limits.jobs(states, _streams(contenders), executor, threads)
    except Unavailable as reason:
        contenders.missing["limits"] = str(reason)
        return []


def _shares(contenders: Contenders, batch: Times) -> dict[str, Any]:
    """Return the machine's lower bounds for `generated` in columns on one thread, also as fractions of its time."""
    if "limits" in contenders.missing or "generated" not in contenders.models:
        return {}
    operation = batch.median(limits.ARITHMETIC, limits.ONE)
    tasks = {}
    programs = contenders.models["generated"].programs  # type: ignore[attr-defined]
    for task, (read, written) in _streams(contenders).items():
        ns, memory = batch.median(task, "generated, columns, 1 thread"), least(batch, limits.memory(task))
        moved = 8 * (read + written)
        row = {"ns": ns, "GB_per_s": moved / ns, "most_GB_per_s": moved / memory, "memory_floor_ns": memory,
               "share_of_memory": memory / ns}  # fmt: skip
        if task in programs:
            program = programs[task]
            sincos = limits.SINCOS_OPERATIONS * len({trig.angle for trig in program.trigonometry})
            total = program.count.total + sincos
            row |= {"operations": total, "trigonometry_share": sincos / total, "arithmetic_floor_ns": total * operation,
                    "share_of_arithmetic": total * operation / ns}  # fmt: skip
        tasks[task] = row
    both = (limits.ARITHMETIC, limits.TWO) in batch.rounds
    gain = batch.ratio(limits.ARITHMETIC, limits.ONE, limits.TWO) if both else None
    return {"arithmetic_GFLOP_per_s": 1 / operation, "gain_of_two_threads": gain, "tasks": tasks}


def _goal(
    times: dict[str, Times], what: str, wanted: float, where: str, task: str, slow: str, fast: str
) -> dict[str, Any]:
    rounds = times[where].rounds
    if (task, slow) not in rounds or (task, fast) not in rounds:
        return {"goal": what, "wanted": wanted, "reached": None, "met": None}
    reached = times[where].ratio(task, slow, fast)
    return {"goal": what, "wanted": wanted, "reached": reached, "met": reached >= wanted}
