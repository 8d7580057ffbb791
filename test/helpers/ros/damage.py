"""Bytes that are no message: truncated, with lengths that do not fit, of another encapsulation, or arbitrary."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rclpy.serialization import serialize_message

HUGE = (0xFFFFFFFF, 0x7FFFFFFF, 0x10000000, 0x00100000, 0xFFFF)
"""Lengths that no message of this package has."""


def type_of(name: str) -> Any:
    """A message or service type by its name, as ``std_msgs/msg/String``."""
    package, kind, short = name.split("/")
    return getattr(import_module(f"{package}.{kind}"), short)


def damaged(kind: Any, chance: random.Random) -> Iterator[bytes]:
    """Damaged forms of a message of a type, the same for the same `chance`."""
    whole = serialize_message(filled(kind))
    for size in sorted({0, 1, 2, 4, 5, 8, 12, 20, len(whole) // 2, len(whole) - 8}):
        if 0 <= size < len(whole):
            yield whole[:size]
    for encapsulation in (b"\x07\x01", b"\xff\xff", b"\x00\x02", b"\x00\x07"):
        yield encapsulation + whole[2:]
    for at in range(4, min(len(whole) - 3, 120), 4):
        yield whole[:at] + chance.choice(HUGE).to_bytes(4, "little") + whole[at + 4 :]
    for _ in range(10):
        bad = bytearray(whole)
        for _ in range(chance.randint(1, 5)):
            bad[chance.randrange(len(bad))] = chance.randrange(256)
        yield bytes(bad)
    yield whole[:4] + bytes([0xFF]) * 200
    yield whole[:4] + chance.randbytes(500)


def filled(kind: Any) -> Any:
    """A message with an entry in every list of texts and numbers, so that there are lengths to damage."""
    message = kind()
    for name, typename in kind.get_fields_and_field_types().items():
        if typename == "string":
            setattr(message, name, "some text")
        elif typename.startswith("sequence<string"):
            setattr(message, name, ["joint1", "joint2"])
        elif typename.startswith("sequence<double"):
            setattr(message, name, [1.0, 2.0])
        elif typename.startswith("sequence<") and "/" in typename:
            inner = typename[9:].split(">")[0].split(",")[0]
            package, short = inner.split("/")
            setattr(message, name, [filled(type_of(f"{package}/msg/{short}"))])
    return message
