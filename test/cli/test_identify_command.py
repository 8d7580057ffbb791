"""`puma560 identify` from a bag on disk to an arm file, a page and JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers.html_page import checked
from helpers.identification.laboratory import excited, hidden_arm, measure

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli import command
from puma560_dynamics.cli.identify import check_files
from puma560_dynamics.identification.arm_yaml import WRITTEN
from puma560_dynamics.replay.reading.samples import JointSamples

START = 1_795_000_000 * 10**9  # ns, a day in November 2026


@pytest.fixture(scope="module")
def bags(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two recordings of one hidden arm."""
    pytest.importorskip("rosbags")
    from helpers.replay.bags import write_bag

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
    assert command.main(["identify", str(bags[0]), "--held-out", str(bags[1]), "-o", str(out), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert data["recordings"]["train"] == [{"name": "one", "date": "2026-11-18"}]
    for joint in data["joints"]:
        assert joint["rms"]["held_out"]["after"] < 0.3 * joint["rms"]["held_out"]["before"]
    assert {row["said_by"] for row in data["base_parameters"]} >= {"data", "prior"}
    assert load_arm(out).friction
    page = checked((tmp_path / "mine.html").read_text(encoding="utf-8"))
    assert page.tags.count("svg") == 3
    assert page.title.startswith("Identification of ")
    assert "times smaller on held-out motion" in page.verdicts[0]


def three_joints(arm: Arm, seconds: float) -> list[str]:
    """Lines of a table in which the joints of the wrist stand."""
    time = np.arange(0.0, seconds, 0.004)
    wave = 2.0 * np.pi * np.array([[0.1], [0.2], [0.3]])
    q, qd, qdd = np.zeros((3, len(time), arm.n))
    for joint in range(3):
        angle = (1.0 + 0.1 * joint) * wave
        q[:, joint] = 0.2 * np.sin(angle * time).sum(axis=0)
        qd[:, joint] = 0.2 * (angle * np.cos(angle * time)).sum(axis=0)
        qdd[:, joint] = -0.2 * (angle**2 * np.sin(angle * time)).sum(axis=0)
    effort = load_model("newton_euler", arm).torque(q, qd, qdd)
    effort += np.random.default_rng(0).normal(0.0, 0.1, effort.shape)
    names = [f"{name}.{quantity}" for quantity in ("position", "effort") for name in arm.joint_names]
    return [",".join(("time", *names)), *(",".join(map(repr, row)) for row in np.c_[time, q, effort].tolist())]


def test_joints_that_stand_keep_the_numbers_of_the_prior(arm: Arm, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table, out = tmp_path / "three.csv", tmp_path / "mine.yaml"
    table.write_text("\n".join(three_joints(arm, 20.0)), encoding="utf-8")
    assert command.main(["identify", str(table), "-o", str(out), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["advice"][0].startswith("joint4, joint5 and joint6 hardly moved")
    assert checked((tmp_path / "mine.html").read_text(encoding="utf-8")).verdicts


def test_a_file_of_another_origin_is_not_replaced(bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "mine.yaml"
    out.write_text("extends: akb1986  # by hand\n", encoding="utf-8")
    assert command.main(["identify", str(bags[0]), "-o", str(out)]) == 2
    assert "exists and is not from `puma560 identify`, so it may have been edited" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "extends: akb1986  # by hand\n"
    out.write_text(f"{WRITTEN} `tolerance` …\n", encoding="utf-8")
    check_files(argparse.Namespace(output=out, bags=[], loaded=[], held_out=[]), tmp_path / "mine.html")


def test_a_second_of_motion_is_refused(arm: Arm, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table = tmp_path / "short.csv"
    table.write_text("\n".join(three_joints(arm, 1.0)), encoding="utf-8")
    assert command.main(["identify", str(table), "-o", str(tmp_path / "mine.yaml")]) == 2
    assert "no joint moves for two seconds; record a longer motion" in capsys.readouterr().err


def test_the_default_output_is_tables(bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command.main(["identify", str(bags[0]), "-o", str(tmp_path / "mine.yaml")]) == 0
    text = capsys.readouterr().out
    for words in (
        "I1+Im1",
        "joint6 viscous",
        "condition number",
        "the data determine",
        "no recording was held out",
        "puma560 replay",
    ):
        assert words in text


def test_without_a_bag_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command.main(["identify", "-o", str(tmp_path / "mine.yaml")]) == 2
    assert "no bag to identify from" in capsys.readouterr().err


def test_impossible_requests_are_refused_before_bags_are_read(
    bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    one = str(bags[0])
    for words, sentence in (
        (["-o", str(tmp_path / "no" / "mine.yaml")], "there is no folder"),
        (["-o", str(tmp_path / "mine.yaml"), "--report", str(tmp_path / "no" / "mine.html")], "there is no folder"),
        (["-o", str(tmp_path / "mine.html")], "ends in .yaml or .yml"),
        (["-o", str(tmp_path / "metadata.yaml")], "would overwrite a part of a recording"),
        (["-o", str(tmp_path / "mine.yaml"), "--loaded", one], "a recording is one or the other"),
        ([str(bags[0].parent), "-o", str(tmp_path / "mine.yaml")], "name each bag to be used"),
        (["-o", str(tmp_path / "mine.yaml"), "--held-out", one], "hold out another recording"),
        (["-o", str(tmp_path / "mine.yaml"), "--held-out", str(tmp_path / "two")], "does not exist"),
    ):
        assert command.main(["identify", one, *words]) == 2
        assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_the_solver_there_is_a_sentence(
    bags: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    monkeypatch.setattr("puma560_dynamics.identification.physical_consistency.is_possible", lambda *_, **__: False)
    assert command.main(["identify", str(bags[0]), "-o", str(tmp_path / "mine.yaml")]) == 2
    assert "pip install 'puma560_dynamics[identify]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
