"""Measure the processor time of calls of emitted C on this machine, and the time to compile it.

Variants of a function are timed alternately: each round times every variant once, so that other load on the machine
affects all variants equally.
"""

from __future__ import annotations

import ctypes
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import prod
from pathlib import Path

from ...errors import CompileError
from ..emitters.code_form import CodeForm, UnitForm
from ..emitters.emit_c import emit_c
from ..program.program import Program
from ..program.provenance import Provenance
from . import compile as compiling
from .compile import FLAGS, MAX_COMPILE_S, NATIVE, compiler_version, find_compiler, run_compiler
from .limited_run import run_limited

STATES = 264
"""Number of states of a batch call, or of a loop over single states; small enough for the first-level caches."""

TURN_S = 1e-3
"""Approximate time of one measurement of a variant in a round, s."""

Turn = Callable[[int], None]
"""Function that computes all states the given number of times."""


def times_of_one(variants: Sequence[tuple[Program, CodeForm]], rounds: int = 21) -> list[list[float]]:
    """Measure the time per state (s) of each variant of a function, called for single states.

    Args:
        variants: programs with equal inputs, and the form of their C code.
        rounds: number of rounds.

    Returns:
        For each variant, the time of each round.

    Raises:
        CompileError: there is no C compiler, or it fails.
    """
    units = [
        (UnitForm({program.name: form}), program, _ONE.format(i=i, name=program.name, arguments=_arguments(program)))
        for i, (program, form) in enumerate(variants)
    ]
    library = _library(units, batch=False)
    states = _States(variants[0][0])

    def turn(call: ctypes._FuncPointer) -> Turn:
        sizes = states.program.input_sizes
        widths = (_size * len(sizes))(*sizes)
        return lambda repeats: library.turns_of_one(
            call, _size(repeats), _size(STATES), _size(len(sizes)), widths, states.arrays, states.out
        )

    return _measured([turn(library[f"variant_{i}"]) for i in range(len(variants))], rounds)


def times_of_many(variants: Sequence[tuple[Program, UnitForm]], rounds: int = 21) -> list[list[float]]:
    """Measure the time per state (s) of each variant of a function, called for batches; otherwise as `times_of_one`.

    Raises:
        CompileError: there is no C compiler, or it fails.
    """
    units = [
        (form, program, _MANY.format(i=i, name=program.name, arguments=_arguments(program)))
        for i, (program, form) in enumerate(variants)
    ]
    library = _library(units, batch=True)
    states = _States(variants[0][0])

    def turn(call: ctypes._FuncPointer) -> Turn:
        return lambda repeats: library.turns_of_many(call, _size(repeats), _size(STATES), states.arrays, states.out)

    return _measured([turn(library[f"variant_{i}"]) for i in range(len(variants))], rounds)


def compiler_text() -> str:
    """Return version and flags of the compiler, for headers of files.

    Raises:
        CompileError: there is no C compiler.
    """
    command = find_compiler()
    version = (compiler_version(command).splitlines() or [command[0]])[0]
    return " ".join([version, *(flag for flag in FLAGS if flag not in ("-fPIC", "-shared")), *NATIVE[0]])


class _States:
    """C arrays of random inputs of a program, and of its results."""

    def __init__(self, program: Program) -> None:
        self.program = program
        chance = random.Random(0)
        counts = [STATES * size for size in program.input_sizes]
        self._inputs = [(ctypes.c_double * count)(*(chance.uniform(-2, 2) for _ in range(count))) for count in counts]
        self.arrays = (ctypes.c_void_p * len(self._inputs))(*map(ctypes.addressof, self._inputs))
        self.out = (ctypes.c_double * (STATES * prod(program.shape)))()


_ONE = """
void variant_{i}(const double *const *in, double *out);
void variant_{i}(const double *const *in, double *out) {{ unit_{i}_{name}({arguments}, out); }}
"""

_MANY = """
void variant_{i}(size_t count, size_t stride, const double *const *in, double *out);
void variant_{i}(size_t count, size_t stride, const double *const *in, double *out)
{{ unit_{i}_{name}_batch(count, stride, {arguments}, out); }}
"""

_size = ctypes.c_size_t


def _arguments(program: Program) -> str:
    return ", ".join(f"in[{k}]" for k in range(len(program.inputs)))


def _library(units: Sequence[tuple[UnitForm, Program, str]], batch: bool) -> ctypes.CDLL:
    """Compile and load the units ``unit_0 …`` with their callers and the timing loops of `turns.c`."""
    with tempfile.TemporaryDirectory(prefix="tune-") as scratch:
        folder = Path(scratch)
        loops = (files(__package__) / "c" / "turns.c").read_text(encoding="utf-8")
        (folder / "turns.c").write_text(loops, encoding="utf-8")
        sources = ["turns.c"]
        for i, (form, program, caller) in enumerate(units):
            name = f"unit_{i}"
            for file, text in emit_c(name, [program], Provenance(name, ""), batch, form).items():
                (folder / file).write_text(text + (caller if file.endswith(".c") else ""), encoding="utf-8")
            sources.append(f"{name}.c")
        run_compiler(
            find_compiler(), [*sources, "-o", "turns.so", "-lm"], folder, MAX_COMPILE_S * len(sources),
            slow="omit --tune", failed="omit --tune",
        )  # fmt: skip
        try:
            return ctypes.CDLL(str(folder / "turns.so"))
        except OSError as error:
            raise CompileError(
                f"compiled code in {folder} cannot be loaded: {error}; set TMPDIR, or omit --tune"
            ) from None


def _measured(turns: Sequence[Turn], rounds: int) -> list[list[float]]:
    repeats = []
    for turn in turns:
        number = 1
        while (took := _spent(turn, number)) < TURN_S / 4:
            number *= 4
        repeats.append(max(1, round(number * TURN_S / took)))
    found: list[list[float]] = [[] for _ in turns]
    for _ in range(rounds):
        for own, turn, number in zip(found, turns, repeats, strict=True):
            own.append(_spent(turn, number) / (number * STATES))
    return found


def _spent(turn: Turn, repeats: int) -> float:
    begun = time.thread_time()
    turn(repeats)
    return time.thread_time() - begun


def ratio(times: Sequence[float], others: Sequence[float]) -> float:
    """Return the median, over rounds, of the ratio of two variants' times."""
    return statistics.median(one / other for one, other in zip(times, others, strict=True))


MAX_MEASUREMENT_S = 60.0
"""Processor time after which `compile_time` stops the compiler, s."""


@dataclass(frozen=True)
class CompileTime:
    """Compilation time.

    Attributes:
        compiler: command of the compiler.
        seconds: processor time, s; at most `MAX_MEASUREMENT_S`.
        ended: whether the compilation ended within `MAX_MEASUREMENT_S`.
    """

    compiler: str
    seconds: float
    ended: bool


def compile_time(files: Mapping[str, str]) -> CompileTime | None:
    """Measure the time to compile emitted C with the options of generated code.

    Args:
        files: texts of the sources and headers, by file name.

    Returns:
        The time; `None` if there is no C compiler, or it fails.
    """
    sources = sorted(name for name in files if name.endswith(".c"))
    try:
        compiler = compiling.find_compiler()
    except CompileError:
        return None
    with tempfile.TemporaryDirectory(prefix="time-") as scratch:
        folder = Path(scratch)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        for native in compiling.NATIVE:
            done = run_limited(
                [*compiler, *compiling.FLAGS, *native, *sources, "-o", "made.so", "-lm"], folder, MAX_MEASUREMENT_S
            )
            if done.exceeded:
                return CompileTime(compiler[0], MAX_MEASUREMENT_S, ended=False)
            if done.code == 0:
                return CompileTime(compiler[0], done.seconds, ended=True)
    return None
