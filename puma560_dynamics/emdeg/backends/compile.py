"""Compile generated C with the installed compiler, cache the result for the user, and load it as a Python module."""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.machinery import ExtensionFileLoader
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from ...errors import CompileError
from ..emitters.emit_c import emit_c
from ..program.program import Program
from ..program.provenance import Provenance
from .functions import Functions
from .limited_run import MAX_WAITING_RATIO, run_limited

log = logging.getLogger(__name__)

FLAGS = ("-O3", "-ffp-contract=fast", "-fno-math-errno", "-fPIC", "-shared")
NATIVE = (("-march=native", "-mtune=generic"), ())
"""Options for the processor of this machine; the first set that the compiler accepts is used.

``-mtune=generic`` makes GCC use the widest vector registers; tuned for the processor, it often uses half of the width.
"""

MAX_COMPILE_S = 300.0
"""Maximum processor time for compiling one arm, s."""

VERSION_TIMEOUT_S = 60.0
"""Timeout for ``--version`` of a compiler, s."""

_BINDING = ("binding.c", "method.h", "parts.h", "repeated.h")

TOO_LARGE = ".too_large"
"""Suffix of the marker file in the cache for code whose compilation exceeded `MAX_COMPILE_S`."""


def compiled_functions(name: str, programs: Sequence[Program], provenance: Provenance) -> Functions:
    """Return the programs of an arm as compiled functions, from the cache if possible.

    Args:
        name: C identifier; the module is named ``_<name>``.
        programs: programs of one arm.
        provenance: provenance for the headers of the sources.

    Raises:
        CompileError: as `build`.
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    return Functions.of(build(name, emit_c(name, programs, provenance)))


def compiled_at_hand(name: str, programs: Sequence[Program], provenance: Provenance) -> bool:
    """Return whether `compiled_functions` would return without compiling: cached functions, or no compiler.

    Args:
        name, programs, provenance: as for `compiled_functions`.
    """
    try:
        compiler = find_compiler()
    except CompileError:
        return True
    return _sound(_folder(compiler, name, _with_binding(emit_c(name, programs, provenance))))


def build(name: str, sources: Mapping[str, str]) -> ModuleType:
    """Compile ``<name>.h`` and ``<name>.c``, or find them in the cache, and return the module ``_<name>``.

    Several processes may build the same module in parallel: each compiles into a separate folder, and the first folder
    that is renamed into the cache is kept. A damaged folder is built again. A compilation that exceeded `MAX_COMPILE_S`
    is not repeated: a marker file in the cache has a digest of code, compiler and options in its name.

    Raises:
        CompileError: there is no C compiler, it fails, it takes more processor time than `MAX_COMPILE_S`, or the cache
            cannot be written.
    """
    sources = _with_binding(sources)
    compiler = find_compiler()
    folder = _folder(compiler, name, sources)
    if not _sound(folder):
        _refuse_too_large(compiler, _note(folder))
        _compile(compiler, name, sources, folder)
    return _load(name, folder)


def cache_folder() -> Path:
    """Return the folder of compiled arms: ``$XDG_CACHE_HOME/puma560_dynamics`` or ``~/.cache/puma560_dynamics``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "puma560_dynamics"


def find_compiler() -> tuple[str, ...]:
    """Return the command of the C compiler: ``$CC``, the compiler that built Python, cc, gcc or clang.

    Raises:
        CompileError: none of these is installed.
    """
    for candidate in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        command = shlex.split(candidate or "")
        if command and shutil.which(command[0]):
            return tuple(command)
    raise CompileError("no C compiler was found; install gcc or clang, or name one in the environment variable CC")


def compiler_version(compiler: Sequence[str]) -> str:
    """Return the output of ``--version`` of a compiler.

    Args:
        compiler: command of the compiler.

    Raises:
        CompileError: the compiler does not answer within `VERSION_TIMEOUT_S`.
    """
    try:
        done = subprocess.run(
            [*compiler, "--version"], capture_output=True, text=True, check=False, timeout=VERSION_TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        raise CompileError(
            f"{compiler[0]} --version did not end within {VERSION_TIMEOUT_S:.0f} s; name another compiler in CC, "
            "or try again"
        ) from None
    return done.stdout


def compile_command(compiler: Sequence[str] = ()) -> list[str]:
    """Return the command that compiles generated code for this processor, without its input files.

    Args:
        compiler: command of a compiler that accepts gcc's options (e.g. g++); by default `find_compiler`.

    Raises:
        CompileError: no compiler is given, and there is no C compiler.
    """
    return [*(compiler or find_compiler()), *FLAGS, *NATIVE[0]]


def _with_binding(sources: Mapping[str, str]) -> dict[str, str]:
    own = {file: (files(__package__) / "c" / file).read_text(encoding="utf-8") for file in _BINDING}
    return {**sources, **own}


def _folder(compiler: Sequence[str], name: str, sources: Mapping[str, str]) -> Path:
    """Return the cache folder for the given sources and compiler."""
    return cache_folder() / f"{name}-{_key(compiler, name, sources)}"


def _key(compiler: Sequence[str], name: str, sources: Mapping[str, str]) -> str:
    """Return a digest of everything that affects the compiled code: sources, flags, compiler, Python, processor."""
    here = (
        *compiler,
        compiler_version(compiler),
        sys.version,
        sysconfig.get_config_var("EXT_SUFFIX") or "",
        _processor(),
    )
    parts = (name, *(part for file in sorted(sources) for part in (file, sources[file])), repr((FLAGS, NATIVE)), *here)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _processor() -> str:
    """Return the features of this processor as text, because several machines may share a home folder."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    features = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{platform.machine()} {features or platform.node()}"


def _note(folder: Path) -> Path:
    """Return the path of the marker file for sources whose compilation took too long."""
    return folder.with_name(folder.name + TOO_LARGE)


def _refuse_too_large(compiler: Sequence[str], note: Path) -> None:
    """Refuse code whose compilation took too long in an earlier attempt.

    Raises:
        CompileError: the marker file `note` records at least `MAX_COMPILE_S`.
    """
    try:
        tried = float(note.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return
    if tried >= MAX_COMPILE_S:
        raise CompileError(
            f"{compiler[0]} took more than {tried:.0f} s of processor time before, so the arm is too large for it; "
            f"remove {note} to try again"
        )


def _compile(compiler: Sequence[str], name: str, sources: Mapping[str, str], folder: Path) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=folder.parent) as scratch:
            made = Path(scratch) / "made"
            made.mkdir()
            for file, text in sources.items():
                (made / file).write_text(text, encoding="utf-8")
            _run(compiler, name, made, _note(folder))
            library = (made / "module.so").read_bytes()
            (made / "sha256").write_text(hashlib.sha256(library).hexdigest(), encoding="ascii")
            _put(made, folder)
    except OSError as error:
        raise CompileError(
            f"cannot keep compiled code in {folder.parent}: {error.strerror or error}; "
            "make it writable, or name another folder in XDG_CACHE_HOME"
        ) from error


def _run(compiler: Sequence[str], name: str, made: Path, note: Path) -> None:
    include = f"-I{sysconfig.get_path('include')}"
    arguments = [f"-DMODEL={name}", include, "-I.", "binding.c", f"{name}.c", "-o", "module.so", "-lm"]
    headers = "check that the headers of Python are installed (python3-dev), or name another compiler in CC"
    slow = f"the arm is too large for it, and it is not tried again while {note} exists"
    remember = partial(note.write_text, f"{MAX_COMPILE_S}\n", encoding="ascii")
    run_compiler(compiler, arguments, made, MAX_COMPILE_S, slow=slow, failed=headers, exceeded=remember)


def run_compiler(
    compiler: Sequence[str],
    arguments: Sequence[str],
    folder: Path,
    seconds: float,
    *,
    slow: str,
    failed: str,
    exceeded: Callable[[], object] = lambda: None,
) -> None:
    """Compile with each set of options in `NATIVE` until one is accepted; log a warning if this takes long.

    Args:
        compiler: command of the compiler, as from `find_compiler`.
        arguments: sources, and options in addition to `FLAGS` and `NATIVE`.
        folder: working directory of the compiler.
        seconds: maximum processor time, s.
        slow, failed: advice for the error message if the time is exceeded, and if the compiler fails.
        exceeded: function that is called if the time is exceeded.

    Raises:
        CompileError: the compiler exceeds the processor time, fails, or blocks without computing.
    """

    def inform() -> None:
        log.warning("%s compiles the equations of the arm, once: up to a few minutes", compiler[0])

    for native in NATIVE:
        done = run_limited([*compiler, *FLAGS, *native, *arguments], folder, seconds, inform)
        if done.code == 0:
            return
        if done.exceeded:
            exceeded()
            raise CompileError(f"{compiler[0]} took more than {seconds:.0f} s of processor time; {slow}")
        if done.waited:
            raise CompileError(
                f"{compiler[0]} did not end within {MAX_WAITING_RATIO * seconds:.0f} s and computed little; check what "
                "it waits for, and try again"
            )
    error = next((line for line in done.messages.splitlines() if "error" in line), done.messages.strip()[-200:])
    raise CompileError(f"{compiler[0]} could not compile the generated code: {error}; {failed}")


def _put(made: Path, folder: Path) -> None:
    """Rename the folder `made` to `folder`, unless a different process has already put a sound folder there."""
    for _ in range(2):
        try:
            made.rename(folder)
            return
        except OSError:
            if _sound(folder):
                return
            shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)


def _sound(folder: Path) -> bool:
    try:
        digest = hashlib.sha256((folder / "module.so").read_bytes()).hexdigest()
        return (folder / "sha256").read_text(encoding="ascii") == digest
    except (OSError, ValueError):
        return False


def _load(name: str, folder: Path) -> ModuleType:
    path = str(folder / "module.so")
    loader = ExtensionFileLoader(f"_{name}", path)
    spec = importlib.util.spec_from_file_location(f"_{name}", path, loader=loader)
    try:
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        raise CompileError(f"compiled code cannot be loaded: {error}; remove {folder} and try again") from error
    return module
