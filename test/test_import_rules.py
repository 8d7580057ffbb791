"""Allowed imports of every folder and module of the package, and no import cycles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tools.import_rules import LOCK_STEP, ROBOT_NODES, RULES, USERS_OF_PAPERS, allowed

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "puma560_dynamics"
Module = tuple[str, ...]
"""Parts of a module's name below the package; a folder's ``__init__`` has the folder's name."""

FILES: dict[Module, Path] = {
    tuple(part for part in path.relative_to(PACKAGE).with_suffix("").parts if part != "__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


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


def stub(path: Path) -> tuple[tuple[bool, ast.Import | ast.ImportFrom], ...]:
    """Every import of the stub next to a file, if there is one."""
    return statements(path.with_suffix(".pyi")) if path.with_suffix(".pyi").is_file() else ()


@cache
def imports(module: Module) -> tuple[tuple[bool, Module, str], ...]:
    """Of every import from the package: whether it is made at import time, from which module, which name.

    The names in a stub are imported when they are used (`lazy_names`).
    """
    path = FILES[module]
    folder = module if path.name == "__init__.py" else module[:-1]
    return tuple(
        (now, folder[: len(folder) - node.level + 1] + tuple(node.module.split(".") if node.module else ()), alias.name)
        for now, node in (*statements(path), *((False, node) for _, node in stub(path)))
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    )


@cache
def imported_modules(module: Module) -> frozenset[Module]:
    """Modules of the package that one of them imports, also inside functions."""
    targets = {(*base, name) if (*base, name) in FILES else base for _, base, name in imports(module)}
    return frozenset(targets - {module})


def foreign(path: Path) -> Iterator[str]:
    """Every absolute import of a file, wherever it stands."""
    for _, node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def ros_kind(name: str) -> str | None:
    """Kind of a module of ROS, as `Rule.ros` names it; messages belong to rclpy. ``None`` for any other module."""
    top = name.split(".")[0]
    if top in ("launch", "launch_ros"):
        return "launch"
    return "rclpy" if re.search("^rclpy$|_(msgs|srvs|interfaces)$", top) else None


def rule_of(module: Module) -> str:
    """The folder or module whose rule a module follows."""
    inside = "/".join(module[:2])
    return inside if inside in RULES else module[0] if module else "__init__"


def others(module: Module) -> Iterator[tuple[str, Module, str]]:
    """What a module imports from other folders: folder, module, name."""
    for _, base, name in imports(module):
        other = base[0] if base else name
        if other != (module[0] if module else "__init__"):
            yield other, base, name


def outside(*folders: str) -> Iterator[tuple[str, Path]]:
    """Files in folders next to the package, with their names."""
    for folder in folders:
        paths = sorted((ROOT / folder).rglob("*.py"))
        assert paths
        yield from ((path.relative_to(ROOT).as_posix(), path) for path in paths)


def test_every_folder_and_module_has_a_rule_without_a_circle():
    assert {rule_of(module) for module in FILES} == set(RULES)
    TopologicalSorter({folder: allowed(folder) for folder in RULES}).prepare()


@pytest.mark.parametrize("folder", sorted(RULES))
def test_a_folder_imports_what_its_rule_allows_and_needs_all_of_it(folder: str):
    needed, kinds = set(), set()
    for module in (module for module in FILES if rule_of(module) == folder):
        for other, base, name in others(module):
            assert other in allowed(folder), f"{'.'.join(module)} imports {name} of {'.'.join(base)}"
            needed.add(other)
        kinds |= {kind for name in foreign(FILES[module]) if (kind := ros_kind(name))}
    assert set(RULES[folder].may.split()) - {"*", "errors"} <= needed
    assert kinds == set(RULES[folder].ros.split())


def step_of(module: Module) -> int | None:
    """Place of a module's folder in the order of the folder around it."""
    steps = RULES[module[0]].steps.split() if module and module[0] in RULES else []
    return steps.index(module[1]) if len(module) > 1 and module[1] in steps else None


def test_inside_a_folder_imports_follow_the_order_of_its_steps():
    steps = {(folder, step) for folder, rule in RULES.items() for step in rule.steps.split()}
    assert steps <= {module[:2] for module in FILES}
    upward = {
        ("/".join(module), target[1])
        for module in FILES
        for target in imported_modules(module)
        if (own := step_of(module)) is not None
        and (other := step_of(target)) is not None
        and target[0] == module[0]
        and other > own
    }
    assert upward == set()


def test_modules_have_no_import_cycle():
    """Also through imports inside functions: who needs whom is the same question there."""
    try:
        TopologicalSorter({module: imported_modules(module) for module in FILES}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(".".join(module) for module in error.args[1]))


def test_inside_the_package_imports_are_relative_and_those_at_run_time_are_from_below():
    """`import_module` of another folder's module is what the other tests cannot see."""
    seen = 0
    for path in FILES.values():
        assert not any(name.split(".")[0] == "puma560_dynamics" for name in foreign(path)), path
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "import_module" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "import_module":
                seen += 1
                name = ast.unparse(node.args[0]).lstrip("f").strip("'\"")
                assert not name.startswith(("..", "puma560_dynamics")), f"{path} imports {name}"
                assert ast.unparse(node.args[1]) in ("__package__", "__name__", "package"), path
    assert seen > 3


def test_nothing_else_imports_the_papers():
    """Their tests run in `make test-papers`, which `make test` leaves out."""
    for name, path in outside("test", "tools", "benchmarks", "examples", "launch"):
        if not name.startswith(("test/papers/", "test/cli/paper/")) and name not in USERS_OF_PAPERS:
            assert not any(module.startswith("puma560_dynamics.papers") for module in foreign(path)), name


def test_other_folders_import_only_the_public_interface_of_the_generator():
    for module in FILES:
        for other, base, name in others(module):
            assert other != "emdeg" or base == ("emdeg",), f"{'.'.join(module)} imports {name} of {'.'.join(base)}"
    for name, path in outside("benchmarks", "tools", "examples", "launch"):
        assert not any(module.startswith("puma560_dynamics.emdeg.") for module in foreign(path)), name


def test_the_torque_loop_knows_models_by_their_interface():
    """A load that is weighed becomes a payload, outside of the torque loop."""
    for module in FILES:
        weighs = module[:2] == ("control", "load")
        for other, base, name in others(module) if module[:1] == ("control",) else ():
            known = other != "models" or base in (("models", "interface"), ("models", "terms"))
            known = known or (weighs and base[:2] == ("models", "payload"))
            assert known, f"{'.'.join(module)} imports {name}"


@pytest.mark.parametrize(("folder", "kinds"), [("launch", {"launch"}), ("tools", set()), ("examples", set())])
def test_folders_next_to_the_package_import_ros_only_where_it_belongs(folder: str, kinds: set[str]):
    assert {ros_kind(name) for _, path in outside(folder) for name in foreign(path)} - {None} == kinds


def test_the_command_reaches_ros_only_when_it_runs():
    """`puma560 paper constants` must work on a machine without ROS."""
    for module in FILES:
        for now, base, name in imports(module) if module[:1] == ("cli",) else ():
            assert not now or "nodes" not in (*base, name), f"{'.'.join(module)} imports nodes at its top"


def test_package_xml_names_all_messages_that_are_imported():
    """And those of a controller manager, if one is there."""
    named = set(re.findall(r"depend>(\w+)<", (ROOT / "package.xml").read_text(encoding="utf-8")))
    used = {name.split(".")[0] for path in FILES.values() for name in foreign(path) if ros_kind(name) == "rclpy"}
    assert len(used) > 5 and used - named == {"controller_manager_msgs", "pal_statistics_msgs"}


def lock_step_reached_from(node: str) -> set[Module]:
    """Modules of lock-step to which the import of a node leads."""
    start: Module = ("nodes", node)
    found, waiting = {start}, [start]
    while waiting:
        fresh = (imported_modules(waiting.pop()) & FILES.keys()) - found
        found |= fresh
        waiting += fresh
    assert ("nodes", "wire", "spin") in found
    return {module for module in found if module and LOCK_STEP in module[-1]}


@pytest.mark.parametrize("node", ROBOT_NODES)
def test_a_node_for_robots_imports_nothing_of_lock_step(node: str):
    assert lock_step_reached_from(node) == set()


def test_imports_of_lock_step_are_found():
    """The rule above cannot pass because it sees nothing."""
    found = lock_step_reached_from("lock_step_feedforward_node")
    assert {("control", "lock_step"), ("nodes", "wire", "lock_step_topics")} <= found
