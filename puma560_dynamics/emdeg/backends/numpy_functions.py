"""Evaluate emitted Python with numpy, as a replacement of compiled code on machines without a compiler."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...errors import StateError
from ..emitters.emit_python import emit_python
from ..program.program import Program
from ..program.provenance import Provenance
from ..tasks import combined_programs
from .functions import Function, Functions

BLOCK = 2048
"""Number of states computed at a time, so that their arrays fit into the second-level cache."""


def numpy_functions(programs: Sequence[Program], provenance: Provenance) -> Functions:
    """Return the programs of an arm as numpy functions: slower than `compiled_functions`, with the same results.

    Args:
        programs: programs of one arm.
        provenance: provenance for the header of the evaluated source.

    Returns:
        One function per program and per combination of programs, by name: ``functions.gravity(q)`` with q (…, n).

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    return from_source(emit_python(programs, provenance), programs)


def from_source(source: str, programs: Sequence[Program]) -> Functions:
    """Return the functions of an emitted Python module."""
    space: dict[str, Any] = {}
    exec(compile(source, "<generated dynamics>", "exec"), space)
    n = programs[0].joints
    every = (*programs, *combined_programs(programs)[0])
    signatures = {program.name: (program.inputs, program.shape) for program in every}
    sizes = {program.name: program.input_sizes for program in every}
    functions = {name: _function(name, space[name], sizes[name], *own) for name, own in signatures.items()}
    return Functions("numpy", n, signatures, functions, sizes=sizes)


def _function(
    name: str,
    code: Callable[..., tuple[Any, ...]],
    sizes: tuple[int, ...],
    inputs: tuple[str, ...],
    shape: tuple[int, ...],
) -> Function:
    def function(*arrays: FloatArray, out: FloatArray | None = None) -> FloatArray:
        if len(arrays) == len(inputs) + 1 and out is None:
            *arrays, out = arrays  # type: ignore[assignment]
        if len(arrays) != len(inputs):
            raise TypeError(f"{name} takes {len(inputs)} arrays, and out")
        for given, array, size in zip(inputs, arrays, sizes, strict=True):
            _check(name, given, array, size, arrays[0])
        states = arrays[0].shape[:-1]
        compute = _many if states else _one
        result = compute(code, arrays, math.prod(shape)).reshape(*states, *shape)
        return result if out is None else _put(name, result, out)

    return function


def _check(name: str, given: str, array: FloatArray, size: int, first: FloatArray) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != np.float64:
        raise StateError(
            f"{name}: {given} is {getattr(array, 'dtype', type(array).__name__)}, expected a float64 array; "
            f"convert it with numpy.ascontiguousarray({given}, float)"
        )
    if array.shape[-1:] != (size,) or array.ndim > 2 or array.shape[:-1] != first.shape[:-1]:
        raise StateError(
            f"{name}: {given} has shape {array.shape}, expected ({size},) or (N, {size}), with the same N in all inputs"
        )


def _put(name: str, result: FloatArray, out: FloatArray) -> FloatArray:
    if not isinstance(out, np.ndarray) or out.shape != result.shape or out.dtype != np.float64:
        raise StateError(f"{name}: out is not a float64 array of shape {result.shape}")
    out[...] = result
    return out


def _one(code: Callable[..., tuple[Any, ...]], arrays: Sequence[FloatArray], size: int) -> FloatArray:
    """Compute one state with Python floats, which are faster than arrays of one element."""
    numbers = [array.tolist() for array in arrays]
    if all(math.isfinite(number) for given in numbers for number in given):  # math.sin refuses infinity
        with suppress(ZeroDivisionError):
            return np.array(code(*numbers))
    row: FloatArray = _many(code, [array[None] for array in arrays], size)[0]
    return row


def _many(code: Callable[..., tuple[Any, ...]], arrays: Sequence[FloatArray], size: int) -> FloatArray:
    """Compute many states in blocks of `BLOCK`, with one contiguous array per joint."""
    count = len(arrays[0])
    columns = np.empty((size, count))
    with np.errstate(invalid="ignore", divide="ignore"):  # as in C, NaN propagates without a warning
        for start in range(0, count, BLOCK):
            part = slice(start, start + BLOCK)
            given = [np.ascontiguousarray(array[part].T) for array in arrays]
            for column, value in zip(columns, code(*given, trigonometry=np), strict=True):
                column[part] = value
    return np.ascontiguousarray(columns.T)
