"""A package that is missing skips the tests that need it, and no others, whichever plugins pytest finds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("launch_testing", reason="launch_testing is not on PyPI; this runs on a ROS machine")

ROOT = Path(__file__).parent.parent
COLLECT = """
import sys
sys.modules["sros2"] = None  # as if it were not installed
import pytest
sys.exit(pytest.main(["test/ros", "-q", "--collect-only", "-p", "no:cacheprovider"]))
"""


def test_the_node_tests_are_collected_without_sros2():
    done = subprocess.run(
        [sys.executable, "-c", COLLECT], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert "test_enforce.py" in done.stdout
    assert "test/ros/test_feedforward_node.py::" in done.stdout, done.stdout + done.stderr
