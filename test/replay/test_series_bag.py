"""The series of a replay: every sample of the analysis is in the bag, and the layouts plot what is there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.replay.analyses import EXAMPLES

from puma560_dynamics.arm import load_arm
from puma560_dynamics.bags.message_definitions import typestore
from puma560_dynamics.cli.command import main
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.errors import BagError
from puma560_dynamics.models.load import load_model
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.reading.recording_paths import named_recording
from puma560_dynamics.replay.series_bag import SeriesBag
from puma560_dynamics.replay.series_rerun import RerunFile
from puma560_dynamics.replay.settings import ReplaySettings

reader = pytest.importorskip("mcap.reader")

ARM = load_arm("akb1986")


def messages(folder: Path) -> dict[str, list[tuple[int, Any]]]:
    """Log times and joint states by topic."""
    store, found = typestore(), dict[str, list[tuple[int, Any]]]()
    (path,) = folder.glob("*.mcap")
    with path.open("rb") as file:
        for schema, channel, message in reader.make_reader(file).iter_messages():
            found.setdefault(channel.topic, []).append(
                (message.log_time, store.deserialize_cdr(message.data, schema.name))
            )
    return found


def written(folder: Path, contacts: tuple[Contact, ...] = ()) -> tuple[Motion, dict[str, np.ndarray]]:
    """A bag of random samples, of which the first has no residual."""
    q, qd, qdd, effort, command, model, residual, band, payload = np.random.default_rng(0).normal(size=(9, 20, ARM.n))
    residual[0] = np.nan
    motion = Motion(0, np.arange(20.0) * 0.004, q, qd, qdd, effort, command, {}, np.ones(20, dtype=bool))
    explained = {"residual": residual, "band": abs(band), "cause_payload": payload}
    with SeriesBag(folder, ARM) as bag:
        bag.add(motion, {"model": model, "band": band})
        bag.explain(motion, explained)
        bag.finish(replace(EXAMPLES["good"](), contacts=contacts))
    return motion, {"model": model, **explained, "band_low": -abs(band)}


def test_every_sample_is_in_the_bag(tmp_path: Path):
    motion, torques = written(tmp_path / "series")
    found = messages(tmp_path / "series")
    assert set(found) == {f"/replay/{name}" for name in ("states", *torques)}
    stamps = [round(1e9 * time) for time in motion.time]
    for name, values in torques.items():
        rows = ~np.isnan(values).any(axis=1)
        assert [stamp for stamp, _ in found[f"/replay/{name}"]] == np.array(stamps)[rows].tolist()
        np.testing.assert_array_equal([one.effort for _, one in found[f"/replay/{name}"]], values[rows])
    states = [one for _, one in found["/replay/states"]]
    np.testing.assert_array_equal([one.position for one in states], motion.q)
    np.testing.assert_array_equal([one.velocity for one in states], motion.qd)
    np.testing.assert_array_equal([one.effort for one in states], motion.effort)
    assert list(states[0].name) == list(ARM.joint_names)
    header = states[3].header.stamp
    assert header.sec * 1_000_000_000 + header.nanosec == stamps[3]
    assert len(found["/replay/residual"]) == len(stamps) - 1


def test_a_contact_is_a_rectangle(tmp_path: Path):
    torque = np.full(ARM.n, np.nan)
    torque[1] = -14.0
    written(tmp_path / "series", (Contact(0.02, 0.05, (1,), torque, torque, True),))
    found = messages(tmp_path / "series")["/replay/contact"]
    assert [stamp for stamp, _ in found] == [19_000_000, 20_000_000, 50_000_000, 51_000_000]
    assert [one.effort.tolist()[1] for _, one in found] == [0.0, -14.0, -14.0, 0.0]
    assert all(one.effort.tolist()[0] == 0.0 for _, one in found)


def test_layouts_plot_the_series_of_each_joint(tmp_path: Path):
    folder = tmp_path / "series"
    written(folder)
    both = (("states", "model"), ("residual", "band", "band_low", "cause_payload"))  # there is no contact
    plots = list(ElementTree.parse(folder / "plotjuggler.xml").getroot().iter("plot"))
    expected = [[f"/replay/{name}/{joint}/effort" for name in names] for joint in ARM.joint_names for names in both]
    assert [[curve.get("name") for curve in plot.iter("curve")] for plot in plots] == expected
    layout = json.loads((folder / "foxglove.json").read_text(encoding="utf-8"))
    tabs = layout["configById"][layout["layout"]]["tabs"]
    assert [tab["title"] for tab in tabs] == list(ARM.joint_names)
    for place, tab in enumerate(tabs):
        panels = [layout["configById"][tab["layout"][part]] for part in ("first", "second")]
        for panel, names in zip(panels, both, strict=True):
            assert [path["value"] for path in panel["paths"]] == [f"/replay/{name}.effort[{place}]" for name in names]
    assert panels[1]["paths"][-1]["label"] == "cause: payload"


def test_the_verdict_is_written(tmp_path: Path):
    written(tmp_path / "series")
    words = (tmp_path / "series" / "verdict.md").read_text(encoding="utf-8")
    found = EXAMPLES["good"]()
    assert found.verdict.sentence in words
    assert all(f"`cause_{cause.kind}`: {cause.message}" in words for cause in found.causes)


def test_a_folder_that_exists_is_left_alone_and_an_error_leaves_none(tmp_path: Path):
    (tmp_path / "there").mkdir()
    with pytest.raises(BagError, match="there"):
        SeriesBag(tmp_path / "there", ARM)
    with pytest.raises(RuntimeError), SeriesBag(tmp_path / "new", ARM):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_the_command_writes_the_series_of_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "series"
    assert main(["replay", "example", "--no-report", "--series", str(folder), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["written"] == [str(folder)]
    found = messages(folder)
    count = len(found["/replay/states"])
    assert {len(found[f"/replay/{name}"]) for name in ("model", "gravity", "friction", "band", "band_low")} == {count}
    assert 0 < len(found["/replay/residual"]) <= count
    assert main(["replay", "example", "--no-report", "--series", str(folder)]) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["replay", "example", "--series", str(folder), "--to-bag", str(folder)]) == 2


def test_the_torque_of_a_cause_is_what_it_adds_to_the_residual():
    """The model has 2 kg that the arm of the example did not carry."""
    kept: dict[str, list[np.ndarray]] = {}

    def explain(motion: Motion, torques: Mapping[str, np.ndarray]) -> None:
        for name, values in {**torques, "q": motion.q, "qd": motion.qd, "qdd": motion.qdd}.items():
            kept.setdefault(name, []).append(values)

    load = Payload(2.0, (0.0, 0.0, 0.1))
    found = analyse([named_recording("example")], ReplaySettings(payload=load), explain=explain)
    assert found.causes[0].kind == "payload"
    torques = {name: np.concatenate(values) for name, values in kept.items()}
    states = (torques["q"], torques["qd"], torques["qdd"])
    lacking = load_model("newton_euler", ARM).torque(*states) - load_model("newton_euler", ARM, load).torque(*states)
    scale = np.sqrt((lacking**2).mean(axis=0))[:3]
    np.testing.assert_allclose((torques["cause_payload"] - lacking)[:, :3] / scale, 0.0, atol=0.1)
    known = ~np.isnan(torques["residual"]).any(axis=1)
    removed = torques["residual"] - torques["unexplained"]
    np.testing.assert_allclose(removed[known], torques["cause_payload"][known], atol=1e-9)
    before, after = ((torques[name][known, :3] ** 2).sum() for name in ("residual", "unexplained"))
    assert after < 0.1 * before
    band = found.band
    assert band is not None
    np.testing.assert_allclose(np.sqrt((torques["band"][known] ** 2).mean(axis=0)), band.rms, rtol=0.05)


def test_a_recording_of_rerun_has_the_series_and_the_verdict(tmp_path: Path):
    pytest.importorskip("rerun", reason="needs rerun-sdk")
    path = tmp_path / "series.rrd"
    q = np.zeros((3, ARM.n))
    motion = Motion(0, np.arange(3.0), q, q, q, q + 1.0, q, {}, np.ones(3, dtype=bool))
    with RerunFile(path, ARM) as file:
        file.add(motion, {"model": q})
        file.explain(motion, {"residual": q + 1.0, "band": q + 2.0, "cause_payload": q})
        file.finish(EXAMPLES["good"]())
    written = path.read_bytes()
    assert written.startswith(b"RRF")
    names = ("states", "model", "residual", "band", "band_low", "cause_payload")
    assert all(f"/{ARM.joint_names[0]}/{name}".encode() in written for name in names)
    with pytest.raises(RuntimeError), RerunFile(tmp_path / "other.rrd", ARM):
        raise RuntimeError
    assert [one.name for one in tmp_path.iterdir()] == ["series.rrd"]
