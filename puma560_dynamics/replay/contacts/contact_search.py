r"""Search for contacts in a recording.

An external torque adds to what the motors must hold: the residual of each joint before the point of contact changes
when something touches the arm, and changes back when it lets go. Wrong parameters, friction and delays cause residuals,
too. They are distinguished as follows; where a residual could be either, no contact is reported.

- **Load, masses, zeros, units** change the residual with the motion. While the arm stands they are constant. While it
  moves, the threshold grows with the change of the model's torque and of the velocity, by a factor that is as large as
  the residual of this recording requires.
- **Dry friction** changes where a joint starts, stops or reverses. These times are not judged. A joint at rest is
  judged only while the whole arm stands: otherwise its dry friction takes what the motion of other joints changes.
- **Friction that relaxes, drift, a load that is gripped, a drive that is switched** change slowly, or do not change
  back: see `bumps`.

So a contact is not found if it lasts for the whole recording, or begins or ends together with a motion. The search
returns the stretches in which no joint is judged.

The live estimate has another threshold (`control.observer.torque_uncertainty`), which contains only errors that the arm
file states. A load or friction that the model does not have looks like a contact there, because the time before and
after is not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.ndimage import median_filter

from ...arm import Arm
from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque
from ...arrays import FloatArray, read_only
from ...control.observer.contact_events import Contact
from ...control.observer.torque_uncertainty import FRICTION_UNKNOWN, LEAST, WIDTHS
from ..analysis.evidence import sticking
from ..result import ContactLimits
from ..zero_phase import NORMAL
from .bumps import LONGEST, Bump, Threshold, bumps, levels
from .contact_samples import ContactSamples, ContactStretch
from .judged_times import STILL, moving_runs, runs, still_times

CLEAR = 8.0
"""Smallest torque of a contact while the arm stands, in standard deviations of the residual's noise."""

STEPS = 2.5
"""Smallest torque of a contact in steps of the converter that measures it."""

RETURNS = 0.01
"""Largest change of a position by a contact of a standing arm, rad. A larger change also changes friction."""

MODEL_ERROR, VELOCITY_ERROR = 0.15, 0.02
"""Smallest torque of a contact while a joint moves, as a fraction of the change of the model's torque, and as a
fraction of maximum torque for a change of the velocity by its RMS."""

_USUAL, _ABOVE, _SMALLEST = 0.75, 7.0, 1.5
"""Quantile of the residual's changes in a recording, the multiple of it that a contact must exceed, and the smallest
factor of the thresholds. Contacts may take a quarter of the time in which a joint moves."""

_STATED = 0.9
"""Fraction of the samples of a moving joint in which contacts above the stated limit are found."""

_ENOUGH = 3.0
"""Shortest time in which a joint moves from which its usual residual is known, s."""

REVERSAL = 1.63
"""Two standard deviations of the change of a joint's dry friction by a contact at rest, as a multiple of dry friction:
those of the difference of two values that are anywhere between both directions."""

_NO_EFFORT, _EFFORT = 0.02, 0.05
"""Fractions of maximum torque: effort that is zero in all joints, and that is not in one. Switched drives do this."""

_REGULAR, _SCATTER = 5, 0.1
"""Number of bumps of a joint from which they are a controller's oscillation if their distances, lengths and sizes all
scatter less. A person who pushes an arm again and again does not repeat all three so exactly."""


class _JointBump(NamedTuple):
    """A bump in the residual of one joint.

    Attributes:
        start, end: s.
        joint: index.
        torque: external torque, N·m.
        band: half width of the band of `torque`, N·m.
        standing: whether the arm stood.
    """

    start: float
    end: float
    joint: int
    torque: float
    band: float
    standing: bool


class FoundContacts(NamedTuple):
    """Result of a search.

    Attributes:
        contacts: contacts in order of time.
        limits: torques from which contacts are found.
    """

    contacts: tuple[Contact, ...]
    limits: ContactLimits


class ContactSearch:
    """Finds contacts in the samples of a recording.

    Args:
        arm: arm with maximum torques.
        samples: the recording.
        friction: friction of the model, one entry per joint.
        fitted: whether friction was fitted to this recording, so that it is known only for joints that move.
    """

    def __init__(
        self, arm: Arm, samples: ContactSamples, friction: Sequence[JointFriction], fitted: bool = False
    ) -> None:
        self._arm, self._friction = arm, friction
        self._scale = arm.motion_scale  # thresholds in rad are compared with motion divided by it
        self._stretches = [
            replace(each, q=each.q / self._scale, qd=each.qd / self._scale) for each in samples.stretches()
        ]
        self._least = np.maximum(LEAST * arm.maximum_torque, STEPS * samples.resolution)
        self._judged = [self._moving_rows(joint) for joint in range(arm.n)]
        dry = np.array([max(one.dry_by_direction) for one in friction])
        known = np.array([bool(rows) for rows in self._judged]) if fitted else dry > 0.0
        held = np.where(known, dry, sticking(arm, (JointFriction(),) * arm.n))
        coupling = np.abs(arm.transmission) if arm.coupled else np.eye(arm.n)
        self._held = held @ coupling
        self._slack_at_rest = REVERSAL * self._held
        # A push changes the velocity of a moving joint, and so its friction, which the model contains if it is known.
        self._slack = (np.where(known, WIDTHS * FRICTION_UNKNOWN["known"], REVERSAL) * held) @ coupling
        self._standing: list[list[float]] = [[] for _ in range(arm.n)]
        self._searched = [np.zeros(each.left.shape, dtype=np.bool_) for each in self._stretches]
        self._moving = np.full(arm.n, np.nan)

    def result(self) -> FoundContacts:
        """Return the contacts and the limits."""
        found = [*self._while_standing(), *self._while_moving()]
        standing = np.array([max(one, default=np.nan) for one in self._standing])
        searched = np.concatenate([np.zeros((0, self._arm.n), dtype=np.bool_), *self._searched])
        limits = ContactLimits(
            standing=read_only(standing + 2.0 * self._held),
            moving=read_only(self._moving),
            searched=read_only(searched.mean(axis=0) if len(searched) else np.zeros(self._arm.n)),
            unsearched=read_only(np.array(list(self._unsearched())).reshape(-1, 2)),
        )
        return FoundContacts(tuple(self._contacts(found)), limits)

    def _unsearched(self) -> Iterator[tuple[float, float]]:
        """Yield beginning and end, s, of the stretches in which no joint was judged."""
        for stretch, searched in zip(self._stretches, self._searched, strict=True):
            half = 0.5 * stretch.period
            for rows in runs(np.asarray(~searched.any(axis=1)), 1):
                yield max(0.0, float(stretch.time[rows.start]) - half), float(stretch.time[rows.stop - 1]) + half

    def _contacts(self, found: Iterable[_JointBump]) -> Iterator[Contact]:
        """Join bumps of several joints that overlap in time."""
        group: list[_JointBump] = []
        for one in [*sorted(found), None]:
            if group and (one is None or one.start > max(each.end for each in group)):
                yield self._joined(group)
                group = []
            if one is not None:
                group.append(one)

    def _joined(self, group: Sequence[_JointBump]) -> Contact:
        torque, band = np.full((2, self._arm.n), np.nan)
        for one in group:
            if not abs(torque[one.joint]) > abs(one.torque):
                torque[one.joint], band[one.joint] = one.torque, one.band
        clear = np.nan_to_num(np.abs(torque) / band)
        joints = [int(joint) for joint in np.argsort(-clear, kind="stable") if clear[joint] > 0.0]
        return Contact(
            start=min(one.start for one in group),
            end=max(one.end for one in group),
            joints=tuple(joints),
            torque=read_only(torque),
            band=read_only(band),
            standing=all(one.standing for one in group),
        )

    def _while_standing(self) -> Iterator[_JointBump]:
        for stretch, searched in zip(self._stretches, self._searched, strict=True):
            for rows in runs(still_times(stretch), 2.0 * STILL / stretch.period):
                known = np.isfinite(stretch.left[rows]).all(axis=0)
                searched[rows] |= known
                for joint in np.flatnonzero(known).tolist():
                    yield from self._of_standing(stretch, rows, joint)

    def _of_standing(self, stretch: ContactStretch, rows: slice, joint: int) -> Iterator[_JointBump]:
        left, period = stretch.left[rows, joint], stretch.period
        noise = NORMAL * float(np.median(np.abs(left - _median(left, 1.0, period))))
        least = max(float(self._least[joint]), CLEAR * noise)
        self._standing[joint].append(least)
        q = stretch.q[rows]
        near = max(1, round(STILL / period))
        found = []
        for one in bumps(_smooth(left, period), Threshold(least), period):
            before, after = q[max(0, one.start - near) : one.start], q[one.end : one.end + near]
            moved = np.abs(np.median(after, axis=0) - np.median(before, axis=0))
            if (moved < RETURNS).all() and not self._switched(stretch, rows.start + one.start, rows.start + one.peak):
                found.append(one)
        if not _regular(found, period):
            for one in found:
                yield _joint_bump(stretch.time[rows], one, joint, float(self._slack_at_rest[joint]), standing=True)

    def _moving_rows(self, joint: int) -> list[tuple[ContactStretch, slice]]:
        """Return the ranges in which a joint is judged while it moves; none if they are too short together."""
        found = [(stretch, rows) for stretch in self._stretches for rows in moving_runs(stretch, joint)]
        return found if found and sum((rows.stop - rows.start) * each.period for each, rows in found) >= _ENOUGH else []

    def _while_moving(self) -> Iterator[_JointBump]:
        for joint, judged in enumerate(self._judged):
            for stretch, rows in judged:
                self._searched[self._stretches.index(stretch)][rows, joint] = True
            yield from self._of_moving(joint)

    def _of_moving(self, joint: int) -> Iterator[_JointBump]:
        maximum, judged = float(self._arm.maximum_torque[joint]), self._judged[joint]
        if not judged:
            return
        squares = [stretch.qd[rows, joint] ** 2 for stretch, rows in judged]
        usual = float(np.sqrt(np.mean(np.concatenate(squares))))
        rates = np.array([MODEL_ERROR, VELOCITY_ERROR * maximum / usual])
        signals, thresholds, sizes = [], [], []
        for stretch, rows in judged:
            friction = self._friction_torque(stretch, rows, joint)
            model = stretch.rigid[rows, joint] + friction
            residual = stretch.left[rows, joint] - friction
            signal = _smooth(residual, stretch.period)
            others = np.stack([model, stretch.qd[rows, joint]], axis=1)
            signals.append(signal)
            thresholds.append(Threshold(float(self._least[joint]), others, rates))
            size = np.abs(signal - levels(signal, stretch.period))
            sizes.append(size / thresholds[-1].everywhere(stretch.period))
        factor = max(_SMALLEST, _ABOVE * float(np.quantile(np.concatenate(sizes), _USUAL)))
        scaled = [one.times(factor) for one in thresholds]
        every = [one.everywhere(stretch.period) for one, (stretch, _) in zip(scaled, judged, strict=True)]
        self._moving[joint] = float(np.quantile(np.concatenate(every), _STATED))
        for signal, threshold, (stretch, rows) in zip(signals, scaled, judged, strict=True):
            for one in bumps(signal, threshold, stretch.period):
                if not self._switched(stretch, rows.start + one.start, rows.start + one.peak):
                    yield _joint_bump(stretch.time[rows], one, joint, float(self._slack[joint]), standing=False)

    def _friction_torque(self, stretch: ContactStretch, rows: slice, joint: int) -> FloatArray:
        """Return the friction (M,) N·m of the model at a joint."""
        if self._arm.coupled:
            qd, load, coupling = stretch.qd[rows] * self._scale, stretch.rigid[rows], self._arm.transmission
            smoothing = MEASURED_SMOOTHING * self._scale
            every = joint_friction_torque(self._friction, qd, smoothing, transmission=coupling, load=load)
            return np.asarray(every[:, joint])
        own = slice(joint, joint + 1)
        qd, load, smoothing = stretch.qd[rows, own] * self._scale[own], stretch.rigid[rows, own], self._scale[own]
        found = joint_friction_torque([self._friction[joint]], qd, MEASURED_SMOOTHING * smoothing, load=load)
        return np.asarray(found[:, 0])

    def _switched(self, stretch: ContactStretch, start: int, peak: int) -> bool:
        """Return whether the effort of all joints is zero at `peak`, and was not before `start`."""
        rows = [max(0, start - 1), peak]
        share = np.nan_to_num(np.abs(stretch.left[rows] + stretch.rigid[rows])) / self._arm.maximum_torque
        return bool((share[1] < _NO_EFFORT).all() and (share[0] > _EFFORT).any())


def _joint_bump(time: FloatArray, one: Bump, joint: int, slack: float, standing: bool) -> _JointBump:
    """Return a bump with its times and its external torque.

    Args:
        time: (M,) times of the buckets, s.
        one: bump of the residual.
        joint: index of the joint.
        slack: uncertainty from dry friction, which may hold a part of the contact, N·m.
        standing: whether the arm stood.
    """
    half = 0.5 * float(time[1] - time[0])
    start, end = float(time[one.start]) - half, float(time[one.end - 1]) + half
    band = float(np.hypot(0.5 * one.threshold, slack))
    return _JointBump(start, end, joint, -one.size, band, standing)


def _smooth(signal: FloatArray, period: float) -> FloatArray:
    return _median(signal, 0.1, period)


def _median(signal: FloatArray, length: float, period: float) -> FloatArray:
    """Return the running median of a signal (M,) over `length` s."""
    return np.asarray(median_filter(signal, size=max(3, round(length / period) | 1), mode="nearest"))


def _regular(found: Sequence[Bump], period: float) -> bool:
    """Return whether bumps repeat with equal distances, lengths and sizes, as a controller's oscillation does."""
    distances = np.diff([one.start for one in found])
    if len(found) < _REGULAR or np.mean(distances) > LONGEST / period:
        return False
    sizes, lengths = (np.array(each) for each in zip(*((one.size, one.end - one.start) for one in found), strict=True))
    return all(float(np.std(each)) < _SCATTER * abs(float(np.mean(each))) for each in (distances, lengths, sizes))
