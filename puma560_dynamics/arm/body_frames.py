"""Convert a body of an arm file from the frame in which the file gives it to the arm's frame of that link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import FloatArray
from .parts import Link, Quantity, Tolerance
from .value_reader import ValueReader

INERTIA_PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Rows and columns of the entries Ixx, Iyy, Izz, Ixy, Ixz, Iyz of an inertia tensor."""


def moved_link(reader: ValueReader, link: Link, frame: FloatArray, where: str) -> Link:
    """Return a body in the arm's frame of its link; the reader's quantities of the body are converted with it.

    Args:
        reader: reader of the arm file, whose quantities at `where` are those of `link`.
        link: the body as the file gives it.
        frame: (4, 4) pose of the file's frame of the link in the arm's frame of the link.
        where: path of the body in the file, e.g. ``"links.link2"``.
    """
    turn, shift = frame[:3, :3], frame[:3, 3]
    center = turn @ link.center_of_gravity + shift
    inertia = turn @ link.inertia @ turn.T
    moments = np.array([[_share(turn, to, at) for at in INERTIA_PLACES] for to in INERTIA_PLACES])
    _turned(reader, f"{where}.center_of_gravity", center, turn)
    _turned(reader, f"{where}.inertia", np.array([inertia[place] for place in INERTIA_PLACES]), moments)
    return replace(link, center_of_gravity=center, inertia=inertia)


def _share(turn: FloatArray, to: tuple[int, int], at: tuple[int, int]) -> float:
    """Return the derivative of entry `to` of a rotated tensor with respect to entry `at` of the tensor."""
    (i, j), (k, m) = to, at
    both = turn[i, k] * turn[j, m]
    return float(both if k == m else both + turn[i, m] * turn[j, k])


def _turned(reader: ValueReader, where: str, values: FloatArray, matrix: FloatArray) -> None:
    """Transform quantities of the file by `matrix` to `values`; tolerances are combined as independent."""
    known = [reader.quantities.get(f"{where}.{i}") for i in range(len(values))]
    if known[0] is not None and len(values) == len(INERTIA_PLACES) and known[3:] == [None] * 3:
        known[3:] = [replace(known[0], value=0.0, tolerance=None)] * 3  # three moments: the products are exactly 0
    if None in known:
        for i in range(len(values)):
            reader.quantities.pop(f"{where}.{i}", None)
        return
    given: list[Quantity] = [quantity for quantity in known if quantity is not None]
    widths = np.sqrt(matrix**2 @ np.array([quantity.half_width or 0.0 for quantity in given]) ** 2)
    origin = np.abs(matrix).argmax(axis=1).tolist()  # the number of the file that counts most, for the source
    for i, place in enumerate(origin):
        printed = given[place].tolerance
        tolerance = None if printed is None else Tolerance(float(widths[i]), 0.0, printed.printed)
        reader.quantities[f"{where}.{i}"] = replace(given[place], value=float(values[i]), tolerance=tolerance)
