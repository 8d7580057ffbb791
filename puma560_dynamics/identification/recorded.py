"""A recording prepared for identification: normal equations of the fit, and its first rows for plots."""

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
"""Number of windows kept for plots, about one minute."""


@dataclass(frozen=True, eq=False)
class Recorded:
    """A recording prepared for identification.

    Attributes:
        name: name of the recording.
        date: date of the first message, such as ``2026-11-21``; empty if it is not known.
        parts: normal equations of consecutive stretches of the recording (`joint_equations`).
        shown: rows of the first windows, short weighted means of the motion (`windows`), for plots.
        rows: rows of all windows; empty unless they are kept.
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
    """Compute the windows of a recording, and sum them up piece by piece.

    Args:
        motions: pieces of motion in order of time.
        unknowns: unknowns of the arm.
        name: name of the recording.
        date: date of the recording.
        payload: known payload.
        loaded: whether the arm has an unknown payload.
        cut_off: cut-off of the filter of the positions, Hz.
        keep: whether to keep all windows (about 5 kB each), for load-dependent friction, presliding and effort lead.
        weightless: whether the effort does not contain gravity.
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
    """Return values (p,) of the unknowns that represent a known payload as part of the last link."""
    result = np.zeros(unknowns.size)
    payload = placed_payload(unknowns.arm, payload)
    body = np.array([payload.mass, *payload.center_of_mass, *matrix_moments(payload.inertia)])
    result[unknowns.bodies[unknowns.links - 1]] = linear(body)
    return result
