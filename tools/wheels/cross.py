"""Describe a compiler for another processor to setuptools, in place of the compiler that built the interpreter."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent

GLIBC = (2, 28)
"""glibc that a wheel needs at least: that of the wheels of numpy and scipy."""

PROCESSORS = ("x86_64", "aarch64")
"""Processors for which wheels are built, as in ``platform.machine()``."""

OLDEST_STABLE = (3, 12)
"""Python from which on one wheel is enough: its stable ABI has every function that the compiled modules call."""

DATA = "_sysconfigdata_of_the_wheel"
"""Module with variables of the build, which Python reads in place of its own."""

ASK = (
    "import json, sys, sysconfig;"
    "print(json.dumps([sys.version_info[:2], sysconfig.get_paths()['include'], sysconfig.get_config_vars()]))"
)


class BuildError(Exception):
    """A wheel cannot be built or is not as it should be; the message says what to do."""


class Interpreter(NamedTuple):
    """A CPython whose headers a wheel is compiled with."""

    command: str
    version: tuple[int, int]
    headers: Path
    variables: Mapping[str, Any]
    """What ``sysconfig`` knows of it."""

    @property
    def stable(self) -> bool:
        """Whether its wheel is also for newer versions."""
        return self.version >= OLDEST_STABLE

    @property
    def tag(self) -> str:
        """Python and ABI in the name of its wheel."""
        if self.stable:
            return f"cp{OLDEST_STABLE[0]}{OLDEST_STABLE[1]}-abi3"
        major, minor = self.version
        return f"cp{major}{minor}-cp{major}{minor}"


def platform_tag(processor: str) -> str:
    """Return the platform in the name of a wheel."""
    return f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{processor}"


def interpreter(command: str) -> Interpreter | None:
    """Ask a Python, by name or path, about itself; return None if it is not installed or does not run."""
    try:
        done = subprocess.run([command, "-I", "-c", ASK], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    version, include, variables = json.loads(done.stdout)
    return Interpreter(command, (version[0], version[1]), Path(include), variables)


def copy_headers(python: Interpreter, folder: Path) -> Path:
    """Copy the headers of an interpreter, with one ``pyconfig.h`` for all processors, and return the new folder.

    Both processors have 8 bytes for pointers and ``long``, and the least significant byte first. Of Debian's files of
    Python 3.11, 3.13 and 3.14 only macros for assembler, vectors, ``HAVE_USABLE_WCHAR_T`` and ``PY_SUPPORT_TIER``
    differ; no type and no function that the modules use depends on them. The first file includes that of the processor.

    Raises:
        BuildError: the interpreter is for a processor with other sizes, or a part of its headers is missing.
    """
    sizes = [python.variables.get(f"SIZEOF_{kind}") for kind in ("VOID_P", "LONG", "WCHAR_T")]
    if sizes != [8, 8, 4] or sys.byteorder != "little":
        raise BuildError(f"{python.command} has sizes {sizes}, expected [8, 8, 4]; build on x86-64 or aarch64 Linux")
    copied = folder / "include"
    shutil.copytree(python.headers, copied)
    configuration = copied / "pyconfig.h"
    places = str(python.variables.get("MULTIARCH") or "")
    own = python.headers.parent / places / python.headers.name / "pyconfig.h"
    if places and own.is_file():
        shutil.copy(own, configuration)
    if not configuration.is_file() or "SIZEOF_VOID_P" not in configuration.read_text(encoding="utf-8"):
        raise BuildError(f"{python.command} has no complete pyconfig.h; install its headers (Debian: python3-dev)")
    return copied


def compiler(language: str, processor: str) -> list[str]:
    """Return the command of the compiler: clang with the C library of the oldest system that a wheel is for.

    Args:
        language: ``"cc"`` or ``"c++"``.
        processor: one of `PROCESSORS`.
    """
    target = f"{processor}-linux-gnu.{GLIBC[0]}.{GLIBC[1]}"
    return [sys.executable, "-m", "ziglang", language, "-target", target]


def build_environment(python: Interpreter, processor: str, folder: Path) -> dict[str, str]:
    """Return the environment in which setuptools compiles for `processor`.

    Args:
        python: interpreter that runs setuptools.
        processor: one of `PROCESSORS`.
        folder: empty folder for what the compiler needs.

    Raises:
        BuildError: as `copy_headers`, or the compiler fails.
    """
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in os.environ}
    environment["ZIG_GLOBAL_CACHE_DIR"] = environment["ZIG_LOCAL_CACHE_DIR"] = str(folder.parent / "compiled")
    options, parts = ["-DNDEBUG"], []
    if processor == "x86_64":
        options += ["-include", str(HERE / "clones.h")]
        parts = [str(folder / "x86_level.o")]
        command = [*compiler("cc", processor), "-O2", "-fPIC", "-c", str(HERE / "x86_level.c"), "-o", *parts]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            raise BuildError(f"ziglang does not compile x86_level.c: {done.stderr[-1000:]}")
    variables = _variables(python, processor, copy_headers(python, folder), options, parts)
    text = f"import json\n\nbuild_time_vars = json.loads({json.dumps(variables)!r})\n"
    (folder / f"{DATA}.py").write_text(text, encoding="utf-8")
    setuptools = find_spec("setuptools")
    if setuptools is None or setuptools.origin is None:
        raise BuildError("setuptools is not installed; run `make wheel`, which installs it")
    environment["PYTHONPATH"] = os.pathsep.join((str(folder), str(Path(setuptools.origin).parents[1])))
    environment["_PYTHON_SYSCONFIGDATA_NAME"] = DATA
    environment["_PYTHON_HOST_PLATFORM"] = f"linux-{processor}"
    if python.stable:
        environment["STABLE_ABI"] = "1"
    return environment


def _variables(
    python: Interpreter, processor: str, headers: Path, options: list[str], parts: list[str]
) -> dict[str, Any]:
    """Return the variables of ``sysconfig``, with the compiler of a wheel; `parts` are linked into every module."""
    known = {name: value for name, value in python.variables.items() if isinstance(value, str | int)}
    machine = f"cpython-{python.version[0]}{python.version[1]}-{processor}-linux-gnu"
    return {
        **known,
        "CC": shlex.join(compiler("cc", processor)),
        "CXX": shlex.join(compiler("c++", processor)),
        "CFLAGS": shlex.join(options),
        "OPT": "",
        "LDFLAGS": "",
        "CCSHARED": "-fPIC",
        "LDSHARED": shlex.join([*compiler("cc", processor), "-shared", "-s", *parts]),
        "LDCXXSHARED": shlex.join([*compiler("c++", processor), "-shared", "-s", *parts]),
        "SOABI": machine,
        "EXT_SUFFIX": f".{machine}.so",
        "MULTIARCH": f"{processor}-linux-gnu",
        "INCLUDEPY": str(headers),
        "CONFINCLUDEPY": str(headers),
        "Py_ENABLE_SHARED": 0,
    }
