"""Tables for a terminal: a line under the headings, numbers aligned to the right, words never broken."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markup import render
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

RIGHT = ">"
"""First character of the heading of a column of numbers."""

LONGEST = 30
"""Largest minimum width of a column, in characters; longer words such as paths may be folded."""

PLAIN = str.maketrans(
    {"·": "*", "µ": "u", "✓": "ok", "✗": "!!", "–": "-", "−": "-", "×": "x", "²": "2", "±": "+-", "≤": "<=",
     "≠": "!=", "°": "deg", "√": "sqrt", "∞": "inf", "\u2009": " ", "…": "...", "“": '"', "”": '"'}
)  # fmt: skip
"""Replacements for characters that the terminal's encoding may not have."""


class TextTable(Table):
    """A table for a terminal. A heading that begins with ">" marks a column of numbers, aligned to the right.

    On a narrow terminal, columns of words fold between words; columns of numbers never fold. If the numbers need more
    columns than the terminal has, the gaps shrink, and then the rows are longer than its lines: no digit is cut off.

    Args:
        title: title above the table; "" for no title.
        headings: headings of the columns, with ">" in front for numbers.
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
        """Add a row; `rich` markup in the cells is interpreted."""
        super().add_row(*cells, style=style, end_section=end_section)
        for column, cell in zip(self.columns, cells, strict=False):
            words = cell.plain if isinstance(cell, Text) else render(str(cell or "")).plain
            least = max(map(len, words.splitlines()), default=0) if column.no_wrap else _longest(words)
            column.min_width = max(column.min_width or 0, least)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title, which may be wider than the table, then the table."""
        if self._above.plain:
            yield Text.assemble(self._above, style="bold")
        usual = self.padding
        if self._least_width(console, options) > options.max_width:
            self.padding = (0, 0)
        least = self._least_width(console, options)
        yield from super().__rich_console__(console, options.update(max_width=max(least, options.max_width)))
        self.padding = usual

    def _least_width(self, console: Console, options: ConsoleOptions) -> int:
        """Return the least width in which no word and no number is cut off."""
        return Measurement.get(console, options.update(max_width=10_000), self).minimum


def _longest(words: str) -> int:
    """Return the length of the longest word, at most `LONGEST`."""
    return min(LONGEST, max(map(len, words.split()), default=0))
