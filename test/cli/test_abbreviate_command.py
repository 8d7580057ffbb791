"""`puma560 derive --abbreviate`: what it refuses before it works, and the figure it draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puma560_dynamics.cli.abbreviate import draw
from puma560_dynamics.cli.command import main
from puma560_dynamics.emdeg.abbreviation.pareto_front import ParetoPoint


@pytest.mark.parametrize("name", ["front.doc", "missing/front.png"])
def test_a_plot_that_cannot_be_drawn_is_refused_first(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--abbreviate", "--plot", str(tmp_path / name), "--json"]) == 2
    captured = capsys.readouterr()
    assert '"ok": false' in captured.out
    assert name.rpartition("/")[2] in captured.err


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_figure_shows_every_series(suffix: str, tmp_path: Path):
    found = ((90, 0.004), (40, 0.1))
    no_model: Any = None  # none is drawn
    points = [ParetoPoint(c, 1, e / 3, e, 2 * e, no_model) for c, e in found]
    path = tmp_path / f"front{suffix}"
    draw(path, points, 261, {"operations": 297, "rms": 0.001, "largest": 0.004}, {"largest": 0.03})
    data = path.read_bytes()
    assert len(data) > 5000
    if suffix == ".svg":
        for label in (b"guaranteed bound", b"RMS", b"exact: 261", b"paper, largest"):
            assert label in data
