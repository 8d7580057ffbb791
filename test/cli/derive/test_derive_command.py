"""`puma560 derive`: programs, files that are the same every time, and the commands of the documentation."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.two_arms import two_arms
from helpers.derive_inputs import PLANAR, ROOT, STANFORD, TABLE
from helpers.emdeg.c_library import needs_compiler
from helpers.emdeg.task_names import names_of

from puma560_dynamics import emdeg, load_model
from puma560_dynamics.cli.command import main
from puma560_dynamics.emdeg import TASK_NAMES, CompileTime, load_urdf
from puma560_dynamics.emdeg.backends.timed_code import compiler_text


def test_the_papers_arm(derive):
    data = derive("--rules", "--programs", ",".join(TASK_NAMES))
    assert data["ok"]
    assert data["arm"] == "akb1986"
    assert data["files"] == []
    assert data["compilation"] is None
    assert tuple(data["programs"]) == TASK_NAMES
    for figures in data["programs"].values():
        assert figures["proven"]
        assert figures["total"] == figures["multiplications"] + figures["additions"]
        assert figures["total_single_angles"] == figures["total"] + 6  # of q2 + q3
    assert [step["derivatives"] for step in data["rules"]][1:3] == [126, 70]


def test_readable_output(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["derive", "--programs", "gravity", "--rules"]) == 0
    out = capsys.readouterr().out
    for words in (
        "akb1986, 6 joints",
        "each function: proven, coefficient",
        "zero derivatives",
        "EMDEG (35)",
        "a long search",
        "torque 2",
    ):
        assert words in out
    assert main(["derive", "--arm", PLANAR, "--programs", "gravity", "-o", str(tmp_path / "new" / "folder")]) == 0
    out = capsys.readouterr().out
    files = [path for path in (tmp_path / "new" / "folder").iterdir() if path.is_file()]
    size = f"files of {sum(path.stat().st_size for path in files) / 1000:.0f} kB in all"
    for words in ("note: links hand (0.4 kg in all)", "planar_3r, 3 joints", "folder/planar_3r.c", size):
        assert words in out
    assert "a long search" not in out


def test_the_table_counts_the_acceleration_as_the_header_does(
    derive, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    arguments = ("--arm", PLANAR, "--programs", "torque,kinetic_energy_matrix", "-o", str(tmp_path), "--emit", "c")
    figures = derive(*arguments)["acceleration"]
    header = " ".join((tmp_path / "planar_3r.h").read_text(encoding="utf-8").replace("*", " ").split())
    found = re.search(r"tau causes; (\d+) multiplications, (\d+) additions.*?, (\d+) divisions", header)
    assert found is not None
    assert [int(number) for number in found.groups()] == [
        figures[key] for key in ("multiplications", "additions", "divisions")
    ]
    assert figures["total"] == figures["multiplications"] + figures["additions"]
    assert main(["derive", *arguments]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "acceleration " in line)
    expected = [figures[key] for key in ("multiplications", "additions", "total", "total_single_angles")]
    assert [int(word) for word in row.split()[1:]] == expected
    assert derive("--arm", PLANAR, "--programs", "torque")["acceleration"] is None


def test_the_programs_and_files_that_are_asked_for(derive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data = derive("--arm", PLANAR, "--programs", "gravity,torque", "--emit", "latex,python", "-o", str(tmp_path))
    assert list(data["programs"]) == ["torque", "gravity"]
    assert data["files"] == [str(tmp_path / "planar_3r.py"), str(tmp_path / "planar_3r.tex")]
    text = (tmp_path / "planar_3r.py").read_text(encoding="utf-8")
    for words in (
        data["digest"],
        "Joints: 1 joint1, 2 joint2, 3 joint3.",
        "Links hand (0.4 kg in all) are fixed",
        "proven, coefficient by coefficient",
    ):
        assert words in text
    monkeypatch.chdir(tmp_path)
    assert derive("--arm", PLANAR, "--emit", "table", "--name", "mine")["files"] == ["mine.txt"]
    assert Path("mine.txt").exists()
    assert len(derive("--arm", PLANAR, "-o", "all")["files"]) == 5


def test_what_takes_a_minute_to_compile_is_written_by_name_alone(derive, tmp_path: Path):
    assert list(derive("--arm", PLANAR)["programs"]) == ["torque", "gravity", "kinetic_energy_matrix"]
    derive("--arm", PLANAR, "--emit", "c", "-o", str(tmp_path))
    header = (tmp_path / "planar_3r.h").read_text(encoding="utf-8")
    assert "planar_3r_acceleration" in header and "planar_3r_all_elements" not in header
    derive(
        "--arm", PLANAR, "--emit", "c", "-o", str(tmp_path), "--programs", ",".join(names_of(load_urdf(PLANAR).chain))
    )
    assert "planar_3r_all_elements" in (tmp_path / "planar_3r.h").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (CompileTime("gcc", 2.54, ended=True), "gcc needs 2.5 s of processor time"),
        (CompileTime("gcc", 60.0, ended=False), "gcc needs more than 60 s of processor time"),
        (None, None),
    ],
)
def test_the_time_of_compilation_is_shown_and_not_written(
    measured: CompileTime | None,
    words: str | None,
    derive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    given: list[set[str]] = []

    def measure(files: dict[str, str]) -> CompileTime | None:
        given.append(set(files))
        return measured

    monkeypatch.setattr(emdeg, "compile_time", measure)
    arguments = ("--arm", PLANAR, "--programs", "gravity", "--name", "arm", "-o", str(tmp_path))
    shown = derive(*arguments)["compilation"]
    assert shown == (
        None if measured is None else {"compiler": "gcc", "seconds": measured.seconds, "ended": measured.ended}
    )
    assert given == [{"arm.c", "arm.h"}]
    assert main(["derive", *arguments]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert words in out if words else "processor time" not in out
    derive(*arguments, "--emit", "python")
    assert len(given) == 2, "nothing is compiled where no C is written"


def test_the_same_input_gives_the_same_bytes(derive, derive_anew: Callable[[], None], tmp_path: Path):
    def files(folder: str, *arguments: str) -> dict[str, bytes]:
        derive("--arm", STANFORD, "--programs", "torque,gravity", "-o", str(tmp_path / folder), *arguments)
        return {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}

    one = files("one")
    assert len(one) == 5
    derive_anew()
    assert files("two") == one
    assert files("one", "--seed", "0") == one


def documented() -> list[str]:
    """Commands as docs/models.md and docs/derive.md print them."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("docs/models.md", "docs/derive.md"))
    return re.findall(r"^puma560 (derive .*)$", text, re.M)


@pytest.mark.parametrize("command", documented())
def test_documented_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("urdf").symlink_to(ROOT / "urdf")
    page = (ROOT / "docs" / "derive.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```yaml\n(name: my_arm.*?)^```$", page, re.M | re.S)
    Path("my_arm.yaml").write_text(table, encoding="utf-8")
    robot = two_arms("revolute").replace("_link3", "_hand")
    Path("robot.urdf").write_text(robot, encoding="utf-8")
    assert main(command.split()) == 0
    assert Path("generated").exists() == ("-o" in command)


def test_a_longer_search_is_never_worse(derive):
    usual = derive("--arm", STANFORD, "--programs", "gravity")["programs"]["gravity"]
    longer = derive("--arm", STANFORD, "--programs", "gravity", "--search", "2")["programs"]["gravity"]
    assert longer["total"] <= usual["total"]
    assert longer["proven"]
    assert longer["seconds"] >= 2


def test_a_denavit_hartenberg_table(derive, tmp_path: Path):
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    data = derive("--arm", str(path), "-o", str(tmp_path), "--emit", "python")
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
    lying = derive("--arm", str(path), "--gravity", "0", "0", "-9.81")
    assert lying["programs"]["gravity"]["total"] == 0


ARM = str(ROOT / "test" / "emdeg" / "arms" / "planar_2r.urdf")


@needs_compiler
def test_the_files_name_the_compiler_that_was_measured_with(derive, tmp_path: Path):
    arguments = ("--arm", ARM, "--programs", "kinetic_energy_matrix", "--emit", "c", "-o", str(tmp_path))
    usual = derive(*arguments)["programs"]["kinetic_energy_matrix"]
    text = (tmp_path / "planar_2r.c").read_text(encoding="utf-8")
    assert usual["variants_measured"] == 0
    assert "Tuned" not in text
    tuned = derive(*arguments, "--tune")["programs"]["kinetic_energy_matrix"]
    header = " ".join((tmp_path / "planar_2r.h").read_text(encoding="utf-8").replace("\n *", " ").split())
    assert tuned["variants_measured"] >= 2
    assert tuned["proven"]
    measured = f"(kinetic_energy_matrix of {tuned['variants_measured']}), measured with {compiler_text()} on "
    assert "Tuned: of programs that compute the same" in header
    assert measured in header
    derive(*arguments)
    assert (tmp_path / "planar_2r.c").read_text(encoding="utf-8") == text


def test_one_state_only(derive, tmp_path: Path):
    derive("--arm", PLANAR, "--emit", "c", "--firmware", "-o", str(tmp_path))
    for text in ((tmp_path / f"planar_3r.{end}").read_text(encoding="utf-8") for end in "ch"):
        assert "_batch" not in text
        assert "_rows" not in text
        assert "planar_3r_selftest(void)" in text
        assert "math.h" not in text.partition("#ifdef FIRMWARE")[0]


def test_single_precision_states_its_error(derive, tmp_path: Path):
    derive("--arm", PLANAR, "--programs", "torque,gravity", "--emit", "c", "--scalar", "float", "-o", str(tmp_path))
    header = (tmp_path / "planar_3r.h").read_text(encoding="utf-8")
    words = " ".join(header.replace("\n *", " ").split())
    assert "elements differ from those of double precision by at most torque " in words
    assert "void planar_3r_gravity(const float *q, float *tau);" in header


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


def test_one_division_is_in_the_singular(capsys: pytest.CaptureFixture[str]):
    assert main(["derive", str(Path(__file__).parents[3] / "examples" / "two_link.urdf")]) == 0
    assert "its division is not counted" in " ".join(capsys.readouterr().out.split())
