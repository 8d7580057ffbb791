"""`puma560 identify` from a bag on disk to an arm file, a page and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from identification.laboratory import excited, hidden_arm, measure

from puma560_dynamics import cli, load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.replay.samples import JointSamples

START = 1_795_000_000 * 10**9  # ns, a day in November 2026


@pytest.fixture(scope="module")
def bags(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two recordings of one hidden arm."""
    pytest.importorskip("rosbags")
    from replay.bags import write_bag

    rng = np.random.default_rng(21)
    truth = hidden_arm(arm, rng)
    folder = tmp_path_factory.mktemp("bags")
    paths = []
    for name in ("one", "two"):
        got = measure(arm, truth, excited(arm, rng, period=10.0), rng)
        stamp = START + np.round(1e9 * got.time).astype(np.int64)
        states = JointSamples(stamp, stamp, got.position, np.full_like(got.position, np.nan), got.effort)
        write_bag(folder / name, states=states)
        paths.append(folder / name)
    return paths


def test_from_bags_to_an_arm(bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "mine.yaml"
    assert cli.main(["identify", str(bags[0]), "--held-out", str(bags[1]), "-o", str(out), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert data["recordings"]["train"] == [{"name": "one", "date": "2026-11-18"}]
    for joint in data["joints"]:
        assert joint["rms"]["held_out"]["after"] < 0.3 * joint["rms"]["held_out"]["before"]
    assert {row["said_by"] for row in data["base_parameters"]} >= {"data", "prior"}
    assert load_arm(out).friction
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "http" not in page.replace("http://www.w3.org", "")


def test_people_get_tables(bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["identify", str(bags[0]), "-o", str(tmp_path / "mine.yaml")]) == 0
    text = capsys.readouterr().out
    for words in ("I1+Im1", "joint6 viscous", "condition number", "said by"):
        assert words in text


def test_without_a_bag_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["identify", "-o", str(tmp_path / "mine.yaml")]) == 2
    assert "no bag to identify from" in capsys.readouterr().err
