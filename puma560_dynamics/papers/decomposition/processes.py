"""Measurement of the multiprocessor split of section 3: elements in one process, products and sums in another.

Both processes run as fast as possible along the pick-and-place motion. For comparison, a single process computes the
same; both variants take turns, so that a busy machine slows both in the same way.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ...errors import StateError
from ...models.interface import DynamicModel
from ...models.terms import Elements
from .multirate import at_speed
from .timing import products, timed
from .worker import ChannelEnd, elements_process, newer, unpacked

RATE = 4000.0
"""Sampling rate of the motion, Hz."""

DIVIDER = 4
"""Number of torques per evaluation of elements in a single process, as in table 2."""

TURN = 0.1
"""Time of each variant in a round, s."""

ECHOES = 500
"""Number of round trips that are timed."""

Torque = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Function that computes the torque (n,) N·m from q, qd and qdd (n,)."""


@dataclass(frozen=True)
class Communication:
    """Cost of using another process.

    Attributes:
        latency: half the time of a round trip through a process that evaluates nothing, s: from a published
            configuration to received elements. It is the 10 % quantile, because most other trips wait for a processor
            on a busy machine.
        per_torque: processor time for publishing one configuration and reading the newest elements, s.
    """

    latency: float
    per_torque: float


@dataclass(frozen=True)
class SplitRun:
    """Comparison of two processes with one.

    Rates are per second of processor time, so that other work of the machine has no effect. All values except the ages
    are medians of the rounds.

    Attributes:
        model: name of the model.
        speed: velocity of the fastest joint, as a fraction of its limit.
        torque_rate: torques per second with two processes, Hz.
        elements_rate: evaluations of elements per second with two processes, Hz.
        processors: fraction of the time in which the torque process had a processor; 1 on a free machine.
        age: median age of the elements used for a torque, s.
        oldest: 99 % quantile of the age, s.
        error: (n,) largest difference from the torque with current elements, N·m.
        torn: number of records that were read again because they changed during the copy.
        communication: cost of communication.
        alone: torques per second of one process that evaluates elements for each torque, Hz.
        alone_divided: torques per second of one process that evaluates elements for every `DIVIDER`-th torque, Hz.
        alone_torque: torques per second by the model's fastest torque function, Hz.
        elements: time of one evaluation of the elements in one process, s.
        products: time of the products and sums of one torque, s.
    """

    model: str
    speed: float
    torque_rate: float
    elements_rate: float
    processors: float
    age: float
    oldest: float
    error: FloatArray
    torn: int
    communication: Communication
    alone: float
    alone_divided: float
    alone_torque: float
    elements: float
    products: float

    @property
    def speed_up(self) -> float:
        """Return the ratio of torque rates: two processes to one that evaluates both parts for each torque."""
        return self.torque_rate / self.alone

    @property
    def efficiency(self) -> float:
        """Return the fraction of two processors' time for elements and products; the rest is communication."""
        return (self.elements_rate * self.elements + self.torque_rate * self.products) / 2.0

    def pays_from(self, divider: int = 1) -> float:
        """Return the time of the elements above which two processes compute more torques than one with `divider`, s.

        Per torque, one process spends elements / divider + products; two processes spend communication + products.
        """
        return divider * self.communication.per_torque

    @property
    def pays_from_torque(self) -> float:
        """Return the time of a model's fastest torque function above which two processes compute more torques, s."""
        return self.products + self.communication.per_torque


@dataclass(frozen=True)
class SampledMotion:
    """A periodically repeated motion, sampled at `RATE`: (N, n) each, rad, rad/s, rad/s²."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray

    @classmethod
    def at(cls, model: DynamicModel, speed: float) -> SampledMotion:
        """Return the pick-and-place motion, where the fastest joint reaches the fraction `speed` of its limit."""
        motion = at_speed(speed, model.arm.velocity)
        references = [motion.at(time) for time in np.arange(0.0, motion.duration, 1.0 / RATE).tolist()]
        names = ("position", "velocity", "acceleration")
        return cls(*(np.array([getattr(one, name) for one in references]) for name in names))

    def row(self, nanoseconds: int) -> int:
        """Return the index of the sample at a time in ns."""
        return int(nanoseconds * (RATE * 1e-9)) % len(self.q)


@dataclass(frozen=True)
class ProcessRound:
    """Measurements of one run of the two processes, with N torques.

    Attributes:
        torque_rate: torques per second of processor time, Hz.
        elements_rate: evaluations of elements per second of processor time of the other process, Hz.
        processors: processor time per second of the torque process.
        ages: (N,) age of the elements of each torque, s.
        rows: (N,) sample of the motion of each torque.
        held: (N,) sample to whose configuration the elements belong.
        torques: (N, n) torques, N·m.
    """

    torque_rate: float
    elements_rate: float
    processors: float
    ages: FloatArray
    rows: NDArray[np.intp]
    held: NDArray[np.intp]
    torques: FloatArray


def communication(model: DynamicModel, echoes: int = ECHOES) -> Communication:
    """Measure the time of round trips through a process that evaluates nothing, and their processor time here.

    Raises:
        RunError: the process does not start.
    """
    q, trips = np.zeros(model.arm.n), []
    with elements_process(None, model.arm.n) as line:
        for _ in range(echoes):
            asked = time.perf_counter_ns()
            line.ask(asked, q)
            newer(line, asked)
            trips.append(time.perf_counter_ns() - asked)
        began = time.thread_time_ns()
        for stamp in range(echoes):
            line.ask(stamp, q)
            _in_hand(line, model.arm.n)
        spent = time.thread_time_ns() - began
    fast = 0.5e-9 * np.quantile(trips, 0.1)
    return Communication(float(fast), 1e-9 * spent / echoes)


def split_run(model: DynamicModel, speed: float = 0.5, rounds: int = 5) -> SplitRun:
    """Measure the split into two processes and the same computation in one process.

    Args:
        model: model of any arm.
        speed: velocity of the fastest joint, as a fraction of its limit.
        rounds: number of rounds, 1 or more.

    Raises:
        RunError: the process does not start or does not answer.
        StateError: `rounds` is below 1, or `speed` is not above zero.
    """
    if rounds < 1 or not speed > 0.0:
        raise StateError(f"expected at least one round and a speed above 0, got {rounds} and {speed:g}")
    motion = SampledMotion.at(model, speed)
    costs = communication(model)
    ways = (_every_time(model), _divided(model), model.torque)
    turns, alone = [], [[] for _ in ways]  # type: tuple[list[ProcessRound], list[list[float]]]
    with elements_process(model, model.arm.n) as line:
        for _ in range(rounds):
            turns.append(together(line, motion))
            for rates, way in zip(alone, ways, strict=True):
                rates.append(by_itself(way, motion))
        torn = line.elements.torn
    rows, torques = np.concatenate([turn.rows for turn in turns]), np.concatenate([turn.torques for turn in turns])
    every, divided, shortest = (statistics.median(rates) for rates in alone)
    ages = np.concatenate([turn.ages for turn in turns])
    parts = timed([model], rounds=5)[0].parts
    return SplitRun(
        model=model.kind,
        speed=speed,
        torque_rate=statistics.median(turn.torque_rate for turn in turns),
        elements_rate=statistics.median(turn.elements_rate for turn in turns),
        processors=statistics.median(turn.processors for turn in turns),
        age=float(np.median(ages)),
        oldest=float(np.quantile(ages, 0.99)),
        error=np.abs(torques - _exact(model, motion)[rows]).max(axis=0),
        torn=torn,
        communication=costs,
        alone=every,
        alone_divided=divided,
        alone_torque=shortest,
        elements=1e-9 * parts.configuration,
        products=1e-9 * parts.motion,
    )


def together(line: ChannelEnd, motion: SampledMotion, seconds: float = TURN) -> ProcessRound:
    """Compute torques with the newest elements, while the other process refreshes the elements."""
    n = motion.q.shape[1]
    ages: list[int] = []
    rows: list[int] = []
    held: list[int] = []
    torques: list[FloatArray] = []
    began = time.perf_counter_ns()
    line.ask(began, motion.q[motion.row(began)])
    first = newer(line, began)
    began, used = time.perf_counter_ns(), time.thread_time()
    end = began + int(1e9 * seconds)
    while (now := time.perf_counter_ns()) < end or line.elements.number == first.number:
        row = motion.row(now)
        line.ask(now, motion.q[row])
        stamp, elements = _in_hand(line, n)
        torques.append(products(elements, motion.qd[row], motion.qdd[row]))
        ages.append(now - stamp)
        rows.append(row)
        held.append(motion.row(stamp))
    used, took = time.thread_time() - used, 1e-9 * (time.perf_counter_ns() - began)
    last = newer(line, first.stamp)
    elements_rate = (last.number - first.number) / float(last.values[-1] - first.values[-1])
    return ProcessRound(
        torque_rate=len(rows) / used,
        elements_rate=elements_rate,
        processors=used / took,
        ages=1e-9 * np.array(ages),
        rows=np.array(rows),
        held=np.array(held),
        torques=np.array(torques),
    )


def by_itself(way: Torque, motion: SampledMotion, seconds: float = TURN) -> float:
    """Return the torques per second of processor time that one process computes with the function `way`, Hz."""
    torques: list[FloatArray] = []
    used = time.thread_time()
    end = time.perf_counter_ns() + int(1e9 * seconds)
    while (now := time.perf_counter_ns()) < end:
        row = motion.row(now)
        torques.append(way(motion.q[row], motion.qd[row], motion.qdd[row]))
    return len(torques) / (time.thread_time() - used)


def _every_time(model: DynamicModel) -> Torque:
    return lambda q, qd, qdd: products(model.elements(q), qd, qdd)


def _divided(model: DynamicModel) -> Torque:
    count, held = 0, model.elements(np.zeros(model.arm.n))

    def torque(q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        nonlocal count, held
        if count % DIVIDER == 0:
            held = model.elements(q)
        count += 1
        return products(held, qd, qdd)

    return torque


def _in_hand(line: ChannelEnd, n: int) -> tuple[int, Elements]:
    """Return the stamp (ns) of the configuration of the newest elements, and the elements."""
    record = line.elements.read()
    assert record is not None  # `elements_process` waited for the first
    return record.stamp, unpacked(record.values, n)


def _exact(model: DynamicModel, motion: SampledMotion) -> FloatArray:
    return products(model.elements(motion.q), motion.qd, motion.qdd)
