"""The benchmarks run, and write the tables that their page shows; how fast anything is, no test says."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Path]:
    """Results of a quick run, and the folder with a copy of the page that it has written."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("docs")
    (folder / "images").mkdir()
    shutil.copy(PAGE, folder)
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--quick", "--json", "--write", str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), folder


def test_every_task_has_its_contenders(written: tuple[dict, Path]):
    results, _ = written
    tasks = {"torque", "gravity", "kinetic_energy_matrix", "all_elements", "acceleration"}
    assert results["ok"] and set(results["python"]) == tasks and tasks <= set(results["batch"])
    for part in ("python", "loop", "batch"):
        for rows in results[part].values():
            for row in rows.values():
                assert 0 < row["ns_lower_quartile"] <= row["ns"] <= row["ns_upper_quartile"]
    assert {"generated, bare", "full", "newton_euler"} <= set(results["python"]["torque"])
    assert not [name for name, why in results["missing"].items() if "another" in why]


def test_goals_say_whether_they_are_met(written: tuple[dict, Path]):
    for goal in written[0]["goals"]:
        assert (goal["reached"] is None) == (goal["met"] is None)
        assert goal["met"] is None or goal["met"] == (goal["reached"] >= goal["wanted"])


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler: without one there are no compiled loops")
def test_the_page_shows_the_tables_that_a_run_writes(written: tuple[dict, Path]):
    _, folder = written
    assert heads(folder / "benchmarks.md") == heads(PAGE)
    assert all((folder / link).exists() for link in re.findall(r"\]\((images/[^)]+)\)", PAGE.read_text("utf-8")))


def heads(page: Path) -> list[str]:
    """The first line of every table."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line for line, below in itertools.pairwise(lines) if below.startswith("| ---")]


def test_the_leaderboard_names_who_is_missing(tmp_path: Path):
    """Its peers and arms are installed by `make bench` alone."""
    page = shutil.copy(ROOT / "docs" / "leaderboard.md", tmp_path)
    program = str(ROOT / "benchmarks" / "leaderboard.py")
    done = subprocess.run(
        [sys.executable, program, "--counts", "--arms", "SO-100", "--write", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    text = Path(page).read_text(encoding="utf-8")
    assert done.returncode == (1 if "\n- SO-100: " in text else 0), done.stderr
    assert ("\n| SO-100 | 5 |" in text) == (done.returncode == 0)
    assert heads(Path(page)) == heads(PAGE.with_name("leaderboard.md"))


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_an_update_of_the_core_is_measured():
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "controller_core.py"), "--calls", "2000", "--quick", "--level", "0",
         "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["ok"] and {"empty", "model", "update", "with_payload"} <= set(found["ns"])
    for median, most, largest in found["ns"].values():
        assert 0 < median <= most <= largest
