"""A program evaluated as it stands, without emitted code: the oracle of the emitters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.program.program import SIGN, Program, Value


def interpret(program: Program, *inputs: ArrayLike) -> FloatArray:
    """Result of a program for one state or many.

    Args:
        program: of n joints.
        inputs: an array ``(…, size)`` for each of ``program.inputs``; rad or m, and their derivatives by s.

    Returns:
        Array ``(…, *program.shape)``.
    """
    arrays = [np.asarray(array, dtype=np.float64) for array in inputs]
    names = {
        f"{name}{j + 1}": array[..., j]
        for name, array in zip(program.inputs, arrays, strict=True)
        for j in range(array.shape[-1])
    }
    names |= {f"{SIGN}{name}": np.sign(value) for name, value in names.items() if name.startswith("qd")}
    for trig in program.trigonometry:
        angle = trig.angle.offset + sum(sign * names[f"q{joint + 1}"] for joint, sign in trig.angle.joints)
        names[trig.name] = np.cos(angle) if trig.function == "cos" else np.sin(angle)
    for statement in program.statements:
        names[statement.name] = _value(statement.value, names)
    states = arrays[0].shape[:-1]
    result = np.zeros((*states, int(np.prod(program.shape))))
    for output in program.outputs:
        result[..., list(output.places)] = np.asarray(_value(output.value, names))[..., None]
    return result.reshape(*states, *program.shape)


def _value(value: Value, names: Mapping[str, Any]) -> Any:
    total: Any = 0.0
    for group in value.groups:
        inner: Any = 0.0
        for term in group.terms:
            product: Any = float(term.sign)
            for factor in term.factors:
                product = product * names[factor]
            inner = inner + product
        total = total + float(group.coefficient) * inner
    return 1.0 / total if value.inverted else total
