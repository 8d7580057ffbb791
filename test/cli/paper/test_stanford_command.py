"""`puma560 paper stanford`: claims for people and machines, figures 1 and 3 as files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from puma560_dynamics.cli.command import main
from puma560_dynamics.papers.kane_levinson.feedback import simulate_figure3
from puma560_dynamics.papers.kane_levinson.maneuver import manoeuvre_curves
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel


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
