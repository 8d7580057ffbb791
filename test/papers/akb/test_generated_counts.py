"""The counts compared with others' are those of the programs that run."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics import load_model
from puma560_dynamics.papers.akb.generated_counts import counts_table, generated_rows
from tools.document import SECTIONS_OF_PAPERS, filled


def test_with_motors_is_what_runs():
    counts = load_model("generated").operation_counts()
    rows = {row.with_motors.name: row for row in generated_rows()}
    assert {name: row.with_motors.count for name, row in rows.items()} == counts
    for row in rows.values():
        own = row.published
        others = (own.akb, own.emdeg, own.sympybotics, own.opensymoro)
        assert row.without_motors.count.total < min(count for count in others if count is not None)
        assert row.without_motors.count_single_angles.total >= row.without_motors.count.total


def test_the_table_has_a_line_for_each():
    lines = counts_table().splitlines()
    assert len(lines) == 2 + len(generated_rows())
    assert len({line.count("|") for line in lines}) == 1


@pytest.mark.parametrize(("name", "page"), [("counts", "derivations/factoring.md"), ("multirate", "feed_forward.md")])
def test_tables_of_the_documentation_are_up_to_date(name: str, page: str):
    text = (Path(__file__).parents[3] / "docs" / page).read_text(encoding="utf-8")
    assert f"<!-- generated: {name} -->" in text and set(SECTIONS_OF_PAPERS) == {"counts", "multirate"}
    assert filled(text, SECTIONS_OF_PAPERS) == text, "run `make generate`"
