"""Lines that name written files."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from puma560_dynamics.report.written_files import show_written


def test_each_path_is_on_one_line_that_can_be_copied():
    out = io.StringIO()
    long = Path("a [folder] with spaces") / ("x" * 90) / "page.html"
    show_written(Console(file=out, width=40), "swing.csv", long)
    assert out.getvalue() == f"wrote swing.csv\nwrote {long}\n"
