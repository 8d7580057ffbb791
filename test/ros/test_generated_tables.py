"""Tables of the documentation that are generated from the code are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.control.gate.faults import fault_table
from puma560_dynamics.control.parameter_spec import CONTROLLER
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS
from tools.document import SECTIONS, filled

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_generated_tables_are_up_to_date(page: Path):
    text = page.read_text(encoding="utf-8")
    assert filled(text, SECTIONS) == text, "run `python -m tools.document docs/*.md docs/derivations/*.md`"


def test_every_generated_table_is_shown():
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    assert all(f"<!-- generated: {name} -->" in pages for name in SECTIONS)


def test_the_table_of_faults_is_that_of_the_code():
    """The rules of `control/gate/faults.py`; the measured table below it has other markers."""
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    begin, end = "<!-- generated: fault rules -->", "<!-- end of fault rules -->"
    assert text[text.index(begin) + len(begin) : text.index(end)].strip() == fault_table()


def test_every_executable_is_named():
    text = (ROOT / "docs" / "ros2.md").read_text(encoding="utf-8")
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for line in setup.splitlines():
        if " = puma560_dynamics." in line:
            assert f"`{line.strip().strip(chr(34)).split(' = ')[0]}" in text


def test_the_page_of_the_controller_names_the_parameters_of_the_node_that_it_lacks():
    text = (ROOT / "docs" / "controller.md").read_text(encoding="utf-8")
    section = text[text.index("\n## Parameters\n") : text.index("\n## Topics")]
    lacking = [spec.name for spec in PARAMETERS if CONTROLLER not in spec.users and spec.name != "joints"]
    assert len(lacking) > 15
    assert [name for name in lacking if f"`{name}`" not in section] == []
