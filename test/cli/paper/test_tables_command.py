"""`puma560 paper tables`: every figure is computed anew, for people and for machines alike."""

from __future__ import annotations

import contextlib
import io
import json

import pytest

from puma560_dynamics import load_model
from puma560_dynamics.cli.command import main
from puma560_dynamics.models.generated.general_link6 import BODY
from puma560_dynamics.models.payload.payload import Payload


@pytest.fixture(scope="module")
def figures() -> dict:
    """What machines read."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["paper", "tables", "--json"]) == 0
    return json.loads(out.getvalue())


def test_the_generated_programs_are_those_that_run(figures: dict):
    counts = load_model("generated").operation_counts()
    rows = {row["quantity"]: row for row in figures["generated"]}
    assert rows["inverse dynamics"]["with_motor_inertia"]["total"] == counts["torque"].total
    assert rows["gravity"]["without_motor_inertia"]["total"] == counts["gravity"].total
    for row in rows.values():
        for part in (row["with_motor_inertia"], row["without_motor_inertia"]):
            assert part["total"] == part["multiplications"] + part["additions"] <= part["only_single_angles_free"]


def test_the_readable_table_has_the_same_numbers(
    figures: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["paper", "tables"]) == 0
    said = capsys.readouterr().out
    for row in figures["generated"]:
        assert row["quantity"] in said
        assert str(row["without_motor_inertia"]["total"]) in said
    for row in figures["counts"]:
        assert row["why"][:20] in said
    for row in figures["table_2"]["readings"]:
        assert row["count"] in said
        assert f"{row['rates_Hz']['4']['torque']:.1f}" in said


def test_a_general_load_has_both_its_ways(figures: dict):
    payload = Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)
    load = load_model("full", payload=payload).operation_counts()
    for row in figures["general_load"]:
        assert row["tables_with_load"]["total"] == load[row["part"]].total
        assert row["generated"]["total"] < row["generated_anew"]["total"] < row["tables_with_load"]["total"]


def test_a_total_is_of_multiplications_and_additions(figures: dict):
    assert 1165 in [row["paper"] for row in figures["counts"]]
    for row in figures["counts"]:
        assert row["ours"]["total"] == row["ours"]["multiplications"] + row["ours"]["additions"]


def test_table_3_is_complete(figures: dict):
    assert [row["ours"]["total"] > 0 for row in figures["counts"] if row["table"] == "3"] == [True] * 4


def test_the_rates_of_table_2_are_those_of_the_counts(figures: dict):
    """Ours are of the model whose count stands in table 1."""
    table = figures["table_2"]
    full = next(row for row in figures["counts"] if row["method"] == "Full explicit model")
    ours = table["readings"][0]
    assert ours["rates_Hz"]["1"]["torque"] == pytest.approx(1e5 / full["ours"]["total"])
    assert sum(ours["calculations"].values()) == full["ours"]["total"]
    assert table["paper"]["4"] == {"configuration": 50.0, "torque": 200.0}
