"""What tests, tools and examples import from the package is there, also in files that this machine skips."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path for folder in ("test", "tools", "benchmarks", "examples", "launch") for path in (ROOT / folder).rglob("*.py")
)


@lru_cache
def names_of(module: str) -> frozenset[str] | None:
    """Names that a module of the package binds, its modules included; None of one that does not exist."""
    path = ROOT.joinpath(*module.split("."))
    source = next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.is_file()), None)
    if source is None:
        return None
    tree = ast.parse(source.read_text(encoding="utf-8"))
    found = {each.stem for each in path.glob("*") if each.is_dir() or each.suffix in (".py", ".so")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return frozenset(found)


def missing(source: str) -> list[str]:
    """Imports from the package that lead nowhere."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.ImportFrom)
            and (node.module or "").partition(".")[0] == "puma560_dynamics"
            and not node.level
        ):
            names = names_of(str(node.module))
            found += [f"{node.module}: {each.name}" for each in node.names if names is None or each.name not in names]
    return found


def test_what_is_imported_exists():
    found = {str(path.relative_to(ROOT)): missing(path.read_text(encoding="utf-8")) for path in FILES}
    assert not {name: names for name, names in found.items() if names}


def test_a_name_that_has_moved_is_found():
    assert missing("from puma560_dynamics.launching.bring_up import WITHOUT_POSITION_LOOP")
    assert missing("from puma560_dynamics.nowhere import anything")
    assert not missing("from puma560_dynamics.launching.bring_up_request import WITHOUT_POSITION_LOOP")
