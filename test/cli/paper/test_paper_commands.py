"""`puma560 paper claims`: exit codes, files, one paper alone."""

from __future__ import annotations

import contextlib
import io
import json
import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.trials import search
from rich.cells import cell_len

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.arm_file import load_arm
from puma560_dynamics.cli import command
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import MissingDependencyError
from puma560_dynamics.files import share_file
from puma560_dynamics.models.generated.general_link6 import BODY
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.papers import collect
from puma560_dynamics.papers.burdick import counts
from puma560_dynamics.papers.collect import paper_entries
from puma560_dynamics.papers.decomposition.multirate import DIVIDERS, SPEEDS
from puma560_dynamics.papers.decomposition.processes import split_run
from puma560_dynamics.papers.kane_levinson.feedback import simulate_figure3
from puma560_dynamics.papers.kane_levinson.maneuver import manoeuvre_curves
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel


def test_one_paper_as_data_and_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        counts, "DEFAULT_EFFORT", search()
    )  # the entry about the derivation's time is true of any search
    target = tmp_path / "papers.html"
    assert main(["paper", "claims", "--paper", "burdick", "--json", "--report", str(target)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is True
    assert {entry["paper"] for entry in data["entries"]} == {"burdick"}
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_exit_code_is_1_for_another_arm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """By the entries of its tables alone; `test/papers` has all of them computed."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(
        collect, "paper_entries", lambda papers: [e for e in paper_entries(papers) if e.place.startswith("table")]
    )
    text = share_file("config", "akb1986.yaml").read_text(encoding="utf-8")
    other = tmp_path / "other.yaml"
    other.write_text(text.replace("mass: {value: 17.40", "mass: {value: 19.40"), encoding="utf-8")
    assert load_arm(str(other)).links[1].mass == 19.4
    assert main(["paper", "claims", "--paper", "akb", "--arm", str(other)]) == 1
    said = capsys.readouterr().out
    assert max(map(cell_len, said.splitlines())) <= 80
    assert "✗ table 4" in said and "link2.mass: printed 17.4 kg, here 19.4 kg" in said


def test_no_work_for_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "claims", "--report", str(tmp_path / "no" / "papers.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_second_witness_for_the_tables(capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "errata", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["errata"]
    proven = [row for row in rows if row["proof"] == "model" and row["table"] != "A3"]
    assert len(proven) > 20
    for row in proven:
        assert row["generator"]
    assert {row["proof"] for row in rows if row["generator"]} == {"model"}
    minus = next(row for row in rows if row["entry"] == "b_316")
    assert minus["generator"] == ["b_316"]


def test_no_line_is_wider_than_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Without the proofs, which take seconds and add a line to each entry."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("puma560_dynamics.papers.akb.rederived.contradictions", lambda _: [])
    assert main(["paper", "errata"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 100 and max(map(cell_len, lines)) <= 80
    assert any(line.startswith("  model: ") for line in lines)


def test_numbers_and_proofs(capsys: pytest.CaptureFixture[str]):
    assert command.main(["paper", "gyroscopic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert max(data["disagreement"].values()) < 1e-12
    assert [row["carried_by"] for row in data["joints"]] == ["base", "link2", "link2", "link3", "link3", "link3"]
    for row in data["joints"]:
        assert 0.0 < row["torque_Nm"] < row["share_of_maximum_torque"] * 200.0


def test_the_default_output_is_a_table(capsys: pytest.CaptureFixture[str]):
    assert command.main(["paper", "gyroscopic"]) == 0
    text = capsys.readouterr().out
    for words in ("joint1", "link3", "assumption", "Lagrange"):
        assert words in text


def test_a_proof_that_cannot_be_made_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def without_pinocchio(arm: Arm) -> float:
        raise MissingDependencyError("Pinocchio is not installed")

    monkeypatch.setattr("puma560_dynamics.papers.rotors.bodies_disagreement", without_pinocchio)
    assert command.main(["paper", "gyroscopic", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["not_held_against"] == "Pinocchio is not installed" and len(data["disagreement"]) == 1
    assert command.main(["paper", "gyroscopic"]) == 0
    assert "not compared with rotors as geared bodies" in " ".join(capsys.readouterr().out.split())


def test_errors_grow_with_speed_and_divider(capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "multirate", "--json", "--rate", "1000"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "times" not in told and "processes" not in told
    worst = [max(np.array(row["largest_Nm"]) / load_model("full").arm.maximum_torque) for row in told["errors"]]
    grid = np.array(worst).reshape(len(SPEEDS), len(DIVIDERS))
    assert (np.diff(grid, axis=1) > 0.0).all()
    assert (np.diff(grid[:, 1:], axis=0) > 0.0).all()


def test_everything_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("puma560_dynamics.papers.decomposition.processes.split_run", partial(split_run, rounds=1))
    figure = tmp_path / "error.png"
    assert main(["paper", "multirate", "--rate", "100", "--measure", "--processes", "--plot", str(figure)]) == 0
    said = capsys.readouterr().out
    for words in ("k = 16", "generated", "latency of communication", "age of the elements", str(figure)):
        assert words in said
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_a_figure_without_a_place_is_refused_before_any_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "multirate", "--plot", str(tmp_path / "none" / "error.png")]) == 2
    assert "no folder" in capsys.readouterr().err


def test_claims(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["paper", "stanford"]) == 0
    people = capsys.readouterr().out
    assert main(["paper", "stanford", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    for claim in data["claims"]:
        assert claim["claim"] in people
    assert any(line["count"] == [646, 394] and line["printed"] for line in data["calculations"])
    assert re.search(r"646 +394 +1040 ", people) and "does not hold" in people
    assert data["loss_of_digits"]["inverse"][-1] > 1e6 * data["loss_of_digits"]["inverse"][0]


@pytest.mark.parametrize("number", [1, 3])
def test_figures(number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("matplotlib")
    path = tmp_path / "figure.svg"
    assert main(["paper", "stanford", "--figure", str(number), "-o", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    model = KaneLevinsonModel()
    if number == 1:
        np.testing.assert_allclose(data["sigma"], manoeuvre_curves(model)[1][:, 5])
    else:
        np.testing.assert_allclose(data["q2"], simulate_figure3(model).motion.q[:, 1])
    drawing = path.read_text(encoding="utf-8")
    ElementTree.fromstring(drawing)
    assert all(label in drawing for label in (("τ1", "σ, N") if number == 1 else ("q1, °", "q6, m")))
    assert main(["paper", "stanford", "--figure", str(number), "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == drawing
    assert f"figure {number}" in capsys.readouterr().out


def test_a_place_or_a_format_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("matplotlib")
    assert main(["paper", "stanford", "--figure", "1", "-o", str(tmp_path / "figure.txt")]) == 2
    assert "ends in .png, .svg, .pdf" in capsys.readouterr().err
    assert main(["paper", "stanford", "--figure", "1", "-o", str(tmp_path / "nowhere" / "figure.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


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
