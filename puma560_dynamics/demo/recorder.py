"""Record a run sample by sample into arrays, and detect diverging motion. Independent of ROS."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..control.feed_forward.feed_forward import MODEL_TERMS, TERM_NAMES
from .record import PhaseRecord, Setting

ROUNDING = 1e-6
"""Rounding error by which the last sample may seem to be after the end, s; in lock-step it is exactly at the end."""


class PhaseRecorder:
    """Records the samples of one motion with one setting; all stamps are seconds of one clock."""

    def __init__(self, setting: Setting, n: int) -> None:
        self.setting = setting
        self._n = n
        self._states: list[tuple[float, FloatArray, FloatArray, FloatArray]] = []
        self._references: list[tuple[float, float, FloatArray]] = []
        self._terms: list[tuple[float, Mapping[str, FloatArray]]] = []
        self._residuals: list[FloatArray] = []

    @property
    def behind(self) -> int:
        """Number of torques with terms that have not been compared yet."""
        return sum(bool(terms) for _, terms in self._terms) - len(self._residuals)

    def state(self, stamp: float, position: FloatArray, velocity: FloatArray, effort: FloatArray) -> None:
        """Record a joint state; a repeated state counts once."""
        if self._states and stamp <= self._states[-1][0]:
            return
        self._states.append((stamp, position, velocity, effort))

    def reference(self, stamp: float, since_start: float, position: FloatArray) -> None:
        """Record a reference; `since_start` is the time since the motion began, s. A repeated reference counts once.

        If that time decreases, a new motion has begun, and earlier samples belong to the previous one.
        """
        if self._references and stamp <= self._references[-1][0]:
            return
        if self._references and since_start < self._references[-1][1]:
            self._references.clear()
        self._references.append((stamp, since_start, position))

    def terms(self, stamp: float, terms: Mapping[str, FloatArray]) -> None:
        """Record the active terms of the model at one joint state."""
        self._terms.append((stamp, terms))

    def residual(self, residual: FloatArray) -> None:
        """Record the explicit model minus Pinocchio at one joint state."""
        self._residuals.append(residual)

    def phase(self, diverged: str = "") -> PhaseRecord:
        """Return the record of the time in which the reference moved; `diverged` is stored in the `PhaseRecord`."""
        return replace(self._recorded(), diverged=diverged)

    def _recorded(self) -> PhaseRecord:
        n = self._n
        moving = [item for item in self._references if item[1] > 0.0]
        if len(moving) < 2:
            return self._empty()
        stamps = np.array([item[0] for item in moving])
        start = float(np.median(stamps - np.array([item[1] for item in moving])))
        duration = moving[-1][1]
        path = np.array([item[2] for item in moving])
        end = start + duration + ROUNDING
        states = [item for item in self._states if stamps[0] <= item[0] <= end]
        if not states:
            return self._empty()
        time = np.array([item[0] for item in states]) - start
        terms = [item for item in self._terms if stamps[0] <= item[0] <= end]
        names = [name for name in TERM_NAMES if name in MODEL_TERMS or any(name in item[1] for item in terms)]
        columns = {
            name: np.array([item[1][name] for item in terms if name in item[1]]).reshape(-1, n) for name in names
        }
        complete = len({len(values) for values in columns.values()} | {len(terms)}) == 1
        return PhaseRecord(
            setting=self.setting,
            time=time,
            reference=np.stack([np.interp(time, stamps - start, path[:, j]) for j in range(n)], axis=1),
            position=np.array([item[1] for item in states]),
            velocity=np.array([item[2] for item in states]),
            effort=np.array([item[3] for item in states]),
            terms=columns if complete else {name: np.zeros((0, n)) for name in names},
            terms_time=np.array([item[0] for item in terms]) - start if complete else np.zeros(0),
            residual=np.array(self._residuals).reshape(-1, n),
        )

    def _empty(self) -> PhaseRecord:
        none = np.zeros((0, self._n))
        return PhaseRecord(
            self.setting, np.zeros(0), none, none, none, none, dict.fromkeys(MODEL_TERMS, none), np.zeros(0), none
        )


class RateMeter:
    """Measures the rates of `topics`."""

    def __init__(self, topics: Iterable[str]) -> None:
        self._intervals: dict[str, int] = dict.fromkeys(topics, 0)
        self._watched: dict[str, float] = defaultdict(float)
        self._last: dict[str, float] = {}

    def tick(self, topic: str, now: float) -> None:
        """Count one message of `topic` at `now`, s."""
        if topic in self._last:
            self._intervals[topic] += 1
            self._watched[topic] += now - self._last[topic]
        self._last[topic] = now

    def rates(self) -> dict[str, float]:
        """Return the rates in Hz by topic; 0 for a topic with fewer than two messages."""
        return {topic: count / self._watched[topic] if count else 0.0 for topic, count in self._intervals.items()}


OVERSPEED = 2.0
"""Multiple of its velocity limit above which a joint counts as running away."""

FAR = 1.0
"""Distance from the reference above which a joint counts as lost, rad."""


def divergence(arm: Arm, position: FloatArray, velocity: FloatArray, reference: FloatArray | None) -> str:
    """Return a sentence on the joint that has diverged; empty if none has.

    Args:
        arm: arm with joint names and velocity limits.
        position, velocity: (n,) rad and rad/s.
        reference: (n,) rad; `None` before the first reference.
    """
    if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
        return "position or velocity is not finite"
    share = np.abs(velocity) / arm.velocity
    joint = int(np.argmax(share))
    if share[joint] > OVERSPEED:
        return (
            f"{arm.joint_names[joint]} moves at {abs(velocity[joint]):.1f} rad/s "
            f"(limit {arm.velocity[joint]:.1f} rad/s)"
        )
    if reference is not None:
        off = np.abs(position - reference)
        joint = int(np.argmax(off))
        if off[joint] > FAR:
            return f"{arm.joint_names[joint]} is {off[joint]:.2f} rad off its reference"
    return ""
