"""One root, and a page that knows every error."""

from __future__ import annotations

import inspect
from pathlib import Path

from puma560_dynamics import errors

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__]
PAGE = (Path(__file__).parent.parent / "docs" / "errors.md").read_text(encoding="utf-8")


def test_one_root():
    assert errors.Puma560Error in KINDS
    assert all(issubclass(kind, errors.Puma560Error) for kind in KINDS)


def test_every_error_has_an_entry_in_the_docs():
    for kind in KINDS:
        assert kind is errors.Puma560Error or f"| `{kind.__name__}` |" in PAGE, kind


def test_every_error_is_raised_somewhere():
    code = "".join(path.read_text(encoding="utf-8") for path in Path(errors.__file__).parent.rglob("*.py"))
    for kind in KINDS:
        assert kind is errors.Puma560Error or f"{kind.__name__}(" in code.replace(f"class {kind.__name__}(", ""), kind


def test_a_message_names_the_first_of_many():
    names = [f"joint{number}" for number in range(errors.MAX_NAMES)]
    assert errors.listed(names) == ", ".join(names)
    assert errors.listed([*names, "one", "two"]) == f"{', '.join(names)} and 2 more"
    assert errors.listed(["x" * 100, 7]) == f"{'x' * (errors.MAX_NAME_LENGTH - 1)}…, 7"
