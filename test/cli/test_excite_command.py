"""`puma560 excite` writes motion and table on any machine, and the plot where matplotlib is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puma560_dynamics.cli import excite
from puma560_dynamics.cli.command import main


@pytest.mark.parametrize("plots", [True, False])
def test_without_matplotlib_there_is_no_plot(
    plots: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(excite, "installed", lambda module: plots)
    words = ["excite", "--rounds", "0", "--harmonics", "2", "--period", "5", "-o", str(tmp_path / "motion.yaml")]
    assert main([*words, "--json"] if plots else words) == 0
    files = {"motion.yaml", "motion.csv", *(["motion.svg"] if plots else [])}
    assert {path.name for path in tmp_path.iterdir()} == files
    out = capsys.readouterr().out
    if plots:
        assert {Path(name).name for name in json.loads(out)["files"]} == files
    else:
        assert "the plot needs matplotlib, which is not installed; run `pip install" in out
