"""`puma560 derive --programs` for the kinematics of links: names, refusals, and C that is right."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers.derive_inputs import ROOT
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.cli.command import main

LIGHT = str(ROOT / "test" / "emdeg" / "arms" / "seven_joints.urdf")

MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    double q[ARM_JOINTS] = {0.3, -0.2, 0.1, 0.7, -1.1, 0.5, 0.9}, qd[ARM_JOINTS] = {1, -2, 0.5, 0.25, 3, -1, 2};
    double pose[16], both[16 + 6 * ARM_JOINTS], rate[6 * ARM_JOINTS], bias[6], still[6 * ARM_JOINTS];
    if (arm_selftest() > ARM_SELFTEST_LIMIT) return 1;
    arm_pose_tool(q, pose);
    arm_kinematics_tool_link_axes(q, both);
    arm_jacobian_rate(q, qd, rate);
    arm_bias_acceleration_tool(q, qd, bias);
    arm_jacobian_base(q, still);
    for (int i = 0; i < 16; i++) printf("%.17g ", pose[i]);
    for (int i = 0; i < 16 + 6 * ARM_JOINTS; i++) printf("%.17g ", both[i]);
    for (int i = 0; i < 6 * ARM_JOINTS; i++) printf("%.17g ", rate[i]);
    for (int i = 0; i < 6; i++) printf("%.17g ", bias[i]);
    for (int i = 0; i < 6 * ARM_JOINTS; i++) printf("%.17g ", still[i]);
    return 0;
}
"""

PROGRAMS = (
    "pose:tool",
    "jacobian:base",
    "jacobian_rate",
    "bias_acceleration:tool",
    "kinematics:tool:link",
)


@needs_compiler
def test_c_of_links(derive, tmp_path: Path):
    arguments = ("--arm", LIGHT, "--programs", ",".join(PROGRAMS), "--name", "arm", "-o", str(tmp_path))
    data = derive(*arguments, "--emit", "c,python,latex,table")
    assert list(data["programs"]) == [
        "bias_acceleration_tool", "jacobian_base", "jacobian_rate", "kinematics_tool_link_axes", "pose_tool"
    ]  # fmt: skip
    assert data["programs"]["jacobian_base"]["total"] == 0
    (tmp_path / "main.c").write_text(MAIN, encoding="utf-8")
    compiler = shutil.which("cc") or "gcc"
    command = [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-std=c99", "main.c", "arm.c", "-lm", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([str(tmp_path / "main")], check=True, capture_output=True, text=True).stdout
    numbers = np.array([float(word) for word in printed.split()])
    model = load_model("newton_euler", load_arm(LIGHT))
    q, qd = np.array([0.3, -0.2, 0.1, 0.7, -1.1, 0.5, 0.9]), np.array([1, -2, 0.5, 0.25, 3, -1, 2])
    pose, still = model.forward_kinematics(q, "tool"), np.zeros(6 * 7)
    parts = (pose, pose, model.jacobian(q, "tool", "link"), model.jacobian_rate(q, qd))
    expected = [*(part.ravel() for part in parts), model.bias_acceleration(q, qd, "tool"), still]
    np.testing.assert_allclose(numbers, np.concatenate(expected), atol=1e-12)
    python: dict[str, object] = {}
    exec((tmp_path / "arm.py").read_text(encoding="utf-8"), python)
    found = python["pose_tool"](q)  # type: ignore[operator]
    np.testing.assert_allclose(found, pose.ravel(), atol=1e-12)


@pytest.mark.parametrize(
    ("programs", "words"),
    [
        ("jacobian:hand", "jacobian: link 'hand' is no link of "),
        ("torque,pose:hand", "use one of world, base, link1"),
        ("pose:tool:link", "pose: axes 'link' are not known; leave them out"),
        ("torque:tool", "program 'torque' is a function of the whole arm; leave out ':tool'"),
        ("color:tool", "expected some of torque, "),
    ],
)
def test_what_a_link_cannot_have_is_refused_before_any_work(
    programs: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "puma560_dynamics.cli.derivation.derivation", lambda *ignored, **named: pytest.fail("work before the refusal")
    )
    arguments = ["derive", "--arm", LIGHT, "--programs", programs, "-o", str(tmp_path / "new")]
    try:
        assert main(arguments) == 2
    except SystemExit as error:
        assert error.code == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "new").exists()


def test_an_abbreviated_model_has_no_kinematics(capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--abbreviate", "paper", "--programs", "jacobian:link3"]) == 2
    assert "jacobian:link3: there is no abbreviated form" in " ".join(capsys.readouterr().err.split())
