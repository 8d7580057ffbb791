"""SQLite files, with a journal that nobody has rolled back, or cut off."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ..findings import Findings
from .compression import FileStream
from .raw import Channel, Messages, Wanted

MAGIC = b"SQLite format 3\0"
ROWS = 4096
"""Messages that are fetched at a time."""

JOURNALS = ("-journal", "-wal")


class SqliteStorage:
    """A SQLite file, perhaps compressed as a whole."""

    kind = "sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.whole = True
        self.compression = "none"

    def channels(self) -> Mapping[int, Channel] | None:
        """The topics table; `None` where it cannot be had without decompressing the file, or at all."""
        with self.path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
        try:
            with ExitStack() as stack:
                return _channels(_open(self.path, stack))
        except sqlite3.Error:
            return None

    def messages(self, wanted: Wanted, findings: Findings) -> Iterator[Messages]:
        """Every message in the order of its row; the bytes of those that nobody wants are not read."""
        with ExitStack() as stack:
            path = self._unpacked(stack, findings)
            try:
                database = _open(path, stack)
                channels = _channels(database)
            except sqlite3.Error as error:
                self._lose(findings, f"the database cannot be read ({error}); nothing of it is used")
                return
            yield from self._rows(database, channels, wanted, findings)

    def _rows(
        self, database: sqlite3.Connection, channels: Mapping[int, Channel], wanted: Wanted, findings: Findings
    ) -> Iterator[Messages]:
        needed = ",".join(str(number) for number, channel in channels.items() if wanted(channel))
        query = (
            f"SELECT id, topic_id, timestamp, CASE WHEN topic_id IN ({needed}) THEN data ELSE x'' END "
            "FROM messages WHERE id > ? ORDER BY id"
        )
        size, first, last, newest = self.path.stat().st_size, None, -1, _newest(database)
        skip, lost, reason = 0, False, sqlite3.Error()
        while True:
            try:
                cursor = database.execute(query, (last + skip,))
                while rows := _fetch(cursor) if lost else cursor.fetchmany(ROWS):
                    first = rows[0][0] if first is None else first
                    last, skip = rows[-1][0], 0
                    share = (last - first + 1) / max(1, newest - first + 1)
                    yield _messages(rows, channels, int(size * min(1.0, share)))
                break
            except sqlite3.Error as error:
                reason = error
                skip = max(1, 2 * skip) if lost else 0  # the first time, once more row by row
                lost = True
                if last + skip > newest:
                    break
        if lost:
            self._lose(
                findings,
                f"the database is damaged ({reason}); it was read as far as it goes, up to message {last}"
                + (f" of {newest}" if newest < _UNKNOWN else ""),
            )

    def _unpacked(self, stack: ExitStack, findings: Findings) -> Path:
        """Where the database is: itself, or its decompressed copy that lives as long as `stack`."""
        stream = FileStream(self.path)
        with closing(stream):
            if not stream.compressed:
                return self.path
            self.compression = "file"
            copy = Path(stack.enter_context(TemporaryDirectory(prefix="puma560-replay-"))) / "bag.db3"
            with copy.open("wb") as target:
                while piece := stream.read(1 << 22):
                    target.write(piece)
            if stream.broken:
                self._lose(findings, "the compressed file is damaged; it was decompressed as far as it goes")
        return copy

    def _lose(self, findings: Findings, words: str) -> None:
        self.whole = False
        findings.add("damaged_file", f"{self.path.name}: {words}")


_UNKNOWN = 1 << 40
"""More messages than any bag has."""


def _open(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Open without writing: where there is a journal, a copy beside which SQLite may roll it back."""
    journals = [Path(f"{path}{suffix}") for suffix in JOURNALS]
    there = [journal for journal in journals if journal.exists() and journal.stat().st_size]
    if there:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="puma560-replay-")))
        for file in (path, *there):
            shutil.copyfile(file, folder / file.name)
        address = (folder / path.name).as_uri()
    else:
        address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    database = stack.enter_context(closing(sqlite3.connect(address, uri=True)))
    # Lets SQLite open a file that is shorter than its header says; what is missing is an error only when it is read.
    database.execute("PRAGMA writable_schema=ON")
    return database


def _channels(database: sqlite3.Connection) -> dict[int, Channel]:
    definitions: dict[str, tuple[str, str]] = {}
    try:
        rows = database.execute("SELECT topic_type, encoding, encoded_message_definition FROM message_definitions")
        definitions = {kind: (encoding, text) for kind, encoding, text in rows}
    except sqlite3.Error:
        pass  # bags before Iron have no such table
    topics = database.execute("SELECT id, name, type, serialization_format FROM topics").fetchall()
    return {
        number: Channel(topic, kind, *definitions.get(kind, ("", "")), serialization)
        for number, topic, kind, serialization in topics
    }


def _newest(database: sqlite3.Connection) -> int:
    """Number of the newest message; where damage hides it, more than any bag has."""
    try:
        (newest,) = database.execute("SELECT max(id) FROM messages").fetchone()
    except sqlite3.Error:
        return _UNKNOWN
    return newest or 0


def _fetch(cursor: sqlite3.Cursor) -> list[tuple[int, int, int, bytes]]:
    """The next rows one by one; an error comes only after the rows before it have been handed out."""
    rows: list[tuple[int, int, int, bytes]] = []
    try:
        for row in cursor:
            rows.append(row)
            if len(rows) == ROWS:
                break
    except sqlite3.Error:
        if not rows:
            raise
    return rows


def _messages(rows: list[tuple[int, int, int, bytes]], channels: Mapping[int, Channel], read: int) -> Messages:
    _, topics, times, payloads = zip(*rows, strict=True)
    size = np.fromiter(map(len, payloads), dtype=np.int64, count=len(rows))
    return Messages(
        b"".join(payloads),
        np.array(topics, dtype=np.int64),
        np.array(times, dtype=np.int64),
        np.cumsum(size) - size,
        size,
        channels,
        read,
    )
