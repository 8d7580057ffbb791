"""CI runs every part of the tests, and warns where they take longer than CONTRIBUTING.md allows."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(("seconds", "ci", "warns"), [(65, "true", False), (3600, "true", True), (3600, "", False)])
def test_only_ci_warns_and_only_above_the_limit(seconds: int, ci: str, warns: bool):
    words = ["sh", ".ci/took", "tests", str(int(time.time()) - seconds), "6"]
    environment = {**os.environ, "CI": ci}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=60)
    line, *warnings = done.stdout.splitlines()
    assert re.fullmatch(rf"tests: {seconds // 60}:\d\d of 6:00", line)
    assert [warning[: len("::warning::") + len(line)] for warning in warnings] == [f"::warning::{line}"] * warns


def test_limits_and_commands_are_those_of_the_documentation():
    """`make test` is made of its first two parts; each further part is a line of the script."""
    makefile, script = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", ".ci/run"))
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name, text in (("tests", makefile), (".ci/run", script)):
        (limit,) = re.findall(rf"\.ci/took {re.escape(name)} \S+ (\d+)", text)
        assert f"{limit} minutes" in contributing or f"`{name}` {limit}" in contributing
    commands = set(re.findall(r"^make [\w-]+", (ROOT / "README.md").read_text(encoding="utf-8"), re.M))
    parts = {f"make {part}" for part in re.findall(r"^(test-[\w-]+):", makefile, re.M)}
    assert {"make run", "make test"} <= commands and {"make test-pure", "make test-nodes"} < parts
    assert commands | parts - {"make test-pure", "make test-nodes"} <= set(script.splitlines())
