"""Join the parts of joint states by time: values of all parts at the stamps of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

import numpy as np

from ...arrays import FloatArray, IntegerArray
from ..resampling import to_grid
from .join_plan import BACK, JoinPlan, PartTimes, within
from .samples import STATES, JointSamples, Samples
from .split_states import StatePart, part_keys
from .topic_readers import JOINT_FIELDS

CONTEXT = 3
"""Number of messages on both sides that interpolation needs, so that the result does not depend on pieces."""


class StateJoiner:
    """Joins parts of joint states while they are read.

    Samples are kept until every part that is not at its end has samples `BACK` later, because messages may arrive out
    of order. If one part is recorded after another, all samples of the first are kept.

    Args:
        n: number of joints.
        parts: the parts.
        plan: how to join them.
    """

    def __init__(self, n: int, parts: Sequence[StatePart], plan: JoinPlan) -> None:
        self._n, self._parts, self._plan = n, parts, plan
        self._kept = [_nothing(n) for _ in parts]
        self._waiting: list[list[JointSamples]] = [[] for _ in parts]
        self._received = [0] * len(parts)
        self._done = np.iinfo(np.int64).min  # newest stamp that was joined, ns

    def join(self, samples: Mapping[str, Samples]) -> dict[str, Samples]:
        """Return samples with joined joint states in place of the parts, as far as they are complete."""
        result = {name: some for name, some in samples.items() if name not in self.keys}
        for k, key in enumerate(self.keys):
            part = samples.get(key)
            if isinstance(part, JointSamples) and len(part.stamp):
                stamp = _filled(part.stamp, part.log_time) + self._plan.shift[k]
                values = (getattr(part, name) for name in JOINT_FIELDS)
                self._waiting[k].append(JointSamples(stamp, part.log_time, *values))
                self._received[k] += len(stamp)
        limit = self._limit()
        if limit > self._done:
            result[STATES] = self._joined(limit)
        return result

    def rest(self) -> dict[str, Samples]:
        """Return the last joint states."""
        return {STATES: self._joined(np.iinfo(np.int64).max)}

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the name of the samples of each part."""
        return part_keys(self._parts)

    def _limit(self) -> int:
        """Return the time up to which all parts are complete, ns; `_done` if too little is new."""
        limit = np.iinfo(np.int64).max
        for k, waiting in enumerate(self._waiting):
            if self._received[k] >= self._plan.count[k]:
                continue
            newest = [int(one.stamp.max()) for one in (self._kept[k], *waiting) if len(one.stamp)]
            margin = max(BACK, (CONTEXT + 1) * int(self._plan.widest[k]))
            limit = min(limit, max(newest) - margin if newest else self._done)
        return int(limit)

    def _joined(self, limit: int) -> JointSamples:
        """Return joined states with stamps up to `limit`, and drop what is no longer needed."""
        for k, waiting in enumerate(self._waiting):
            self._kept[k] = _sorted([self._kept[k], *waiting])
            self._waiting[k] = []
        base = self._kept[self._plan.base]
        first, end = np.searchsorted(base.stamp, [self._done, limit], side="right")
        chosen = slice(int(first), int(end))
        result = {name: np.full((chosen.stop - chosen.start, self._n), np.nan) for name in JOINT_FIELDS}
        stamp = base.stamp[chosen]
        usable = np.ones(len(stamp), dtype=np.bool_)
        for k, (part, kept) in enumerate(zip(self._parts, self._kept, strict=True)):
            joints = list(part.joints)
            if k != self._plan.base:
                usable &= within(kept.stamp, stamp, int(self._plan.widest[k])) if len(kept.stamp) else False
            for name in part.fields:
                values = getattr(kept, name)[:, joints]
                result[name][:, joints] = (
                    values[chosen]
                    if k == self._plan.base
                    else _at(kept.stamp, values, stamp, float(self._plan.period[k]))
                )
            start = max(int(np.searchsorted(kept.stamp, limit)) - CONTEXT, 0)
            self._kept[k] = _part(kept, slice(start, None))
        self._done = limit
        return JointSamples(stamp[usable], base.log_time[chosen][usable], *(result[f][usable] for f in JOINT_FIELDS))


def part_times(part: StatePart, samples: Sequence[JointSamples], names: Sequence[str]) -> PartTimes:
    """Return the times of all messages of a part; `names` are the joints of the arm."""
    stamp, log_time = (
        np.concatenate([np.empty(0, np.int64), *(getattr(one, name) for one in samples)])
        for name in ("stamp", "log_time")
    )
    return PartTimes(part.describe(names), _filled(stamp, log_time), log_time, "position" in part.fields)


def _filled(stamp: IntegerArray, log_time: IntegerArray) -> IntegerArray:
    """Return stamps (N,) ns, with log times in place of missing ones."""
    return np.where(stamp > 0, stamp, log_time)


def _at(stamp: IntegerArray, values: FloatArray, asked: IntegerArray, period: float) -> FloatArray:
    """Return values (N, k) at the times `asked` (N,), interpolated by cubics; exactly those of equal stamps."""
    if len(stamp) < 2 or not len(asked):
        return np.full((len(asked), values.shape[1]), np.nan)
    time, grid = ((one - stamp[0]).astype(np.float64) for one in (stamp, asked))  # exact, in ns
    result = to_grid(time, values, np.clip(grid, 0.0, time[-1]), period).T
    place = np.minimum(np.searchsorted(stamp, asked), len(stamp) - 1)
    same = stamp[place] == asked
    return np.where(same[:, None], values[place], result)


def _sorted(parts: Sequence[JointSamples]) -> JointSamples:
    """Return the samples in order of time; of equal stamps, the first that arrived."""
    columns = [np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(JointSamples)]
    _, index = np.unique(columns[0], return_index=True)
    return JointSamples(*(column[index] for column in columns))


def _part(samples: JointSamples, which: slice) -> JointSamples:
    return JointSamples(*(getattr(samples, field.name)[which] for field in fields(samples)))


def _nothing(n: int) -> JointSamples:
    none = np.empty(0, dtype=np.int64)
    return JointSamples(none, none, *(np.empty((0, n)) for _ in JOINT_FIELDS))
