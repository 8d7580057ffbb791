"""The series of a replay: every sample of the analysis is in the bag, and the layouts plot what is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from puma560_dynamics.arm import load_arm
from puma560_dynamics.bags.message_definitions import typestore
from puma560_dynamics.cli.command import main
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.series_bag import SeriesBag

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
    """A bag of random samples, of which the first has no effort and the second is not compared."""
    q, qd, qdd, effort, command, model, band = np.random.default_rng(0).normal(size=(7, 20, ARM.n))
    effort[0] = np.nan
    used = np.ones(20, dtype=bool)
    used[1] = False
    motion = Motion(0, np.arange(20.0) * 0.004, q, qd, qdd, effort, command, {}, used)
    with SeriesBag(folder, ARM) as bag:
        bag.add(motion, {"model": model, "band": band})
        bag.finish(contacts)
    return motion, {"model": model, "band": band}


def test_every_sample_is_in_the_bag(tmp_path: Path):
    motion, torques = written(tmp_path / "series")
    found = messages(tmp_path / "series")
    assert set(found) == {f"/replay/{name}" for name in ("states", "model", "band", "residual")}
    stamps = [round(1e9 * time) for time in motion.time]
    for name, values in torques.items():
        assert [stamp for stamp, _ in found[f"/replay/{name}"]] == stamps
        np.testing.assert_array_equal([one.effort for _, one in found[f"/replay/{name}"]], values)
    states = [one for _, one in found["/replay/states"]]
    np.testing.assert_array_equal([one.position for one in states], motion.q)
    np.testing.assert_array_equal([one.velocity for one in states], motion.qd)
    np.testing.assert_array_equal([one.effort for one in states], motion.effort)
    assert list(states[0].name) == list(ARM.joint_names)
    header = states[3].header.stamp
    assert header.sec * 1_000_000_000 + header.nanosec == stamps[3]
    assert [stamp for stamp, _ in found["/replay/residual"]] == stamps[2:]  # neither without effort nor not compared
    np.testing.assert_array_equal(
        [one.effort for _, one in found["/replay/residual"]], (motion.effort - torques["model"])[2:]
    )


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
    names = ("states", "model", "residual", "band")  # there is no contact
    curves = [curve.get("name") for curve in ElementTree.parse(folder / "plotjuggler.xml").getroot().iter("curve")]
    assert curves == [f"/replay/{name}/{joint}/effort" for joint in ARM.joint_names for name in names]
    layout = json.loads((folder / "foxglove.json").read_text(encoding="utf-8"))
    for place, joint in enumerate(ARM.joint_names):
        panel = layout["configById"][f"Plot!{joint}"]
        assert [path["value"] for path in panel["paths"]] == [f"/replay/{name}.effort[{place}]" for name in names]
    column = layout["layout"]
    for joint in ARM.joint_names[:-1]:
        assert column["first"] == f"Plot!{joint}"
        column = column["second"]
    assert column == f"Plot!{ARM.joint_names[-1]}"


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
    assert {len(found[f"/replay/{name}"]) for name in ("model", "gravity", "friction", "band")} == {count}
    assert 0 < len(found["/replay/residual"]) <= count
    assert main(["replay", "example", "--no-report", "--series", str(folder)]) == 2
    assert "exists" in capsys.readouterr().err
    assert main(["replay", "example", "--series", str(folder), "--to-bag", str(folder)]) == 2
