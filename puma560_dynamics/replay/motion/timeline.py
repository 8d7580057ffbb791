"""Sorting of joint states by time, without duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, IntegerArray
from ...bags.findings import Findings
from ..reading.samples import JointSamples
from .clock import WINDOW, Clock

BATCH = 16384
"""Number of samples sorted together."""

STEP = 1e-3
"""Smallest step of time where a clock was set, s."""


@dataclass(frozen=True, eq=False)
class Ordered:
    """Samples of one epoch of the clock, in order of time.

    Attributes:
        epoch: number of times the clock was set before these samples.
        time: (N,) time since the first stamp of the recording, s, rising.
        states: the samples.
    """

    epoch: int
    time: FloatArray
    states: JointSamples


def pick(states: JointSamples, index: IntegerArray | NDArray[np.bool_] | slice) -> JointSamples:
    """Return the samples that `index` selects."""
    return JointSamples(*(getattr(states, field.name)[index] for field in fields(states)))


def joined_samples(parts: list[JointSamples]) -> JointSamples:
    """Concatenate the samples of one or more parts."""
    if len(parts) == 1:
        return parts[0]
    return JointSamples(*(np.concatenate([getattr(p, field.name) for p in parts]) for field in fields(parts[0])))


class Timeline:
    """Sorts joint states by ``header.stamp``, with bounded memory.

    A sample that arrives up to a second late is moved to its place. Samples are left out if they arrive later, have a
    position that is not finite, or have the stamp of an earlier sample. A repetition with equal values is not a loss,
    because a simulated arm in lock-step repeats a state until it receives a command. A stamp of zero is replaced by log
    time. After the clock was set (see `Clock`), time continues by log time. Every sample is returned or counted, and
    the result does not depend on how the stream is divided into pieces.

    Attributes:
        count: number of samples received.
        not_finite: number of samples left out because a position is not finite.
        duplicates: number of samples left out because they have the stamp of another sample, but different values.
        late: number of samples left out because they arrived too late or their stamp is wrong.
        repeated: number of samples left out because they have stamp and values of another sample.
        out_of_order: number of samples that arrived after a sample with a later stamp, including those left out.
        unstamped: number of samples without a stamp.
        restarts: number of times the clock was set.
    """

    def __init__(self) -> None:
        self.count = self.not_finite = self.duplicates = self.repeated = self.late = self.out_of_order = 0
        self.unstamped = self.restarts = 0
        self._clock = Clock()
        self._unjudged: list[JointSamples] = []
        self._unsorted: list[JointSamples] = []
        self._start: tuple[int, float] | None = None  # of this epoch: stamp in ns and time in s
        self._newest = (0, 0)  # stamp and log time of the newest sample of this epoch, ns
        self._ended: tuple[float, int] | None = None  # end of the previous epoch: time in s and log time in ns
        self._given: JointSamples | None = None  # the last sample that was yielded

    def order(self, stream: Iterable[JointSamples]) -> Iterator[Ordered]:
        """Yield the samples of `stream` in order of time; call it once."""
        waiting = 0
        for states in stream:
            if len(states.stamp):
                self._take(states)
                waiting += len(states.stamp)
            if waiting >= BATCH:
                yield from self._judge(last=False)
                waiting = 0
        yield from self._judge(last=True)

    def report(self, findings: Findings) -> None:
        """Report samples that were left out or corrected."""
        if self.unstamped:
            findings.add(
                "zero_stamp", "joint states have no stamp: the time when they were logged is used", self.unstamped
            )
        if self.not_finite:
            findings.add("not_finite", "joint states whose position is not finite were left out", self.not_finite)
        if self.duplicates:
            findings.add(
                "duplicate",
                "joint states with the stamp of an earlier one and other values were left out",
                self.duplicates,
            )
        if self.repeated:
            findings.add(
                "repeated",
                "joint states were published twice with the same stamp and values: each counts once",
                self.repeated,
                loss=False,
            )
        if self.late:
            findings.add("late", "joint states more than 1 s out of order, or far off, were left out", self.late)
        if self.out_of_order > self.late:
            sorted_in = self.out_of_order - self.late
            findings.add("out_of_order", "joint states came out of order and were sorted in", sorted_in, loss=False)
        if self.restarts:
            findings.add("restart", "the clock of the stamps was set: time continues by the log time", self.restarts)

    def _take(self, states: JointSamples) -> None:
        """Keep samples with finite positions, and replace missing stamps by log time."""
        self.count += len(states.stamp)
        finite = np.asarray(np.isfinite(states.position).all(axis=1))
        if not finite.all():
            self.not_finite += int(np.count_nonzero(~finite))
            states = pick(states, finite)
        unstamped = states.stamp <= 0
        if unstamped.any():
            self.unstamped += int(np.count_nonzero(unstamped))
            stamp = np.where(unstamped, states.log_time, states.stamp)
            states = JointSamples(stamp, states.log_time, states.position, states.velocity, states.effort)
        self._unjudged.append(states)

    def _judge(self, last: bool) -> Iterator[Ordered]:
        """Classify samples by the clock, and yield those that no later sample can precede."""
        if self._unjudged:
            states = joined_samples(self._unjudged)
            epochs, newest, judged = self._clock.follow(states.stamp, states.log_time, last)
            self._unjudged = [pick(states, slice(judged, None))]
            fitting = sum(len(index) for index in epochs)
            self.late += judged - fitting
            self.out_of_order += judged - fitting
            before = np.split(newest, np.cumsum([len(index) for index in epochs])[:-1])
            for k, (index, top) in enumerate(zip(epochs, before, strict=True)):
                if k:
                    yield from self._sorted(whole=True)
                    self._set_clock()
                self._fit(pick(states, index), top)
        yield from self._sorted(whole=last)

    def _set_clock(self) -> None:
        """Begin a new epoch."""
        if self._start is not None:
            stamp, time = self._start
            self._ended = (time + 1e-9 * (self._newest[0] - stamp), self._newest[1])
        self.restarts += 1
        self._start = self._given = None

    def _fit(self, states: JointSamples, before: IntegerArray) -> None:
        """Add samples of this epoch in the order of arrival; `before` is the newest stamp before each sample."""
        if not len(states.stamp):
            return
        self.out_of_order += int(np.count_nonzero(states.stamp < before))
        top = int(states.stamp.argmax())
        first = self._start is None and not self._unsorted
        if first or states.stamp[top] > self._newest[0]:
            self._newest = (int(states.stamp[top]), int(states.log_time[top]))
        self._unsorted.append(states)

    def _sorted(self, whole: bool) -> Iterator[Ordered]:
        """Yield sorted samples that no later sample can precede; all samples if `whole`."""
        if not self._unsorted:
            return
        states = joined_samples(self._unsorted)
        states = pick(states, np.argsort(states.stamp, kind="stable"))
        ready = len(states.stamp)
        if not whole:
            ready = int(np.searchsorted(states.stamp, self._newest[0] - WINDOW, side="left"))
        self._unsorted = [pick(states, slice(ready, None))] if ready < len(states.stamp) else []
        if ready:
            if self._start is None:
                self._start = (int(states.stamp[0]), self._begin(int(states.log_time[0])))
            states = self._once(pick(states, slice(0, ready)))
            time = np.asarray(self._start[1] + 1e-9 * (states.stamp - self._start[0]))
            if len(time):
                yield Ordered(self.restarts, time, states)

    def _begin(self, log_time: int) -> float:
        """Return the start time of an epoch whose first sample was logged at `log_time`, s."""
        if self._ended is None:
            return 0.0
        time, logged = self._ended
        return time + max(1e-9 * (log_time - logged), STEP)

    def _once(self, states: JointSamples) -> JointSamples:
        """Return sorted samples without those that have the stamp of an earlier sample."""
        given = self._given
        new = np.diff(states.stamp, prepend=states.stamp[0] - 1 if given is None else given.stamp[0]) > 0
        if not new.all():
            again = np.flatnonzero(~new)
            first = np.maximum.accumulate(np.where(new, np.arange(len(new)), -1))[again]
            before = pick(states, np.maximum(first, 0))
            if given is not None:
                for field in fields(before):
                    getattr(before, field.name)[first < 0] = getattr(given, field.name)
            same = same_samples(pick(states, again), before)
            self.repeated += int(np.count_nonzero(same))
            self.duplicates += int(np.count_nonzero(~same))
            states = pick(states, new)
        if len(states.stamp):
            self._given = pick(states, np.array([-1]))
        return states


def same_samples(a: JointSamples, b: JointSamples) -> NDArray[np.bool_]:
    """Return flags (N,): whether samples of `a` and `b` have equal values; values missing in both are equal."""
    same = np.full(len(a.stamp), True)
    for one, other in ((a.position, b.position), (a.velocity, b.velocity), (a.effort, b.effort)):
        same &= ((one == other) | (np.isnan(one) & np.isnan(other))).all(axis=1)
    return same
