"""Public names of a stub: all there, imported when they are used, and the only list."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import puma560_dynamics
from puma560_dynamics import emdeg
from puma560_dynamics.lazy_names import lazy_names

STUB = """
from .text import Name as Name, other as other

from .inner.text import third as third
"""


@pytest.mark.parametrize("name", emdeg.__all__)
def test_every_name_of_the_generator_is_there(name: str):
    assert getattr(emdeg, name) is not None
    assert name in dir(emdeg)


def test_a_name_is_imported_from_the_module_that_the_stub_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "with_a_stub"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.pyi").write_text(STUB, encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "text.py").write_text("Name, other = 1, 2", encoding="utf-8")
    (folder / "inner" / "text.py").write_text("third = 3", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    package = __import__("with_a_stub")
    getattribute, listed, names = lazy_names("with_a_stub", str(folder / "__init__.py"))
    assert names == ["Name", "other", "third"]
    assert "with_a_stub.text" not in sys.modules
    assert [getattribute(name) for name in names] == [1, 2, 3]
    assert {*names, *vars(package)} == set(listed())
    with pytest.raises(AttributeError, match="module 'with_a_stub' has no attribute 'text2'"):
        getattribute("text2")


@pytest.mark.parametrize("package", [puma560_dynamics, emdeg])
def test_type_checkers_see_what_is_imported(package: object):
    """A stub exports a name only if it is imported as itself (PEP 484)."""
    stub = Path(package.__file__).with_suffix(".pyi")  # type: ignore[attr-defined]
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1 and all(alias.asname == alias.name for alias in node.names), ast.unparse(node)


def test_the_import_of_the_generator_imports_no_module_of_it():
    code = "import sys; import puma560_dynamics.emdeg; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert [name for name in done.stdout.split() if name.startswith("puma560_dynamics.emdeg.")] == []
