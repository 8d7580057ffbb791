"""Interleaved timing: every round times each job once, so that a busy machine slows all jobs equally.

Jobs on one thread are timed by the thread's processor time, which does not count time of other processes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from timeit import Timer
from typing import Any, Protocol

Key = tuple[str, str]
"""Task and contender."""


class Stopwatch(Protocol):
    """A timer of a job, such as `timeit.Timer`."""

    def timeit(self, number: int) -> float:
        """Return the time of `number` evaluations, s."""


@dataclass(frozen=True)
class Job:
    """One contender at one task.

    Attributes:
        task: task at which contenders are compared, such as ``torque``.
        name: name of the contender.
        code: Python expression, which is timed in a bare loop without a function call.
        names: values of the names in the expression.
        states: number of states per evaluation.
        threads: number of threads; with more than one, wall-clock time is measured.
    """

    task: str
    name: str
    code: str
    names: Mapping[str, Any] = field(repr=False)
    states: int = 1
    threads: int = 1

    def timer(self) -> Stopwatch:
        """Return a timer of the expression."""
        clock = time.thread_time if self.threads == 1 else time.perf_counter
        return Timer(self.code, timer=clock, globals=dict(self.names))


@dataclass(frozen=True)
class Times:
    """Times per state, ns: one value per round, by task and contender."""

    rounds: Mapping[Key, Sequence[float]]

    def median(self, task: str, name: str) -> float:
        """Return the median of all rounds, ns per state."""
        return statistics.median(self.rounds[task, name])

    def ratio(self, task: str, slow: str, fast: str) -> float:
        """Return the median over all rounds of the time of `slow` divided by the time of `fast`."""
        pairs = zip(self.rounds[task, slow], self.rounds[task, fast], strict=True)
        return statistics.median(one / other for one, other in pairs)

    def tasks(self) -> dict[str, list[str]]:
        """Return the contenders of each task, the fastest first."""
        found: dict[str, list[str]] = {}
        for task, name in self.rounds:
            found.setdefault(task, []).append(name)
        return {task: sorted(names, key=lambda name: self.median(task, name)) for task, names in found.items()}

    def fastest(self, builds: Mapping[str, Sequence[str]]) -> Times:
        """Return the times with only the fastest build of each contender at each task, under the contender's name.

        Args:
            builds: names of the builds of each contender; all other contenders are kept.
        """
        kept = dict(self.rounds)
        for name, variants in builds.items():
            for task, names in self.tasks().items():
                found = [variant for variant in names if variant in variants]
                for variant in found:
                    del kept[task, variant]
                if found:
                    kept[task, name] = self.rounds[task, found[0]]
        return Times(kept)

    def table(self, reference: Callable[[str], str | None]) -> dict[str, dict[str, dict[str, float]]]:
        """Return median and quartiles in ns per state, and the speed relative to a reference, by task and contender.

        Args:
            reference: function that returns the reference contender of a task; `None` for no ratios.
        """
        result: dict[str, dict[str, dict[str, float]]] = {}
        for task, names in self.tasks().items():
            against = reference(task)
            for name in names:
                figures = self.rounds[task, name]
                low, middle, high = quartiles(figures)
                row = {"ns": middle, "ns_lower_quartile": low, "ns_upper_quartile": high}
                if against in names:
                    row["times_faster"] = self.ratio(task, against, name)
                result.setdefault(task, {})[name] = row
        return result


def quartiles(figures: Sequence[float]) -> tuple[float, float, float]:
    """Return lower quartile, median and upper quartile."""
    if len(figures) < 2:
        return figures[0], figures[0], figures[0]
    low, _, high = statistics.quantiles(figures, method="inclusive")
    return low, statistics.median(figures), high


def measure(jobs: Sequence[Job], rounds: int, turn: float) -> Times:
    """Time all jobs, round after round, with every other round in reverse order.

    In a fixed order, the second of two large batches would find its inputs in the cache: the same code took 10 % less
    time in second place.

    Args:
        jobs: jobs, each with a unique pair of task and name.
        rounds: number of rounds.
        turn: time of one job in one round, s; at least one evaluation is made.
    """
    timers = {(job.task, job.name): job.timer() for job in jobs}
    if len(timers) < len(jobs):
        raise ValueError("two jobs have the same task and name")
    repeats = {key: _repeats(timer, turn) for key, timer in timers.items()}
    found: dict[Key, list[float]] = {key: [] for key in timers}
    for number in range(rounds):
        for job in reversed(jobs) if number % 2 else jobs:
            key = job.task, job.name
            found[key].append(1e9 * timers[key].timeit(repeats[key]) / (repeats[key] * job.states))
    return Times(found)


def _repeats(timer: Stopwatch, turn: float) -> int:
    """Return the number of evaluations that take the time `turn`; the first one, which may be slow, is not counted."""
    timer.timeit(1)
    repeats = 1
    while (took := timer.timeit(repeats)) < turn / 4:
        repeats *= 4
    return max(1, round(repeats * turn / took))
