"""The worst state on the page, for its headline: nothing below may be worse than the headline."""

from __future__ import annotations

from collections.abc import Iterator

from ..report.colours import BAD, GOOD
from .snapshot import Snapshot
from .view_style import GATES, LEVELS, QUIET, WATCH, limit_colour

STALE = 1.0
"""Seconds of silence of joint states after which the page says so."""

ORDER = (QUIET, GOOD, WATCH, BAD)
"""Colours, from the best to the worst."""


def worst_state(shot: Snapshot) -> tuple[str, str]:
    """Colour and words of the worst state of the gate, the joint states, the torques and the diagnostics.

    Of two that are equally bad the first in this order is named.
    """
    return max(_states(shot), key=lambda state: ORDER.index(state[0]))


def _states(shot: Snapshot) -> Iterator[tuple[str, str]]:
    if shot.silent is not None and shot.silent > STALE:
        yield BAD, f"no joint states for {shot.silent:.0f} s; what is shown is old"
    yield GATES.get(shot.gate, (QUIET, "no node reports the state of a torque gate"))
    if shot.share is not None:
        for name, share in zip(shot.joint_names, shot.share, strict=True):
            yield limit_colour(share), f"{name} is at {abs(share):.0%} of its maximum torque"
    for status in shot.statuses:
        yield LEVELS[min(max(status.level, 0), 3)], f"{status.name}: {status.message}"
