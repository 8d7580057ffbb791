"""Decode joint states from their serialised form; rclpy's message objects need several times as much time at 1 kHz.

In CDR a number is aligned to its size, counted from the end of the four bytes of encapsulation. A string or a
sequence begins with its length; a string ends with a zero byte. The second byte of the encapsulation is the byte order
of the numbers.

The messages of one topic usually differ only in their numbers. So the first message is parsed, and messages with the
same texts and lengths are read by one `struct` of that layout.
"""

from __future__ import annotations

from struct import Struct, calcsize, error, unpack_from
from typing import Any, NamedTuple

from ...errors import MessageError

BODY = 4
"""Bytes of the encapsulation."""

TEXTS = 12
"""Offset of the texts, after encapsulation and stamp."""

ORDERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
"""Byte order by encapsulation, in the notation of `struct`."""

MAX_NAMES = 1000
"""Largest number of joint names in a message, which are read in 1 ms."""

ADVICE = "the message is not used; are both nodes of the same ROS distribution and middleware?"


class JointStateFields(NamedTuple):
    """Fields of a `sensor_msgs/JointState` that the loop uses.

    Attributes:
        sec, nanosec: stamp.
        names: joint names.
        position, velocity: rad and rad/s, with any number of entries.
    """

    sec: int
    nanosec: int
    names: tuple[str, ...]
    position: tuple[float, ...]
    velocity: tuple[float, ...]


class JointStateDecoder:
    """Decodes the messages of one topic."""

    def __init__(self) -> None:
        self._layout: _Layout | None = None

    def decode(self, data: bytes) -> JointStateFields:
        """Return the fields of a serialised `sensor_msgs/JointState`.

        Raises:
            MessageError: the bytes are not a joint state.
        """
        layout = self._layout
        if layout is not None and len(data) == layout.form.size:
            found = layout.form.unpack(data)
            n, m = layout.positions, layout.velocities
            # head, sec, nanosec, texts, n positions, number of velocities, m velocities, number of efforts
            head, texts, counts = found[0], found[3], (found[4 + n], found[-1])
            if head == layout.head and texts == layout.texts and counts == (m, layout.efforts):
                return JointStateFields(found[1], found[2], layout.names, found[4 : 4 + n], found[5 + n : 5 + n + m])
        return self._take_apart(data)

    def with_efforts(self, data: bytes) -> tuple[JointStateFields, tuple[float, ...]]:
        """Return the fields and the efforts, N·m (N), of a serialised `sensor_msgs/JointState`; any number of entries.

        Raises:
            MessageError: the bytes are not a joint state.
        """
        fields, effort, _ = self._parse(data)
        return fields, effort

    def _take_apart(self, data: bytes) -> JointStateFields:
        fields, effort, (at, after, order) = self._parse(data)
        if fields.position and fields.velocity:
            n, m = len(fields.position), len(fields.velocity)
            gap = after - (at + 8 * n + 4)
            form = f"{order}2s2xiI{at - TEXTS}s{n}dI{gap}x{m}dI"
            form += f"{len(data) - calcsize(form)}x"
            self._layout = _Layout(Struct(form), data[:2], data[TEXTS:at], fields.names, n, m, len(effort))
        return fields

    def _parse(self, data: bytes) -> tuple[JointStateFields, tuple[float, ...], tuple[int, int, str]]:
        """Return fields, efforts, and a layout: offsets of positions and velocities, and the byte order."""
        reader = _Reader(data)
        try:
            sec, nanosec = reader.take("iI")
            reader.text()  # frame
            names = tuple(reader.text() for _ in range(self._count(reader.length())))
            at, position = reader.doubles()
            after, velocity = reader.doubles()
            _, effort = reader.doubles()
        except (error, UnicodeDecodeError) as problem:
            raise MessageError(f"its {len(data)} bytes are no joint state ({problem}); {ADVICE}") from None
        return JointStateFields(sec, nanosec, names, position, velocity), effort, (at, after, reader.order)

    @staticmethod
    def _count(names: int) -> int:
        if names > MAX_NAMES:
            raise MessageError(
                f"the message has {names} joint names; expected at most {MAX_NAMES}, the message is not used"
            )
        return names


class _Layout(NamedTuple):
    """Common properties of all messages with one layout."""

    form: Struct
    head: bytes
    texts: bytes
    names: tuple[str, ...]
    positions: int
    velocities: int
    efforts: int


class _Reader:
    """Reads field after field; raises `struct.error` if the bytes end within a field."""

    def __init__(self, data: bytes) -> None:
        order = ORDERS.get(data[:2])
        if order is None:
            raise MessageError(f"encapsulation {data[:2].hex() or 'missing'}; expected CDR, 0000 or 0001; {ADVICE}")
        self.order, self._data, self._at = order, data, BODY

    def take(self, form: str, width: int = 4) -> tuple[Any, ...]:
        """Return aligned numbers of `width` bytes each."""
        self._at += -(self._at - BODY) % width
        found = unpack_from(self.order + form, self._data, self._at)
        self._at += calcsize(self.order + form)
        return found

    def length(self) -> int:
        return int(self.take("I")[0])

    def text(self) -> str:
        (text,) = unpack_from(f"{self.length()}s", self._data, self._at)
        self._at += len(text)
        return str(text.removesuffix(b"\0"), "utf-8")

    def doubles(self) -> tuple[int, tuple[float, ...]]:
        """Return the offset of the numbers of a sequence, and the numbers."""
        count = self.length()
        if not count:  # no number to align
            return self._at, ()
        found = self.take(f"{count}d", 8)
        return self._at - 8 * count, found
