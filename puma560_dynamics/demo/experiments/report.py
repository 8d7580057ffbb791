"""Report of an experiment: a self-contained page, text for a terminal, and JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...report.interactive import interactive
from ...report.page import cards, markup, section, table, verdict
from ...report.page import checks as check_list
from ...report.svg import shown
from ...report.text_table import PLAIN, RIGHT, TextTable
from ...report.written_files import show_written
from ..report_files import REPORT, json_bytes, json_ready, write_files
from .experiment import Experiment, ExperimentTable


def experiment_json(found: Experiment) -> dict[str, Any]:
    """Return the numbers and the checks of an experiment for JSON."""
    checks = [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in found.checks]
    data = {"ok": found.ok, "headline": found.headline, **found.data, "sentences": found.sentences, "checks": checks}
    ready: dict[str, Any] = json_ready(data)
    return ready


def write_experiment(found: Experiment, directory: Path) -> Path:
    """Write ``report.html`` and ``summary.json`` into `directory`, which is made if necessary.

    Returns:
        The path of ``report.html``.

    Raises:
        RunError: the directory cannot be made or written to.
    """
    page = experiment_page(found).encode()
    write_files({"summary.json": json_bytes(experiment_json(found)), REPORT: page}, directory)
    return directory / REPORT


def experiment_page(found: Experiment) -> str:
    """Return the report as HTML."""
    sections = [cards(found.cards), *(_table(each) for each in found.tables)]
    sections += [section(each.title, shown(each.figure, each.caption)) for each in found.figures]
    sections += [
        section("The simulated arm", "\n".join(f"<p>{markup(sentence)}</p>" for sentence in found.sentences)),
        section("Checks", check_list(found.checks)),
    ]
    failed = [check.name for check in found.checks if not check.ok]
    level = "bad" if failed else "good"
    words = f"Failed: {', '.join(failed)}" if failed else found.headline
    return interactive(found.title, verdict(level, words, found.title), "\n".join(sections))


def show_experiment(found: Experiment, console: Console, report: Path | None) -> None:
    """Print the result of an experiment.

    Args:
        found: the result.
        console: console, which determines the colours and characters.
        report: path of the report, if one was written.
    """
    plain = console.options.ascii_only

    def text(words: str, style: str = "") -> Text:
        return Text(words.translate(PLAIN).encode("ascii", "replace").decode() if plain else words, style)

    def line(words: str, style: str = "") -> None:
        console.print(Padding(text(words, style), (0, 0, 0, 1), expand=False))

    console.print()
    line(found.title, "bold")
    for each in found.tables:
        # Two lines for a heading with a unit keep a table with many columns narrow.
        headings = (each.headings[0], *(RIGHT + heading.replace(", ", ",\n") for heading in each.headings[1:]))
        shown_table = TextTable(text(each.title), *map(text, headings))
        for row in each.rows:
            shown_table.add_row(*map(text, row))
        console.print(shown_table)  # without Padding, which cuts off long rows
        if each.caption:
            line(each.caption, "dim")
        console.print()
    for sentence in found.sentences:
        line(sentence, "dim")
    console.print()
    grid = Table.grid(padding=(0, 2))
    for no_wrap in (True, True, False):
        grid.add_column(no_wrap=no_wrap)
    for check in found.checks:
        mark = text("✓", "bold green") if check.ok else text("✗", "bold red")
        grid.add_row(mark, text(check.name), text(check.detail, "dim"))
    console.print(Padding(grid, (0, 0, 0, 1), expand=False))
    console.print()
    line(found.headline, "bold")
    if report is not None:
        show_written(console, report)


def _table(each: ExperimentTable) -> str:
    return section(each.title, table(each.headings, each.rows), each.caption)
