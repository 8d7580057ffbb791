"""The C++ library without ROS: built by CMake, found by another project, compared with the model in Python."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.arm.palletiser import NAMES, palletiser
from helpers.arm.public_descriptions import FILES, loaded
from helpers.arm.two_arms import LEFT, RIGHT, two_arms
from helpers.control.core_library import CXX
from helpers.control.described import XML

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.controller.core_settings import COMPILED, core_files
from puma560_dynamics.controller.library_files import PUBLIC, library_files, solver_files
from puma560_dynamics.controller.package_files import ROBOT
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.emdeg import Selection
from puma560_dynamics.models.interface import DynamicModel

needs_cmake = pytest.mark.skipif(
    not shutil.which("cmake") or not shutil.which("make") or not CXX or " " in CXX[0],
    reason="needs cmake, make and a C++ compiler",
)
needs_xml = pytest.mark.skipif(XML is None, reason="needs tinyxml2 (Debian libtinyxml2-dev, or Pinocchio from PyPI)")
PROBE = Path(__file__).parents[1] / "helpers" / "control" / "library_probe.cpp"
WARNINGS = "-O0 -D_GLIBCXX_ASSERTIONS -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"
PANDA = next((path for name, path in FILES.items() if name.startswith("example-robot-data/panda.urdf")), None)
CONSUMER = f"""
cmake_minimum_required(VERSION 3.16)
project(probe LANGUAGES CXX)
find_package(torque_core REQUIRED)
add_executable(probe {PROBE.as_posix()})
target_link_libraries(probe PRIVATE torque_core::torque_core)
"""
EXACT = 1e-12


def run(*words: str, folder: Path | None = None, lines: str | None = None, fails: bool = False) -> str:
    """The output of a program, which succeeds unless it `fails`."""
    done = subprocess.run(words, cwd=folder, input=lines, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout + (done.stderr if fails else "")


def built(folder: Path, files: dict[str, str], *options: str) -> Path:
    """Write the files, build and install them, and build a program of another project that uses them."""
    for path, text in files.items():
        (folder / "source" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "source" / path).write_text(text, encoding="utf-8")
    (folder / "consumer").mkdir()
    (folder / "consumer" / "CMakeLists.txt").write_text(CONSUMER, encoding="utf-8")
    found = [flag[2:] for flag in XML or () if flag.startswith("-I")]
    prefixes = ";".join([str(folder / "prefix"), *(str(Path(each).parent) for each in found)])
    usual = (f"-DCMAKE_CXX_COMPILER={CXX[0]}", f"-DCMAKE_CXX_FLAGS={WARNINGS}", f"-DCMAKE_PREFIX_PATH={prefixes}",
             "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_INSTALL_PREFIX={folder / 'prefix'}")  # fmt: skip
    for name, install in (("source", ["--target", "install"]), ("consumer", [])):
        place = folder / f"build_{name}"
        run("cmake", "-G", "Unix Makefiles", "-S", str(folder / name), "-B", str(place), *usual, *options)
        run("cmake", "--build", str(place), "-j2", *install)
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library with the reader of descriptions."""
    return built(tmp_path_factory.mktemp("library"), library_files())


@pytest.fixture(scope="module")
def without_xml(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library without tinyxml2, with the model of the PUMA."""
    files = library_files(arm, "my_arm")
    return built(tmp_path_factory.mktemp("without"), files, "-DCMAKE_DISABLE_FIND_PACKAGE_tinyxml2=ON",
                 "-DCMAKE_DISABLE_FIND_PACKAGE_TinyXML2=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON")  # fmt: skip


def check(folder: Path, arm: Arm, model: DynamicModel, *words: str, motors: bool = False) -> None:
    """The program's numbers against a model of Python, as fractions of the largest number of each."""
    chance, n = np.random.default_rng(3), arm.n
    own = np.zeros(n) if motors else arm.motor_inertia  # which a URDF does not have
    states = [(chance.uniform(*arm.pose_range), *chance.normal(0.0, 2.0, (2, n))) for _ in range(20)]
    lines = "\n".join(" ".join(repr(float(each)) for each in np.concatenate(state)) for state in states)
    names, *rest = run(str(folder / "build_consumer" / "probe"), *words, lines=lines).splitlines()
    assert names.split() == list(arm.joint_names)
    rows = [np.array(line.split(), float) for line in rest[:-4]]
    for row, expected in zip(rows[:4], (arm.lower, arm.upper, arm.velocity, arm.maximum_torque), strict=True):
        np.testing.assert_allclose(row, expected, rtol=1e-8)
    for k, (q, qd, qdd) in enumerate(states):
        terms = model.terms(q, qd, np.zeros(n))
        expected_rows = (
            model.torque(q, qd, qdd) - own * qdd,
            model.gravity(q),
            (model.kinetic_energy_matrix(q) - np.diag(own)).ravel(),
            terms.coriolis + terms.centrifugal,
        )
        for row, expected in zip(rows[4 + 4 * k : 8 + 4 * k], expected_rows, strict=True):
            assert np.abs(expected).max() > 1e-3
            np.testing.assert_allclose(row, expected, rtol=0.0, atol=EXACT * np.abs(expected).max())
    assert len(rows) == 4 + 4 * len(states)
    assert rest[-4] == "0"  # calls of the heap
    assert rest[-3].startswith(f"expected arrays of {n} numbers, got one of {n * n};")
    assert all(each.startswith("expected numbers that follow each other in memory") for each in rest[-2:])


def described(name: str) -> tuple[str, tuple[str, ...]]:
    """A description, and the joints of one arm in it."""
    if name == "panda":
        if PANDA is None:
            pytest.skip("needs example-robot-data")
        arm = loaded(PANDA)
        assert isinstance(arm, Arm)
        return PANDA.read_text(encoding="utf-8"), arm.joint_names
    if name == "puma":
        return urdf(load_arm("akb1986")), load_arm("akb1986").joint_names
    if name == "palletiser":  # two of its joints follow others
        return palletiser(), NAMES
    return two_arms(), tuple(LEFT if name == "left of two" else RIGHT)


@needs_cmake
@needs_xml
@pytest.mark.parametrize("name", ["puma", "panda", "left of two", "right of two", "palletiser"])
def test_model_of_a_description_is_that_of_python(library: Path, name: str, tmp_path: Path):
    text, joints = described(name)
    (tmp_path / "robot.urdf").write_text(text, encoding="utf-8")
    arm = arm_of_joints(Selection(text), joints)
    check(library, arm, load_model("newton_euler", arm), str(tmp_path / "robot.urdf"), *joints)


@needs_cmake
@needs_xml
def test_what_cannot_be_read_is_refused_in_one_sentence(library: Path, tmp_path: Path):
    (tmp_path / "robot.urdf").write_text(two_arms(), encoding="utf-8")
    probe = str(library / "build_consumer" / "probe")
    words = run(probe, str(tmp_path / "robot.urdf"), lines="", fails=True)
    assert words.startswith("refused: robot description: it has several arms; give the names of one arm's joints")
    (tmp_path / "robot.urdf").write_text(two_arms("revolute"), encoding="utf-8")
    words = run(probe, str(tmp_path / "robot.urdf"), *LEFT, lines="", fails=True)
    assert "joint lift turns or moves the base torso; give gravity in the frame of the base" in words


@needs_cmake
@needs_xml
def test_numbers_of_too_many_followers_are_refused_before_they_are_used(library: Path):
    words = run(str(library / "build_consumer" / "probe"), "followers", lines="", fails=True)
    assert words.startswith("refused: followers_count: expected at most 16 links"), words


def check_loop(lines: list[str], arm: Arm, model: DynamicModel, own: np.ndarray) -> None:
    """The torque that the plain loop printed while its gate was open."""
    lower, upper = np.maximum(arm.lower, -1.0), np.minimum(arm.upper, 1.0)
    swing = np.minimum(0.1 * (upper - lower), 0.1 * arm.velocity)  # below the limits of acceleration, too
    assert lines[0] == "# time, s; time of the motion, s; state; torque of each joint, N m (N)"
    rows = [line.split() for line in lines[1:]]
    assert rows[0][2] == "fading_in" and rows[-1][2] in ("fading_out", "inactive")
    assert set(rows[-1][3:]) <= {"0.000000000", "-0.000000000"}
    inside = [row for row in rows if row[2] == "open" and 1.2 < float(row[0]) < 5.0]
    assert len(inside) > 30
    for row in inside:
        t = float(row[1])
        q = 0.5 * (lower + upper) + swing * (1.0 - np.cos(t))
        qdd = swing * np.cos(t)
        expected = model.torque(q, swing * np.sin(t), qdd) - own * qdd
        np.testing.assert_allclose(np.array(row[3:], float), expected, rtol=0.0, atol=1e-8)


@needs_cmake
@needs_xml
def test_examples_run(library: Path, tmp_path: Path):
    text, joints = described("left of two")
    (tmp_path / "robot.urdf").write_text(text, encoding="utf-8")
    arm = arm_of_joints(Selection(text), joints)
    words = (str(tmp_path / "robot.urdf"), *joints)
    model = load_model("newton_euler", arm)
    lines = run(str(library / "build_source" / "plain_loop"), *words).splitlines()
    check_loop(lines, arm, model, arm.motor_inertia)
    assert "7 joints" in run(str(library / "build_source" / "callback_loop"), *words, fails=True)


@needs_cmake
@needs_xml
def test_the_callback_leaves_gravity_to_the_robot_and_keeps_its_rate(library: Path, tmp_path: Path):
    text, joints = described("panda")
    (tmp_path / "robot.urdf").write_text(text, encoding="utf-8")
    arm = arm_of_joints(Selection(text), joints)
    shown = run(str(library / "build_source" / "callback_loop"), str(tmp_path / "robot.urdf"), *joints).splitlines()
    assert float(shown[-1].split(":")[1].split()[0]) <= 1.0  # N m in a cycle: 1000 N m/s
    assert shown[0] == "# time, s; state; torque of each joint, N m"
    open_rows = [row.split() for row in shown if row.split()[1] == "open"]
    q = 0.5 * (arm.lower + arm.upper)
    inertia = load_model("newton_euler", arm).kinetic_energy_matrix(q) - np.diag(arm.motor_inertia)
    np.testing.assert_allclose(np.array(open_rows[-1][2:], float), inertia[1] * 100.0 * 0.01, rtol=0.0, atol=1e-3)


@needs_cmake
@pytest.mark.tools
def test_without_tinyxml2_models_are_compiled_or_made_from_numbers(arm: Arm, without_xml: Path, tmp_path: Path):
    check(without_xml, arm, load_model("newton_euler", arm), "compiled", motors=True)
    check(without_xml, arm, load_model("newton_euler", arm), "numbers", motors=True)
    (tmp_path / "robot.urdf").write_text(urdf(arm), encoding="utf-8")
    words = run(str(without_xml / "build_consumer" / "probe"), str(tmp_path / "robot.urdf"), lines="", fails=True)
    assert "torque_core was built without tinyxml2" in words
    lines = run(str(without_xml / "build_source" / "plain_loop")).splitlines()
    check_loop(lines, arm, load_model("newton_euler", arm), np.zeros(arm.n))


def test_sources_are_those_of_the_controller(arm: Arm):
    files = library_files()
    for name, text in core_files().items():
        assert files[f"{'include/torque_core' if name in PUBLIC else 'src/core'}/{name}"] == text
    for path in ROBOT.iterdir():
        assert files[f"src/robot/{path.name}"] == path.read_text(encoding="utf-8")
        assert path.suffix != ".cpp" or f"src/robot/{path.name}" in files["CMakeLists.txt"]
    assert all(f"src/core/{name}" in files["CMakeLists.txt"] for name in COMPILED)
    of_arm = library_files(arm, "my_arm")
    assert set(of_arm) - set(files) == {
        "include/torque_core/compiled_arm.hpp", "src/compiled_arm.cpp", "src/model/my_arm.c", "src/model/my_arm.h"
    }  # fmt: skip
    left = ("@PACKAGE_INIT@", '"@TORQUE_CORE_URDF@"')
    for name, text in (*of_arm.items(), *solver_files().items()):
        for word in left:
            text = text.replace(word, "")
        assert "@" not in text.replace("maintainer@example.com", ""), name


def test_the_solver_contains_the_library_and_names_its_class():
    files, library = solver_files(), library_files()
    inner = {path.removeprefix("torque_core/") for path in files if path.startswith("torque_core/")}
    assert inner == {path for path in library if path.startswith(("include/", "src/"))}
    for name in inner:
        assert files[f"torque_core/{name}"] == library[name]
        assert not name.endswith(".cpp") or name.removeprefix("src/") in files["CMakeLists.txt"]
    described_class = ElementTree.fromstring(files["torque_core_solver.xml"]).find("class")
    assert described_class is not None
    kind, base = described_class.get("type"), described_class.get("base_class_type")
    assert f"PLUGINLIB_EXPORT_CLASS({kind}, {base})" in files["src/solver.cpp"]
    needed = {each.text for each in ElementTree.fromstring(files["package.xml"]).iterfind("depend")}
    assert all(f"find_package({name} REQUIRED)" in files["CMakeLists.txt"] for name in needed)
