"""The modules of folders of the package with the first line of their docstrings, for docs/architecture.md."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import puma560_dynamics

PACKAGE = Path(puma560_dynamics.__file__).parent


def purpose(module: Path) -> str:
    """The first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].replace("|", "\\|")


def table(folders: Sequence[str]) -> str:
    """One row a module of these folders and of those below them, as Markdown; a folder's row is before its modules.

    Args:
        folders: names below the package.
    """
    rows = []
    for folder in folders:
        for module in sorted((PACKAGE / folder).rglob("*.py"), key=_order):
            name = module.relative_to(PACKAGE)
            shown = f"{name.parent.as_posix()}/" if module.stem == "__init__" else name.as_posix()
            rows.append(f"| `{shown}` | {purpose(module)} |")
    return "\n".join(("| module | does |", "|---|---|", *rows))


def torque_path() -> str:
    """The modules between a joint state and a torque command."""
    return table(("control", "nodes"))


def _order(module: Path) -> tuple[str, bool, str]:
    return module.parent.as_posix(), module.stem != "__init__", module.name
