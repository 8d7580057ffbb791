"""The multiprocessor split of section 3, running: elements by one process, products and sums by another.

Both run as fast as they can along the pick-and-place motion. Next to them one process does the same
alone, in turns with the two, so that a busy machine slows all of them alike.
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
"""Samples of the motion per second, Hz."""

DIVIDER = 4
"""The divider of one process that evaluates both parts, as in table 2."""

TURN = 0.1
"""Seconds that each way of computing has in a round."""

ECHOES = 500
"""Round trips that are timed."""

Torque = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""q, qd, qdd (n,) each to torque (n,) N·m."""


@dataclass(frozen=True)
class Communication:
    """Cost of using another process.

    Attributes:
        latency: half a round trip, s: from a configuration that is published, through a process that
            evaluates nothing, to its elements in hand. A tenth of the trips are faster: most of the others
            wait for a processor where the machine has more to do.
        per_torque: processor time, s, for publishing one configuration and reading the newest elements.
    """

    latency: float
    per_torque: float


@dataclass(frozen=True)
class SplitRun:
    """Two processes compared with one.

    Rates are per second of processor time, which is what a processor without other work gives; all but
    the ages are medians of the turns.

    Attributes:
        model: its name.
        speed: share of the velocity limit that the fastest joint of the motion reaches.
        torque_rate: torques of the two, Hz.
        elements_rate: evaluations of the elements of the two, Hz.
        processors: share of the clock's time that the torque had a processor; 1 on a free machine.
        age: of the elements that a torque was made of, s by the clock: median.
        oldest: 99 % of the ages are below, s.
        error: (n,) N·m, the largest difference from the torque without age.
        torn: records that were read again.
        communication: what it costs.
        alone: torques of one process with elements for each torque, Hz.
        alone_divided: with elements for every `DIVIDER`-th, Hz.
        alone_torque: by the model's own shortest way to the torque, Hz.
        elements: time that one process takes to evaluate them, s.
        products: the same for the products and sums, s.
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
        """Torques of two processors for each of one that evaluates both parts each time."""
        return self.torque_rate / self.alone

    @property
    def efficiency(self) -> float:
        """Share of two processors' time that goes into elements and products; the rest is communication."""
        return (self.elements_rate * self.elements + self.torque_rate * self.products) / 2.0

    def pays_from(self, divider: int = 1) -> float:
        """Least time of the elements, s, from which two processes give more torques than one with `divider`.

        One process spends elements/divider + products on a torque, two spend communication + products.
        """
        return divider * self.communication.per_torque

    @property
    def pays_from_torque(self) -> float:
        """Least time of a model's shortest way to the torque, s, from which two processes give more of them."""
        return self.products + self.communication.per_torque


@dataclass(frozen=True)
class SampledMotion:
    """Sampled at `RATE`, from end to end over and over: (N, n) each, rad, rad/s, rad/s²."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray

    @classmethod
    def at(cls, model: DynamicModel, speed: float) -> SampledMotion:
        """The pick-and-place motion; the fastest joint reaches the share `speed` of its limit."""
        motion = at_speed(speed, model.arm.velocity)
        references = [motion.at(time) for time in np.arange(0.0, motion.duration, 1.0 / RATE).tolist()]
        names = ("position", "velocity", "acceleration")
        return cls(*(np.array([getattr(one, name) for one in references]) for name in names))

    def row(self, nanoseconds: int) -> int:
        """The sample of a time, ns."""
        return int(nanoseconds * (RATE * 1e-9)) % len(self.q)


@dataclass(frozen=True)
class ProcessRound:
    """Measurements of one run of the two processes, torque by torque.

    Attributes:
        torque_rate: per second of processor time, Hz.
        elements_rate: the same of the other process, Hz.
        processors: processor time a second.
        ages: (N,) s by the clock.
        rows: (N,) samples of the motion.
        held: (N,) samples whose configuration the elements belong to.
        torques: (N, n) N·m.
    """

    torque_rate: float
    elements_rate: float
    processors: float
    ages: FloatArray
    rows: NDArray[np.intp]
    held: NDArray[np.intp]
    torques: FloatArray


def communication(model: DynamicModel, echoes: int = ECHOES) -> Communication:
    """Time round trips through a process that evaluates nothing, and what they take of the processor here.

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
    """Run the split and the same in one process, `rounds` turns each.

    Args:
        model: of any arm.
        speed: share of the velocity limit that the fastest joint reaches.
        rounds: 1 or more.

    Raises:
        RunError: the process does not start or does not answer.
        StateError: no round, or a speed that is not above zero.
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
    """Torques of the newest elements, while the other process renews them."""
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
    """Torques of one process per second of processor time, Hz."""
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
    """The newest elements and the stamp of their configuration, ns."""
    record = line.elements.read()
    assert record is not None  # `elements_process` waited for the first
    return record.stamp, unpacked(record.values, n)


def _exact(model: DynamicModel, motion: SampledMotion) -> FloatArray:
    return products(model.elements(motion.q), motion.qd, motion.qdd)
