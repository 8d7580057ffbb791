"""Allowed imports of every folder and module of the package, and no import cycles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.import_rules import LOCK_STEP, ORDER, ROBOT_NODES, RULES, allowed, table

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "puma560_dynamics"


def is_messages(name: str) -> bool:
    """Whether a package holds messages and services, by the naming rule of ROS."""
    return re.search("_(msgs|srvs|interfaces)$", name) is not None


def ros_kind(name: str) -> str | None:
    """Key of the rules' `ROS` for a module of ROS; ``None`` for any other module."""
    top = name.split(".")[0]
    if top in ("launch", "launch_ros"):
        return "launch"
    return "rclpy" if top == "rclpy" or is_messages(top) else None


DEPENDENCIES = {
    element.text or ""
    for element in ElementTree.parse(ROOT / "package.xml").getroot()
    if element.tag.endswith("depend")
}
MESSAGES = {"controller_manager_msgs", "pal_statistics_msgs"} | {name for name in DEPENDENCIES if is_messages(name)}
"""Messages and services as package.xml names them, and those of a controller manager, if one is there."""


def name_of(path: Path) -> tuple[str, ...]:
    """Parts of a module's name below the package; a folder's ``__init__`` has the folder's name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
"""Every module and its file."""


@cache
def statements(path: Path) -> tuple[tuple[bool, ast.Import | ast.ImportFrom], ...]:
    """Every import of a file, wherever it stands, and whether it is made at import time."""
    return tuple(_statements(ast.parse(path.read_text(encoding="utf-8")), True))


def _statements(node: ast.AST, now: bool) -> Iterator[tuple[bool, ast.Import | ast.ImportFrom]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield now, child
        elif not isinstance(child, ast.expr):
            later = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
            typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from _statements(child, now and not later and not typing)


@cache
def imports(module: tuple[str, ...]) -> tuple[tuple[bool, tuple[str, ...], str], ...]:
    """Of every import from the package: whether it is made at import time, from which module, which name."""
    path = FILES[module]
    folder = module if path.name == "__init__.py" else module[:-1]
    return tuple(
        (now, folder[: len(folder) - node.level + 1] + tuple(node.module.split(".") if node.module else ()), alias.name)
        for now, node in statements(path)
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    )


def foreign(path: Path) -> Iterator[str]:
    """Every absolute import of a file, wherever it stands."""
    for _, node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def package_of(module: tuple[str, ...]) -> str:
    """The folder or module at the package's top to which a module belongs."""
    return module[0] if module else "__init__"


def known_packages(module: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """The other folders that a module imports: folder, module, name."""
    for _, base, name in imports(module):
        other = name if not base else base[0]
        if other != package_of(module):
            yield other, base, name


def test_every_folder_and_module_has_a_rule():
    assert {package_of(module) for module in FILES} == set(RULES)


@pytest.mark.parametrize("folder", sorted(RULES))
def test_a_folder_imports_only_what_its_rule_allows(folder: str):
    for module in FILES:
        if package_of(module) == folder:
            for other, base, name in known_packages(module):
                assert other in allowed(folder), f"{'.'.join(module)} imports {name} of {'.'.join(base)}"


def test_a_rule_allows_nothing_that_is_not_needed():
    for folder, rule in RULES.items():
        needed = {other for module in FILES if package_of(module) == folder for other, _, _ in known_packages(module)}
        assert set(rule.may.split()) - {"*", "errors"} <= needed, folder


def test_inside_the_package_imports_are_relative():
    for path in FILES.values():
        assert not any(name.split(".")[0] == "puma560_dynamics" for name in foreign(path)), path


def test_a_name_is_imported_at_run_time_from_below_the_importer_alone():
    """What the other tests cannot see: ``import_module`` of another folder's module."""
    seen = 0
    for path in FILES.values():
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "import_module" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "import_module":
                seen += 1
                name = ast.unparse(node.args[0]).lstrip("f").strip("'\"")
                assert not name.startswith(("..", "puma560_dynamics")), f"{path} imports {name}"
                assert ast.unparse(node.args[1]) in ("__package__", "__name__"), path
    assert seen > 3


def test_rules_have_no_circle():
    TopologicalSorter({folder: allowed(folder) for folder in RULES}).prepare()


def modules_that_it_imports(module: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Modules of the package that one of them imports, also inside functions."""
    targets = {(*base, name) if (*base, name) in FILES else base for _, base, name in imports(module)}
    return targets - {module}


def test_modules_have_no_import_cycle():
    """Also through imports inside functions: who needs whom is the same question there."""
    graph = {module: modules_that_it_imports(module) for module in FILES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(".".join(module) for module in error.args[1]))


def entry(module: tuple[str, ...], order: list[str]) -> int:
    """Place of a module in the `ORDER` of its folder."""
    return order.index(module[1] if len(module) > 1 and module[1] in order else "*")


@pytest.mark.parametrize("folder", sorted(ORDER))
def test_modules_import_only_from_below_inside_a_folder(folder: str):
    order = ORDER[folder].split()
    own = {module for module in FILES if module[:1] == (folder,)}
    assert (
        {module[1] for module in own if len(module) > 2} <= set(order) <= {"*", *(each[1] for each in own if each[1:])}
    )
    for module in own:
        for target in modules_that_it_imports(module) & own:
            assert entry(target, order) <= entry(module, order), f"{'.'.join(module)} imports {'.'.join(target)}"


def reached(start: tuple[str, ...]) -> set[tuple[str, ...]]:
    """A module, and all modules of the package that its import leads to."""
    found, waiting = {start}, [start]
    while waiting:
        fresh = {target for target in modules_that_it_imports(waiting.pop()) if target in FILES} - found
        found |= fresh
        waiting += fresh
    return found


def of_lock_step(modules: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Those of some modules that belong to lock-step."""
    return {module for module in modules if LOCK_STEP in module[-1]}


@pytest.mark.parametrize("node", ROBOT_NODES)
def test_a_node_for_robots_imports_nothing_of_lock_step(node: str):
    modules = reached(("nodes", node))
    assert ("nodes", "wire", "spin") in modules
    assert of_lock_step(modules - {()}) == set()


def test_imports_of_lock_step_are_found():
    """The rule above cannot pass because it sees nothing."""
    modules = of_lock_step(reached(("nodes", "lock_step_feedforward_node")) - {()})
    assert ("control", "lock_step") in modules and ("nodes", "wire", "lock_step_clock") in modules


def test_the_package_imports_only_the_public_interface_of_the_generator():
    for module in FILES:
        if package_of(module) != "emdeg":
            for other, base, name in known_packages(module):
                assert other != "emdeg" or base == ("emdeg",), f"{'.'.join(module)} imports {name} of {'.'.join(base)}"


def deep_imports(path: Path) -> set[str]:
    """Modules inside the generator from which a file outside the package imports."""
    return {name for name in foreign(path) if name.startswith("puma560_dynamics.emdeg.")}


@pytest.mark.parametrize("folder", ["benchmarks", "tools", "examples", "launch"])
def test_other_folders_import_only_the_public_interface_of_the_generator(folder: str):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    for path in files:
        assert not deep_imports(path), path


def test_an_import_from_inside_the_generator_is_found(tmp_path: Path):
    path = tmp_path / "a.py"
    path.write_text("from puma560_dynamics.emdeg import derive\ndef f():\n    import puma560_dynamics.emdeg.tuning\n")
    assert deep_imports(path) == {"puma560_dynamics.emdeg.tuning"}


def test_package_xml_names_all_messages_that_are_imported():
    seen = 0
    for path in FILES.values():
        for name in foreign(path):
            if is_messages(name.split(".")[0]):
                seen += 1
                assert name.split(".")[0] in MESSAGES, f"{path} imports {name}, which package.xml does not name"
    assert seen


def test_the_torque_loop_knows_models_by_their_interface():
    for module in FILES:
        if package_of(module) == "control":
            for other, base, name in known_packages(module):
                assert other != "models" or base in (("models", "interface"), ("models", "terms")), (
                    f"{'.'.join(module)} imports {name}"
                )


@pytest.mark.parametrize("folder", sorted(RULES))
def test_a_folder_imports_only_the_packages_of_ros_that_its_rule_allows(folder: str):
    kinds = {
        kind: f"{path} imports {name}"
        for module, path in FILES.items()
        if package_of(module) == folder
        for name in foreign(path)
        if (kind := ros_kind(name)) is not None
    }
    assert set(kinds) == set(RULES[folder].ros.split()), kinds


@pytest.mark.parametrize(("folder", "kinds"), [("launch", {"launch"}), ("tools", set()), ("examples", set())])
def test_other_folders_import_ros_only_where_it_belongs(folder: str, kinds: set[str]):
    imported = {ros_kind(name) for path in (ROOT / folder).rglob("*.py") for name in foreign(path)}
    assert imported - {None} == kinds


def test_the_command_reaches_ros_only_when_it_runs():
    """`puma560 paper constants` must work on a machine without ROS."""
    for module in FILES:
        if package_of(module) == "cli":
            for now, base, name in imports(module):
                assert not now or "nodes" not in (*base, name), f"{'.'.join(module)} imports nodes at its top"


def test_the_table_on_the_architecture_page_is_of_the_rules():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert f"<!-- generated: import rules -->\n\n{table()}\n\n<!-- end of import rules -->" in page
