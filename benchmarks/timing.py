"""Interleaved timing: every round times each job once, so that a busy machine slows all equally.

What runs on one thread is timed by that thread's processor time, which stands still while others have
the processor.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from timeit import Timer
from typing import Any, Protocol

Key = tuple[str, str]
"""What is computed, and who computes it."""


class Stopwatch(Protocol):
    """A timer of a job, such as `timeit.Timer`."""

    def timeit(self, number: int) -> float:
        """Seconds of so many evaluations."""


@dataclass(frozen=True)
class Job:
    """One contender at one task.

    Attributes:
        task: contenders of one task are compared with each other, e.g. ``torque``.
        name: of the contender.
        code: a Python expression; it is timed in a bare loop, without a function around it.
        names: what the expression uses.
        states: how many states one evaluation treats.
        threads: on how many it runs; more than one are timed by the clock on the wall.
    """

    task: str
    name: str
    code: str
    names: Mapping[str, Any] = field(repr=False)
    states: int = 1
    threads: int = 1

    def timer(self) -> Stopwatch:
        """Times the expression."""
        clock = time.thread_time if self.threads == 1 else time.perf_counter
        return Timer(self.code, timer=clock, globals=dict(self.names))


@dataclass(frozen=True)
class Times:
    """Nanoseconds per state: task and contender -> one figure a round."""

    rounds: Mapping[Key, Sequence[float]]

    def median(self, task: str, name: str) -> float:
        """Return the median of all rounds, ns per state."""
        return statistics.median(self.rounds[task, name])

    def ratio(self, task: str, slow: str, fast: str) -> float:
        """Return the time of `slow` divided by that of `fast`, median of the rounds' ratios."""
        pairs = zip(self.rounds[task, slow], self.rounds[task, fast], strict=True)
        return statistics.median(one / other for one, other in pairs)

    def tasks(self) -> dict[str, list[str]]:
        """Task -> contenders, the fastest first."""
        found: dict[str, list[str]] = {}
        for task, name in self.rounds:
            found.setdefault(task, []).append(name)
        return {task: sorted(names, key=lambda name: self.median(task, name)) for task, names in found.items()}

    def fastest(self, builds: Mapping[str, Sequence[str]]) -> Times:
        """Return the times with only the fastest build of each contender at each task, under the contender's name.

        Args:
            builds: contender -> names of its builds. All other names stay as they are.
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
        """Task -> contender -> median and quartiles in ns per state, and how many times faster than the reference.

        Args:
            reference: contender of a task with which the others are compared; none, and there are no ratios.
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
    """Lower quartile, median, upper quartile."""
    if len(figures) < 2:
        return figures[0], figures[0], figures[0]
    low, _, high = statistics.quantiles(figures, method="inclusive")
    return low, statistics.median(figures), high


def measure(jobs: Sequence[Job], rounds: int, turn: float) -> Times:
    """Time all jobs, round after round; every other round in reverse order.

    In a fixed order the second of two large batches finds the inputs in the cache that the first one has read: the same
    code took a tenth less in second place.

    Args:
        jobs: task and name are unique.
        rounds: how many.
        turn: seconds that a job's turn takes, at least one evaluation.
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
    """Evaluations that fill a turn; the first one, which may take many times longer, does not count."""
    timer.timeit(1)
    repeats = 1
    while (took := timer.timeit(repeats)) < turn / 4:
        repeats *= 4
    return max(1, round(repeats * turn / took))
