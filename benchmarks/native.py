"""Small compiled parts of the benchmarks: built by the installed compiler, cached, and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import cache_folder, compile_command
from puma560_dynamics.errors import CompileError

SOURCES = Path(__file__).parent / "native"
STANDARD = {".c": "-std=gnu11", ".cpp": "-std=c++17"}

RELEASE = "-DNDEBUG"
"""Flag that switches off assertions of Eigen and of the peers, as in a release build; generated code has none."""

# Pinocchio's lists of joints are longer than Boost's defaults.
BOOST = ("-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
         "-DBOOST_FUSION_INVOKE_MAX_ARITY=10")  # fmt: skip


class Unavailable(Exception):
    """Raised if a contender is not available; the message is the reason."""


def library(sources: Sequence[Path], *arguments: str, patient: bool = True) -> ctypes.CDLL:
    """Compile files with the flags of generated code, and load the library; a cached library is loaded directly.

    A library is cached for the same command, sources, and headers directly in the include folders.

    Args:
        sources: source files, of which the first gives the name of the library; headers in their folder are found.
        arguments: additional compiler arguments.
        patient: whether to compile the library if it is not cached.

    Raises:
        Unavailable: there is no compiler, it fails, or it would take too long.
    """
    suffix = sources[0].suffix
    command = [*compiler(suffix), STANDARD[suffix], *arguments]
    folders = [Path(argument[2:]) for argument in arguments if argument.startswith("-I")]
    included = [path for folder in folders for path in sorted(folder.glob("*.h"))]
    texts = [path.read_text("utf-8", errors="replace") for path in (*sources, *included)]
    digest = hashlib.sha256("\0".join([*command, *texts]).encode())
    built = cache_folder() / "benchmarks" / f"{sources[0].stem}-{digest.hexdigest()[:16]}.so"
    if not built.exists():
        if not patient:
            raise Unavailable("its compilation takes minutes; a full run does it once")
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:  # another process may build the same library
            made = Path(folder) / built.name
            _run([*command, *map(str, sources), "-o", str(made), "-lm"])
            made.replace(built)
    return ctypes.CDLL(str(built))


def compiler(suffix: str = ".c") -> Sequence[str]:
    """Return the command that compiles C or C++ with the flags of generated code, without assertions.

    Raises:
        Unavailable: there is no compiler.
    """
    if suffix == ".cpp":
        found = next((name for name in ("g++", "clang++", "c++") if shutil.which(name)), None)
        if found is None:
            raise Unavailable("there is no C++ compiler")
        return [*compile_command((found,)), RELEASE]
    try:
        return [*compile_command(), RELEASE]
    except CompileError:
        raise Unavailable("there is no C compiler") from None


def headers(inside: str, *folders: Path) -> Path:
    """Return the first include folder that contains `inside`: of the given folders, of Python wheels, of the system.

    Raises:
        Unavailable: no package has it.
    """
    wheels = [Path(entry) / "cmeel.prefix" / "include" for entry in sys.path]
    for folder in [*folders, *wheels, *(wheel / "eigen3" for wheel in wheels),
                   Path("/usr/include"), Path("/usr/include/eigen3")]:  # fmt: skip
        if (folder / inside).exists():
            return folder
    raise Unavailable(f"the headers with {inside} are not installed")


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        raise Unavailable(f"it does not compile: {(errors or ['no reason given'])[0].rpartition('error: ')[2][:200]}")


def pointers(arrays: Sequence[FloatArray]) -> ctypes.Array[ctypes.c_void_p]:
    """Return pointers to arrays as ``const double *const *``; the arrays must outlive the result."""
    return (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
