"""Tables of CSV files in pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puma560_dynamics.control.parameter_spec import ParameterSpec
from tools.document import parameter_rows
from tools.markdown_table import markdown_table, with_tables

DOCS = Path(__file__).parents[1] / "docs"


def test_columns_of_numbers_are_aligned_at_the_right():
    table = markdown_table('arm,"rate, Hz",found,ratio\nmoves,250,99.80 %,**0.9**\n|a|,,± 3 ms,yes\n')
    assert table.splitlines() == [
        "| arm | rate, Hz | found | ratio |",
        "| --- | ---: | ---: | --- |",
        "| moves | 250 | 99.80 % | **0.9** |",
        r"| \|a\| |  | ± 3 ms | yes |",
    ]


def test_a_row_with_too_few_cells_is_an_error():
    with pytest.raises(ValueError):
        markdown_table("a,b\n1,2\n3\n")


def test_a_table_replaces_what_was_between_its_markers(tmp_path: Path):
    (tmp_path / "one.csv").write_text("a\n1\n", encoding="utf-8")
    page = "before\n<!-- table: one.csv -->\nold\n<!-- end of one.csv -->\nafter"
    filled = with_tables(page, tmp_path)
    assert filled == ("before\n<!-- table: one.csv -->\n\n| a |\n| ---: |\n| 1 |\n\n<!-- end of one.csv -->\nafter")
    assert with_tables(filled, tmp_path) == filled


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_pages_have_the_tables_of_their_files(page: Path):
    text = page.read_text(encoding="utf-8")
    assert with_tables(text, page.parent) == text, "run python -m tools.document docs/*.md docs/derivations/*.md"


def test_no_page_has_a_table_that_only_the_site_shows():
    for page in DOCS.rglob("*.md"):
        assert not re.search(r"^```\{csv-table\}", page.read_text(encoding="utf-8"), re.MULTILINE), page


def test_an_empty_default_is_shown_as_quotation_marks():
    specs = [ParameterSpec("base", "", "first link"), ParameterSpec("joints", [""], "names; ['']: those of the arm")]
    assert [row.split(" | ")[1] for row in parameter_rows(specs)] == ["`''`", "`['']`"]
    assert parameter_rows(specs)[1].startswith("| `joints` | `['']` | names; `['']`: those of the arm")
