"""Examples of hypothesis: never failed for their time, and in CI the same in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOAD = """
import conftest
from hypothesis import settings
print(settings().deadline, settings().derandomize)
"""


@pytest.mark.parametrize(("ci", "loaded"), [({"CI": "true"}, "None True\n"), ({}, "None False\n")])
def test_examples_have_no_deadline_and_in_ci_are_the_same_in_every_run(ci: dict[str, str], loaded: str):
    plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}  # no variable of a CI system
    done = subprocess.run(
        [sys.executable, "-c", LOAD], cwd=Path(__file__).parent, env={**plain, "PYTHONPATH": "..", **ci},
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert done.stdout == loaded
