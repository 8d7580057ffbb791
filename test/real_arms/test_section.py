"""Parts of the page of real arms, as Markdown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from tools.real_arms.section import Section, decimals, table_of, with_error


def test_a_table_has_a_cell_a_column():
    assert table_of(("a", "b"), [("1", "2, 3"), ("4", "5")]).splitlines() == ["a,b", '1,"2, 3"', "4,5"]


def test_numbers_are_rounded():
    assert decimals([0.12349, 2.0]) == ["0.123", "2.000"]
    assert decimals([0.126], 2) == ["0.13"]


def test_empty_parts_leave_no_paragraph():
    figure = Figure()
    figure.set_label("what it shows")
    section = Section("Title", table_of(("a",), [("1",)]), "", {"name": figure})
    heading, table, picture = section.markdown.split("\n\n")
    assert heading == "### Title"
    assert table == "| a |\n| ---: |\n| 1 |"
    assert picture == "![what it shows](images/name.svg)"


PAGE = Path(__file__).parents[2] / "docs" / "real_arms.md"


def test_each_column_has_a_name_of_its_own():
    heads = re.findall(r"^(\|.*\|)\n\| -", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(heads) == 9
    for head in heads:
        names = head.split("|")[1:-1]
        assert len(set(names)) == len(names), head


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (7.942, 0.14, "7.94 ± 0.14"),
        (1.9104, 0.066, "1.910 ± 0.066"),
        (2.662, 0.0999, "2.66 ± 0.10"),
        (-20.2, 12.3, "−20 ± 12"),
    ],
)
def test_a_number_has_the_decimals_of_its_error(value: float, error: float, text: str):
    assert with_error(value, error) == text
