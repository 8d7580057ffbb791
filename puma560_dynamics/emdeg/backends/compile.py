"""Generated C compiled with the compiler at hand, kept in the user's cache, loaded as a Python module."""

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
"""For the machine that compiles, which is the one that runs: the first that the compiler understands.

Tuned for none, GCC takes the widest registers; tuned for this processor it often takes half of them.
"""

MAX_COMPILE_S = 300.0
"""Seconds of processor time that a compiler may take for one arm."""

VERSION_TIMEOUT_S = 60.0
"""Seconds in which a compiler states its version."""

TOO_LARGE = ".too_large"
"""Ending of the file in the cache that marks an arm whose compilation exceeded `MAX_COMPILE_S`."""


def compiled_functions(name: str, programs: Sequence[Program], provenance: Provenance) -> Functions:
    """Return programs of one arm as compiled functions, from the cache if they were compiled before.

    Args:
        name: a C identifier; the module is called ``_<name>``.
        programs: of one arm.
        provenance: for the heads of the sources.

    Raises:
        CompileError: as `build`.
        ProgramError: a program uses a name that is neither an input nor computed before.
    """
    return Functions.of(build(name, emit_c(name, programs, provenance)))


def compiled_at_hand(name: str, programs: Sequence[Program], provenance: Provenance) -> bool:
    """Return whether `compiled_functions` runs no compiler: the functions are in the cache, or there is no compiler.

    Args:
        name, programs, provenance: as for `compiled_functions`.
    """
    try:
        compiler = find_compiler()
    except CompileError:
        return True
    return _sound(_folder(compiler, name, _with_binding(emit_c(name, programs, provenance))))


def build(name: str, sources: Mapping[str, str]) -> ModuleType:
    """Return the module ``_<name>`` of ``<name>.h`` and ``<name>.c``.

    Safe in parallel with other processes that build the same: each compiles into a separate folder, and the
    folder that is renamed first stays. A damaged folder is built again. A compilation that takes more than
    `MAX_COMPILE_S` is not tried again: a file in the cache marks it, whose name contains a digest of code, compiler
    and options.

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
    """Folder of compiled arms: ``$XDG_CACHE_HOME/puma560_dynamics``, else ``~/.cache/puma560_dynamics``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "puma560_dynamics"


def find_compiler() -> tuple[str, ...]:
    """Command of the C compiler: ``$CC``, that of Python itself, cc, gcc or clang.

    Raises:
        CompileError: there is none.
    """
    for candidate in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        command = shlex.split(candidate or "")
        if command and shutil.which(command[0]):
            return tuple(command)
    raise CompileError("no C compiler was found; install gcc or clang, or name one in the environment variable CC")


def compiler_version(compiler: Sequence[str]) -> str:
    """Return the compiler's description of itself, several lines.

    Args:
        compiler: its command.

    Raises:
        CompileError: it does not answer.
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
    """Return the command that compiles for this processor with the options of generated code.

    Args:
        compiler: command of a compiler with gcc's options, e.g. of C++; by default the C compiler (`find_compiler`).

    Raises:
        CompileError: no compiler is given, and there is no C compiler.
    """
    return [*(compiler or find_compiler()), *FLAGS, *NATIVE[0]]


def _with_binding(sources: Mapping[str, str]) -> dict[str, str]:
    own = {file: (files(__package__) / "c" / file).read_text(encoding="utf-8") for file in ("binding.c", "method.h")}
    return {**sources, **own}


def _folder(compiler: Sequence[str], name: str, sources: Mapping[str, str]) -> Path:
    """Return the folder of the compiled sources."""
    return cache_folder() / f"{name}-{_key(compiler, name, sources)}"


def _key(compiler: Sequence[str], name: str, sources: Mapping[str, str]) -> str:
    """Digest of all that decides what is compiled: sources, flags, compiler, Python, processor."""
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
    """Describe what this processor can do: several machines may share a home folder."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    features = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{platform.machine()} {features or platform.node()}"


def _note(folder: Path) -> Path:
    """Return the file that marks the sources of `folder` as too long to compile."""
    return folder.with_name(folder.name + TOO_LARGE)


def _refuse_too_large(compiler: Sequence[str], note: Path) -> None:
    """Refuse code for which this compiler is known to take too long.

    Raises:
        CompileError: it is known that the compiler takes more than `MAX_COMPILE_S`.
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
    headers = "see that the headers of Python are installed (python3-dev), or name another compiler in CC"
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
    """Compile for this processor, or else for any of its kind, with a warning in the log if this takes long.

    Args:
        compiler: as `find_compiler`.
        arguments: sources and what `FLAGS` and `NATIVE` do not say.
        folder: in which it runs.
        seconds: of processor time that it may take.
        slow, failed: what to do where it takes longer, and where it fails, for the message.
        exceeded: called where it takes longer.

    Raises:
        CompileError: it takes more processor time, fails, or waits for something that does not come.
    """

    def inform() -> None:
        log.warning("%s compiles the equations of the arm, once: up to some minutes", compiler[0])

    for native in NATIVE:
        done = run_limited([*compiler, *FLAGS, *native, *arguments], folder, seconds, inform)
        if done.code == 0:
            return
        if done.exceeded:
            exceeded()
            raise CompileError(f"{compiler[0]} took more than {seconds:.0f} s of processor time; {slow}")
        if done.waited:
            raise CompileError(
                f"{compiler[0]} did not end within {MAX_WAITING_RATIO * seconds:.0f} s and computed little; see what "
                "it waits for, and try again"
            )
    error = next((line for line in done.messages.splitlines() if "error" in line), done.messages.strip()[-200:])
    raise CompileError(f"{compiler[0]} could not compile the generated code: {error}; {failed}")


def _put(made: Path, folder: Path) -> None:
    """Rename into place; where another process was first, its folder stays."""
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
