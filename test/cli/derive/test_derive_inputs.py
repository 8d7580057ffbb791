"""`puma560 derive --inputs --parameters`: C that is right for payload and wrench, and refusals before any work."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers.derive_inputs import ROOT
from helpers.emdeg.c_library import needs_compiler
from helpers.emdeg.two_arms import HANDS, two_arms

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.cli.command import main

LIGHT = str(ROOT / "test" / "emdeg" / "arms" / "seven_joints.urdf")
LOAD = (2.3, 0.05, -0.03, 0.12, 0.02, 0.03, 0.025, 0.002, -0.001, 0.003)
WRENCH = (30.0, -20.0, 15.0, 2.0, -1.0, 0.5)
STATE = ((0.3, -0.2, 0.1, 0.7, -1.1, 0.5, 0.9), (1, -2, 0.5, 0.25, 3, -1, 2), (3, 1, -4, 1, -5, 9, 2))

MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    const double load[10] = {%s}, wrench[6] = {%s}, state[3][ARM_JOINTS] = {{%s}, {%s}, {%s}};
    double prepared[200], tau[ARM_JOINTS];
    if (arm_selftest() > ARM_SELFTEST_LIMIT) return 1;
    arm_prepare_payload(load, prepared);
    arm_torque_with_wrench_payload(state[0], state[1], state[2], wrench, prepared, tau);
    for (int i = 0; i < ARM_JOINTS; i++) printf("%%.17g ", tau[i]);
    return 0;
}
"""


@needs_compiler
def test_c_with_a_payload_and_a_wrench_as_inputs(derive, tmp_path: Path):
    arguments = ("--arm", LIGHT, "--programs", "torque,kinetic_energy_matrix", "--name", "arm", "-o", str(tmp_path))
    data = derive(*arguments, "--inputs", "payload,wrench", "--emit", "c,python,latex,table")
    assert list(data["programs"]) == [
        "prepare_payload", "torque_with_wrench_payload", "kinetic_energy_matrix_with_payload"
    ]  # fmt: skip
    numbers = (", ".join(map(str, values)) for values in (LOAD, WRENCH, *STATE))
    (tmp_path / "main.c").write_text(MAIN % tuple(numbers), encoding="utf-8")
    compiler = shutil.which("cc") or "gcc"
    subprocess.run([compiler, "main.c", "arm.c", "-o", "main", "-lm"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    model = load_model("newton_euler", load_arm(LIGHT), Payload.of(LOAD[0], LOAD[1:4], LOAD[4:]))
    expected = model.torque(*STATE, wrench=WRENCH)
    np.testing.assert_allclose(np.array(done.stdout.split(), float), expected, rtol=1e-11, atol=1e-11)


def test_parameters_are_listed_in_the_header(derive, tmp_path: Path):
    arguments = ("--arm", LIGHT, "--programs", "gravity", "--name", "arm", "-o", str(tmp_path), "--emit", "c")
    derive(*arguments, "--parameters", "link2.mass,link3.center")
    header = " ".join((tmp_path / "arm.h").read_text(encoding="utf-8").replace("\n *", " ").split())
    assert "parameters link2.mass, link3.center.x, link3.center.y, link3.center.z" in header
    assert "void arm_gravity_with_parameters(const double *q, const double *prepared, double *tau);" in header


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--programs", "gravity", "--inputs", "wrench"), "none of the programs gravity has the input wrench"),
        (("--inputs", "wrench@elsewhere"), "link 'elsewhere' is no link"),
        (("--parameters", "link9.mass"), "parameter 'link9.mass' is not known; use link1 to link7"),
        (("--parameters", "link2.color"), "input 'link2.color' is not known"),
        (("--programs", "potential_energy", "--parameters", "link2"), "has the input parameters"),
        (("--inputs", "payload", "--abbreviate", "paper"), "there is no abbreviated form"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--arm", LIGHT, *arguments]) != 0
    assert words in " ".join(capsys.readouterr().err.split())


@needs_compiler
def test_c_of_two_arms_with_inputs_of_both_hands(derive, tmp_path: Path):
    robot = tmp_path / "robot.urdf"
    robot.write_text(two_arms(), encoding="utf-8")
    tips = [word for hand in HANDS for word in ("--tip", hand)]
    programs = "torque,kinematics:left_hand+right_hand"
    inputs = ",".join(f"{name}@{hand}" for name in ("wrench", "payload") for hand in HANDS)
    words = (str(robot), *tips, "--programs", programs, "--inputs", inputs, "--name", "arm", "-o", str(tmp_path))
    data = derive(*words, "--emit", "c")
    assert list(data["programs"]) == [
        "prepare_payload", "torque_with_wrench_payload", "kinematics_left_hand_right_hand"
    ]  # fmt: skip
    header = " ".join((tmp_path / "arm.h").read_text(encoding="utf-8").replace("\n *", " ").split())
    for text in (
        "wrench on left_hand and then on right_hand",
        "payload on left_hand and then on right_hand",
        "wrench, 12 numbers",
        "payload, 20 numbers",
    ):
        assert text in header
    main_file = '#include "arm.h"\nint main(void) { return !(arm_selftest() <= ARM_SELFTEST_LIMIT); }\n'
    (tmp_path / "main.c").write_text(main_file, encoding="utf-8")
    compiler = shutil.which("cc") or "gcc"
    subprocess.run([compiler, "main.c", "arm.c", "-o", "main", "-lm"], cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "main"], check=True)


def test_what_two_arms_do_not_have_is_refused_before_any_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    robot = tmp_path / "robot.urdf"
    robot.write_text(two_arms(), encoding="utf-8")
    words = ["derive", str(robot), *(word for hand in HANDS for word in ("--tip", hand))]
    for more, message in (
        (("--inputs", "payload"), "payload: 'two arms' has several arms; name a link, such as left_hand or right_hand"),
        (("--programs", "jacobian"), "jacobian: 'two arms' has several arms; name a link, such as left_hand or right"),
        (("--programs", "inverse_jacobian:left_hand"), "inverse_jacobian is for one arm, and 'two arms' has several"),
        (("--inputs", "payload@nobody"), "payload: link 'nobody' is no link of 'two arms'"),
        (("--inputs", "gravity_vector@base"), "input 'gravity_vector@base' is not known"),
        (("--payload-mass", "1"), "choose one tip, or let it be an input on a link: --inputs payload@LINK"),
        (("--rules",), "--rules is for one arm, and 'two arms' has several"),
        (("--abbreviate", "paper"), "--abbreviate is for one arm, and 'two arms' has several"),
    ):
        assert main([*words, *more]) != 0
        assert message in " ".join(capsys.readouterr().err.split())
