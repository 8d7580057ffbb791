"""Recordings made of formulas, as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arrays import FloatArray, IntegerArray
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples, ReferenceSamples, TermSamples

EPOCH = 1_700_000_000 * 10**9  # ns


def nanoseconds(seconds: ArrayLike) -> IntegerArray:
    """Stamps of times since `EPOCH`."""
    return EPOCH + np.round(1e9 * np.asarray(seconds)).astype(np.int64)


class MultiSine:
    """Random sums of sines: position and its derivatives in closed form.

    Args:
        rng: randomness.
        n: joints.
        highest: Hz, of the fastest sine.
    """

    def __init__(self, rng: np.random.Generator, n: int = 6, highest: float = 2.0) -> None:
        self.omega = 2.0 * np.pi * np.sort(rng.uniform(0.1, highest, 5))
        self.amplitude = rng.uniform(0.1, 0.3, (n, 5))
        self.phase = rng.uniform(0.0, 2.0 * np.pi, (n, 5))

    def at(self, time: ArrayLike, derivative: int = 0) -> FloatArray:
        """(N, n) rad, rad/s or rad/s²."""
        angle = np.multiply.outer(np.asarray(time), self.omega)[:, None, :] + self.phase
        return np.einsum(
            "jk,ijk->ij", self.amplitude * self.omega**derivative, np.sin(angle + derivative * np.pi / 2.0)
        )


@dataclass
class Topics:
    """Everything that a recording may have; by default nothing but joint states."""

    states: JointSamples
    commands: CommandSamples | None = None
    reference: ReferenceSamples | None = None
    terms: Mapping[str, TermSamples] = field(default_factory=dict)

    def blocks(self, cuts: int = 7) -> Iterator[Block]:
        """In blocks of equal stretches of log time."""
        n = self.states.position.shape[1]
        empty, nothing = np.zeros((0, n)), np.zeros(0, dtype=np.int64)
        commands = self.commands or CommandSamples(nothing, empty)
        reference = self.reference or ReferenceSamples(nothing, nothing, empty, empty, empty)
        terms = (term.log_time for term in self.terms.values())
        every = np.concatenate([self.states.log_time, commands.log_time, reference.log_time, *terms])
        first, span = int(every.min()), int(every.max() - every.min()) + 1
        edges = [first + k * span // cuts for k in range(cuts + 1)]
        for k in range(cuts):
            yield Block(
                _part(self.states, edges[k], edges[k + 1]),
                _part(commands, edges[k], edges[k + 1]),
                {name: _part(term, edges[k], edges[k + 1]) for name, term in self.terms.items()},
                _part(reference, edges[k], edges[k + 1]),
                (k + 1) / cuts,
            )


def _part(samples, start: int, end: int):
    """Samples logged between two times, in the order in which they stand."""
    inside = (samples.log_time >= start) & (samples.log_time < end)
    return type(samples)(*(getattr(samples, name)[inside] for name in samples.__dataclass_fields__))


def states(
    time: FloatArray,
    position: FloatArray,
    velocity: FloatArray | None = None,
    effort: FloatArray | None = None,
    delay: float | FloatArray = 5e-4,
) -> JointSamples:
    """Joint states at `time` s, logged `delay` s later; NaN for what is not given."""
    nothing = np.full_like(position, np.nan)
    return JointSamples(
        nanoseconds(time),
        nanoseconds(np.asarray(time) + delay),
        position,
        nothing if velocity is None else velocity,
        np.ones_like(position) if effort is None else effort,
    )
