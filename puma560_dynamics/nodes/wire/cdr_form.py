"""Check that bytes have the form of a message: every length fits, and no bytes are left over.

The decoder of Fast DDS does not report a wrong length in a nested part of a message: it reads the following fields from
wrong positions, and the result looks like a message. So the form is checked before decoding.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from struct import Struct
from typing import Any

from ...errors import MessageError
from .cdr import ADVICE, BODY, ORDERS

SIZES = {
    "boolean": 1, "octet": 1, "char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "wchar": 2, "int32": 4,
    "uint32": 4, "float": 4, "int64": 8, "uint64": 8, "double": 8,
}  # fmt: skip
"""Size in bytes of the basic types that ROS uses, by their names in rosidl."""

END = 7
"""Maximum number of padding bytes that a middleware adds at the end of a message."""

EMPTY = 8
"""Unused bytes that Fast DDS adds for each empty list of 8-byte numbers."""

Part = tuple[str, Any]
"""Part of a message: ``basic`` (size), ``text``, ``list`` (part), ``array`` (number, part) or ``parts``."""

_LENGTHS = {order: Struct(f"{order}I") for order in ORDERS.values()}


def check_form(kind: type, data: bytes) -> None:
    """Raise if bytes do not have the form of a message.

    Args:
        kind: type of the message.
        data: serialised message, with the encapsulation.

    Raises:
        MessageError: the bytes have another form.
    """
    order = ORDERS.get(data[:2])
    if order is None or len(data) < BODY:
        raise MessageError(f"encapsulation {data[:2].hex() or 'missing'}; expected CDR, 0000 or 0001; {ADVICE}")
    walk = _Walk(data, _LENGTHS[order])
    end = walk.after(("parts", _parts(kind)), BODY)
    if not 0 <= len(data) - end <= END + EMPTY * walk.empty:
        raise MessageError(f"its {len(data)} bytes are no {kind.__name__}, which would have {end}; {ADVICE}")


@cache
def _parts(kind: Any) -> tuple[Part, ...]:
    """Return the parts of a message type, in order; one octet if it has none."""
    return tuple(_part(slot) for slot in kind.SLOT_TYPES) or (("basic", 1),)


def _part(slot: Any) -> Part:
    name = type(slot).__name__
    if name == "BasicType":
        return "basic", SIZES[slot.typename]
    if name.endswith("String"):
        return "text", None
    if name == "NamespacedType":
        return "parts", _parts(getattr(import_module(".".join(slot.namespaces), __package__), slot.name))
    if name == "Array":
        return "array", (slot.size, _part(slot.value_type))
    return "list", _part(slot.value_type)  # bounded or not


class _Walk:
    """Walks through the bytes of one message."""

    def __init__(self, data: bytes, length: Struct) -> None:
        self._data, self._length, self._end = data, length, len(data)
        self.empty = 0

    def after(self, part: Part, at: int) -> int:
        """Return the position after the bytes of `part` that start at `at`."""
        name, of = part
        if name == "basic":
            return at + -(at - BODY) % int(of) + int(of)
        if name == "parts":
            for each in of:
                at = self.after(each, at)
            return at
        if name == "array":
            return self._many(of[0], of[1], at)
        at += -(at - BODY) % 4 + 4
        if at > self._end:
            raise MessageError(f"its {self._end} bytes end within a message; {ADVICE}")
        (count,) = self._length.unpack_from(self._data, at - 4)
        if count > self._end - at:
            raise MessageError(f"it has a length of {count} with {self._end - at} bytes left; {ADVICE}")
        if name == "text":
            return at + int(count)
        return self._many(count, of, at)

    def _many(self, count: int, part: Part, at: int) -> int:
        name, of = part
        if name == "basic":
            self.empty += not count
            return at + (-(at - BODY) % int(of) + int(of) * count if count else 0)
        for _ in range(count):
            at = self.after(part, at)
            if at > self._end:
                break
        return at
