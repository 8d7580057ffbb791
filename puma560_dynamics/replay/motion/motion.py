"""Motion of a recording in the form that models need: sorted, differentiated, with all signals at the same times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray, IntegerArray
from ...bags.findings import Findings
from ...report.formatting import duration
from ..reading.samples import Block, JointSamples
from ..result import StateTiming
from ..settings import ReplaySettings
from .alignment import Delay, Track, between, held, nearest_samples
from .derivatives import PIECE, Differentiated, differentiate
from .recorded_signal import RecordedSignal, moves
from .sample_mask import SampleMask
from .segments import Part, segments
from .stale_states import StaleStates
from .state_timing import TimingCount
from .timeline import Ordered, Timeline

RECORDED_REFERENCE = "recorded reference"
"""Name of the source of an acceleration that is the recorded reference's."""


@dataclass(frozen=True, eq=False)
class Motion:
    """Consecutive samples of one segment. A segment has no gaps, and its stamps rise.

    Attributes:
        segment: number of the segment, from 0; a long segment is split into several pieces.
        time: (N,) s since the first stamp of the recording.
        q: (N, n) positions, rad.
        qd: (N, n) velocities, rad/s.
        qdd: (N, n) accelerations, rad/s².
        effort: (N, n) measured effort, N·m; NaN where it is missing.
        command: (N, n) torque command in effect at each time, N·m; NaN without a command.
        terms: published terms by name, (N, n) N·m; NaN where they are missing.
        used: (N,) flags: whether a sample can be compared. Samples at a segment's ends (where filters have not
            settled), near a jump of the position, and near a brake are not compared.
        scale: (n,) motion of each joint that thresholds in rad are compared with (`Arm.motion_scale`).
    """

    segment: int
    time: FloatArray
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    effort: FloatArray
    command: FloatArray
    terms: Mapping[str, FloatArray]
    used: NDArray[np.bool_]
    scale: FloatArray = field(default_factory=lambda: np.ones(1))

    @property
    def speed(self) -> FloatArray:
        """Return the magnitude (N, n) of the velocities, rad/s, to be compared with thresholds; see `scale`."""
        return np.asarray(np.abs(self.qd) / self.scale)

    def part(self, which: slice) -> Motion:
        """Return the samples that `which` selects."""
        q, qd, qdd, effort, command = (
            values[which] for values in (self.q, self.qd, self.qdd, self.effort, self.command)
        )
        terms = {name: values[which] for name, values in self.terms.items()}
        return Motion(self.segment, self.time[which], q, qd, qdd, effort, command, terms, self.used[which])


REFERENCE_LAG = 5e-3
"""Largest lag between a reference and the motion for which the reference's acceleration is used, s."""

PAUSE = 0.9
"""Fraction of a recording's duration above which a single gap makes plots over time useless."""


class Motions:
    """The motion of a recording in pieces, with bounded memory.

    Joint states are sorted (`Timeline`) and cut at gaps (`segments`), and their positions are differentiated without
    delay (`differentiate`). Recorded velocities and reference accelerations are used if they agree with these
    derivatives (`RecordedSignal`). The command of a joint state is the one in effect when the joint state was logged;
    stalls of the recorder are corrected (`Delay`). Published terms are matched by stamp. Position and effort are not
    filtered. Samples that are left out are reported in `findings`.

    Args:
        blocks: blocks of the recording, in order.
        names: names of the n joints.
        settings: settings of the replay: cut-off, sources and gap are used.
        findings: receives warnings and notes.
        piece: largest number of samples per piece.
        continuous: (n,) flags: whether a joint has no position limits, so that its driver may wrap the angle.
        scale: (n,) motion of each joint that thresholds in rad are compared with (`Arm.motion_scale`).

    Attributes:
        sources: origin of ``"velocity"`` and ``"acceleration"``, in words; final after the last piece.
    """

    def __init__(
        self,
        blocks: Iterable[Block],
        names: Sequence[str],
        settings: ReplaySettings,
        findings: Findings,
        piece: int = PIECE,
        continuous: ArrayLike = False,
        scale: ArrayLike = 1.0,
    ) -> None:
        self.sources: dict[str, str] = {}
        n = len(names)
        self._blocks, self._n, self._settings, self._findings, self._piece = blocks, n, settings, findings, piece
        self._continuous = np.broadcast_to(np.asarray(continuous, dtype=np.bool_), (n,))
        self._scale = np.broadcast_to(np.asarray(scale, dtype=np.float64), (n,))
        self._timeline = Timeline()
        self._timing = TimingCount(settings.gap)
        self._delay = Delay()
        self._commands, self._reference = Track(n), Track(n)
        self._terms: dict[str, Track] = {}
        self._velocity = RecordedSignal("recorded velocity", settings.velocity)
        self._acceleration = RecordedSignal("reference acceleration", settings.acceleration)
        self._mask = SampleMask(names, settings.cut_off, self._scale)
        self._stale = StaleStates(self._scale, settings.cut_off)

    def __iter__(self) -> Iterator[Motion]:
        """Yield the pieces in order of time. This is possible only once."""
        ordered = unwrapped(self._timeline.order(self._states()), self._continuous)
        parts = self._timed(segments(ordered, self._settings.gap))
        for part in differentiate(parts, self._settings.cut_off, self._piece, self._scale):
            yield self._motion(part)
        self._report()

    def timing(self) -> StateTiming:
        """Return the timing of the joint states; complete after the last piece."""
        return self._timing.result(self._timeline, self._mask.used)

    def acceleration_noise(self) -> FloatArray:
        """Return the standard deviation (n,) rad/s² of the acceleration's noise, after the last piece.

        The noise is 0 if the acceleration comes from a reference.
        """
        recorded = self._acceleration.accepted and self._acceleration.seen
        return np.zeros(self._n) if recorded else self._mask.acceleration_noise

    def stale(self) -> str:
        """Return a sentence without a full stop if repeated states make accelerations wrong, after the last piece."""
        return self._stale.sentence()

    def _states(self) -> Iterator[JointSamples]:
        """Yield the joint states of the blocks, and keep the samples of other topics for their alignment."""
        for block in self._blocks:
            commands, reference = block.commands, block.reference
            unknown = int(np.count_nonzero(~np.isfinite(commands.effort).all(axis=1)))
            if unknown:
                self._findings.add("command_not_finite", "commands are not finite in every joint", unknown)
            self._commands.add(commands.log_time, commands.log_time, commands.effort)
            self._reference.add(
                _stamps(reference.stamp, reference.log_time), reference.log_time, reference.acceleration
            )
            for name, term in block.terms.items():
                track = self._terms.setdefault(name, Track(self._n))
                track.add(_stamps(term.stamp, term.log_time), term.log_time, term.torque)
            yield block.states

    def _timed(self, parts: Iterable[Part]) -> Iterator[Part]:
        """Yield the parts, and add them to the timing and to the search for repeated states."""
        for part in parts:
            self._timing.add(part)
            self._stale.add(part)
            yield part

    def _motion(self, part: Differentiated) -> Motion:
        """Return a piece with all signals at the times of its samples."""
        states, period = part.states, part.period if part.period > 0.0 else 0.0
        moving, scale = part.settled & moves(part.velocity / self._scale), self._scale
        velocity = self._velocity.choose(part.time, states.velocity, part.velocity, moving, period / 2.0, scale=scale)
        reference = between(self._reference, states.stamp)
        allowed = max(period / 2.0, REFERENCE_LAG)
        acceleration = self._acceleration.choose(
            part.time, reference, part.acceleration, moving, allowed, np.nan_to_num(part.noise), scale
        )
        motion = Motion(
            segment=part.segment,
            time=part.time,
            q=states.position,
            qd=velocity,
            qdd=acceleration,
            effort=states.effort,
            command=held(self._commands, self._delay.logged(states.stamp, states.log_time)),
            terms={name: nearest_samples(track, states.stamp, 0.5e9 * period) for name, track in self._terms.items()},
            used=self._mask.judge(part),
            scale=scale,
        )
        for track in (self._commands, self._reference, *self._terms.values()):
            track.forget(int(states.log_time[-1]))
        return motion

    def _report(self) -> None:
        """Report samples that were left out, and the sources of velocity and acceleration."""
        self._timeline.report(self._findings)
        self._report_gaps()
        if stale := self.stale():
            self._findings.add("stale", f"{stale}; accelerations are wrong")
        self._mask.report(self._findings)
        self._report_sources()

    def _report_gaps(self) -> None:
        """Report missing samples."""
        timing, findings = self._timing, self._findings
        start, length = timing.longest
        if timing.long_gaps:
            findings.add(
                "gap",
                f"joint states stop for more than {self._settings.gap:g} periods; "
                f"the longest gap is {duration(length)} at {start:.2f} s",
                timing.long_gaps,
            )
        if length > PAUSE * timing.span:
            findings.add(
                "pause",
                f"{duration(length)} of {duration(timing.span)} are a single pause, so plots over time show little; "
                "if these are separate recordings, put them into one folder and replay that",
            )
        if timing.lost_inside:
            findings.add(
                "lost",
                "joint states are missing one or a few at a time; the filter bridges them, and none are inserted",
                timing.lost_inside,
            )

    def _report_sources(self) -> None:
        """Report the sources of velocity and acceleration."""
        filtered = f"of the position, zero-phase filter with {self._mask.cut_off:.3g} Hz cut-off"
        words = {
            "velocity": (self._velocity, "recorded", f"first derivative {filtered}"),
            "acceleration": (self._acceleration, RECORDED_REFERENCE, f"second derivative {filtered}"),
        }
        wanted = {"velocity": "recorded", "acceleration": "reference"}
        if not (self._acceleration.accepted and self._acceleration.seen):
            self._mask.report_noise(self._findings)
        for name, (source, recorded, derived) in words.items():
            use = bool(source.accepted and source.seen)
            self.sources[name] = recorded if use else derived
            asked = getattr(self._settings, name) == wanted[name]
            if source.reason:
                self._findings.add(f"{name}_not_used", source.reason, loss=False)
            elif asked and not source.seen:
                self._findings.add(f"no_{name}", f"{source.name} was requested, but the recording has none")
            elif use and source.missing:
                self._findings.add(
                    f"{name}_missing", f"{source.name} is missing: filtered there", source.missing, loss=False
                )


def _stamps(stamp: IntegerArray, log_time: IntegerArray) -> IntegerArray:
    """Return `stamp`, with zeros (missing stamps) replaced by `log_time`."""
    return np.where(stamp > 0, stamp, log_time)


TURN = 2.0 * np.pi


def unwrapped(stream: Iterable[Ordered], continuous: NDArray[np.bool_]) -> Iterator[Ordered]:
    """Unwrap the positions of continuous joints, which many drivers wrap to the range from -π to π.

    Each position continues from the previous one by the shortest way. The first sample is kept, so positions that a
    driver does not wrap are not changed. Steps of less than half a revolution are not changed, so a jump remains a
    jump.

    Args:
        stream: samples in order of time.
        continuous: (n,) flags: whether a joint has no position limits.
    """
    columns = np.flatnonzero(continuous)
    before: FloatArray | None = None
    for ordered in stream:
        if columns.size and len(ordered.time):
            given = ordered.states.position[:, columns]
            start = given[:1] if before is None else before
            turns = -np.cumsum(np.round(np.diff(given, axis=0, prepend=start) / TURN), axis=0)
            # `start` contains whole revolutions that the driver does not count: they are part of the first difference.
            position = ordered.states.position.copy()
            position[:, columns] = given + TURN * turns
            before = position[-1:, columns]
            ordered = replace(ordered, states=replace(ordered.states, position=position))
        yield ordered
