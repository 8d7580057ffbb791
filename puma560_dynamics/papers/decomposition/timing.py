"""Timing of the two parts of models on this machine, in turns, so that a busy machine slows all of them equally."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from timeit import Timer

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ...models.terms import Elements, Terms
from .table_2 import Parts

ROUNDS = 15
"""Number of rounds; results are medians."""

TURN = 0.004
"""Time of each measurement in a round, s; at least one evaluation is made."""


@dataclass(frozen=True)
class Timed:
    """Computing times of one model, ns per state, one value per round.

    Attributes:
        name: name of the model.
        states: number of states per call.
        elements: times of the evaluation of A, B, C and g.
        products: times of the torque from known elements.
        torque: times of the model's fastest torque function.
    """

    name: str
    states: int
    elements: Sequence[float]
    products: Sequence[float]
    torque: Sequence[float]

    @property
    def parts(self) -> Parts:
        """Return the median times, ns, in the form that `rates` takes with a speed of 1e9 ns per second."""
        elements, products, torque = map(statistics.median, (self.elements, self.products, self.torque))
        return Parts(self.name, elements, products, torque)

    def gain(self, divider: int) -> float:
        """Return the ratio of torque rates: elements for every `divider`-th torque to elements for every torque.

        This is the comparison in section 3 of the paper. The result is the median of the rounds.
        """
        pairs = zip(self.elements, self.products, strict=True)
        return statistics.median((e + p) / (e / divider + p) for e, p in pairs)

    def gain_over_torque(self, divider: int) -> float:
        """Return the ratio of torque rates: elements for every `divider`-th torque to the fastest torque function."""
        rounds = zip(self.elements, self.products, self.torque, strict=True)
        return statistics.median(t / (e / divider + p) for e, p, t in rounds)


def timed(models: Sequence[DynamicModel], states: int = 1, rounds: int = ROUNDS) -> list[Timed]:
    """Measure the computing times of the parts of each model.

    Args:
        models: models of one arm.
        states: 1 for single states (n,), more for batches (states, n).
        rounds: number of rounds.
    """
    jobs = [job for model in models for job in _jobs(model, *_motion(model, states))]
    timers = [Timer(job, timer=time.thread_time) for job in jobs]
    repeats = [_repeats(timer) for timer in timers]
    found: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for times, timer, number in zip(found, timers, repeats, strict=True):
            times.append(1e9 * timer.timeit(number) / (number * states))
    return [Timed(model.kind, states, *found[3 * i : 3 * i + 3]) for i, model in enumerate(models)]


def _jobs(model: DynamicModel, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> list[Callable[[], object]]:
    held = model.elements(q)
    return [lambda: model.elements(q), lambda: products(held, qd, qdd), lambda: model.torque(q, qd, qdd)]


def products(elements: Elements, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Return the torque ``(…, n)`` N·m by equation (1) from known elements."""
    terms: Terms = elements.terms(qd, qdd)
    return terms.total


def _motion(model: DynamicModel, states: int) -> tuple[FloatArray, ...]:
    """Return random q, qd and qdd in rad, rad/s and rad/s²; (n,) for one state, else (states, n)."""
    arm, rng = model.arm, np.random.default_rng(1986)
    shape = (arm.n,) if states == 1 else (states, arm.n)
    return (
        rng.uniform(arm.lower, arm.upper, shape),
        rng.uniform(-1.0, 1.0, shape) * arm.velocity,
        rng.uniform(-10.0, 10.0, shape),
    )


def _repeats(timer: Timer) -> int:
    """Return the number of evaluations that take the time `TURN`; this is also the warm-up."""
    number = 1
    while (took := timer.timeit(number)) < TURN / 4:
        number *= 4
    return max(1, round(number * TURN / took))
