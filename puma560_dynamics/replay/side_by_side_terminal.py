"""Two replays side by side on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding

from ..report.formatting import milliseconds, number, percent, whole
from ..report.text_table import TextTable
from .analysis.measures import samples_outside
from .replay_terminal import writer
from .side_by_side import BagComparison

STYLES = {"better": "green", "worse": "bold red", "same": "dim", "unknown": "dim"}


def show_comparison(found: BagComparison, console: Console) -> None:
    """Print `found`: joints, causes, timing; the bag compared with on the left."""
    text = writer(console)
    pair = (found.before, found.after)
    headings = ("", ">before", ">after", ">outside\nband,\nbefore", ">outside\nband,\nafter", "")
    title = text(f"{found.after.name} against {found.before.name}: {found.headline}")
    table = TextTable(title, *map(text, headings))
    share = [samples_outside(each) for each in pair]
    for joint, name in enumerate(found.after.arm.joint_names):
        cells = [number(float(value), "N·m") for value in found.rms[:, joint]]
        beyond = [percent(float(each[joint])) for each in share]
        change = found.change[joint]
        table.add_row(text(name), *(text(cell) for cell in (*cells, *beyond)), text(change, STYLES[change]))
    table.add_section()
    for kind, before, after in found.causes:
        table.add_row(text(kind.replace("_", " ")), text(percent(before)), text(percent(after)))
    table.add_section()
    timing = [each.timing for each in pair]
    table.add_row(text("period"), *(text(milliseconds(each.period)) for each in timing))
    table.add_row(text("samples missing"), *(text(whole(each.missing)) for each in timing))
    console.print(Padding(table, (1, 0, 0, 1), expand=False))
