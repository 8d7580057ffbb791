"""The counts compared with others' are those of the programs that run."""

from __future__ import annotations

from pathlib import Path

from puma560_dynamics import load_model
from puma560_dynamics.papers.akb.generated_counts import counts_table, generated_rows


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


def test_the_page_has_the_table():
    page = (Path(__file__).parents[3] / "docs" / "derivations" / "factoring.md").read_text(encoding="utf-8")
    assert f"<!-- generated: counts -->\n\n{counts_table()}\n\n<!-- end of counts -->" in page, "run `make generate`"
