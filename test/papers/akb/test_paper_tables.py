"""Tables 1 and 3: counts of every method next to the printed ones."""

from __future__ import annotations

from pathlib import Path

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.akb import izaguirre_paul
from puma560_dynamics.papers.akb.paper_tables import PAPER_FULL, count_rows, generated_rows
from puma560_dynamics.papers.walker_orin import printed_count
from puma560_dynamics.papers.walker_orin.model import matrix_count
from tools.document import SECTIONS_OF_PAPERS, filled


def test_rows_are_the_papers(arm: Arm):
    recursive = NewtonEulerModel(arm)
    full, short = (load_model(kind, arm).operation_counts() for kind in ("full", "abbreviated"))
    simplified = izaguirre_paul.explained_reconstruction(izaguirre_paul.simplified(arm))
    walker_orin = printed_count.explained_recursion(arm)
    rows = count_rows(full, short, recursive.operation_counts(), recursive.general_counts(), walker_orin, simplified)
    assert [row.paper for row in rows] == [1560, 1165, 305, 2737, 278, 58, 25]
    assert PAPER_FULL.total == 1165
    by_method = {(row.table, row.method): row for row in rows}
    assert by_method["3", "Walker and Orin"].paper == printed_count.PAPER_WALKER_ORIN
    assert by_method["3", "Walker and Orin"].ours == matrix_count(arm, skip_known=False)
    assert by_method["3", "Izaguirre and Paul, simplified"].ours.total <= 58
    # The order of table 3: every analytic model far below the recursion.
    assert max(row.ours.total for row in rows if row.table == "3" and row.method != "Walker and Orin") < 500
    for key in (("1", "Full explicit model"), ("1", "Abbreviated explicit model"), ("3", "Full explicit model")):
        assert abs(by_method[key].ours.total / by_method[key].paper - 1) < 0.06, key
    assert all(row.why for row in rows)


def test_with_motors_is_what_runs():
    counts = load_model("generated").operation_counts()
    rows = {row.with_motors.name: row for row in generated_rows()}
    assert {name: row.with_motors.count for name, row in rows.items()} == counts
    for row in rows.values():
        own = row.published
        others = (own.akb, own.emdeg, own.sympybotics, own.opensymoro)
        assert row.without_motors.count.total < min(count for count in others if count is not None)
        assert row.without_motors.count_single_angles.total >= row.without_motors.count.total


def test_the_table_of_the_documentation_is_up_to_date():
    text = (Path(__file__).parents[3] / "docs" / "feed_forward.md").read_text(encoding="utf-8")
    assert "<!-- generated: multirate -->" in text
    assert filled(text, SECTIONS_OF_PAPERS) == text, "run `make generate`"
