"""The PUMA's programs and their results at the golden states, with which every kind of emitted code is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from puma560_dynamics import load_arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.golden import golden
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.specialise import Friction, with_friction
from puma560_dynamics.emdeg.tasks import combined_programs
from puma560_dynamics.models.generated.factored_programs import programs_of

FROM = Provenance('an "arm" of\nlines /* and */ comments """ \\', "0123456789abcdef", ("Remark with a \\ in it.",))


@cache
def puma_programs() -> tuple[Program, ...]:
    """Torque with friction, and so with signs of velocities; a vector, a matrix and a number."""
    chain = load_arm("akb1986").exact_chain
    found = {**programs_of(chain), **derive(chain, ("kinetic_energy",), SearchEffort(sketch=1, rounds=5)).programs}
    torque = with_friction(found["torque"], [Friction(0.5, 1.25)] * 6)
    return torque, found["gravity"], found["kinetic_energy_matrix"], found["kinetic_energy"]


def every_program() -> tuple[Program, ...]:
    """Those of the PUMA, and forward dynamics."""
    return (*puma_programs(), *combined_programs(puma_programs())[0])


def golden_rows(program: Program) -> Iterator[tuple[list[FloatArray], FloatArray]]:
    """Inputs and exact result of each golden state."""
    found = golden(program)
    assert found is not None
    for row in found.rows:
        *inputs, result = np.split(np.array(row), np.cumsum(program.input_sizes))
        yield inputs, result.reshape(program.shape)


def check_golden(call: Callable[..., Any], program: Program) -> None:
    """Check that a function of arrays (n,) has the exact results, to what rounding explains."""
    found = golden(program)
    assert found is not None
    for inputs, expected in golden_rows(program):
        actual = np.asarray(call(*inputs), dtype=np.float64)
        assert actual.shape == expected.shape
        assert np.abs(actual - expected).max() <= found.limit * np.abs(expected).max()
