"""README and the page of the nodes say what the code does."""

from __future__ import annotations

from pathlib import Path

from puma560_dynamics.nodes.document import between_markers, tables

ROOT = Path(__file__).parent.parent.parent


def test_the_tables_of_parameters_are_up_to_date():
    """``make generate`` writes them."""
    page = (ROOT / "docs" / "nodes.md").read_text(encoding="utf-8")
    assert between_markers(page) == tables()


def test_every_executable_is_named():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for line in setup.splitlines():
        if " = puma560_dynamics." in line:
            assert f"`{line.strip().strip(chr(34)).split(' = ')[0]}" in text
