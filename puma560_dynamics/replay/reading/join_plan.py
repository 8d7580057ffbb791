"""Decide from the stamps of a whole recording how the parts of its joint states are joined by time, or refuse to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...arrays import IntegerArray
from ...bags.findings import Findings
from ...errors import BagError

WIDEST = 2.5
"""Time between two messages of a part between which states are interpolated, in periods: one message may be missing."""

ALIKE = 1.5
"""Ratio of two periods above which the rates of two parts are reported as different."""

SAME_CLOCK_S = 0.1
"""Difference of two delays above which it is an offset between two clocks, not a delay of the transmission, s."""

PUNCTUAL_S = 0.005
"""Difference of two delays above which it is reported, s."""

ENDS = 5.0
"""Difference of the first or last stamps of two parts above which it is reported, in periods; at least `ENDS_S`."""

ENDS_S = 0.1
LEAST = 4
"""Smallest number of messages of a part."""

BACK = 1_000_000_000
"""Time by which a stamp may be older than an earlier one, ns."""


@dataclass(frozen=True, eq=False)
class PartTimes:
    """Times of all messages of one part.

    Attributes:
        name: description of the part.
        stamp: (N,) stamps in the order of arrival, ns; log times where there are none.
        log_time: (N,) log times, ns.
        has_position: whether positions are taken from the part.
    """

    name: str
    stamp: IntegerArray
    log_time: IntegerArray
    has_position: bool

    @property
    def period(self) -> float:
        """Return the median time between stamps, ns."""
        return float(np.median(np.diff(np.unique(self.stamp))))

    @property
    def delay(self) -> float:
        """Return the median time between stamp and log time, ns."""
        return float(np.median(self.log_time - self.stamp))


@dataclass(frozen=True, eq=False)
class JoinPlan:
    """How the parts of joint states are joined.

    Attributes:
        base: the part at whose stamps all others are interpolated.
        shift: (P,) time to add to the stamps of each part, ns.
        widest: (P,) largest time between two messages of each part between which states are interpolated, ns.
        period: (P,) median time between messages, ns.
        count: (P,) number of messages of each part.
    """

    base: int
    shift: IntegerArray
    widest: IntegerArray
    period: IntegerArray
    count: tuple[int, ...]


def plan_join(parts: Sequence[PartTimes], findings: Findings) -> JoinPlan:
    """Return how to join parts, and report how, and what is doubtful or lost.

    The slowest part is the base; of parts that are about as fast, one with positions. At each of its stamps, the values
    of the other parts are interpolated between two of their messages that are at most `WIDEST` periods apart.
    If stamps are compared with log times and two parts differ by more than `SAME_CLOCK_S`, their clocks differ: the
    stamps are shifted by the difference.

    Raises:
        BagError: a part has too few messages, its clock was set, or no state can be joined.
    """
    for part in parts:
        _check(part)
    periods = np.array([part.period for part in parts])
    slow = [k for k, period in enumerate(periods) if period * ALIKE >= periods.max()]
    base = min(slow, key=lambda k: not parts[k].has_position)
    _report_rates(parts, periods, base, findings)
    shift = _shifts(parts, findings)
    stamps = [np.unique(part.stamp + move) for part, move in zip(parts, shift, strict=True)]
    widest = np.round(WIDEST * periods).astype(np.int64)
    usable = np.ones(len(stamps[base]), dtype=np.bool_)
    for k, stamp in enumerate(stamps):
        usable &= True if k == base else within(stamp, stamps[base], widest[k])
    if not usable.any():
        raise BagError(
            f"the states of one arm are in separate messages that cannot be joined by time: {_ranges(parts)}; "
            "expected messages at the same time"
        )
    _report_ends(parts, stamps, periods, findings)
    _report_joined(parts, base, stamps, usable, findings)
    return JoinPlan(base, shift, widest, np.round(periods).astype(np.int64), tuple(len(part.stamp) for part in parts))


def within(stamp: IntegerArray, asked: IntegerArray, widest: int) -> NDArray[np.bool_]:
    """Return flags (N,): whether each of the times `asked` is a stamp, or between two stamps at most `widest` apart.

    Args:
        stamp: (M,) rising stamps, ns.
        asked: (N,) ns.
        widest: ns.
    """
    after = np.searchsorted(stamp, asked, side="left")
    inside = after < len(stamp)
    following = stamp[np.minimum(after, len(stamp) - 1)]
    previous = stamp[np.maximum(after - 1, 0)]
    return np.asarray(inside & ((following == asked) | ((after > 0) & (following - previous <= widest))))


def _check(part: PartTimes) -> None:
    """Raise if the stamps of a part do not suffice."""
    if len(np.unique(part.stamp)) < LEAST:
        raise BagError(
            f"the states of one arm are in separate messages, of which {len(part.stamp)} have {part.name}: expected at "
            f"least {LEAST} at different times"
        )
    back = np.maximum.accumulate(part.stamp) - part.stamp
    if back.max() > BACK:
        where = 1e-9 * (part.log_time[int(back.argmax())] - part.log_time[0])
        raise BagError(
            f"the states of one arm are in separate messages, and the stamps of {part.name} go back by "
            f"{1e-9 * back.max():.4g} s, {where:.4g} s after the first: its clock was set or stamps are wrong; cut the "
            "recording there"
        )


def _report_rates(parts: Sequence[PartTimes], periods: NDArray[np.float64], base: int, findings: Findings) -> None:
    if periods.max() > ALIKE * periods.min():
        rates = ", ".join(f"{part.name} {1e9 / period:.4g} Hz" for part, period in zip(parts, periods, strict=True))
        findings.add(
            "joined_rates",
            f"messages that are joined have different rates: {rates}; the arm's states have {1e9 / periods[base]:.4g} "
            "Hz, and faster motion of the slow joints is not seen",
        )


def _shifts(parts: Sequence[PartTimes], findings: Findings) -> IntegerArray:
    """Return the time (P,) to add to the stamps of each part, ns; report delays that differ."""
    first = min(parts, key=lambda part: abs(part.delay))
    shift = np.zeros(len(parts), dtype=np.int64)
    for k, part in enumerate(parts):
        ahead = part.delay - first.delay
        if part is first or abs(ahead) <= 1e9 * PUNCTUAL_S:
            _report_drift(part, first, findings)
            continue
        differ = (
            f"from stamp to log time it is {1e-9 * part.delay:.4g} s in {part.name}, and {1e-9 * first.delay:.4g} s in "
            f"{first.name}"
        )
        if abs(ahead) > 1e9 * SAME_CLOCK_S:
            shift[k] = round(ahead)
            findings.add(
                "joined_clocks",
                f"messages that are joined have different clocks: {differ}; the stamps of {part.name} are shifted by "
                f"{1e-9 * ahead:+.4f} s, which is as exact as the transmission is fast",
            )
        else:
            findings.add(
                "joined_late",
                f"messages that are joined differ in delay: {differ}; if the clocks differ and not the transmission, "
                f"the joined states are wrong by {1e-9 * abs(ahead):.4g} s of motion",
            )
        _report_drift(part, first, findings)
    return shift


def _report_drift(part: PartTimes, first: PartTimes, findings: Findings) -> None:
    """Report if the difference of two delays changes from the first to the last tenth of the recording."""
    ends = [
        [float(np.median(piece)) for piece in (delay[: -(-len(delay) // 10)], delay[-(-len(delay) // 10) * -1 :])]
        for delay in (part.log_time - part.stamp, first.log_time - first.stamp)
    ]
    drift = (ends[0][1] - ends[0][0]) - (ends[1][1] - ends[1][0])
    if abs(drift) > 1e9 * PUNCTUAL_S:
        findings.add(
            "joined_drift",
            f"messages that are joined have clocks that drift: those of {part.name} by {1e-9 * drift:+.4f} s against "
            f"{first.name} during the recording",
        )


def _report_ends(
    parts: Sequence[PartTimes], stamps: Sequence[IntegerArray], periods: NDArray[np.float64], findings: Findings
) -> None:
    """Report parts that begin later or end earlier than others, or both alike."""
    begin, end = (np.array([stamp[at] for stamp in stamps]) for at in (0, -1))
    apart = max(ENDS * float(periods.max()), 1e9 * ENDS_S)
    late, early = int(begin.argmax()), int(end.argmin())
    for what, at, seconds in (
        ("begin", late, 1e-9 * (begin[late] - begin.min())),
        ("end", early, 1e-9 * (end.max() - end[early])),
    ):
        if 1e9 * seconds > apart:
            findings.add(
                "joined_ends",
                f"messages that are joined do not {what} together: {parts[at].name} {what}s {seconds:.4g} s "
                f"{'later' if what == 'begin' else 'earlier'}; the other states of this time are left out",
            )
    for (k, one), (m, other) in pairwise(enumerate(parts)):
        offset = np.array([begin[m] - begin[k], end[m] - end[k]])
        if np.abs(offset).min() > apart and np.ptp(offset) < 2.0 * periods.max():
            findings.add(
                "joined_clocks",
                f"{other.name} begins and ends {1e-9 * abs(offset.mean()):.4g} s "
                f"{'later' if offset[0] > 0 else 'earlier'} than {one.name}: if both were recorded together, their "
                "clocks differ by this time, and the joined states are wrong",
            )


def _report_joined(
    parts: Sequence[PartTimes],
    base: int,
    stamps: Sequence[IntegerArray],
    usable: NDArray[np.bool_],
    findings: Findings,
) -> None:
    """Report the rule, and how far the joined messages are apart."""
    kept = stamps[base][usable]
    distance = 1e-6 * np.max([_nearest(stamp, kept) for k, stamp in enumerate(stamps) if k != base], axis=0)
    others = "; ".join(part.name for k, part in enumerate(parts) if k != base)
    exact = np.count_nonzero(distance == 0.0)
    rule = (
        "all at the same stamps"
        if exact == len(distance)
        else f"interpolated by a cubic between messages at most {WIDEST:g} periods apart; the nearest message is "
        f"{np.median(distance):.3g} ms away in the median and {distance.max():.3g} ms at most"
    )
    findings.add(
        "joined",
        f"states of the arm are in separate messages and were joined by time: {others} at the stamps of "
        f"{parts[base].name}, {rule}",
        loss=False,
    )
    first, last = max(stamp[0] for stamp in stamps), min(stamp[-1] for stamp in stamps)
    alone = int(np.count_nonzero(~usable & (stamps[base] >= first) & (stamps[base] <= last)))
    if alone:
        findings.add(
            "joined_gaps",
            f"{alone} of {len(usable)} messages with {parts[base].name} are left out, because the other messages are "
            f"missing at their time (more than {WIDEST:g} periods apart)",
        )


def _nearest(stamp: IntegerArray, asked: IntegerArray) -> IntegerArray:
    """Return the distance (N,) of each of the times `asked` from the nearest stamp, ns."""
    after = np.clip(np.searchsorted(stamp, asked), 1, len(stamp) - 1)
    return np.asarray(np.minimum(np.abs(stamp[after] - asked), np.abs(asked - stamp[after - 1])))


def _ranges(parts: Sequence[PartTimes]) -> str:
    return "; ".join(f"{part.name} from {1e-9 * part.stamp[0]:.3f} to {1e-9 * part.stamp[-1]:.3f} s" for part in parts)
