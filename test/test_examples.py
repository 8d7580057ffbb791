"""The examples run as a user runs them, compute what they say, and import public names alone."""

from __future__ import annotations

import ast
import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import puma560_dynamics
from puma560_dynamics import extras as package_extras
from tools.exercises.notebooks import EXERCISES, SOLUTIONS

EXAMPLES = Path(__file__).parent.parent / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
PAGES = sorted([EXAMPLES.parent / "README.md", *(EXAMPLES.parent / "docs").rglob("*.md")])


def cells(notebook: Path) -> list[str]:
    """Source of the code cells of a notebook."""
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def sources() -> Iterator[tuple[str, str]]:
    """Name and Python of every example, and of the documentation's snippets."""
    for script in SCRIPTS:
        yield script.name, script.read_text(encoding="utf-8")
    for notebook in NOTEBOOKS:
        yield notebook.name, "\n".join(cells(notebook))
    for page in PAGES:
        for part in page.read_text(encoding="utf-8").split("```python\n")[1:]:
            yield page.name, part.split("```")[0]


@pytest.fixture(scope="module")
def ran() -> Any:
    """`ran(name)`: the variables of a script after it has run."""
    done: dict[str, dict[str, Any]] = {}

    def run(name: str) -> dict[str, Any]:
        if name not in done:
            done[name] = runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return done[name]

    return run


def test_examples_and_documentation_import_public_names_alone():
    imported = set()
    for name, source in sources():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("puma560_dynamics"):
                assert node.module == "puma560_dynamics", f"{name} imports from {node.module}"
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                assert all(not alias.name.startswith("puma560_dynamics.") for alias in node.names), name
    assert {"load_arm", "load_model", "simulate"} <= imported <= set(puma560_dynamics.__all__)


def test_every_example_has_a_test():
    assert {f"test_{script.stem}" for script in SCRIPTS} <= set(globals())
    # test_exercises.py runs the notebooks of exercises
    assert {notebook.name for notebook in NOTEBOOKS} == {"first_look.ipynb", EXERCISES, SOLUTIONS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_is_short_and_has_a_docstring(script: Path):
    text = script.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert 10 <= len(text.splitlines()) <= 40


def test_gravity_at_a_pose(ran: Any):
    found = ran("gravity_at_a_pose")
    assert found["torque"] == pytest.approx(found["model"].torque(found["q"], 0, 0), abs=1e-12)


def test_own_arm(ran: Any):
    found = ran("own_arm")
    assert found["holding"] == pytest.approx(found["by_hand"], rel=1e-12)


def test_payload(ran: Any):
    found = ran("payload")
    added = found["loaded"].gravity(found["q"]) - found["bare"].gravity(found["q"])
    assert added[1] == pytest.approx(-2.0 * 9.81 * found["center"][0], rel=1e-12)
    # Steiner: the load's own inertia about the vertical, and its mass times the squared distance from joint 1.
    turned = found["pose"][:3, :3] @ found["box"].inertia @ found["pose"][:3, :3].T
    assert found["added"][0] == pytest.approx(turned[2, 2] + 2.0 * (found["center"][:2] ** 2).sum(), rel=1e-12)


def test_trajectory_effort(ran: Any, capsys: pytest.CaptureFixture[str]):
    found = ran("trajectory_effort")
    path, model = found["filled"].path, found["filling"].model
    assert found["filled"].effort[-1] == pytest.approx(model.gravity(found["goal"]), abs=1e-9)
    assert path.position[0] == pytest.approx(found["start"], abs=1e-12)
    assert "refused: joint2" in capsys.readouterr().out


def test_torque_loop_without_ros(ran: Any):
    found = ran("torque_loop_without_ros")
    # Without gravity torque, PD alone is off by the load over its gain.
    alone = np.abs(found["model"].gravity(found["start"])).max() / 100.0
    assert found["largest"] < 0.1 * alone
    assert not found["torque"].any() and found["loop"].gate.latched.value == "silence"


def test_simulate_a_swing(ran: Any):
    found = ran("simulate_a_swing")
    assert found["swing"].drift < 1e-10
    assert found["pushed"].q[-1] == pytest.approx(found["start"], abs=1e-3)


def test_derive_from_a_urdf(ran: Any, tmp_path: Path):
    found = ran("derive_from_a_urdf")
    assert found["gravity"] == pytest.approx(ran("own_arm")["by_hand"], rel=1e-12)  # the same arm
    assert set(found["files"]) == {"two_link.h", "two_link.c"}


def test_replay_and_identify(ran: Any):
    pytest.importorskip("rosbags")
    pytest.importorskip("cvxpy")
    found = ran("replay_and_identify")
    assert (found["after"] < found["before"]).all()
    assert found["states"].position.shape == (len(found["states"].stamp), 6)


def test_recording_from_a_table(ran: Any):
    pytest.importorskip("rosbags")
    pytest.importorskip("mcap")
    found = ran("recording_from_a_table")
    states, again, bag = found["states"], found["again"], found["bag"]
    for name in ("stamp", "position", "effort"):
        assert np.array_equal(getattr(states, name), getattr(again, name))
    # Through degrees and amperes and back: the joints' values.
    assert np.abs(states.effort).max() == pytest.approx(np.abs(bag.effort).max(), rel=1e-12)


def test_uncertainty_of_a_torque(ran: Any):
    found = ran("uncertainty_of_a_torque")
    heavier = found["arm"].with_(gravity=0.0)
    still = puma560_dynamics.torque_band(heavier, found["q"])
    assert still == pytest.approx(np.zeros(6), abs=1e-12)  # no gravity, no motion: nothing can be wrong
    assert (found["band"] > 0.0).all()


def test_first_look_runs_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(pyplot, "show", lambda: pyplot.close("all"))
    pyplot.switch_backend("agg")
    variables: dict[str, Any] = {}
    for cell in cells(EXAMPLES / "first_look.ipynb"):
        exec(compile(cell, "first_look", "exec"), variables)
    assert np.abs(variables["terms"].total).max() < 1e-9


@pytest.mark.parametrize(
    ("name", "extras", "needed"),
    [
        ("replay_and_identify", "replay,identify", [*package_extras.MODULES["replay"], "cvxpy"]),
        ("recording_from_a_table", "replay", ["rosbags", "mcap"]),
    ],
)
def test_without_the_extras_an_example_ends_with_one_sentence_that_names_all(
    name: str, extras: str, needed: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(package_extras, "installed", lambda module: False)
    for module in [*needed, *(module for module in sys.modules if module.partition(".")[0] in needed)]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    said = str(ended.value.code)
    assert said.endswith(f"which are not installed; run `pip install 'puma560_dynamics[{extras}]'`")
    assert all(module in said for module in needed)
    assert "\n" not in said
