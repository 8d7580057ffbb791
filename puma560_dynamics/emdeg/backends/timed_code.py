"""Measures emitted C on this machine: the time of a call, with variants called in turns, and the time to compile it.

Every round times each variant once, so that whatever else the machine does slows all alike; time is the thread's
processor time.
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
"""States of one call of a batch, and of the loop over single states; they stay in the first caches."""

TURN_S = 1e-3
"""Seconds of one variant's turn, about."""

Turn = Callable[[int], None]
"""Computes all states so many times."""


def times_of_one(variants: Sequence[tuple[Program, CodeForm]], rounds: int = 21) -> list[list[float]]:
    """Measure the seconds of one state for each variant of a function, one figure a round.

    Args:
        variants: programs of the same inputs, and how they are written.
        rounds: each times every variant once.

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
        inputs, joints = states.program.inputs, states.program.joints
        return lambda repeats: library.turns_of_one(
            call, _size(repeats), _size(STATES), _size(len(inputs)), _size(joints), states.arrays, states.out
        )

    return _measured([turn(library[f"variant_{i}"]) for i in range(len(variants))], rounds)


def times_of_many(variants: Sequence[tuple[Program, UnitForm]], rounds: int = 21) -> list[list[float]]:
    """Measure the seconds of one state of a batch in columns for each variant of a function, one figure a round.

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
    """Return the compiler and its flags, for heads of files.

    Raises:
        CompileError: there is no C compiler.
    """
    command = find_compiler()
    version = (compiler_version(command).splitlines() or [command[0]])[0]
    return " ".join([version, *(flag for flag in FLAGS if flag not in ("-fPIC", "-shared")), *NATIVE[0]])


class _States:
    """Random states of a program's inputs, and a place for results."""

    def __init__(self, program: Program) -> None:
        self.program = program
        chance, numbers = random.Random(0), STATES * program.joints
        self._inputs = [
            (ctypes.c_double * numbers)(*(chance.uniform(-2, 2) for _ in range(numbers))) for _ in program.inputs
        ]
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
    """Units ``unit_0 …`` with their callers, and the loops of `turns.c`."""
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
            slow="leave --tune out", failed="leave --tune out",
        )  # fmt: skip
        try:
            return ctypes.CDLL(str(folder / "turns.so"))
        except OSError as error:
            raise CompileError(
                f"compiled code in {folder} cannot be loaded: {error}; set TMPDIR, or leave --tune out"
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
    """Median of the rounds' ratios."""
    return statistics.median(one / other for one, other in zip(times, others, strict=True))


MAX_MEASUREMENT_S = 60.0
"""Processor time after which `compile_time` ends."""


@dataclass(frozen=True)
class CompileTime:
    """Time that a compiler took.

    Attributes:
        compiler: its command.
        seconds: processor time, s; `MAX_MEASUREMENT_S` if it took longer.
        ended: whether it ended within `MAX_MEASUREMENT_S`.
    """

    compiler: str
    seconds: float
    ended: bool


def compile_time(files: Mapping[str, str]) -> CompileTime | None:
    """Compile emitted C with the options of generated code, and keep nothing of it.

    Args:
        files: text of the sources and headers by name.

    Returns:
        The time; `None` where there is no C compiler, or it fails.
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
