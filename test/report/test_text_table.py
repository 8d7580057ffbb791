"""The style of tables: words stay whole on 80 columns, numbers never fold."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from puma560_dynamics.report.text_table import TextTable


def printed(table: TextTable, width: int) -> list[str]:
    """Lines of the table on so many columns."""
    out = Console(file=io.StringIO(), width=width)
    out.print(table)
    return out.file.getvalue().splitlines()  # type: ignore[attr-defined]


def table() -> TextTable:
    """Words that have to fold on 80 columns, between numbers."""
    found = TextTable("Calculations", "algorithm of inverse dynamics", ">count", ">rate\nHz", Text("why"))
    found.add_row("Newton-Euler, Hollerbach's count", "2737", "1 234.5", "the multiplications of customised recursions")
    found.add_row("[bold]generated[/]", "261", "374.5", Text("nothing is known beforehand; see docs/models.md"))
    return found


@pytest.mark.parametrize("width", [60, 80, 120])
def test_words_and_numbers_stay_whole(width: int):
    lines = printed(table(), width)
    assert max(map(len, lines)) <= width
    text = " ".join(lines).split()
    for word in ("Newton-Euler,", "Hollerbach's", "multiplications", "customised", "docs/models.md", "generated", "Hz"):
        assert word in text
    assert any("2737   1 234.5" in line for line in lines)
    assert "…" not in "".join(lines)


def test_numbers_are_aligned_to_the_right():
    lines = printed(table(), 120)
    (first,) = (line for line in lines if "2737" in line)
    (second,) = (line for line in lines if " 261 " in line)
    assert first.index("2737") + 4 == second.index("261") + 3


def test_a_table_without_a_title():
    assert "joint" in printed(TextTable("", "joint", ">N·m"), 80)[1]


@pytest.mark.parametrize("title", ["Torque errors of all joints", Text("Torque errors of all joints")])
def test_a_title_that_is_wider_than_its_table_is_one_line(title: str | Text):
    lines = printed(TextTable(title, "joint", ">N·m"), 80)
    assert lines[0] == "Torque errors of all joints" and len(lines[-1]) < len(lines[0])


def test_markup_of_a_title_is_interpreted():
    assert printed(TextTable("of [green]joint1[/]", "joint"), 80)[0] == "of joint1"


@pytest.mark.parametrize(("width", "longest"), [(60, 60), (50, 50), (30, 49)])
def test_no_digit_is_cut_off_on_a_narrow_terminal(width: int, longest: int):
    """The gaps shrink, and then the rows are longer than the lines of the terminal."""
    found = TextTable("", "joint", ">max.\nN·m", ">range\n°", ">Ixx, Iyy, Izz")
    found.add_row("shoulder_lift", "150", "-360…360", "0.0102675, 0.133886")
    out = Console(file=io.StringIO(), width=width)
    out.print(found, crop=False)
    lines = out.file.getvalue().splitlines()  # type: ignore[attr-defined]
    (row,) = (line for line in lines if "shoulder" in line)
    assert row.split() == ["shoulder_lift", "150", "-360…360", "0.0102675,", "0.133886"]
    assert max(map(len, lines)) <= longest
