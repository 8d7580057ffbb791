"""`puma560 derive`: every option, every kind of input, files that are the same every time, C that stands alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.cli.command import main

ROOT = Path(__file__).parents[2]
ARMS = ROOT / "test" / "emdeg" / "arms"
PLANAR, STANFORD = str(ARMS / "planar_3r.urdf"), str(ARMS / "stanford.urdf")

TABLE = """\
name: slider
gravity: [0, -9.81, 0]
joints:
  - {name: shoulder, d: 0.2, armature: 1.1}
  - {name: slide, type: prismatic, alpha: 1.5707963267948966}
bodies:
  - {mass: 2.5, center: [0, 0, 0.1], inertia: [0.02, 0.02, 0.01]}
  - {mass: 1.0, center: [0, 0, 0.3]}
"""

BRANCHED = '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>{}</robot>'.format(
    "".join(
        f'<joint name="{child}_joint" type="continuous"><parent link="a"/><child link="{child}"/></joint>'
        for child in "bc"
    )
)


@pytest.fixture
def derive(capsys: pytest.CaptureFixture[str]):
    """Run the command; its JSON."""

    def run(*arguments: str, code: int = 0) -> dict:
        assert main(["derive", *arguments, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def test_the_papers_arm(derive):
    data = derive("--rules")
    assert data["ok"]
    assert data["arm"] == "akb1986"
    assert data["files"] == []
    assert list(data["programs"]) == ["torque", "gravity", "kinetic_energy_matrix", "all_elements"]
    for figures in data["programs"].values():
        assert figures["proven"]
        assert figures["total"] == figures["multiplications"] + figures["additions"]
        assert figures["total_single_angles"] == figures["total"] + 6  # of q2 + q3
    assert [step["derivatives"] for step in data["rules"]][1:3] == [126, 70]


def test_to_people(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["derive", "--programs", "gravity", "--rules"]) == 0
    out = capsys.readouterr().out
    for words in ("akb1986, 6 joints", "proven exactly", "zero derivatives", "EMDEG (35)", "a long search", "torque 2"):
        assert words in out
    assert main(["derive", "--urdf", PLANAR, "--programs", "gravity", "-o", str(tmp_path / "new" / "folder")]) == 0
    out = capsys.readouterr().out
    for words in ("note: links ['hand'] are fixed to 'link3'", "planar_3r, 3 joints", "folder/planar_3r.c"):
        assert words in out
    assert "a long search" not in out


def test_the_programs_and_files_that_are_asked_for(derive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data = derive("--urdf", PLANAR, "--programs", "gravity,torque", "--emit", "latex,numpy", "-o", str(tmp_path))
    assert list(data["programs"]) == ["torque", "gravity"]
    assert data["files"] == [str(tmp_path / "planar_3r.py"), str(tmp_path / "planar_3r.tex")]
    text = (tmp_path / "planar_3r.py").read_text(encoding="utf-8")
    for words in (data["digest"], "Joints: 1 joint1, 2 joint2, 3 joint3.", "Links ['hand'] are", "Proven exactly"):
        assert words in text
    monkeypatch.chdir(tmp_path)
    assert derive("--urdf", PLANAR, "--emit", "table", "--name", "mine")["files"] == ["mine.txt"]
    assert Path("mine.txt").exists()
    assert len(derive("--urdf", PLANAR, "-o", "all")["files"]) == 5


def test_the_same_input_gives_the_same_bytes(derive, tmp_path: Path):
    def files(folder: str, *arguments: str) -> dict[str, bytes]:
        derive("--urdf", STANFORD, "--programs", "torque,gravity", "-o", str(tmp_path / folder), *arguments)
        return {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}

    one = files("one")
    assert len(one) == 5
    assert files("two") == one
    assert files("one", "--seed", "0") == one


def test_options_of_a_robot_description(derive, tmp_path: Path):
    held = derive("--urdf", STANFORD, "--hold", "joint3", "--hold", "joint6", "joint5", "--programs", "gravity")
    assert held["joints"] == ["joint1", "joint2", "joint4"]
    outer = derive("--urdf", STANFORD, "--base-link", "link3", "--programs", "gravity")
    assert outer["joints"] == ["joint4", "joint5", "joint6"]
    (tmp_path / "branched.urdf").write_text(BRANCHED, encoding="utf-8")
    branch = derive("--urdf", str(tmp_path / "branched.urdf"), "--hold", "b_joint", "--tip", "c", "--allow-massless")
    assert branch["joints"] == ["c_joint"]
    lying = derive("--urdf", PLANAR, "--programs", "gravity")
    upright = derive("--urdf", PLANAR, "--programs", "gravity", "--gravity", "0", "-9.81", "0")
    assert lying["programs"]["gravity"]["total"] == 0 < upright["programs"]["gravity"]["total"]
    assert lying["digest"] != upright["digest"]


def test_snap(derive, tmp_path: Path):
    path = tmp_path / "arm.urdf"
    text = (
        Path(PLANAR).read_text(encoding="utf-8").replace('xyz="0.5 0 0" rpy="0 0 0"', 'xyz="0.5 0 0" rpy="0.004 0 0"')
    )
    path.write_text(text, encoding="utf-8")
    slanted = derive("--urdf", str(path), "--programs", "torque")
    parallel = derive("--urdf", str(path), "--programs", "torque", "--snap", "0.005")
    assert any("miss being parallel" in remark for remark in slanted["remarks"])
    assert parallel["programs"]["torque"]["total"] < slanted["programs"]["torque"]["total"]


def test_a_denavit_hartenberg_table(derive, tmp_path: Path):
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    data = derive("--dh", str(path), "-o", str(tmp_path), "--emit", "numpy")
    assert data["joints"] == ["shoulder", "slide"]
    text = (tmp_path / "slider.py").read_text(encoding="utf-8")
    assert "Motor inertia is included." in text
    space: dict = {}
    exec(text, space)
    q1, q2 = 0.4, 0.7  # the axis of the slide lies at q1 - 90°; its mass at q2 + 0.3 along it
    along = q2 + 0.3
    expected = (9.81 * along * np.sin(q1), -9.81 * np.cos(q1))
    np.testing.assert_allclose(space["gravity"]((q1, q2)), expected, rtol=1e-14)
    np.testing.assert_allclose(space["kinetic_energy_matrix"]((q1, q2)), (1.1 + 0.01 + along**2, 0, 0, 1.0), rtol=1e-14)
    lying = derive("--dh", str(path), "--gravity", "0", "0", "-9.81")
    assert lying["programs"]["gravity"]["total"] == 0


GRIPPER = """
<robot name="gripper">
  <link name="base"/>
  <link name="arm">{mass}</link><link name="left">{mass}</link><link name="right">{mass}</link><link name="tool"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" velocity="3" effort="40"/><dynamics damping="0.5" friction="0.25"/></joint>
  <joint name="gripper_left" type="prismatic"><parent link="arm"/><child link="left"/><axis xyz="0 1 0"/></joint>
  <joint name="gripper_right" type="prismatic"><parent link="arm"/><child link="right"/><axis xyz="0 1 0"/>
    <mimic joint="gripper_left" offset="0.125"/></joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="tool"/><axis xyz="0 0 1"/></joint>
</robot>
""".format(mass='<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>')


@pytest.fixture
def gripper(tmp_path: Path) -> str:
    """An arm with two fingers, one of which follows the other, friction, and a wrist without a hand."""
    path = tmp_path / "gripper.urdf"
    path.write_text(GRIPPER, encoding="utf-8")
    return str(path)


def test_fingers_are_named_all_at_once_and_held_together(derive, gripper: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--urdf", gripper]) == 2
    assert "--hold gripper_left gripper_right wrist" in capsys.readouterr().err
    assert main(["derive", "--urdf", gripper, "--tip", "arm"]) == 2
    message = capsys.readouterr().err
    assert "joints ['gripper_left', 'gripper_right'] move ['left', 'right']" in message
    assert message.startswith(f"puma560: error: {gripper}: ")
    digests = set()
    for hold in (["gripper"], ["gripper_*"], ["gripper_left"], ["gripper_left", "gripper_right"]):
        data = derive("--urdf", gripper, "--tip", "arm", "--hold", *hold, "--programs", "kinetic_energy_matrix")
        assert data["joints"] == ["shoulder"]
        digests.add(data["digest"])
    assert len(digests) == 1


def test_a_finger_that_follows_stands_at_its_offset(derive, gripper: str, tmp_path: Path):
    derive("--urdf", gripper, "--tip", "arm", "--hold", "gripper", "--emit", "numpy", "-o", str(tmp_path))
    space: dict = {}
    exec((tmp_path / "gripper.py").read_text(encoding="utf-8"), space)
    assert space["kinetic_energy_matrix"]((0.3,)) == pytest.approx((3 + 2 * 0.125**2,))


def test_massless_joints_need_a_word(derive, gripper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ["--urdf", gripper, "--hold", "gripper", "--tip", "tool", "-o", str(tmp_path), "--emit", "c"]
    assert main(["derive", *arguments]) == 2
    message = capsys.readouterr().err
    for words in ("gripper.urdf", "joint 'wrist' moves nothing", "link 'tool' has no <inertial>", "--allow-massless"):
        assert words in message
    data = derive(*arguments, "--allow-massless")
    assert any("no forward dynamics" in remark for remark in data["remarks"])
    header = (tmp_path / "gripper.h").read_text(encoding="utf-8")
    assert "gripper_torque(" in header
    assert "There is no acceleration" in header
    assert "gripper_acceleration(" not in header


def test_friction_and_limits(derive, gripper: str, tmp_path: Path):
    arguments = ["--urdf", gripper, "--hold", "gripper", "wrist", "-o", str(tmp_path), "--programs", "torque"]
    plain = derive(*arguments)
    assert any("damping and friction of ['shoulder'] are left out" in remark for remark in plain["remarks"])
    rubbing = derive(*arguments, "--friction")
    assert rubbing["programs"]["torque"]["total"] == plain["programs"]["torque"]["total"] + 4
    assert not any("left out" in remark for remark in rubbing["remarks"])
    space: dict = {}
    exec((tmp_path / "gripper.py").read_text(encoding="utf-8"), space)
    inertia = 3 + 2 * 0.125**2
    assert space["torque"]((0.1,), (-2.0,), (1.0,)) == pytest.approx((inertia - 0.5 * 2 - 0.25,))
    header = (tmp_path / "gripper.h").read_text(encoding="utf-8")
    for line in ('GRIPPER_JOINT_NAMES {"shoulder"}', "GRIPPER_LOWER {-1.0}", "GRIPPER_UPPER {2.0}", "VELOCITY {3.0}",
                 "GRIPPER_EFFORT {40.0}", f'GRIPPER_DIGEST "{rubbing["digest"]}"', "0BSD"):  # fmt: skip
        assert line in header
    assert 'GRIPPER_GENERATOR "puma560_dynamics' in header


def test_one_state_only(derive, tmp_path: Path):
    derive("--urdf", PLANAR, "--emit", "c", "--no-batch", "-o", str(tmp_path))
    for text in ((tmp_path / f"planar_3r.{end}").read_text(encoding="utf-8") for end in "ch"):
        assert "_batch" not in text
        assert "_rows" not in text
        assert "planar_3r_selftest(void)" in text


def test_snap_is_suggested(derive, tmp_path: Path):
    path = tmp_path / "arm.urdf"
    text = Path(PLANAR).read_text(encoding="utf-8")
    path.write_text(text.replace('xyz="0.5 0 0" rpy="0 0 0"', 'xyz="0.5 0 0" rpy="0.0004 0 0"'), encoding="utf-8")
    (words,) = (remark for remark in derive("--urdf", str(path))["remarks"] if "--snap 1e-3" in remark)
    assert "0.0004 rad misses 0°" in words
    assert not any("--snap" in remark for remark in derive("--urdf", str(path), "--snap", "1e-3")["remarks"])


def documented() -> list[str]:
    """Commands as docs/models.md and docs/own_arm.md print them."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("docs/models.md", "docs/own_arm.md"))
    return re.findall(r"^puma560 (derive .*)$", text, re.M)


@pytest.mark.parametrize("command", documented())
def test_documented_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("urdf").symlink_to(ROOT / "urdf")
    page = (ROOT / "docs" / "own_arm.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```yaml\n(name: my_arm.*?)^```$", page, re.M | re.S)
    Path("my_arm.yaml").write_text(table, encoding="utf-8")
    assert main(command.split()) == 0
    assert Path("generated").exists() == ("-o" in command)


def test_a_longer_search_is_never_worse(derive):
    usual = derive("--urdf", STANFORD, "--programs", "gravity")["programs"]["gravity"]
    longer = derive("--urdf", STANFORD, "--programs", "gravity", "--search", "2")["programs"]["gravity"]
    assert longer["total"] <= usual["total"]
    assert longer["proven"]
    assert longer["seconds"] >= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--urdf", "none.urdf"], "none.urdf cannot be read"),
        (["--urdf", "branched.urdf"], "tip"),
        (["--urdf", "table.yaml"], "XML"),
        (["--dh", "branched.urdf"], "expected entries"),
        (["--urdf", PLANAR, "--hold", "nobody"], "nobody"),
        (["--urdf", PLANAR, "--tip", "nobody"], "'nobody' is no link"),
        (["--arm", "nobody"], "nobody"),
        (["--arm", "akb1986", "--tip", "link3"], "--tip is for --urdf; leave it out with --arm"),
        (["--gravity", "0", "0", "1"], "--gravity is for --urdf and --dh"),
        (["--dh", "table.yaml", "--hold", "slide"], "--hold is for --urdf"),
        (["--dh", "table.yaml", "--friction"], "--friction is for --urdf"),
        (["--urdf", PLANAR, "--tip", "nobody"], "planar_3r.urdf: tip 'nobody'"),
        (["--dh", "branched.urdf"], "branched.urdf: "),
        (["--urdf", PLANAR, "--name", "2r", "--emit", "c"], "'2r' cannot be the name"),
        (["--urdf", PLANAR, "--programs", "gravity", "--emit", "c", "-o", "table.yaml"], "table.yaml cannot be made"),
    ],
)
def test_bad_input_is_one_sentence(arguments, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("table.yaml").write_text(TABLE, encoding="utf-8")
    Path("branched.urdf").write_text(BRANCHED, encoding="utf-8")
    assert main(["derive", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("puma560: error: ")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--emit", "c++"], "expected some of c, numpy, latex, table"),
        (["--programs", ","], "expected some of torque, gravity"),
        (["--search", "-1"], "expected a number from 0 to 86400 s"),
        (["--search", "nan"], "expected a number from 0 to 86400 s"),
        *((["--snap", value], "expected a number from 0 to 0.1 rad") for value in ("-1", "nan", "10", "inf", "x")),
        (["--urdf", "a", "--dh", "b"], "not allowed with"),
        (["--gravity", "0", "0", "nan"], "expected a number, got 'nan'"),
    ],
)
def test_wrong_arguments(arguments, words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", *arguments]) == 2
    assert words in capsys.readouterr().err


MAIN = """\
#include <stdio.h>
#include "puma.h"

int main(void)
{
    const double q[PUMA_JOINTS] = {0.1, -0.5, 1.2, 0.4, 0.3, -0.7};
    const double qd[PUMA_JOINTS] = {1.0, -2.0, 0.5, 3.0, -1.5, 2.5};
    const double qdd[PUMA_JOINTS] = {-4.0, 3.0, 2.0, -1.0, 5.0, 6.0};
    double tau[PUMA_JOINTS];
    puma_torque(q, qd, qdd, tau);
    for (int j = 0; j < PUMA_JOINTS; j++)
        printf("%.17g\\n", tau[j]);
    return 0;
}
"""


@pytest.mark.skipif(not (shutil.which("gcc") or shutil.which("clang")), reason="needs a C compiler: gcc or clang")
def test_the_c_stands_alone(derive, tmp_path: Path):
    """Strict C99, no Python: a main of the user's own prints the torque of the full model."""
    derive("--emit", "c", "--programs", "torque,gravity", "--name", "puma", "-o", str(tmp_path))
    (tmp_path / "main.c").write_text(MAIN, encoding="utf-8")
    compiler = shutil.which("gcc") or shutil.which("clang")
    command = f"{compiler} -std=c99 -Wall -Wextra -Werror -pedantic -O1 main.c puma.c -o main -lm".split()
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=True).stdout
    expected = load_model("newton_euler").torque(
        [0.1, -0.5, 1.2, 0.4, 0.3, -0.7], [1.0, -2.0, 0.5, 3.0, -1.5, 2.5], [-4.0, 3.0, 2.0, -1.0, 5.0, 6.0]
    )
    np.testing.assert_allclose([float(line) for line in printed.split()], expected, rtol=0, atol=1e-12 * 60)
