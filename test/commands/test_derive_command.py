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
from puma560_dynamics.cli import main

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
    branch = derive("--urdf", str(tmp_path / "branched.urdf"), "--hold", "b_joint", "--tip", "c")
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


def documented() -> list[str]:
    """Commands as README.md and docs/own_arm.md print them."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/own_arm.md"))
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
        (["--urdf", PLANAR, "--gravity", "0", "0", "nan"], "three finite numbers"),
        (["--arm", "nobody"], "nobody"),
        (["--arm", "akb1986", "--tip", "link3"], "--tip is for --urdf; leave it out with --arm"),
        (["--gravity", "0", "0", "1"], "--gravity is for --urdf and --dh"),
        (["--dh", "table.yaml", "--hold", "slide"], "--hold is for --urdf"),
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
        (["--search", "-1"], "expected seconds from 0"),
        (["--search", "nan"], "expected seconds from 0"),
        (["--urdf", "a", "--dh", "b"], "not allowed with"),
    ],
)
def test_wrong_arguments(arguments, words: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["derive", *arguments])
    assert ended.value.code == 2
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
