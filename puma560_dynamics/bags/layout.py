"""Layout of a message: byte offsets of its fields, and a test whether other messages have the same layout.

In CDR a number is aligned to its size, counted from the end of the four bytes of encapsulation; a string and a sequence
begin with their length. Messages of one topic usually differ only in their numbers. So one message is decoded in
Python, and all others with the same texts and lengths are read by numpy at the same offsets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .message_definitions import Definitions

_BASE, _NAME, _ARRAY, _SEQUENCE = 1, 2, 3, 4
"""Codes for kinds of types in the type descriptions of `rosbags`."""

_FORMATS = {
    "bool": "u1", "byte": "u1", "char": "u1", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2",
    "int32": "i4", "uint32": "u4", "int64": "i8", "uint64": "u8", "float32": "f4", "float64": "f8",
}  # fmt: skip

_ENCAPSULATIONS = {b"\x00\x00": ">", b"\x00\x01": "<"}
_BODY = 4
_NEAR = 32
"""Distance in bytes below which two stretches of compared bytes are joined."""


class Layout:
    """The layout of one message.

    Attributes:
        size: size of the message, bytes.
        texts: strings by the path of the field, such as ``header.frame_id``; several for a sequence of strings.
        numbers: offset, numpy format and count of numeric fields by path, such as ``points.0.effort``.
        lengths: lengths of sequences by path.

    Raises:
        ValueError: the bytes are not a message of this type.
    """

    def __init__(self, data: bytes, kind: str, definitions: Definitions) -> None:
        self.size = len(data)
        self.texts: dict[str, tuple[str, ...]] = {}
        self.numbers: dict[str, tuple[int, str, int]] = {}
        self.lengths: dict[str, int] = {}
        order = _ENCAPSULATIONS.get(data[:2])
        if order is None:
            raise ValueError(f"encapsulation {data[:2].hex()}; expected CDR, 0000 or 0001")
        self._order = order
        self._integer = "little" if order == "<" else "big"
        self._data = data
        self._definitions = definitions
        self._fixed = np.zeros(self.size, dtype=np.uint8)
        self._at = 0
        self._constant(2)
        self._at = _BODY
        self._message(kind, "")
        del self._data, self._definitions
        self._stretches = _stretches(np.frombuffer(data, np.uint8), self._fixed)

    def agrees(self, rows: NDArray[np.void]) -> NDArray[np.bool_]:
        """Return flags (N,): whether each of N messages of the same size has this layout."""
        octets = rows.view(np.uint8).reshape(len(rows), self.size)
        agreed = np.ones(len(rows), dtype=bool)
        for start, stop, expected, mask in self._stretches:
            differs = octets[:, start:stop] ^ expected
            differs &= mask
            if differs.any():
                agreed &= ~differs.any(axis=1)
        return agreed

    def column(self, rows: NDArray[np.void], path: str) -> NDArray[Any]:
        """Return the values (N, count) of a numeric field in N messages of this layout, as an unaligned view.

        Raises:
            KeyError: the field does not exist or has no entries.
        """
        offset, form, count = self.numbers[path]
        width = np.dtype(form).itemsize
        numbers: NDArray[Any] = np.ndarray((len(rows), count), form, rows, offset, (self.size, width))
        return numbers

    def _message(self, kind: str, path: str) -> None:
        try:
            fields = self._definitions.fields(kind)
        except KeyError:
            raise ValueError(f"no definition of {kind}") from None
        for name, description in fields:
            self._field(description, f"{path}.{name}" if path else name)

    def _field(self, description: Any, path: str) -> None:
        node, detail = description
        if node == _BASE:
            self._elements(description, 1, path)
        elif node == _NAME:
            self._message(detail, path)
        elif node == _ARRAY:
            self._elements(detail[0], detail[1], path)
        else:
            count = self._length()
            if count > self.size:
                raise ValueError(f"{path} has {count} entries in a message of {self.size} bytes")
            self.lengths[path] = count
            self._elements(detail[0], count, path)

    def _elements(self, description: Any, count: int, path: str) -> None:
        node, detail = description
        if node != _BASE:
            for k in range(count):
                self._field(description, f"{path}.{k}")
        elif detail[0] == "string":
            self.texts[path] = tuple(self._text() for _ in range(count))
        elif count:
            form = _FORMATS.get(detail[0])
            if form is None:
                raise ValueError(f"{path} is of type {detail[0]}, which cannot be read here")
            width = int(form[1])
            self._align(width)
            self.numbers[path] = (self._at, self._order + form, count)
            self._take(width * count)

    def _text(self) -> str:
        length = self._length()
        start = self._at
        self._constant(length)
        return self._data[start : self._at].rstrip(b"\0").decode("utf-8", "replace")

    def _length(self) -> int:
        self._align(4)
        start = self._at
        self._constant(4)
        return int.from_bytes(self._data[start : self._at], self._integer)  # type: ignore[arg-type]

    def _constant(self, size: int) -> None:
        """Skip bytes that must be the same in every message of this layout."""
        start = self._at
        self._take(size)
        self._fixed[start : self._at] = 255

    def _take(self, size: int) -> None:
        self._at += size
        if self._at > self.size:
            raise ValueError(f"ends after {self.size} bytes, within a field")

    def _align(self, width: int) -> None:
        self._at += -(self._at - _BODY) % width


Stretch = tuple[int, int, NDArray[np.uint8], NDArray[np.uint8]]


def _stretches(data: NDArray[np.uint8], fixed: NDArray[np.uint8]) -> list[Stretch]:
    """Return start, end, expected bytes and mask of stretches that contain all fixed bytes."""
    places = np.flatnonzero(fixed)
    pieces = np.split(places, np.flatnonzero(np.diff(places) > _NEAR) + 1)
    bounds = [(int(piece[0]), int(piece[-1]) + 1) for piece in pieces]
    return [(start, stop, data[start:stop], fixed[start:stop]) for start, stop in bounds]
