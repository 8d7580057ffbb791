"""A part of the page of real arms: heading, table, words and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes:
        title: heading.
        table: Markdown.
        words: what the table says, by its numbers.
        figures: by the name of their file.
    """

    title: str
    table: str
    words: str
    figures: dict[str, Figure] = field(default_factory=dict)

    @property
    def markdown(self) -> str:
        """All of it, pictures as links to docs/images."""
        pictures = "\n\n".join(f"![{figure.get_label()}](images/{name}.svg)" for name, figure in self.figures.items())
        return "\n\n".join(part for part in (f"### {self.title}", self.table, self.words, pictures) if part)


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def decimals(values: Iterable[float], digits: int = 3) -> list[str]:
    """Numbers as text."""
    return [f"{value:.{digits}f}" for value in values]
