"""The main job as a user starts it: processes, signals, exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.descriptions import light_arm
from helpers.ros.replica import tracking
from helpers.ros.run_command import COMMAND, SHORT, Run, page_status, relatives

from puma560_dynamics import Payload, load_arm
from puma560_dynamics.bags.metadata import written_counts
from puma560_dynamics.cli.command import main
from puma560_dynamics.demo.record import SETTINGS
from puma560_dynamics.models.assumed_limits import assumed_limits
from puma560_dynamics.nodes.bag_recorder_node import RECORDED
from puma560_dynamics.nodes.run_options import RunOptions, simulated_arm
from puma560_dynamics.nodes.run_processes import lock_step, real_time
from puma560_dynamics.nodes.wire.payload_parameters import unplaced_payload


def test_every_check_holds_a_second_one_is_refused_and_the_page_lives_until_ctrl_c(domain: int, tmp_path: Path):
    """`make run` tests a run without --keep-running."""
    for module in ("viser", "yourdfpy"):
        pytest.importorskip(module, reason=f"needs {module} (pip install '.[view]')")
    report, bag = tmp_path / "report", tmp_path / "bag"
    run = Run(domain, report, bag)
    deadline = time.monotonic() + 60
    while not relatives(domain)[1:] and time.monotonic() < deadline:  # the job and its first node
        time.sleep(0.02)
    second = subprocess.run(
        [*COMMAND, "--json", *SHORT, "--domain", str(domain), "-o", str(tmp_path / "second")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    host, port = run.page()
    assert host == "127.0.0.1"
    assert page_status(host, port) == 200
    run.wait_for("plays on until Ctrl-C\n")
    assert page_status(host, port) == 200
    run.process.send_signal(signal.SIGINT)
    out = run.output(60)
    with pytest.raises(OSError):
        page_status(host, port)
    assert second.returncode == 2
    assert "another `puma560 run` uses ROS domain" in json.loads(second.stdout)["error"]
    assert run.process.returncode == 0, out + run.log
    figures = json.loads(out)
    assert figures["ok"] is True
    assert figures["factor_overall"] > 10.0
    assert 0.0 < figures["residual_max_Nm"] < 1e-11
    assert figures["residuals_compared"] > 500
    settings = figures["settings"]
    assert [setting["name"] for setting in settings] == [each.name for each in SETTINGS]
    # Whatever else the machine did: no sample is missing, and the errors are those of the same loop in one process.
    assert [setting["samples"] for setting in settings] == [400] * 4
    for setting, expected in zip(settings, tracking(4.0, 100.0), strict=True):
        np.testing.assert_allclose(setting["rms_error_rad"], expected, rtol=1e-4)
    assert {path.name for path in report.iterdir()} == {"report.html", "summary.json", "tracking.png"}
    assert json.loads((report / "summary.json").read_text(encoding="utf-8"))["ok"] is True
    assert relatives(domain) == []
    recorded = figures["recording"]
    assert recorded["folder"] == str(bag)
    assert recorded["messages"] == written_counts(bag)
    assert set(recorded["messages"]) == {f"/{topic.lstrip('/')}" for topic in RECORDED}
    for topic in ("/joint_states", "/reference", "/effort_controller/commands", "/feedforward_node/terms"):
        assert recorded["messages"][topic] >= 0.95 * 4 * 4 * 100, topic


@pytest.mark.parametrize(
    ("number", "code", "moving"),
    [(signal.SIGINT, 130, False), (signal.SIGTERM, 143, False), (signal.SIGINT, 130, True)],
    ids=["SIGINT while starting", "SIGTERM while starting", "SIGINT in motion"],
)
def test_a_signal_ends_all_of_it_in_seconds(domain: int, tmp_path: Path, number, code: int, moving: bool):
    """SIGTERM in motion is a test of `test_run_view.py`."""
    bag = tmp_path / "bag"
    with subprocess.Popen(
        [*COMMAND, "--rate", "100", "--domain", str(domain), "-o", str(tmp_path / "report"),
         "--record", str(bag)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as job:  # fmt: skip
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (
            any(file.stat().st_size > 120_000 for file in bag.glob("*.mcap"))
            if moving
            else len(relatives(domain)) >= 2  # the job and its first node
        ):
            time.sleep(0.02)
        assert job.poll() is None
        job.send_signal(number)
        out, err = job.communicate(timeout=10)
    assert job.returncode == code, err
    assert "every process of the run has ended" in err
    assert "Traceback" not in err
    assert out == ""
    assert relatives(domain) == []
    assert not (tmp_path / "report").exists()
    if moving:
        assert written_counts(bag)["/joint_states"] > 100  # closed, as far as the run went


def test_the_arm_carries_a_load_that_the_model_knows(domain: int, tmp_path: Path):
    """The errors are those of the same loop in one process, in which plant and model have the load."""
    words = ["--payload-mass", "2", "--payload-center", "0.01", "0", "0.1"]
    done = subprocess.run(
        [*COMMAND, "--json", *SHORT, *words, "--domain", str(domain), "-o", str(tmp_path / "r")],
        capture_output=True, text=True, timeout=150, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["payload"]["mass"] == 2.0 and figures["payload"]["known_to_the_model"] is True
    assert figures["residual_max_Nm"] < 1e-11  # the validator has the load, too
    expected = tracking(4.0, 100.0, Payload(2.0, [0.01, 0.0, 0.1]))
    for setting, errors in zip(figures["settings"], expected, strict=True):
        np.testing.assert_allclose(setting["rms_error_rad"], errors, rtol=1e-4)


@pytest.mark.parametrize("known", [True, False])
def test_nodes_get_the_load_as_parameters(known: bool):
    load = Payload(2.0, [0.01, 0.0, 0.1], link="link6")
    options = RunOptions(payload=load, payload_known=known)
    for nodes in (real_time(options), lock_step(options)):
        for name, parameters in nodes.items():
            own = {key: value for key, value in parameters.items() if key.startswith("payload.")}
            if name == "plant_node" or ("feedforward" in name and known):
                assert unplaced_payload(own) == load, name
            else:
                assert own in ({}, {"payload.mass": 0.0}), name


def test_a_load_that_the_model_does_not_know_needs_a_load(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["run", "--unknown-payload", "-o", str(tmp_path / "r")]) == 2
    assert "--unknown-payload has no effect without a load" in capsys.readouterr().err


def test_a_domain_in_use_is_refused(domain: int, start, peer, tmp_path: Path):
    start("plant_node", rate=50.0)
    assert peer.until(lambda: peer.node.count_publishers("joint_states"))
    done = subprocess.run(
        [*COMMAND, "--domain", str(domain), "-o", str(tmp_path / "r")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "another node in this ROS domain publishes joint_states" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_motion_beyond_the_limits_is_refused_at_once(domain: int, tmp_path: Path):
    done = subprocess.run(
        [*COMMAND, "--json", "--duration", "3.4", "--domain", str(domain), "-o", str(tmp_path / "r")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "expected 3.45 s or more" in json.loads(done.stdout)["error"]


def test_an_arm_with_limits_is_taken_as_it_is(tmp_path: Path):
    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False))
    said: list[str] = []
    for source in ("akb1986", str(path)):
        with simulated_arm(source, said.append) as arm:
            assert arm == source
    assert said == []


@pytest.mark.parametrize("as_file", [True, False])
def test_limits_are_assumed_and_reported(tmp_path: Path, as_file: bool):
    urdf, own = tmp_path / "light.urdf", tmp_path / "arm.yaml"
    urdf.write_text(light_arm(effort="0", fingers=False))
    own.write_text(
        yaml.safe_dump({"description": "light.urdf", "motors": {"lift": {"inertia": 0.1, "maximum_torque": 9}}})
    )
    source = str(own if as_file else urdf)
    said: list[str] = []
    given = load_arm(source)
    with simulated_arm(source, said.append) as path:
        arm = load_arm(path)
        assert Path(path).exists()
    assert not Path(path).exists()
    expected = [limits.torque for limits in assumed_limits(given).values()]
    assert [torque for torque in arm.maximum_torque if torque != 9.0] == expected
    assert bool(arm.maximum_torque[1] == 9.0) is as_file
    np.testing.assert_array_equal(arm.motor_inertia, given.motor_inertia)
    assert [link.mass for link in arm.links] == [link.mass for link in given.links]
    assert len(said) == 1
    assert "pan" in said[0] and "`maximum_torque` and `velocity` in an arm file" in said[0]
