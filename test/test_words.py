"""Words that readers stumbled over stay out of documents, comments, docstrings, messages and names of tests."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (
    "puma560_dynamics", "test", "tools", "benchmarks", "examples", "launch", "docs", "config", "urdf", ".ci", ".github",
)  # fmt: skip
SUFFIXES = (
    ".py", ".md", ".rst", ".ipynb", ".yaml", ".yml", ".toml", ".cfg", ".cff", ".xml", ".xacro", ".in",
    ".c", ".h", ".hpp", ".cpp",
)  # fmt: skip

BETTER = {
    r"(un)?mend(s|ed|ing)?": "correct, corrected",
    r"beside": "next to, compared with, in addition to",
    r"whoever": "any process that, a reader",
    r"speaks?|speaking|spoken": "publish, report",
    r"hears?|heard": "receive, read",
    r"tells?|told|telling": "distinguish, show, report, determine; is given, reads",
    r"spoilt": "damaged",
    r"(of|on) (its|their|our|his|one's) own": "separate, different, independent",
    r"by (itself|themselves)": "automatically, alone, separately",
    r"nobody [a-z]\w*": "no other process, no browser, not known",
    r"somebody|someone": "a person, another process, a subscriber",
    r"without a word|a last word|the last words?": "silently, without a message, the last output",
    r"lest|whence|(?<=[,;] )for (it|they|there) \w+": "so that not, from which, because",
    r"what (is|was) left(?! (out|open))": "the rest, the remaining error",
    r"rooms? of (the|this) package|houses?|city": "module, package",
}
"""Patterns of whole words, with what to write instead."""

BETTER_IN_NAMES = {**BETTER, r"says?|said|saying": "reports, states, gives, names, agrees with", r"nobody": "no node"}
"""The same for names of functions and classes of tests, whose words underscores and capital letters separate."""

ALLOWED = {
    "puma560_dynamics/cli/paper/errata.py": "mended",  # a key that other programs read
    "puma560_dynamics/replay": "beside",  # a field and its local names, in f-strings
}


NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "source": ["# The plot\n", "is beside the table"]},
            {"cell_type": "code", "source": ["beside = 1  # beside\n"]},
        ]
    }
)
"""A notebook with a bad sentence in a text and in a comment."""


def prose(path: Path) -> str:
    """What a person reads of a file, on one line: comments and strings of a program, all of another file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        text = of_program(text)
    elif path.suffix == ".ipynb":
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
        text = "\n".join(of_program(source) if kind == "code" else source for kind, source in cells)
    return re.sub(r"\s*\n\s*((//|#)\s*)?", " ", text)


def of_program(source: str) -> str:
    """Comments and strings of Python code, without what is quoted in backticks or formatted in braces."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    words = (token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", "\n".join(words))


def files(root: Path = ROOT) -> Iterator[Path]:
    """Every document and program of the project, but this file and what quotes papers."""
    inside = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    for path in [*root.glob("*"), *inside]:
        script = path.name == "Makefile" or (path.parent == root / ".ci" and path.is_file())
        if (path.suffix in SUFFIXES or script) and path != Path(__file__):
            yield path


def words_of(name: str) -> str:
    """The words of a name, separated by spaces: `test_a_file` or `SlowReader`."""
    return re.sub(r"_|(?<=[a-z0-9])(?=[A-Z])", " ", name).strip()


def defined_names(source: str) -> Iterator[str]:
    """Names of the functions and classes of a module, at any depth."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def found_in(text: str, pattern: str) -> list[str]:
    """Every match of a pattern of whole words."""
    return [match[0] for match in re.finditer(rf"\b({pattern})\b", text, re.IGNORECASE)]


@cache
def texts() -> dict[str, str]:
    """What is read of every file, by its path in the project."""
    return {path.relative_to(ROOT).as_posix(): prose(path) for path in files()}


@cache
def names_of_tests() -> dict[str, list[str]]:
    """Names of the functions and classes of every module in test/, by its path in the project."""
    paths = sorted((ROOT / "test").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): [*defined_names(path.read_text(encoding="utf-8"))] for path in paths}


@pytest.mark.parametrize("pattern", BETTER)
def test_plain_words(pattern: str):
    found = []
    for name, text in texts().items():
        for match in found_in(text, pattern):
            if not any(name.startswith(place) and match == word for place, word in ALLOWED.items()):
                found.append(f"{name}: {match}")
    assert not found, f"write {BETTER[pattern]}: {found}"


@pytest.mark.parametrize("pattern", BETTER_IN_NAMES)
def test_plain_words_in_names_of_tests(pattern: str):
    found = [
        f"{path}: {name}"
        for path, names in names_of_tests().items()
        for name in names
        if found_in(words_of(name), pattern)
    ]
    assert not found, f"write {BETTER_IN_NAMES[pattern]}: {found}"


def test_a_word_in_a_comment_is_found_and_names_are_not(tmp_path: Path):
    path = tmp_path / "a.py"
    path.write_text('beside = 1  # is beside the first\nx = f"{beside} `beside`"\n', encoding="utf-8")
    assert found_in(prose(path), "beside") == ["beside"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("CHANGELOG.rst", "* A note, that\n  readers are\n  told twice.\n", ["told"]),
        ("pyproject.toml", "x = 1  # a rule of\n# its own\n", ["of its own"]),
        ("setup.cfg", "# beside\n", ["beside"]),
        ("package.xml", "<a><!-- unless told\n  otherwise --></a>\n", ["told"]),
        ("Makefile", "help: ## tell what there is\n", ["tell"]),
        ("launch/a.launch.xml", "<!-- speaks -->\n", ["speaks"]),
        ("launch/b.launch.yaml", "# speaks\n", ["speaks"]),
        (".ci/run", "# speaks\n", ["speaks"]),
        ("examples/a.ipynb", NOTEBOOK, ["beside", "beside"]),
    ],
)
def test_a_bad_sentence_is_found_in_every_kind_of_file(tmp_path: Path, name: str, text: str, expected: list[str]):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert list(files(tmp_path)) == [path]
    assert [word for pattern in BETTER for word in found_in(prose(path), pattern)] == expected


def test_a_bad_name_is_found_in_functions_and_classes():
    source = "class HeardNode:\n    def _said(self): ...\ndef test_it_ends_by_itself(): ...\ndef test_essay(): ...\n"
    bad = [name for name in defined_names(source) for p in BETTER_IN_NAMES if found_in(words_of(name), p)]
    assert sorted(bad) == ["HeardNode", "_said", "test_it_ends_by_itself"]


def listed_as_python(source: str) -> Iterator[int]:
    """Lines of f-strings that show a list as Python prints it: made in place, or assigned in the function."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = list(ast.walk(function))
        lists = {
            target.id
            for node in inside
            if isinstance(node, ast.Assign) and _makes_a_list(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for shown in inside:
            if isinstance(shown, ast.FormattedValue):
                value = shown.value
                if _makes_a_list(value) or (isinstance(value, ast.Name) and value.id in lists):
                    yield shown.lineno


def _makes_a_list(value: ast.expr) -> bool:
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id
    return isinstance(value, ast.List | ast.ListComp | ast.Set | ast.SetComp) or called in ("list", "tuple", "sorted")


def test_no_sentence_shows_a_python_list():
    """Names stand in words, with `", ".join`: a person reads `joint1, joint2`, not brackets and quotation marks."""
    found = []
    for path in (ROOT / "puma560_dynamics").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if 'f"' in source and "generated/code" not in path.as_posix():
            found += [f"{path.relative_to(ROOT)}:{line}" for line in listed_as_python(source)]
    assert sorted(set(found)) == []


def test_a_list_in_a_sentence_is_found():
    shown = (
        'def f(x):\n    a = [n for n in x]\n    b = ", ".join(a)\n    return f"{a}", f"{b}", f"{sorted(x)}", f"{x}"\n'
    )
    assert list(listed_as_python(shown)) == [4, 4]
