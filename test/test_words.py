"""Words of a style that readers stumbled over stay out of documents, comments, docstrings and messages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("puma560_dynamics", "test", "tools", "benchmarks", "examples", "launch", "docs", "config", "urdf")

BETTER = {
    r"(un)?mend(s|ed|ing)?": "correct, corrected",
    r"beside": "next to, compared with, in addition to",
    r"whoever": "any process that, a reader",
    r"speaks?|speaking": "publish, report",
    r"hears?": "receive, read",
    r"tells?|told|telling": "distinguish, show, report, determine; is given, reads",
    r"spoilt": "damaged",
    r"(of|on) (its|their|our|his|one's) own": "separate, different, independent",
    r"by (itself|themselves)": "automatically, alone, separately",
    r"nobody [a-z]\w*": "no other process, no browser, not known",
    r"what (is|was) left(?! (out|open))": "the rest, the remaining error",
    r"rooms? of (the|this) package|houses?|city": "module, package",
}
"""Patterns of whole words, with what to write instead."""

ALLOWED = {
    "puma560_dynamics/cli/paper/errata.py": "mended",  # a key that other programs read
    "puma560_dynamics/replay": "beside",  # a field and its local names, in f-strings
}


def prose(path: Path) -> str:
    """What a person reads of a file: all of a document, comments and strings of a program."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    words = (token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", "\n".join(words))


def files() -> Iterator[Path]:
    """Every document and program of the project, but this file and what quotes papers."""
    for path in [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]:
        if path.suffix in (".py", ".md", ".yaml", ".xacro", ".c", ".h", ".hpp", ".cpp") and path != Path(__file__):
            yield path


@cache
def texts() -> dict[str, str]:
    """What is read of every file, by its path in the project."""
    return {path.relative_to(ROOT).as_posix(): prose(path) for path in files()}


@pytest.mark.parametrize("pattern", BETTER)
def test_plain_words(pattern: str):
    found = []
    for name, text in texts().items():
        for match in re.finditer(rf"\b({pattern})\b", text, re.IGNORECASE):
            if not any(name.startswith(place) and match[0] == word for place, word in ALLOWED.items()):
                found.append(f"{name}: {match[0]}")
    assert not found, f"write {BETTER[pattern]}: {found}"


def test_the_check_finds_a_word_in_a_comment_and_leaves_names_alone(tmp_path: Path):
    path = tmp_path / "a.py"
    path.write_text('beside = 1  # is beside the first\nx = f"{beside} `beside`"\n', encoding="utf-8")
    assert re.findall(r"\bbeside\b", prose(path)) == ["beside"]


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
