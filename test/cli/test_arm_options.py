"""The options of the arm and of its load, as every command understands them."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.derive_inputs import TABLE

from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.cli.arm_options import ARM, arm_source, carried_payload, chosen_arm, chosen_payload
from puma560_dynamics.cli.command import main, parser
from puma560_dynamics.errors import ArmFileError, Puma560Error, StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.nodes.run_options import simulated_arm
from puma560_dynamics.replay.settings import ReplaySettings
from tools.site.options import SHARED, commands

PLACES = {"--output": {"FILE", "DIR"}}
"""Options that may take one of several things; `--arm` and the others take one."""


def given(*words: str) -> argparse.Namespace:
    """Arguments of a command that has all options of the arm."""
    return parser(["simulate"]).parse_args(["simulate", *words])


def payload(*words: str) -> argparse.Namespace:
    """Arguments of a command that has all options of a load."""
    return parser(["replay"]).parse_args(["replay", "example", *words])


@pytest.fixture
def robot(tmp_path: Path) -> str:
    """A robot description with fingers."""
    path = tmp_path / "robot.urdf"
    path.write_text(light_arm(), encoding="utf-8")
    return str(path)


def test_a_shared_option_takes_the_same_in_every_command():
    found: dict[str, set[object]] = {}
    for _, command, _ in commands():
        for action in command._actions:
            for option in SHARED.keys() & set(action.option_strings):
                found.setdefault(option, set()).add(action.metavar)
    assert set(found) == set(SHARED)
    assert {option: takes for option, takes in found.items() if len(takes) > 1 and takes != PLACES.get(option)} == {}


def test_the_usual_arm_is_that_of_the_package():
    assert ReplaySettings().arm == ARM == arm_source(given())
    assert chosen_arm(given()).name == ARM


def test_a_part_of_a_description_is_the_arm(robot: str):
    arguments = given("--arm", robot, "--tip", "tool", "--hold", "*_finger", "--hold", "roll")
    found = chosen_arm(arguments)
    assert found.joint_names == load_arm(robot, tip="tool", hold=["roll"]).joint_names
    assert found.origin is not None and found.origin.tip == "tool" and found.origin.hold == ("*_finger", "roll")
    assert load_arm(arm_source(arguments)).joint_names == found.joint_names
    with pytest.raises(ArmFileError, match="are for robot descriptions"):
        chosen_arm(given("--tip", "link3"))


def test_nodes_of_a_run_read_the_selected_part_from_a_file(robot: str):
    arguments = given("--arm", robot, "--hold", "roll")
    with simulated_arm(arm_source(arguments), lambda words: None) as path:
        assert load_arm(path).joint_names == chosen_arm(arguments).joint_names


def test_commands_take_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    assert main(["arm", "check", str(path)]) == 0
    assert "slide" in capsys.readouterr().out


def test_a_load_has_all_its_numbers():
    numbers = ["1", "2", "2.5", "0.1", "0.2", "0.3"]
    words = ["--payload-mass", "2.5", "--payload-center", "0", "0.1", "0.2", "--payload-inertia", *numbers]
    found = chosen_payload(payload(*words, "--payload-link", "tool0"))
    assert found == Payload.of(2.5, (0.0, 0.1, 0.2), (1.0, 2.0, 2.5, 0.1, 0.2, 0.3), "tool0")
    with pytest.raises(StateError, match="no body has"):
        chosen_payload(payload("--payload-mass", "1", "--payload-inertia", *["1", "1", "9", "0", "0", "0"]))


@pytest.mark.parametrize(
    "part", [["--payload-center", "0", "0", "0.1"], ["--payload-inertia", *"000000"], ["--payload-link", "link6"]]
)
def test_what_has_no_effect_without_a_mass_is_refused(part: list[str]):
    for mass in ([], ["--payload-mass", "0"]):
        with pytest.raises(Puma560Error, match=rf"^{part[0]} is given without a load; give its mass too$"):
            chosen_payload(payload(*mass, *part))


def test_a_load_is_placed_in_the_frame_of_the_last_link(arm: Arm):
    load = carried_payload(payload("--payload-mass", "2", "--payload-center", "0", "0.1", "0.2"), arm)
    assert load.mass == 2.0
    np.testing.assert_array_equal(load.center_of_mass, (0.0, 0.1, 0.2))
    assert carried_payload(payload(), arm).mass == 0.0
    with pytest.raises(StateError, match="not fixed to the arm's last link"):
        carried_payload(payload("--payload-mass", "1", "--payload-link", "link2"), arm)
