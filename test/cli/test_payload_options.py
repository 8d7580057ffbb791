"""The load on the last link in every command: it is used, and refused with the same sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers.arm.descriptions import light_arm

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.cli import derive as derive_module
from puma560_dynamics.cli.command import main, parser
from puma560_dynamics.cli.payload_options import holdable_payload
from puma560_dynamics.cli.tree import command_words, leaves
from puma560_dynamics.controller import controller_files
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import attached

LOAD = ["--payload-mass", "2", "--payload-center", "0.01", "-0.02", "0.1"]
LOAD += ["--payload-inertia", "0.01", "0.02", "0.015", "0.001", "0", "-0.002"]
BODY = Payload.of(2.0, (0.01, -0.02, 0.1), (0.01, 0.02, 0.015, 0.001, 0.0, -0.002))

COMMANDS: dict[str, list[str]] = {
    "run": ["-o", "report"],
    "simulate": ["--duration", "0.1"],
    "torque": [],
    "derive": ["--programs", "gravity"],
    "controller": ["--arm", "akb1986", "-o", "package"],
    "arm check": [],
    "replay": ["example", "--no-report"],
    "identify": ["example"],
}
"""Commands that take a load, with what they need besides."""


def answer(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict:
    """The JSON of a command."""
    assert main([*words, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_every_command_with_a_load_has_all_its_options():
    own = {"--payload-mass", "--payload-center", "--payload-inertia", "--payload-link"}
    found = {}
    for leaf in leaves():
        command = parser(leaf)
        for word in leaf:
            command = next(action.choices[word] for action in command._actions if isinstance(action.choices, dict))
        options = {option for action in command._actions for option in action.option_strings} & own
        if options:
            found[" ".join(leaf)] = options
    assert found.pop("arm payload") == own - {"--payload-mass"}  # its mass is the first argument
    assert found == dict.fromkeys(COMMANDS, own)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--payload-center", "0", "0", "0.1"], "--payload-center has no effect without a load"),
        (["--payload-inertia", *"000000"], "--payload-inertia has no effect without a load"),
        (["--payload-link", "link6"], "--payload-link has no effect without a load"),
        (["--payload-mass", "1", "--payload-inertia", *"119000"], "payload inertia: no body has the principal moments"),
        (
            ["--payload-mass", "1", "--payload-link", "link2"],
            "payload.link 'link2' is not fixed to the arm's",
        ),
        (["--payload-mass", "-1"], "expected a number from 0 to 1000 kg"),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_loads_are_refused_with_one_sentence(
    command: str,
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    if command == "run":
        pytest.importorskip("rclpy")
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), *COMMANDS[command], *words]) == 2
    out, err = capsys.readouterr()
    assert message in err and out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["run", "controller"])
def test_ros_gets_no_load_that_the_arm_cannot_hold(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    if command == "run":
        pytest.importorskip("rclpy")
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), *COMMANDS[command], "--payload-mass", "60"]) == 2
    assert "its weight alone needs" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_load_for_nodes_keeps_its_frame():
    words = ["controller", "--arm", "akb1986", "-o", "x", *LOAD, "--payload-link", "link6"]
    found = holdable_payload(parser(command_words(words)).parse_args(words), load_arm("akb1986"))
    assert found == Payload(BODY.mass, BODY.center_of_mass, BODY.inertia, "link6")
    sliding = load_arm("stanford1983")
    with pytest.raises(StateError, match="its weight alone needs"):
        holdable_payload(parser(["controller"]).parse_args([*words[:5], "--payload-mass", "900"]), sliding)


@pytest.mark.parametrize("arm", ["akb1986", "stanford1983"])
def test_simulate_has_the_load_and_keeps_its_energy(arm: str, capsys: pytest.CaptureFixture[str]):
    """The energy is computed without the model, from the masses of the loaded arm."""
    words = ["simulate", "--arm", arm, "--duration", "0.5"]
    bare, loaded = answer(capsys, *words), answer(capsys, *words, *LOAD)
    assert loaded["payload"]["mass"] == 2.0 and bare["payload"]["mass"] == 0.0
    assert max(bare["drift"], loaded["drift"]) < 1e-9
    given = load_arm(arm)
    held = answer(capsys, *words, *LOAD, "--model", "newton_euler")
    np.testing.assert_allclose(loaded["last_position_rad"], held["last_position_rad"], rtol=0.0, atol=1e-8)
    assert np.abs(np.subtract(loaded["last_position_rad"], bare["last_position_rad"])).max() > 0.01
    carried = sum(link.mass for link in attached(given, BODY).links) - sum(link.mass for link in given.links)
    assert carried == pytest.approx(2.0)


@pytest.mark.parametrize("kind", ["arm file", "description"])
def test_derive_has_the_load_in_the_last_link(kind: str, tmp_path: Path):
    if kind == "arm file":
        source, link = "akb1986", "link6"
    else:
        source, link = str(tmp_path / "robot.urdf"), "tool"
        Path(source).write_text(light_arm(), encoding="utf-8")
    words = ["derive", "--arm", source, *LOAD, "--payload-link", link]
    if kind == "description":
        words += ["--tip", "tool"]
    reading = derive_module.read(parser(["derive"]).parse_args(words))
    arm = load_arm(source) if kind == "arm file" else load_arm(source, tip="tool")
    body = Payload(BODY.mass, BODY.center_of_mass, BODY.inertia, link)
    states = np.random.default_rng(3).uniform(-1.5, 1.5, (3, 20, arm.n))
    oracle = load_model("newton_euler", arm, body)
    assert main([*words, "--programs", "torque", "--emit", "python", "-o", str(tmp_path), "--name", "loaded"]) == 0
    emitted: dict[str, Any] = {}
    exec((tmp_path / "loaded.py").read_text(encoding="utf-8"), emitted)
    torque = np.stack(np.broadcast_arrays(*emitted["torque"](*states.swapaxes(1, 2), trigonometry=np)), axis=-1)
    expected = oracle.torque(*states)
    np.testing.assert_allclose(torque, expected, rtol=0.0, atol=1e-11 * np.abs(expected).max())
    assert any("carries a load of 2 kg" in remark for remark in reading.remarks)


def test_derive_writes_the_load_as_a_remark(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["derive", "--programs", "gravity", "--emit", "python", "-o", str(tmp_path), *LOAD]
    found = answer(capsys, *words)
    assert any("carries a load of 2 kg" in remark for remark in found["remarks"])
    assert "arries a load of 2 kg" in (tmp_path / "akb1986.py").read_text(encoding="utf-8")
    assert main(["derive", "--abbreviate", *LOAD]) == 2
    assert "--payload-mass is not for --abbreviate" in capsys.readouterr().err


def test_a_controller_begins_with_the_load(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    found = answer(
        capsys, "controller", "--arm", "akb1986", "-o", str(tmp_path / "loaded"), *LOAD, "--payload-link", "link6"
    )
    assert found["payload"]["mass"] == 2.0 and found["payload"]["frame"] == "link6"
    text = (tmp_path / "loaded" / "config" / "controllers.yaml").read_text(encoding="utf-8")
    given = yaml.safe_load(text)["/**/feedforward_controller"]["ros__parameters"]["payload"]
    assert Payload.of(given["mass"], given["center_of_mass"], given["inertia"], given["link"]) == Payload(
        BODY.mass, BODY.center_of_mass, BODY.inertia, "link6"
    )
    declared = yaml.safe_load(controller_files()["src/parameters.yaml"])
    assert set(given) == set(declared["feedforward_controller"]["payload"])
    answer(capsys, "controller", "--arm", "akb1986", "-o", str(tmp_path / "bare"))
    text = (tmp_path / "bare" / "config" / "controllers.yaml").read_text(encoding="utf-8")
    assert "payload" not in yaml.safe_load(text)["/**/feedforward_controller"]["ros__parameters"]


def test_arm_check_has_the_margin_of_each_motor(capsys: pytest.CaptureFixture[str]):
    """The gravity of a point mass is at most its weight times its distance from the axis."""
    bare = answer(capsys, "arm", "check")
    words = ["arm", "check", "--payload-mass", "2", "--payload-center", "0", "0", "0.1"]
    loaded = answer(capsys, *words)
    assert loaded["largest_gravity_load"] == bare["largest_gravity_load"] == bare["largest_gravity_load_with_payload"]
    arm = load_arm("akb1986")
    weight = 2.0 * arm.gravity
    more = np.subtract(loaded["largest_gravity_load_with_payload"], bare["largest_gravity_load"])
    assert more[4] == pytest.approx(0.1 * weight, rel=0.01)  # the wrist's axes meet at the frame's origin
    assert 0.0 < more[2] <= weight * (0.1 + np.hypot(0.4331, 0.0203)) + 1e-9
    share = np.divide(loaded["largest_gravity_load_with_payload"], arm.maximum_torque)
    np.testing.assert_allclose(loaded["fraction_of_maximum_torque"], share)


def test_arm_check_fails_where_a_joint_cannot_hold_the_load(capsys: pytest.CaptureFixture[str]):
    words = ["arm", "check", "--payload-mass", "40", "--payload-center", "0", "0", "0.1"]
    assert not answer(capsys, *words, code=1)["ok"]
    assert main(words) == 1
    assert "joint5 cannot hold arm and load in every pose" in capsys.readouterr().out
