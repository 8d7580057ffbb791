"""Exclude the samples of contacts from everything that is fitted to a recording, or compared with the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ...control.observer.contact_events import Contact
from ..analysis.evaluation import Evaluated
from ..motion.motion import Motion

BEFORE, AFTER = 0.1, 0.5
"""Time before and after a contact that is excluded, too, s: its onset is not exact, and a pushed arm springs back."""


def in_contact(time: FloatArray, contacts: Sequence[Contact]) -> NDArray[np.bool_]:
    """Return flags: whether times (N,) s belong to a contact."""
    inside = np.zeros(len(time), dtype=np.bool_)
    for contact in contacts:
        inside |= (time >= contact.start - BEFORE) & (time <= contact.end + AFTER)
    return inside


def without_contacts(motions: Iterable[Motion], contacts: Sequence[Contact]) -> Iterator[Motion]:
    """Yield `motions` in which no sample of a contact is used."""
    for motion in motions:
        yield replace(motion, used=motion.used & ~in_contact(motion.time, contacts)) if contacts else motion


def outside_contacts(piece: Evaluated, contacts: Sequence[Contact]) -> tuple[Evaluated, int]:
    """Return a piece in which no sample of a contact is used, and the number of samples that this excludes."""
    touched = piece.motion.used & in_contact(piece.motion.time, contacts)
    if not touched.any():
        return piece, 0
    motion = replace(piece.motion, used=piece.motion.used & ~touched)
    target = np.where(touched[:, None], np.nan, piece.target)
    return replace(piece, motion=motion, target=target), int(touched.sum())
