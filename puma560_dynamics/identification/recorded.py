"""A recording prepared for identification: its windows, and the normal equations of the fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..arrays import FloatArray
from ..models.payload.payload import Payload, placed_payload
from ..replay.motion.motion import Motion
from .bodies import linear, matrix_moments
from .joint_equations import Equations, stretches
from .unknowns import Unknowns
from .windows import CUT_OFF, Rows, rows

MOST_WINDOWS = 10_000
"""Largest number of windows of a recording that are kept, about 20 minutes at the usual cut-off and 60 MB."""

SHOWN = 500
"""Number of windows that plots show, about one minute."""


@dataclass(frozen=True, eq=False)
class Recorded:
    """A recording prepared for identification.

    Attributes:
        name: name of the recording.
        date: date of the first message, such as ``2026-11-21``; empty if it is not known.
        rows: windows, which are short weighted means of the motion (`windows`), in order of time.
        kept: fraction of the windows in `rows`; the others were left out evenly because the recording is long.
    """

    name: str
    date: str = ""
    rows: Sequence[Rows] = field(default=())
    kept: float = 1.0

    @cached_property
    def parts(self) -> list[Equations]:
        """Return the normal equations of consecutive stretches (`joint_equations`), of joints in motion."""
        return stretches(replace(each, valid=each.valid & each.moves) for each in self.rows)

    @property
    def shown(self) -> list[Rows]:
        """Return the first windows, for plots."""
        result: list[Rows] = []
        for piece in self.rows:
            left = SHOWN - sum(len(each.time) for each in result)
            if left <= 0:
                break
            result.append(piece.part(slice(left)))
        return result


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
) -> Recorded:
    """Compute the windows of a recording.

    Args:
        motions: pieces of motion in order of time.
        unknowns: unknowns of the arm.
        name: name of the recording.
        date: date of the recording.
        payload: known payload.
        loaded: whether the arm has an unknown payload.
        cut_off: cut-off of the filter of the positions, Hz.
        weightless: whether the effort does not contain gravity.
    """
    known = None if payload is None or payload.mass == 0.0 else known_load(payload, unknowns)
    kept = _Kept()
    for piece in rows(motions, unknowns, known, loaded=loaded, weightless=weightless, cut_off=cut_off):
        kept.add(piece)
    return Recorded(name, date, tuple(kept.rows), 1.0 / kept.every)


class _Kept:
    """Keeps stretches of one second, and every second, fourth, … of them where the recording is long.

    Neighbouring windows are correlated, and a model's errors do not average out, so that more windows would change the
    result by less than its error.
    """

    def __init__(self) -> None:
        self.rows: list[Rows] = []
        self.every = 1

    def add(self, piece: Rows) -> None:
        """Add the next windows, in order of time."""
        seconds = np.floor(piece.time).astype(np.int64)
        chosen = np.flatnonzero(seconds % self.every == 0)
        if len(chosen):
            self.rows.append(piece if len(chosen) == len(seconds) else piece.part(chosen))
        if sum(len(each.time) for each in self.rows) > MOST_WINDOWS:
            self.every *= 2
            before, self.rows = self.rows, []
            for each in before:
                chosen = np.flatnonzero(np.floor(each.time).astype(np.int64) % self.every == 0)
                if len(chosen):
                    self.rows.append(each.part(chosen))


def carries_load(recording: Recorded, unknowns: Unknowns) -> bool:
    """Return whether the arm has the unknown payload in a recording."""
    place = unknowns.bodies[-1]
    return bool(unknowns.load and any(part.matrix[:, place, place].any() for part in recording.parts))


def known_load(payload: Payload, unknowns: Unknowns) -> FloatArray:
    """Return values (p,) of the unknowns that represent a known payload as part of the last link."""
    result = np.zeros(unknowns.size)
    payload = placed_payload(unknowns.arm, payload)
    body = np.array([payload.mass, *payload.center_of_mass, *matrix_moments(payload.inertia)])
    result[unknowns.bodies[unknowns.links - 1]] = linear(body)
    return result
