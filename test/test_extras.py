"""What is missing is named once, with the extras of setup.py that bring it."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from puma560_dynamics import extras
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import MissingDependencyError
from puma560_dynamics.extras import MODULES, installed, missing_dependency, require, require_extras, sentence
from puma560_dynamics.nodes import start

SETUP = Path(__file__).parent.parent / "setup.py"


def test_what_is_there_is_enough():
    require("this test", "numpy", "pytest")
    assert installed("numpy") and not installed("no_such_module_anywhere")


def test_a_module_that_is_blocked_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "bokeh", None)
    assert not installed("bokeh")


def test_everything_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: module == "mcap")
    with pytest.raises(MissingDependencyError) as error:
        require("`puma560 replay`", "rosbags", "mcap", "bokeh", "distributed")
    assert str(error.value) == (
        "`puma560 replay` needs rosbags, bokeh and distributed, which are not installed; run "
        "`pip install 'puma560_dynamics[replay,many]'`"
    )


def test_a_program_names_what_its_extras_lack(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: module not in ("rosbags", "cvxpy"))
    with pytest.raises(MissingDependencyError, match=r"this program needs rosbags and cvxpy, .*\[replay,identify\]'"):
        require_extras("replay", "identify", "report")
    require_extras("report", "view")
    with pytest.raises(KeyError):
        require_extras("no_such_extra")


def test_an_import_that_failed_names_all_that_is_not_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    assert str(missing_dependency("a bag", "rosbags", "mcap")).startswith(
        "a bag needs rosbags and mcap, which are not installed;"
    )
    monkeypatch.setattr(extras, "installed", lambda module: True)  # it is there, and its import fails all the same
    assert str(missing_dependency("the arm", "mujoco")).endswith("run `pip install 'puma560_dynamics[simulation]'`")


def test_one_module_states_how_an_extra_is_installed():
    """Elsewhere only for what is in no extra, and for the extra that has everything a run needs."""
    in_no_extra = ("xacro", ".")
    known = {f"'puma560_dynamics[{extra}]'" for extra in extras_of_setup()} | set(in_no_extra)
    found = 0
    for path in Path(extras.__file__).parent.rglob("*.py"):
        if path != Path(extras.__file__):
            for named in re.findall(r"pip install ([^\s`)]+)", path.read_text(encoding="utf-8")):
                assert named in known, f"{path}: {named}"
                found += 1
    assert found > 2


def test_ros_can_also_be_sourced():
    assert sentence("`plant_node`", ["rclpy"]).endswith(
        "which is not installed; run `pip install 'puma560_dynamics[ros]'`, or source the setup file of ROS 2 where it "
        "is installed"
    )


def extras_of_setup() -> set[str]:
    """Names of the extras."""
    calls = [node for node in ast.walk(ast.parse(SETUP.read_text(encoding="utf-8"))) if isinstance(node, ast.keyword)]
    (given,) = (node.value for node in calls if node.arg == "extras_require")
    assert isinstance(given, ast.Dict)
    return {ast.literal_eval(key) for key in given.keys if key is not None}


def test_extras_are_those_of_setup():
    assert set(MODULES) <= extras_of_setup()


@pytest.mark.parametrize(
    ("module", "name", "extra"),
    [
        ("bags.compression", "import_zstandard", "replay"),
        ("bags.compression", "import_lz4", "replay"),
        ("bags.mcap_storage", "import_mcap", "replay"),
        ("bags.message_definitions", "import_typesys", "replay"),
        ("models.recursive.pinocchio_model", "import_pinocchio", "oracle"),
        ("report.figures", "import_bokeh", "replay"),
        ("replay.many.cluster", "import_distributed", "many"),
        ("replay.parquet", "import_pyarrow", "replay"),
        ("simulation.plant", "import_mujoco", "simulation"),
        ("view.view_page", "import_viser", "view"),
        ("view.drawn_robot", "import_yourdfpy", "view"),
    ],
)
def test_python_names_the_extra_too(module: str, name: str, extra: str, monkeypatch: pytest.MonkeyPatch):
    imports = getattr(import_module(f"puma560_dynamics.{module}"), name)
    for package in {package for packages in MODULES.values() for package in packages}:
        for loaded in [other for other in sys.modules if other == package or other.startswith(f"{package}.")]:
            monkeypatch.delitem(sys.modules, loaded)
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        MissingDependencyError, match=rf"not installed; run `pip install 'puma560_dynamics\[{extra}\]'`"
    ):
        imports()


@pytest.mark.parametrize("node", start.NODES)
def test_a_node_without_ros_names_what_to_install(
    node: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(extras, "installed", lambda module: module != "rclpy")
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert start.start(node) == start.MISSING
    err = capsys.readouterr().err
    assert err.startswith(f"{node}: error: `{node}` needs rclpy, which is not installed; run `pip install")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("node", "module", "extra"),
    [("plant_node", "mujoco", "simulation"), ("validator_node", "pinocchio", "oracle"), ("view_node", "viser", "view")],
)
def test_what_a_node_needs_in_addition_to_ros_is_in_the_same_sentence(
    node: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(extras, "installed", lambda name: name not in ("rclpy", module))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert start.start(node) == start.MISSING
    err = capsys.readouterr().err
    assert f"needs rclpy and {module}, which are not installed" in err
    assert f"puma560_dynamics[ros,{extra}]" in err


@pytest.mark.parametrize(
    ("words", "missing", "extra"),
    [
        ("paper multirate --plot error.png", "matplotlib", "report"),
        ("derive --abbreviate --plot front.svg", "matplotlib", "report"),
        ("paper stanford --figure 1 -o figure.svg", "matplotlib", "report"),
        ("simulate --report swing.html", "matplotlib", "report"),
        ("replay example", "bokeh", "replay"),
        ("replay example --no-report --parquet samples.parquet", "pyarrow", "replay"),
        ("identify example", "cvxpy", "identify"),
        ("run", "mujoco", "simulation"),
    ],
)
def test_a_command_names_what_to_install_before_the_work(
    words: str, missing: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "installed", lambda module: module != missing)
    assert main(words.split()) == 2
    err = capsys.readouterr().err
    assert f"needs {missing}, which is not installed; run `pip install 'puma560_dynamics[{extra}]'`" in err
    assert list(tmp_path.iterdir()) == []


BARE = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))  # None: an import fails, as where nothing is installed
import puma560_dynamics.identification.identification_page, puma560_dynamics.replay.report
from puma560_dynamics.cli import main
for words in json.loads(sys.argv[2]):
    with contextlib.redirect_stdout(io.StringIO()):
        code = main(words.split())
    assert not code, f"puma560 {words} ended with {code}"
"""

WITHOUT_EXTRAS = (
    "torque --pose 0,-30,60,10,40,0deg",
    "kinematics",
    "simulate --duration 0.1",
    "simulate --duration 0.1 -o swing.csv",
    "excite --arm two_link.urdf --rounds 1 --harmonics 2",
    "derive two_link.urdf --search 0.1 --programs gravity -o derived",
    "controller -o controller",
    "arm import two_link.urdf -o arm.yaml",
    "arm check",
    "arm compare akb1986 akb1986",
    "arm urdf",
    "arm urdf --format xacro",
    "arm urdf --format mjcf",
    "measure balance --scale 6.04kg",
    "paper constants",
    "paper errata",
)
"""Every command that needs only what ``pip install`` brings."""


def test_commands_need_no_extra_unless_they_name_it(tmp_path: Path):
    """In a process in which no package of any extra can be imported."""
    absent = sorted({"lxml", "urdf_parser_py", "xacro", *(name for names in MODULES.values() for name in names)})
    shutil.copy(SETUP.parent / "examples" / "two_link.urdf", tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", BARE, json.dumps(absent), json.dumps(WITHOUT_EXTRAS)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SETUP.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-2000:]
