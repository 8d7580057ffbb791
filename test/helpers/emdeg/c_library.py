"""Emitted C, compiled as a user would and called through ctypes."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, settings
from numpy.typing import NDArray

from helpers.trials import SHARE

ZIG = f"{shlex.quote(sys.executable)} -m ziglang cc"
"""clang from PyPI, so that it is there on every machine."""

COMPILERS = [
    *(compiler for compiler in ("gcc", "gcc-11", "clang", "clang-14") if shutil.which(compiler)),
    *([ZIG] if importlib.util.find_spec("ziglang") else []),
]
NAMES = ["zig" if compiler == ZIG else compiler for compiler in COMPILERS]
needs_compiler = pytest.mark.skipif(not COMPILERS, reason="needs a C compiler: gcc or clang")
few = settings(max_examples=5 if SHARE == 1 else 3, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""For properties that compile: a failure is not shrunk, that would take minutes."""

WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror")
STRICT = ("-std=c99", *WARNINGS)


def write(files: dict[str, str], folder: Path) -> None:
    """Emitted text as files."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def compiled(compiler: str, folder: Path, *arguments: str) -> None:
    """Run a compiler in a folder; its complaint is the test's."""
    kept = {"ZIG_GLOBAL_CACHE_DIR": str(Path(tempfile.gettempdir()) / f"zig-{os.getuid()}")}  # zig wants a home else
    done = subprocess.run(
        [*shlex.split(compiler), *arguments],
        cwd=folder, env={**kept, **os.environ}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def linked(folder: Path, *arguments: str) -> None:
    """Link objects, those of any compiler, by the first: zig compiles a C library for it, which takes 20 s."""
    compiled(COMPILERS[0], folder, *arguments, "-lm")


def library(folder: Path, name: str, *flags: str) -> ctypes.CDLL:
    """``<name>.c`` of a folder as a loaded library."""
    compiled(COMPILERS[0], folder, *STRICT, *flags, "-fPIC", "-c", f"{name}.c", "-o", f"{name}.o")
    # Linked without the flags: gcc's start-up code for -ffast-math would flush subnormals in the whole process.
    linked(folder, "-shared", f"{name}.o", "-o", f"{name}.so")
    return ctypes.CDLL(str(folder / f"{name}.so"))


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """Of an array's first element."""
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


def one(function: Callable[..., object], states: Sequence[NDArray[Any]], size: int) -> NDArray[Any]:
    """State by state; each input is ``(N, n)``, float64 or float32 as the function's."""
    result = np.full((len(states[0]), size), np.nan, states[0].dtype)
    for i in range(len(result)):
        function(*(pointer(array[i]) for array in states), pointer(result[i]))
    return result


def columns(function: Callable[..., object], states: Sequence[NDArray[Any]], size: int) -> NDArray[Any]:
    """The batch in structure-of-arrays layout; a margin of the result must stay untouched."""
    count = len(states[0])
    arrays = [np.ascontiguousarray(np.pad(array.T, ((0, 0), (0, 3)))) for array in states]
    result = np.full((size, count + 3), -7.0, states[0].dtype)
    function(ctypes.c_size_t(count), ctypes.c_size_t(count + 3), *map(pointer, arrays), pointer(result))
    assert (result[:, count:] == -7.0).all()
    return result[:, :count].T


def rows(function: Callable[..., object], states: Sequence[NDArray[Any]], size: int) -> NDArray[Any]:
    """The batch of rows; the row after the last must stay untouched."""
    count = len(states[0])
    result = np.full((count + 1, size), -7.0, states[0].dtype)
    function(ctypes.c_size_t(count), *map(pointer, states), pointer(result))
    assert (result[count:] == -7.0).all()
    return result[:count]
