"""`puma560 paper multirate`: the error over speed and divider, its figure, and what is measured when asked for."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.cli.command import main
from puma560_dynamics.papers.decomposition.multirate import DIVIDERS, SPEEDS
from puma560_dynamics.papers.decomposition.processes import split_run


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
