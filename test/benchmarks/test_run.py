"""The benchmarks run, and write the tables that their page shows; how fast anything is, no test says."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from helpers.benchmarks import DOCS, heads, started

PAGE = DOCS / "benchmarks.md"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Path]:
    """Results of a quick run, and the folder with a copy of the page that it has written."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("docs")
    (folder / "images").mkdir()
    shutil.copy(PAGE, folder)
    cache = str(tmp_path_factory.mktemp("cache"))
    done = started("run.py", "--quick", "--json", "--write", str(folder), XDG_CACHE_HOME=cache)
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


def test_goals_report_whether_they_are_met(written: tuple[dict, Path]):
    for goal in written[0]["goals"]:
        assert (goal["reached"] is None) == (goal["met"] is None)
        assert goal["met"] is None or goal["met"] == (goal["reached"] >= goal["wanted"])


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler: without one there are no compiled loops")
def test_the_page_shows_the_tables_that_a_run_writes(written: tuple[dict, Path]):
    _, folder = written
    assert heads(folder / "benchmarks.md") == heads(PAGE)
    assert all((folder / link).exists() for link in re.findall(r"\]\((images/[^)]+)\)", PAGE.read_text("utf-8")))


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler")
def test_on_one_thread_nothing_is_measured_on_two():
    import limits
    from batches import pool
    from page import _limits

    with pool() as executor:
        assert {job.threads for job in limits.jobs(64, {"torque": (18, 6)}, executor)} == {1, 2}
        assert {job.threads for job in limits.jobs(64, {"torque": (18, 6)}, executor, threads=(1,))} == {1}
    found: dict = {"arithmetic_GFLOP_per_s": 80.0, "gain_of_two_threads": None, "tasks": {}}
    assert "Two threads are not measured" in _limits(found)
    assert "did 1.5 times as much" in _limits({**found, "gain_of_two_threads": 1.5})
