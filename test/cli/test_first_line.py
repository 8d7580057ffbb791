"""The first line of every command with a result names the arm."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.cli.command import main

BAG = str(Path(__file__).parents[2] / "examples" / "pick_and_place")

COMMANDS = (
    ("simulate", "--duration", "0.2"),
    ("torque",),
    ("kinematics",),
    ("arm", "check"),
    ("derive", "--programs", "gravity"),
    ("excite", "-o", "motion.yaml", "--rounds", "1"),
    ("identify", BAG, "-o", "arm.yaml"),
    ("replay", BAG, "--report", "page.html"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "_".join(words[:2] if words[0] == "arm" else words[:1]))
def test_the_first_line_names_the_arm(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for module in {"identify": ("rosbags", "cvxpy"), "replay": ("rosbags", "bokeh")}.get(words[0], ()):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    assert main(list(words)) in (0, None)
    assert "akb1986" in capsys.readouterr().out.partition("\n")[0]
