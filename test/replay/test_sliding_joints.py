"""Replay of arms with prismatic joints: exact models agree, causes are found, and units are those of the joint."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.sliding_arms import SLIDING
from helpers.replay.sliding_runs import SlidingRun, sliding_run
from rich.console import Console

from puma560_dynamics import Payload, ReplaySettings, compare_recording
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import BagError
from puma560_dynamics.models.payload.payload import attached
from puma560_dynamics.replay.replay_json import analysis_json, analysis_row
from puma560_dynamics.replay.replay_terminal import show_analysis
from puma560_dynamics.replay.report.replay_page import replay_page

pytest.importorskip("pinocchio")

ARMS = list(SLIDING)


@lru_cache
def run(name: str) -> SlidingRun:
    return sliding_run(name)


@pytest.mark.parametrize("name", ARMS)
def test_an_arm_as_described_agrees_to_the_filters_error(name: str):
    one = run(name)
    found = one.compare(one.effort())
    assert found.verdict.headline == "Model and arm agree"
    assert (found.total["effort"].rms < 1e-6 * one.arm.maximum_torque).all()
    assert found.models["newton_euler"].relative < 1e-14


@pytest.mark.parametrize("name", ARMS)
def test_a_payload_is_found(name: str):
    one, load = run(name), Payload.of(2.0, (0.02, -0.03, 0.05), (0.002, 0.002, 0.002, 0.0, 0.0, 0.0))
    found = one.compare(one.effort(attached(one.arm, load)))
    assert found.verdict.headline == "The payload differs from that of the model"
    assert found.causes[0].values["mass_kg"] == pytest.approx(2.0, rel=0.01)


@pytest.mark.parametrize("name", ARMS)
def test_friction_is_found_in_newtons_and_absorbed_by_a_fit(name: str):
    one = run(name)
    found = one.compare(one.effort() + one.loss())
    assert found.verdict.headline == "Friction differs from that of the model"
    joint, true = one.arm.joint_names[one.slide], one.friction()[one.slide]
    values = found.causes[0].values
    assert values[f"{joint}.coulomb_positive_N"] == pytest.approx(true.coulomb_positive, rel=1e-3)
    assert values[f"{joint}.viscous_Ns_per_m"] == pytest.approx(true.viscous, rel=1e-3)
    if one.slide < 2:  # the message names the joints with the largest effect
        assert " N dry forwards" in found.causes[0].message and " N·s/m viscous" in found.causes[0].message
    fitted = one.compare(one.effort() + one.loss(), "fit")
    assert fitted.verdict.headline == "Model and arm agree"
    assert (fitted.total["effort"].rms < 1e-5 * one.arm.maximum_torque).all()


@pytest.mark.parametrize("name", ARMS)
def test_an_offset_and_a_motor_inertia_have_the_units_of_a_force(name: str):
    one = run(name)
    joint, offset = one.arm.joint_names[one.slide], 0.05 * one.arm.maximum_torque[one.slide]
    found = one.compare(one.effort() + offset * np.eye(one.arm.n)[one.slide])
    assert found.causes[0].values[f"{joint}.offset_N"] == pytest.approx(offset, rel=1e-6)
    assert f"{joint} has an RMS residual of {offset:.1f} N (5 % of" in found.verdict.sentence.replace("6.00", "6.0")
    motors = list(one.arm.motors)
    motors[one.slide] = replace(motors[one.slide], inertia=3.0)
    found = one.compare(one.effort(one.arm.with_(motors=tuple(motors))))
    assert found.causes[0].values[f"{joint}.motor_inertia_kg"] == pytest.approx(3.0, rel=1e-3)
    assert found.causes[0].message.endswith("instead of 0 kg)")


def test_a_zero_of_a_prismatic_joint_is_found_in_millimetres_and_no_quarter_turn_is_tried():
    one = run("stanford")
    found = one.compare(one.effort(shift=0.02 * np.eye(6)[one.slide]))
    first = found.causes[0]
    assert first.kind == "zero" and "mm at joint6" in first.message
    assert first.values["joint6.zero_m"] == pytest.approx(0.02, rel=0.01)
    shift = np.pi / 2.0 * np.eye(6)[1]
    turned = one.compare(one.effort(shift=shift))
    assert [cause.kind for cause in turned.causes][:1] == ["quarter_turns"]
    assert list(turned.causes[0].values) == ["joint2.zero_deg"]


def test_a_slow_slide_moves_and_its_friction_is_found():
    """At 10 mm/s: what counts as rest or as a reversal of a revolute joint would leave nothing of it."""
    one = run("gantry")
    slow = replace(one, time=20.0 * one.time[: len(one.time) // 4], q=one.q[: len(one.time) // 4],
                   qd=one.qd[: len(one.time) // 4] / 20.0, qdd=one.qdd[: len(one.time) // 4] / 400.0)  # fmt: skip
    assert np.abs(slow.qd[:, slow.arm.slides]).max() < 0.03
    found = slow.compare(slow.effort() + slow.loss())
    assert found.causes[0].kind == "friction"
    true = slow.friction()[0]
    assert found.causes[0].values["bridge.coulomb_positive_N"] == pytest.approx(true.coulomb_positive, rel=0.02)


def test_positions_in_millimetres_are_refused():
    one = run("gantry")
    table = one.table(one.effort())
    table["q"] = table["q"] * np.where(one.arm.slides, 1000.0, 1.0)
    settings = ReplaySettings(arm=SLIDING["gantry"], model="newton_euler", models=())
    with pytest.raises(
        BagError, match=r"m; in millimetres they fit: set position\.unit=mm,mm,mm,rad,rad, or motor\.ratio"
    ):
        compare_recording(table, settings)
    right = compare_recording(table, replace(settings, columns="q.unit=mm,mm,mm,rad,rad"))
    assert right.verdict.level == "good"
    table["q"] = table["q"] * np.where(one.arm.slides, 1.0, 180.0 / np.pi)
    with pytest.raises(BagError, match=r"in degrees and millimetres they fit: set position\.unit=mm,mm,mm,deg,deg"):
        compare_recording(table, settings)


def test_units_on_every_output(tmp_path: Path):
    one = run("scara")
    found = one.compare(one.effort() + 0.01 * one.arm.maximum_torque)
    data = json.loads(json.dumps(analysis_json(found)))
    assert (
        "rms_N" in data["joints"]["quill"]["total"]["effort"] and "rms_Nm" in data["joints"]["elbow"]["total"]["effort"]
    )
    assert data["joints"]["quill"]["maximum_torque_N"] == 120.0 and "tolerance_rms_N" in data["joints"]["quill"]["band"]
    assert {"quill.rms_N", "elbow.rms_Nm", "quill.bias_N"} <= set(analysis_row(found))
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    show_analysis(found, (), console)
    assert "1.20 N " in next(line for line in console.export_text().splitlines() if line.strip().startswith("quill"))
    page = replay_page(found)
    assert page.count("data-slides") == sum(page.count(f'data-figure="{name}" data-joint="2"') for name in
                                            ("over", "speeds", "worst"))  # fmt: skip
    assert "<b>quill</b><span>1.20 N</span>" in page


def test_the_commands_take_such_an_arm(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pyarrow = pytest.importorskip("pyarrow")
    one = run("scara")
    arm, recording = tmp_path / "scara.urdf", tmp_path / "run.npz"
    arm.write_text(SLIDING["scara"], encoding="utf-8")
    np.savez(recording, t=one.time, q=one.q, tau=one.effort())
    parquet = tmp_path / "run.parquet"
    words = ["replay", str(recording), "--arm", str(arm), "--parquet", str(parquet), "--json",
             "--report", str(tmp_path / "page.html"), "--fail-above", "quill.rms=0.1"]  # fmt: skip
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["checks"][0]["name"] == "quill.rms ≤ 0.1 N"
    columns = pyarrow.parquet.read_schema(parquet)
    assert {"quill.q_m", "quill.qd_m_per_s", "quill.effort_N", "quill.band_N", "elbow.q_rad"} <= set(columns.names)
    assert columns.field("quill.qd_m_per_s").metadata == {b"unit": b"m/s"}
