"""Without ROS the package works on aarch64, macOS and Windows: what only Linux has is left to a few folders."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "puma560_dynamics"

ONLY_HERE = ("nodes/", "demo/", "system/", "launching/", "emdeg/backends/", "cli/run.py")
"""What needs Linux: processes and signals of a robot, the command that starts them, the compiler at run time."""

MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
SIGNALS = {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "pthread_sigmask", "setitimer"}
CALLS = {"fork", "getuid", "killpg", "mkfifo", "sched_getaffinity", "sched_setaffinity", "sched_setscheduler", "setsid"}

FILES = [
    path for path in sorted(PACKAGE.rglob("*.py")) if not path.relative_to(PACKAGE).as_posix().startswith(ONLY_HERE)
]

IMPORT_ALL = f"""
import builtins, importlib, os, signal, sys
real = builtins.__import__

def limited(name, globals=None, locals=None, fromlist=(), level=0):
    ours = str((globals or {{}}).get("__name__", "")).startswith("puma560_dynamics")
    if ours and not level and name.split(".")[0] in {MODULES | {"rclpy", "launch", "launch_ros"}!r}:
        raise ImportError(name + " is not on this system")
    return real(name, globals, locals, fromlist, level)

optional = set()
for module in sys.argv[1:]:
    for name in {sorted(SIGNALS)!r}:
        vars(signal).pop(name, None)
    for name in {sorted(CALLS)!r}:
        vars(os).pop(name, None)
    builtins.__import__ = limited
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        optional.add(error.name)
    finally:
        builtins.__import__ = real
print(*sorted(optional))
"""


def names(path: Path) -> str:
    """Name of a module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_modules_are_imported_where_linux_is_not():
    modules = [names(path) for path in FILES if path.name != "__main__.py"]
    # Only imports of this package's own modules are limited: the libraries use what their system has.
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *modules], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "fcntl" not in done.stdout


def test_nothing_of_linux_is_used_when_called():
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if not any(word in text for word in (*MODULES, *SIGNALS, *CALLS)):
            continue  # a name that is nowhere in the text is nowhere in its tree
        for node in ast.walk(ast.parse(text)):
            found: set[str] = set()
            if isinstance(node, ast.Import):
                found = {alias.name.split(".")[0] for alias in node.names} & MODULES
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found = {(node.module or "").split(".")[0]} & MODULES
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                limited = {"signal": SIGNALS, "os": CALLS}.get(node.value.id, set())
                found = {node.attr} & limited
            assert not found, f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)} uses {found}"


@pytest.mark.parametrize("target", ["aarch64-linux-gnu", "aarch64-macos", "x86_64-windows-gnu"])
@pytest.mark.parametrize("source", ["puma560", "puma560_abbreviated"])
def test_generated_c_compiles_for_other_systems(target: str, source: str, tmp_path: Path):
    """An installation compiles it, or computes the same with numpy; a cross compiler shows which of the two."""
    pytest.importorskip("ziglang", reason="needs a cross compiler (pip install '.[test]')")
    code = PACKAGE / "models" / "generated" / "code"
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-Wall", "-Werror", "-O0", "-I", str(code)]
    made = tmp_path / "made.o"
    done = subprocess.run(
        [*command, "-c", str(code / f"{source}.c"), "-o", str(made)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert made.stat().st_size > 10_000


def test_the_exemptions_are_needed():
    """In each folder that is exempt something would be found, or it starts processes: else the list is too long."""
    words = (*MODULES, *SIGNALS, *CALLS, "subprocess", "launch", "demo.machine")
    for place in ONLY_HERE:
        files = [PACKAGE / place] if place.endswith(".py") else [*(PACKAGE / place).rglob("*.py")]
        text = "".join(path.read_text(encoding="utf-8") for path in files)
        assert any(word in text for word in words), place
