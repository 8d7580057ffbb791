"""A recording for identification: sums, and a part of it for plots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray
from ..models.payload.payload import Payload, placed_payload
from ..replay.motion.motion import Motion
from .bodies import linear, matrix_moments
from .joint_equations import Equations, Stretches
from .unknowns import Unknowns
from .windows import CUT_OFF, Rows, rows

SHOWN = 500
"""Number of windows kept for plots: the first minute."""


@dataclass(frozen=True, eq=False)
class Recorded:
    """One recording.

    Attributes:
        name: of the recording.
        date: of its first message, as ``2026-11-21``; empty where it is not known.
        parts: normal equations by stretches.
        shown: its first windows.
        rows: all windows; empty unless they are kept.
    """

    name: str
    date: str
    parts: list[Equations]
    shown: list[Rows]
    rows: tuple[Rows, ...] = ()


def recorded(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    name: str,
    date: str = "",
    payload: Payload | None = None,
    *,
    loaded: bool = False,
    weightless: bool = False,
    cut_off: float = CUT_OFF,
    keep: bool = False,
) -> Recorded:
    """Sum a recording, piece by piece.

    Args:
        motions: pieces in order of time.
        unknowns: of the arm.
        name, date: for the provenance of what is found.
        payload: known payload.
        loaded: whether the arm carries an unknown payload.
        weightless: whether the effort does not contain gravity.
        cut_off: Hz of the filter that positions have been through.
        keep: keep all windows, as load-dependent friction and the memory of friction need them: about 5 kB each.
    """
    known = None if payload is None or payload.mass == 0.0 else known_load(payload, unknowns)
    collected = Stretches()
    shown: list[Rows] = []
    kept: list[Rows] = []
    pieces = rows(motions, unknowns, known, loaded=loaded, weightless=weightless, cut_off=cut_off, memory=keep)
    for piece in pieces:
        collected.add(piece)
        if keep:
            kept.append(piece)
        if sum(len(each.time) for each in shown) < SHOWN:
            shown.append(piece.part(slice(SHOWN - sum(len(each.time) for each in shown))))
    return Recorded(name, date, collected.parts, shown, tuple(kept))


def known_load(payload: Payload, unknowns: Unknowns) -> FloatArray:
    """Return a known payload as unknowns (p,), as part of the last link."""
    result = np.zeros(unknowns.size)
    payload = placed_payload(unknowns.arm, payload)
    body = np.array([payload.mass, *payload.center_of_mass, *matrix_moments(payload.inertia)])
    result[unknowns.bodies[unknowns.links - 1]] = linear(body)
    return result
