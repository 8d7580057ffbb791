"""Import the public names of a folder when they are first used (PEP 562), from the list in its stub file.

The stub ``__init__.pyi`` next to an ``__init__.py`` is the only list of the names: type checkers and editors read it
instead of the module, and `lazy_names` reads it at run time.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def lazy_names(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package with a stub.

    Args:
        package: the package's ``__name__``.
        file: its ``__file__``; the stub has the same name with the ending ``.pyi`` and consists of statements of the
            form ``from .module import Name as Name``.
    """
    stub = Path(file).with_suffix(".pyi")
    homes = {
        alias.name: f".{node.module}"
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def __getattr__(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name], package), name)

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return __getattr__, __dir__, list(homes)
