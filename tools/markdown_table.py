"""Tables of CSV files as Markdown, which every reader of a page shows.

A page names the file between ``<!-- table: FILE.csv -->`` and ``<!-- end of FILE.csv -->``.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

_MARKED = re.compile(r"(<!-- table: (\S+\.csv) -->).*?(<!-- end of \2 -->)", re.DOTALL)
_NUMBER = re.compile(r"(\*\*)?[-+−±]? ?[\d.]+([eE][-+]?\d+)?( %| ?[µmk]?(s|Hz))?( ¹)?(\*\*)?")


def markdown_table(text: str) -> str:
    """Return a table as Markdown.

    Args:
        text: table as CSV whose first row has the names of the columns.

    Returns:
        Table whose columns of numbers are aligned at the right; an empty cell is no number.
    """
    head, *rows = ([cell.replace("|", r"\|") for cell in row] for row in csv.reader(text.splitlines()))
    marks = []
    for column in zip(*rows, strict=True):
        cells = [cell for cell in column if cell]
        marks.append("---:" if cells and all(_NUMBER.fullmatch(cell) for cell in cells) else "---")
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))


def with_tables(text: str, folder: Path) -> str:
    """Return the text of a page in `folder` with the tables of its marked CSV files."""

    def table(found: re.Match[str]) -> str:
        return f"{found[1]}\n\n{markdown_table((folder / found[2]).read_text(encoding='utf-8'))}\n\n{found[3]}"

    return _MARKED.sub(table, text)
