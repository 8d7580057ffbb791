"""`puma560 paper claims`: exit codes, files, one paper alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.trials import search
from rich.cells import cell_len

from puma560_dynamics.arm.arm_file import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.papers import collect
from puma560_dynamics.papers.burdick import counts
from puma560_dynamics.papers.collect import paper_entries
from puma560_dynamics.resources import share_file


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
