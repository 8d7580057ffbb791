"""Tables on a terminal in one style: a line under the headings, numbers on the right, words never broken."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markup import render
from rich.table import Table
from rich.text import Text

RIGHT = ">"
"""Begins the heading of a column of numbers."""

LONGEST = 30
"""Largest minimum width of a column, characters; longer words such as paths may be folded."""

PLAIN = str.maketrans(
    {"·": "*", "µ": "u", "✓": "ok", "✗": "!!", "–": "-", "−": "-", "×": "x", "²": "2", "±": "+-", "≤": "<=",
     "\u2009": " ", "…": "...", "“": '"', "”": '"'}
)  # fmt: skip
"""Replacements for characters that the terminal's encoding may not have."""


class TextTable(Table):
    """A table; its first heading characters say how a column is aligned.

    Columns of words fold between words where the terminal is narrow; columns of numbers never fold.

    Args:
        title: above the table; none for "".
        headings: of the columns; one that begins with ">" is of numbers, aligned to the right.
    """

    def __init__(self, title: str | Text, *headings: str | Text) -> None:
        super().__init__(box=SIMPLE_HEAD, pad_edge=False)
        self._above = render(title) if isinstance(title, str) else title
        for heading in headings:
            words = heading.plain if isinstance(heading, Text) else heading
            right = words.startswith(RIGHT)
            shown = words[1:] if right else words
            self.add_column(Text(shown), justify="right" if right else "left", no_wrap=right)
            self.columns[-1].min_width = _longest(shown)

    def add_row(self, *cells: RenderableType | None, style: str | None = None, end_section: bool = False) -> None:  # type: ignore[override]
        """Add a row; markup in the cells is interpreted."""
        super().add_row(*cells, style=style, end_section=end_section)
        for column, cell in zip(self.columns, cells, strict=False):
            words = cell.plain if isinstance(cell, Text) else render(str(cell or "")).plain
            column.min_width = max(column.min_width or 0, _longest(words))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title, which may be wider than the table, then the table."""
        if self._above.plain:
            yield Text.assemble(self._above, style="bold")
        yield from super().__rich_console__(console, options)


def _longest(words: str) -> int:
    """Characters of the longest word."""
    return min(LONGEST, max(map(len, words.split()), default=0))
