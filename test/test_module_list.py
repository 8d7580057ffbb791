"""docs/architecture.md names every module of the torque path, and every folder of the repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools.module_list import PACKAGE, purpose, torque_path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"


def named(text: str) -> list[str]:
    """What the first column of a table names."""
    return re.findall(r"^\| `([^`]+)` \| \S.* \|$", text, re.M)


def test_every_module_of_the_torque_path_has_a_row():
    modules = {
        path.relative_to(PACKAGE).as_posix().replace("__init__.py", "")
        for folder in ("control", "nodes")
        for path in (PACKAGE / folder).rglob("*.py")
    }
    rows = named(torque_path())
    assert sorted(rows) == sorted(modules)
    assert rows.index("control/gate/") < rows.index("control/gate/faults.py") < rows.index("control/observer/")


def test_the_page_has_the_list():
    """`python -m tools.document docs/*.md` writes it."""
    begin, end = "<!-- generated: torque path -->", "<!-- end of torque path -->"
    assert f"{begin}\n\n{torque_path()}\n\n{end}" in PAGE.read_text(encoding="utf-8")


def test_modules_that_the_page_names_exist():
    text = re.sub(r"<!-- generated: .*?<!-- end of [^>]*-->", "", PAGE.read_text(encoding="utf-8"), flags=re.S)
    names = re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.(?:py|c|txt|yaml|xml|xacro))`", text)
    assert len(names) > 20
    assert [name for name in names if not any((top / name).is_file() for top in (ROOT, PACKAGE))] == []


def test_every_folder_of_the_repository_has_a_row():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    if listed.returncode:
        pytest.skip("not a git checkout")
    folders = {f"{name.partition('/')[0]}/" for name in listed.stdout.splitlines() if "/" in name}
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("## The repository") : text.index("## Follow one number")]
    assert sorted(named(section)) == sorted(folders)


@pytest.mark.parametrize(
    ("source", "line"), [('r"""One | two.\n\nThree."""', r"One \| two."), ('"""One."""\n', "One."), ("x = 1\n", "")]
)
def test_the_first_line_of_a_docstring(tmp_path: Path, source: str, line: str):
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert purpose(path) == line
