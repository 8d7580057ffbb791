"""Reader of tables in text files: CSV with or without a header, any common delimiter, with or without gzip."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...errors import BagError
from .csv_columns import CsvColumns
from .delimiters import SAMPLED, Dialect, find_dialect, stated_dialect
from .source import MOST_COLUMNS, TableSource, unread
from .table import Table
from .text_pieces import TextPiece, text_of, text_pieces

COMMENT = "#"


@dataclass(frozen=True)
class Lines:
    """Lines of a text file that are not blank and not comments.

    Attributes:
        texts: the lines.
        numbers: number of each line in the file, from 1.
        remark: comment directly before the first line, without the comment character; empty if there is none.
    """

    texts: list[str]
    numbers: list[int]
    remark: str


@dataclass(frozen=True)
class _Form:
    """What the first lines of a file show.

    Attributes:
        dialect: delimiter and decimal character.
        names: names of the columns; empty without a header.
        begin: number of the first line of numbers, from 1.
        width: number of columns in a line.
        used: number of columns that are not always empty: `width`, or one less if every line ends with a delimiter.
        single: whether the file has only one line of numbers.
    """

    dialect: Dialect
    names: tuple[str, ...]
    begin: int
    width: int
    used: int
    single: bool


def first_lines(path: Path, count: int = SAMPLED + 1) -> Lines:
    """Read the first lines of a text file, with or without gzip; blank lines and comments (``#``) are omitted.

    Raises:
        BagError: the file cannot be read, is not a text file, or is empty.
    """
    lines, number = Lines([], [], ""), 0
    for piece in text_pieces(path):
        text = text_of(piece, path).splitlines()
        found = _lines(text, number + 1, lines.remark if not lines.texts else None)
        lines = Lines(lines.texts + found.texts, lines.numbers + found.numbers, found.remark or lines.remark)
        number += len(text)
        if len(lines.texts) >= count:
            break
    if not lines.texts:
        raise BagError(f"{path} is empty: expected a table with one line per sample")
    return Lines(lines.texts[:count], lines.numbers[:count], lines.remark)


def _lines(texts: list[str], number: int, remark: str | None = None) -> Lines:
    """Return the lines that are not blank and not comments, and the comment directly before the first of them."""
    kept: list[str] = []
    numbers: list[int] = []
    before = remark or ""
    for place, line in enumerate(texts, start=number):
        bare = line.strip(" \r\n")
        if not bare.strip():
            continue
        if bare.startswith(COMMENT):
            if not kept and remark is not None:
                before = bare.lstrip(COMMENT).strip()
            continue
        kept.append(bare)
        numbers.append(place)
    return Lines(kept, numbers, before)


def csv_source(path: Path, delimiter: str = "") -> TableSource:
    """Return the table in a text file; its first lines decide about the columns.

    The first line is a header if it has a word above a number, or only words. A comment directly before the first line
    of numbers is also a header if it has one field per column. Blank lines and other comments (``#``) are skipped, an
    empty field is NaN, and decimal commas are recognised if the delimiter is another character. Columns of dates and
    times become `datetime64`.

    Args:
        path: path of the file; gzip is recognised.
        delimiter: a character or its name; detected by default.

    Raises:
        BagError: the file cannot be read, or has no columns. The first reading of the rows raises it if lines have
            different numbers of columns, or a field of any column is not a number.
    """
    form = _form(path, delimiter)
    names = form.names[: form.used]
    head = Table(
        str(path), (np.empty(0),) * form.used, names, lines=np.empty(0, np.int64), kind="csv", path=path,
        size=path.stat().st_size,
    )  # fmt: skip

    checked = False

    def read(wanted: Collection[int] | None) -> Iterator[Table]:
        nonlocal checked
        for block in _blocks(head, form, wanted if checked else None):
            skipped = () if wanted is None else set(range(form.used)) - set(wanted)
            columns = tuple(unread(block.rows) if k in skipped else column for k, column in enumerate(block.columns))
            yield replace(block, columns=columns)
        checked = True

    return TableSource(head, None, read)


def _form(path: Path, delimiter: str) -> _Form:
    lines = first_lines(path)
    dialect = stated_dialect(str(path), lines.texts, delimiter) if delimiter else find_dialect(str(path), lines.texts)
    names, begin = _split(lines, dialect)
    texts = lines.texts[begin:]
    if not texts:
        raise BagError(f"{path} has a header and no line of numbers after it")
    width = len(names) or len(dialect.split(texts[0]))
    if width > MOST_COLUMNS:
        raise BagError(f"{path} has {width:,} columns; expected {MOST_COLUMNS:,} at most, with one line per sample")
    full = [fields for fields in map(dialect.split, texts) if len(fields) == width]
    empty = width > 1 and not (names and names[-1]) and bool(full) and not any(fields[-1] for fields in full)
    return _Form(dialect, tuple(names), lines.numbers[begin], width, width - empty, len(texts) == 1)


def _split(lines: Lines, dialect: Dialect) -> tuple[list[str], int]:
    """Return the names of the columns (empty without a header), and the index of the first line of numbers."""
    first = dialect.split(lines.texts[0])
    odd = [not dialect.is_number(one) for one in first]
    second = dialect.split(lines.texts[1]) if len(lines.texts) > 1 else []
    below = [dialect.is_number(one) for one in second]
    # Words above a number are a header; words above words, or times above times, are not.
    if all(odd) or any(one and number for one, number in zip(odd, below, strict=False)):
        return first, 1
    for how in (dialect, Dialect(" ")):
        remark = how.split(lines.remark) if lines.remark else []
        if len(remark) == len(first) and not all(dialect.is_number(one) for one in remark):
            return remark, 0
    return [], 0


def _blocks(head: Table, form: _Form, wanted: Collection[int] | None) -> Iterator[Table]:
    path = head.path
    assert path is not None
    columns = CsvColumns(path, form.dialect, form.names, form.width)
    number, first = 1, 0  # of the next line, and of the next row
    for piece in text_pieces(path):
        data, skipped = _without_header(piece.data, form.begin - number)
        values = columns.parsed(data, number + skipped, wanted) if piece.ended and data else None
        notes: tuple[str, ...] = ()
        if values is not None:
            numbers = np.arange(number + skipped, number + skipped + len(values[0]))
            number += skipped + len(values[0])
        else:
            text = text_of(piece, path).splitlines()
            lines = _lines(text[max(form.begin - number, 0) :], max(form.begin, number))
            number += len(text)
            notes = _without_broken_end(lines, piece, form, path)
            if not lines.texts and not notes:
                continue
            values = columns.converted(lines.texts, lines.numbers) if lines.texts else (np.empty(0),) * form.width
            numbers = np.asarray(lines.numbers, dtype=np.int64)
        yield Table(
            head.name, values[: form.used], head.names, lines=numbers, kind=head.kind, path=path, size=head.size,
            notes=notes, first=first, read=min(piece.read, 1.0),
        )  # fmt: skip
        first += len(numbers)


def _without_header(data: bytes, count: int) -> tuple[bytes, int]:
    """Return the data without `count` lines, and the number of lines left out; no data if this is not clear."""
    if count <= 0:
        return data, 0
    end = 0
    for _ in range(count):
        end = data.find(b"\n", end) + 1
        if not end:
            return b"", 0
    return data[end:], count


def _without_broken_end(lines: Lines, piece: TextPiece, form: _Form, path: Path) -> tuple[str, ...]:
    """Remove an incomplete last line of the file, and return a note about it."""
    if piece.ended or not lines.texts or form.single or len(form.dialect.split(lines.texts[-1])) >= form.width:
        return ()
    lines.texts.pop()
    return (f"{path}: its last line, {lines.numbers.pop()}, ends early and was left out",)
