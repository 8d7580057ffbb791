"""Benchmarks as their users start them, and the tables that they write."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"


def started(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A benchmark after it has ended, with what it said."""
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / name), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def heads(page: Path) -> list[str]:
    """The first line of every table."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line for line, below in itertools.pairwise(lines) if below.startswith("| ---")]
