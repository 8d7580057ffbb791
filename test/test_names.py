"""One name per idea: a public name stands for one class or one shared function of the package."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "puma560_dynamics"
USERS = ("puma560_dynamics", "tools", "benchmarks", "examples", "launch")
"""Folders whose imports make a function a shared one."""

CONTRACTS = {
    "run": "cli",  # what every command's module does; `cli.command` calls it
}
"""Functions that several modules of one folder have by contract: name, folder. Elsewhere the name is free once."""

DISTINCT = ("demo", "identification", "markers", "replay", "report", "simulation", "view")
"""Folders whose modules share their name with no other module of the package."""

MIRRORS = ("cli", "papers")
"""Folders left out: a command has the name of what it calls, and each paper has its claims, errata and figures."""

SPELT_OUT = ("NDArray[np.float64]", "NDArray[np.int64]")
"""Array types that `arrays` names."""


@cache
def trees() -> dict[tuple[str, ...], ast.Module]:
    """Every module of the package and of its users in this repository."""
    found = {}
    for folder in USERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[path.relative_to(ROOT).with_suffix("").parts] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(module: tuple[str, ...], tree: ast.Module) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a module takes from others: ``from x import name``, and ``x.name`` of a module x that it imports."""
    modules: dict[str, tuple[str, ...]] = {}
    attributes = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = (*module[: len(module) - node.level], *(node.module or "").split(".")) if node.level else ()
            base = tuple(part for part in base if part) or tuple((node.module or "").split("."))
            for alias in node.names:
                yield base, alias.name
                modules[alias.asname or alias.name] = (*base, alias.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            attributes.append((node.value.id, node.attr))
    yield from ((modules[name], attribute) for name, attribute in attributes if name in modules)


def shared_functions(modules: dict[tuple[str, ...], ast.Module]) -> dict[str, set[str]]:
    """Name -> the modules whose public function of that name another module uses; one place for a contract."""
    taken = {pair for module, tree in modules.items() for pair in imported(module, tree)}
    places: defaultdict[str, set[str]] = defaultdict(set)
    for module, tree in modules.items():
        home = module[:-1] if module[-1] == "__init__" else module
        for node in tree.body:
            if module[0] == PACKAGE.name and isinstance(node, ast.FunctionDef) and (home, node.name) in taken:
                family = CONTRACTS.get(node.name, "")
                places[node.name].add(family if family and family in home else ".".join(home[1:]))
    return {name: found for name, found in places.items() if not name.startswith("_")}


def test_no_two_public_classes_share_a_name():
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module, tree in trees().items():
        for node in tree.body:
            if module[0] == PACKAGE.name and isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(".".join(module))
    assert len(places) > 100
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def shared_modules(modules: Iterable[tuple[str, ...]]) -> dict[str, list[str]]:
    """Name of a module of `DISTINCT` that another module of the package has too -> all of these."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        if module[0] == PACKAGE.name and module[-1] != "__init__" and module[1] not in MIRRORS:
            places[module[-1]].append("/".join(module[1:]))
    return {
        name: found
        for name, found in places.items()
        if len(found) > 1 and any(place.split("/")[0] in DISTINCT for place in found)
    }


def test_modules_of_results_and_pages_have_distinct_names():
    assert all((PACKAGE / folder).is_dir() for folder in (*DISTINCT, *MIRRORS))
    assert shared_modules(trees()) == {}


def test_a_second_module_of_a_name_is_found():
    p = PACKAGE.name
    modules = [
        (p, "view", "page"), (p, "report", "page"), (p, "cli", "replay", "page"), (p, "papers", "page"),
        (p, "arm", "units"), (p, "bags", "units"), (p, "view", "__init__"), (p, "demo", "__init__"), ("tools", "page"),
    ]  # fmt: skip
    assert shared_modules(modules) == {"page": ["view/page", "report/page"]}


def test_arrays_have_the_names_of_one_module():
    """`FloatArray` and `IntegerArray` of `arrays`: no second spelling, no private alias."""
    alias = re.compile(r"(_\w*|Array) = NDArray\[")
    found = []
    for module, tree in trees().items():
        for node in ast.walk(tree) if module[-1] != "arrays" else ():
            spelt_out = isinstance(node, ast.Subscript) and ast.unparse(node) in SPELT_OUT
            if spelt_out or (isinstance(node, ast.Assign) and alias.match(ast.unparse(node))):
                found.append(f"{'.'.join(module)}: {ast.unparse(node)}")
    assert found == []


def test_no_two_shared_functions_have_one_name():
    found = shared_functions(trees())
    assert len(found) > 500
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_a_second_function_of_a_name_is_found_however_it_is_imported():
    p = PACKAGE.name
    texts: dict[tuple[str, ...], str] = {
        (p, "a", "one"): "def judge(): ...",
        (p, "b", "two"): "def judge(): ...\ndef alone(): ...",
        (p, "a", "user"): "from .one import judge",
        (p, "b", "user"): "from . import two\nprint(two.judge())",
        (p, "b", "own"): "def alone(): ...",
    }
    modules = {module: ast.parse(text) for module, text in texts.items()}
    assert shared_functions(modules) == {"judge": {"a.one", "b.two"}}


def test_a_contract_holds_in_its_folder_alone():
    p = PACKAGE.name
    texts: dict[tuple[str, ...], str] = {
        (p, "cli", "derive"): "def run(): ...",
        (p, "cli", "paper", "errata"): "def run(): ...",
        (p, "nodes", "job"): "def run(): ...",
        ("tools", "all"): f"from {p}.cli import derive\nfrom {p}.cli.paper.errata import run\n"
        f"from {p}.nodes.job import run as go\nderive.run()",
    }
    modules = {module: ast.parse(text) for module, text in texts.items()}
    assert shared_functions(modules) == {"run": {"cli", "nodes.job"}}
