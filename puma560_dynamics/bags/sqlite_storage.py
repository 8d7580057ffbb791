"""Reading of SQLite bags, including bags that are damaged, truncated, or have an unfinished journal."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from .compression import FileStream
from .findings import Findings
from .raw import Channel, Messages, Wanted

MAGIC = b"SQLite format 3\0"
ROWS = 4096
"""Number of messages fetched at a time."""

FURTHEST = 1 << 32
"""Largest distance (in row numbers) after damaged rows in which valid rows are searched."""

JOURNALS = ("-journal", "-wal")


class SqliteStorage:
    """A SQLite file, which may be compressed as a whole."""

    kind = "sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.whole = True
        self.compression = "none"

    def channels(self) -> Mapping[int, Channel] | None:
        """Return the channels; `None` if the file is compressed, or they cannot be read."""
        with self.path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
        try:
            with ExitStack() as stack:
                return _channels(_open(self.path, stack))
        except sqlite3.Error:
            return None

    def messages(self, wanted: Wanted, findings: Findings) -> Iterator[Messages]:
        """Yield all messages in the order of rows, without the bytes of messages that are not wanted."""
        with ExitStack() as stack:
            path = self._unpacked(stack, findings)
            try:
                database = _open(path, stack)
                channels = _channels(database)
            except sqlite3.Error as error:
                self._lose(findings, f"the database cannot be read ({error}); none of its messages are used")
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
        table = _Table(database, query)
        size = self.path.stat().st_size
        first: int | None = None
        for rows in table.rows():
            sound = [row for row in rows if list(map(type, row)) == [int, int, int, bytes]]
            if len(sound) < len(rows):
                self._lose(findings, "rows that are no messages are left out")
            if sound:
                first = sound[0][0] if first is None else first
                share = (sound[-1][0] - first + 1) / max(1, table.newest - first + 1)
                yield _messages(sound, channels, int(size * min(1.0, share)))
        if table.error is not None:
            self._lose(
                findings,
                f"the database is damaged ({table.error}); it was read as far as it goes, to message {table.last}",
            )

    def _unpacked(self, stack: ExitStack, findings: Findings) -> Path:
        """Return the path of the database, or of a decompressed copy that is deleted when `stack` is closed."""
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


_CIRCLE = sqlite3.DatabaseError("its rows do not come in order")
"""Error for damaged pages that refer to earlier ones in an endless loop."""

Row = tuple[int, int, int, bytes]


class _Table:
    """Reads the table of messages and continues after damaged pages.

    Attributes:
        newest: row number of the last message; 0 if it cannot be read.
        last: row number of the last message that was read.
        error: error that occurred; `None` without an error.
    """

    def __init__(self, database: sqlite3.Connection, query: str) -> None:
        self._database = database
        self._query = query
        self.newest = _newest(database)
        self.last = -1
        self.error: sqlite3.Error | None = None

    def rows(self) -> Iterator[list[Row]]:
        """Yield all readable rows in lists of at most `ROWS`."""
        try:
            cursor = self._database.execute(self._query, (self.last,))
            while rows := cursor.fetchmany(ROWS):
                if rows[-1][0] <= self.last:
                    raise _CIRCLE
                self.last = rows[-1][0]
                yield rows
        except sqlite3.Error as error:
            self.error = error
            yield from self._past_damage()

    def _past_damage(self) -> Iterator[list[Row]]:
        """Yield rows one by one up to the damaged page, then search for rows after it with growing steps."""
        skip = 0
        while skip < FURTHEST:  # `newest` is no limit, because it may be damaged
            rows: list[Row] = []
            try:
                for row in self._database.execute(self._query, (self.last + skip,)):
                    if row[0] <= (rows[-1][0] if rows else self.last + skip):
                        raise _CIRCLE
                    rows.append(row)
                    if len(rows) == ROWS:
                        break
                ended = len(rows) < ROWS
            except sqlite3.Error as error:
                self.error = error
                ended = False
            if rows:
                self.last, skip = rows[-1][0], 0
                yield rows
            else:
                skip = max(1, 2 * skip)
            if ended:
                return


def _open(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Open a database without writing to it; if it has a journal, open a copy in which SQLite can apply the journal."""
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
    # With this setting SQLite opens truncated files; a missing page only raises an error when it is read.
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
        if [type(topic), type(kind), type(serialization)] == [str] * 3  # else damaged
    }


def _newest(database: sqlite3.Connection) -> int:
    """Return the row number of the newest message; 0 if there is none or it cannot be read."""
    try:
        (newest,) = database.execute("SELECT max(id) FROM messages").fetchone()
    except sqlite3.Error:
        return 0
    return newest or 0


def _messages(rows: list[Row], channels: Mapping[int, Channel], read: int) -> Messages:
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
