"""`make test` and `.ci/run` print their time against their limits, and CI shows a warning above them."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def took(seconds: int, minutes: int, ci: str) -> list[str]:
    """Lines of `.ci/took` for something that started so many seconds ago."""
    start = str(int(time.time()) - seconds)
    done = subprocess.run(
        ["sh", ".ci/took", "tests", start, str(minutes)],
        cwd=ROOT, env={**os.environ, "CI": ci}, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_the_time_is_printed_against_the_limit():
    (line,) = took(65, 6, "")
    found = re.fullmatch(r"tests: (\d+):(\d\d) of 6:00", line)
    assert found is not None
    minutes, seconds = map(int, found.groups())
    assert minutes == 1 and 5 <= seconds < 60


@pytest.mark.parametrize(("seconds", "ci", "warns"), [(0, "true", False), (3600, "true", True), (3600, "", False)])
def test_only_ci_warns_and_only_above_the_limit(seconds: int, ci: str, warns: bool):
    lines = took(seconds, 6, ci)
    assert lines[1:] == [f"::warning::{lines[0]}; CONTRIBUTING.md describes how tests are shortened"] * warns


def test_both_limits_are_those_of_the_documentation():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name, file in (("tests", "Makefile"), (".ci/run", ".ci/run")):
        (limit,) = re.findall(rf"\.ci/took {re.escape(name)} \S+ (\d+)", (ROOT / file).read_text(encoding="utf-8"))
        assert f"of {limit}:00" in text


def test_ci_runs_the_commands_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^make [\w-]+", readme, re.M)
    assert {"make run", "make test"} <= set(commands)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert set(commands) <= set(script)


def test_ci_leaves_no_part_of_the_tests_out():
    """`make test` is made of its first two; each further part is a line of the script."""
    parts = re.findall(r"^(test-[\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert {"test-pure", "test-nodes"} < set(parts)
    assert {f"make {part}" for part in parts} - {"make test-pure", "make test-nodes"} <= set(script)
