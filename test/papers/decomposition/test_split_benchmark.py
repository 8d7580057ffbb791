"""The compiled split runs and its table follows from its times; how fast anything is, no test says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_table_follows_from_its_times(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "split.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    if done.returncode == 1 and "two free processors" in done.stdout:
        pytest.skip("the machine has other work")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ") and "elements" not in line]
    assert len(rows) == 6
    for row in rows:
        evaluation, products, shared, each, divided = (float(cell) for cell in row.strip("|").split("|"))
        assert min(products, shared) > 0.0
        for gain, divider in ((each, 1), (divided, 4)):
            # the times are printed to whole ns
            least = (evaluation / divider + products - 0.5) / (shared + 0.5)
            most = (evaluation / divider + products + 0.5) / max(shared - 0.5, 0.5)
            assert least - 0.01 <= gain <= most + 0.01
