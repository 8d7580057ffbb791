"""The first line of every command with a result names the arm, and so does its JSON."""

from __future__ import annotations

import json
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
    ("derive", "--programs", "gravity", "--emit", "table"),
    ("paper", "gyroscopic"),
    ("paper", "multirate", "--rate", "50"),
    ("paper", "tables"),
    ("excite", "-o", "motion.yaml", "--rounds", "1"),
    ("identify", BAG, "-o", "arm.yaml"),
    ("replay", BAG, "--report", "page.html"),
)


def name(words: tuple[str, ...]) -> str:
    """Name of a test: the words of a command without the options with values."""
    return "_".join(word for word in words if word.isalpha() or word == "--emit")


@pytest.mark.parametrize("words", COMMANDS, ids=name)
def test_the_first_line_names_the_arm(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    needs(words)
    monkeypatch.chdir(tmp_path)
    assert main(list(words)) in (0, None)
    assert "akb1986" in capsys.readouterr().out.partition("\n")[0]


@pytest.mark.parametrize("words", (*COMMANDS, ("arm", "urdf")), ids=name)
def test_the_json_names_the_arm(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    needs(words)
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--json"]) == 0
    assert "akb1986" in str(json.loads(capsys.readouterr().out)["arm"])


def needs(words: tuple[str, ...]) -> None:
    """Skip the test if an optional package of the command is missing."""
    for module in {"identify": ("rosbags", "cvxpy"), "replay": ("rosbags", "bokeh")}.get(words[0], ()):
        pytest.importorskip(module)
