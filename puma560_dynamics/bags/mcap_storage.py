"""Reading of MCAP files, including damaged ones."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from ..arrays import IntegerArray
from ..extras import missing_dependency
from .compression import FileStream, decompress
from .findings import Findings
from .mcap_records import (
    CHANNEL,
    CHUNK,
    FOOTER,
    HEAD,
    LARGEST,
    LAST_OPCODE,
    MAGIC,
    MESSAGE,
    MESSAGE_INDEX,
    SCHEMA,
    ChunkRecord,
    StreamWindow,
    items,
    read_chunk,
    read_index,
    walk,
    walk_by_index,
)
from .raw import Channel, Messages, Wanted

_HEAD = np.dtype(
    [("code", "u1"), ("length", "<u8"), ("channel", "<u2"), ("sequence", "<u4"), ("log", "<u8"), ("publish", "<u8")]
)
"""Fields of a message record before its data."""

_MESSAGE = 22
"""Size of a message record without its data, bytes."""


def import_mcap() -> tuple[ModuleType, ModuleType]:
    """Return the modules mcap.records and mcap.data_stream.

    Raises:
        MissingDependencyError: they are not installed.
    """
    try:
        import mcap.data_stream
        import mcap.records
    except ImportError:
        raise missing_dependency("reading MCAP bags", "mcap", "rosbags") from None
    return mcap.records, mcap.data_stream


class McapStorage:
    """An MCAP file, which may be compressed as a whole."""

    kind = "mcap"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.whole = True
        self.compression = "none"

    def channels(self) -> Mapping[int, Channel] | None:
        """Return the channels in the summary at the end of the file; `None` without a valid summary."""
        import_mcap()
        from mcap.exceptions import McapError
        from mcap.reader import SeekingReader

        with self.path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:  # the file is compressed as a whole, so its end cannot be read first
                return None
            file.seek(0)
            try:
                summary = SeekingReader(file).get_summary()
            except (McapError, struct.error, ValueError, OSError, KeyError, MemoryError, OverflowError):
                return None
        if summary is None or not summary.channels:
            return None
        counts = None if summary.statistics is None else summary.statistics.channel_message_counts
        return {
            number: replace(
                _channel(channel.topic, channel.message_encoding, summary.schemas.get(channel.schema_id)),
                count=None if counts is None else counts.get(number, 0),
            )
            for number, channel in summary.channels.items()
        }

    def messages(self, wanted: Wanted, findings: Findings) -> Iterator[Messages]:
        """Yield every complete message, including those after a damaged chunk or in a truncated chunk."""
        del wanted  # chunks contain the messages of all channels
        return _Pass(self, findings).run()


class _Pass:
    """One pass over a file."""

    def __init__(self, storage: McapStorage, findings: Findings) -> None:
        self._storage = storage
        self._findings = findings
        self._records, self._streams = import_mcap()
        self._schemas: dict[int, object] = {}
        self._channels: dict[int, Channel] = {}
        self._count = 0
        self._last = 0

    def run(self) -> Iterator[Messages]:
        self._file = FileStream(self._storage.path)
        try:
            if self._file.compressed:
                self._storage.compression = "file"
            window = StreamWindow(self._file)
            window.need(len(MAGIC))
            if window.take(len(MAGIC)) != MAGIC:
                self._lose("damaged_start", "does not begin as an MCAP file; it is read from its first chunk on")
                window.seek_chunk()
            yield from self._records_of(window)
        finally:
            self._file.close()

    def _records_of(self, window: StreamWindow) -> Iterator[Messages]:
        while window.need(HEAD.size):
            code, length = HEAD.unpack_from(window.data, window.at)
            believable = 0 < code <= LAST_OPCODE or code >= 0x80
            if code == FOOTER and length == 20 and window.need(HEAD.size + length):
                return
            if not believable or length > LARGEST or not window.need(HEAD.size + length):
                if believable and code == CHUNK:
                    yield from self._cut_chunk(window)
                found, passed = window.seek_chunk()
                self._lose_stretch(passed, found)
                if not found:
                    return
            elif code in (MESSAGE, SCHEMA, CHANNEL):
                messages, others, end = walk(window.data, window.at)
                yield from self._hand_out(window.data, messages, others)
                window.at = end
            else:
                record = window.take(HEAD.size + length)
                if code == CHUNK:
                    yield from self._chunk(read_chunk(record[HEAD.size :]), _index(window))
        self._lose_stretch(window.left, False)

    def _cut_chunk(self, window: StreamWindow) -> Iterator[Messages]:
        """Yield the messages of a chunk that is truncated by the end of the file, or whose length is damaged."""
        rest = window.data[window.at + HEAD.size :]
        window.at += HEAD.size
        chunk = read_chunk(rest)
        if chunk is not None and chunk.compression in ("", "lz4", "zstd"):
            data, _ = decompress(chunk.compression, chunk.data)
            messages, others, _ = walk(data)
            yield from self._hand_out(data, messages, others)

    def _chunk(self, chunk: ChunkRecord | None, index: IntegerArray) -> Iterator[Messages]:
        if chunk is None:
            self._lose("damaged_chunk", "a chunk's head is damaged; its messages are left out")
            return
        if chunk.compression and self._storage.compression == "none":
            self._storage.compression = "chunks"
        try:
            data, whole = decompress(chunk.compression, chunk.data)
        except ValueError as error:
            self._lose("damaged_chunk", f"a chunk has {error}; its messages are left out")
            return
        if whole and chunk.crc and zlib.crc32(data) != chunk.crc:
            self._lose(
                "damaged_chunk", f"the checksum of a chunk of {len(data)} bytes is wrong; its messages are left out"
            )
            return
        messages, others, end = walk_by_index(data, index) or walk(data)
        if not whole or end < len(data) or len(data) < chunk.size:
            lost = max(chunk.size, len(data)) - end
            self._lose(
                "damaged_chunk",
                f"a chunk is damaged: {len(messages)} messages of it were read, the remaining {lost} bytes are lost",
            )
        yield from self._hand_out(data, messages, others)

    def _hand_out(self, data: bytes, messages: Sequence[int] | IntegerArray, others: list[int]) -> Iterator[Messages]:
        for at in others:
            self._learn(data, at)
        if not len(messages):
            return
        positions = np.array(messages, dtype=np.int64)
        heads: NDArray[np.void] = items(data, _HEAD)[positions]
        whole = heads["length"] >= _MESSAGE
        if not whole.all():
            positions, heads = positions[whole], heads[whole]
            self._lose("damaged_message", "messages without their head are left out", int((~whole).sum()))
            if not len(positions):
                return
        self._count += len(positions)
        log_time = heads["log"].astype(np.int64)
        self._last = int(log_time[-1])
        yield Messages(
            data,
            heads["channel"].astype(np.int64),
            log_time,
            positions + _HEAD.itemsize,
            heads["length"].astype(np.int64) - _MESSAGE,
            self._channels,
            self._file.consumed,
        )

    def _learn(self, data: bytes, at: int) -> None:
        """Read a schema or a channel."""
        code, length = HEAD.unpack_from(data, at)
        stream = self._streams.ReadDataStream(BytesIO(data[at + HEAD.size : at + HEAD.size + length]))
        try:
            if code == SCHEMA:
                schema = self._records.Schema.read(stream)
                self._schemas[schema.id] = schema
            else:
                channel = self._records.Channel.read(stream)
                schema = self._schemas.get(channel.schema_id)
                self._channels[channel.id] = _channel(channel.topic, channel.message_encoding, schema)
        except Exception as error:  # the library has no common error class for invalid bytes
            self._lose("damaged_message", f"a schema or channel cannot be read ({error!r})")

    def _lose_stretch(self, size: int, more: bool) -> None:
        until = f"{self._count} messages until log time {self._last / 1e9:.3f} s"
        if more:
            self._lose("damaged_file", f"{size} bytes are damaged and skipped after {until}")
        else:
            self._lose(
                "truncated",
                f"the file ends early, as after a loss of power: {until} were read, "
                f"the last {size} bytes are incomplete",
            )

    def _lose(self, kind: str, words: str, count: int = 1) -> None:
        self._storage.whole = False
        self._findings.add(kind, f"{self._storage.path.name}: {words}", count)


def _index(window: StreamWindow) -> IntegerArray:
    """Consume the message indices after a chunk, and return the offsets of its messages."""
    offsets = [np.empty(0, dtype=np.int64)]
    while window.need(HEAD.size):
        code, length = HEAD.unpack_from(window.data, window.at)
        if code != MESSAGE_INDEX or length > LARGEST or not window.need(HEAD.size + length):
            break
        offsets.append(read_index(window.take(HEAD.size + length)[HEAD.size :]))
    return np.concatenate(offsets)


def _channel(topic: str, encoding: str, schema: object) -> Channel:
    name, kind, data = (getattr(schema, field, "") for field in ("name", "encoding", "data"))
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
    return Channel(topic, str(name), str(kind), text, encoding)
