"""A recording as identification needs it: sums, and a piece of it for the eye."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..models.payload.payload import Payload
from ..replay.motion.motion import Motion
from .bodies import entries, linear
from .equations import Equations, Stretches
from .unknowns import Unknowns
from .windows import Rows, rows

SHOWN = 500
"""Windows that are kept to be drawn: the first minute."""


@dataclass(frozen=True, eq=False)
class Recorded:
    """One recording.

    Attributes:
        name: of the recording.
        date: of its first message, as ``2026-11-21``; empty where it is not known.
        parts: normal equations by stretches.
        shown: its first windows.
    """

    name: str
    date: str
    parts: list[Equations]
    shown: list[Rows]


def recorded(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    name: str,
    date: str = "",
    payload: Payload | None = None,
    *,
    loaded: bool = False,
) -> Recorded:
    """Sum up a recording, piece by piece.

    Args:
        motions: pieces in order of time.
        unknowns: of the arm.
        name, date: for the provenance of what is found.
        payload: a load that is known.
        loaded: whether the arm carries a load that is not.
    """
    known = None if payload is None or payload.mass == 0.0 else known_load(payload, unknowns)
    collected = Stretches()
    shown: list[Rows] = []
    for piece in rows(motions, unknowns, known, loaded=loaded):
        collected.add(piece)
        if sum(len(each.time) for each in shown) < SHOWN:
            shown.append(_first(piece, SHOWN - sum(len(each.time) for each in shown)))
    return Recorded(name, date, collected.parts, shown)


def known_load(payload: Payload, unknowns: Unknowns) -> NDArray[np.float64]:
    """(p,) a known load in terms of the unknowns: as part of the last link."""
    result = np.zeros(unknowns.size)
    body = np.array([payload.mass, *payload.center_of_mass, *entries(payload.inertia)])
    result[unknowns.bodies[unknowns.n - 1]] = linear(body)
    return result


def _first(rows: Rows, count: int) -> Rows:
    return Rows(rows.segment, rows.time[:count], rows.columns[:count], rows.effort[:count], rows.valid[:count])
