"""Forward dynamics in C: mass matrix and bias torque of one state, and an unrolled solution.

The symmetric matrix is factored as ``L D L'`` (no square roots); elements that are identically zero
stay out of the elimination.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..program.program import Count, Program
from ..program.provenance import count_in_words
from ..program.specialise import merged, without_input
from .c_kernel import Kernel, kernel
from .fewer_angles import fewer_angles
from .golden import golden_acceleration
from .infix import elements, signed_sum


class ForwardCounts(NamedTuple):
    """Calculations of forward dynamics, the solution of its equations among them; divisions are not counted.

    Attributes:
        written: as the C is written, sines and cosines free.
        written_single_angles: as the C is written, and the formulas of every sum whose sine or cosine it takes.
        single_angles: from sines and cosines of single joint angles, the formulas of each sum counted once.
    """

    written: Count
    written_single_angles: Count
    single_angles: Count


def forward_kernel(kinetic_energy: Program, torque: Program) -> Kernel:
    """The kernel ``acceleration(q, qd, tau)``, from the programs of A(q) and of inverse dynamics.

    Raises:
        ProgramError: a value uses a name that is neither an input nor computed before.
    """
    n = torque.joints
    both, solving = _parts(kinetic_energy, torque)
    both = fewer_angles(both)
    before = kernel(both)
    own = count(solving)
    total = count_in_words(both.count.plus(own), len({trig.angle for trig in both.trigonometry}))
    return replace(
        before,
        says=f"forward dynamics: the acceleration (rad/s^2, m/s^2) that the torque tau causes; "
        f"{total}, {n} divisions; of these {own.multiplications} multiplications, {own.additions} additions and the "
        f"divisions solve the {n} equations",
        inputs=("q", "qd", "tau"),
        result="qdd",
        shape=(n,),
        atoms=(*before.atoms, *((f"tau{i + 1}", ("tau", i)) for i in range(n))),
        lines=(*before.lines, *solving),
        elements=tuple(f"solved_{i}" for i in range(n)),
    )


def forward_counts(kinetic_energy: Program, torque: Program) -> ForwardCounts | None:
    """Calculations of ``acceleration``; there is a division a joint besides.

    Args:
        kinetic_energy: program of A(q).
        torque: program of inverse dynamics.

    Returns:
        The counts; None where A has no inverse.
    """
    if golden_acceleration(kinetic_energy, torque) is None:
        return None
    both, solving = _parts(kinetic_energy, torque)
    written, own = fewer_angles(both), count(solving)
    return ForwardCounts(
        written.count.plus(own), written.count_single_angles.plus(own), both.count_single_angles.plus(own)
    )


def _parts(kinetic_energy: Program, torque: Program) -> tuple[Program, list[str]]:
    """A and bias torque in one program, and the assignments that solve for the acceleration."""
    n = torque.joints
    both = merged("acceleration", (kinetic_energy, without_input(torque, "qdd", "bias")))
    texts = elements(both.outputs, n * n + n)
    matrix = {(i, j): texts[i * n + j] for i in range(n) for j in range(i + 1) if texts[i * n + j] != "0.0"}
    return both, solution(n, matrix, texts[n * n :])


def count(lines: Sequence[str]) -> Count:
    """Multiplications and additions of assignments; what is only a sign is free, divisions are not among them."""
    right = [line.partition(" = ")[2] for line in lines]
    return Count(sum(text.count("*") for text in right), sum(text.count(" + ") + text.count(" - ") for text in right))


def solution(n: int, matrix: dict[tuple[int, int], str], bias: list[str]) -> list[str]:
    """Assignments that end in ``solved_0 …``, where ``matrix · x = tau - bias``.

    Args:
        n: number of equations.
        matrix: text of the elements (i, j <= i) that are not identically zero.
        bias: text of the bias of each row, ``0.0`` where there is none.
    """
    lines, known = [], dict(matrix)
    for j in range(n):
        for i in range(j, n):
            parts = [(-1, f"work_{i}_{k}*factor_{j}_{k}") for k in range(j) if {(i, k), (j, k)} <= known.keys()]
            if (i, j) in matrix or parts:
                own = [(1, matrix[i, j])] if (i, j) in matrix else []
                lines.append(f"work_{i}_{j} = {signed_sum(own + parts)}")
                known[i, j] = f"work_{i}_{j}"
        lines.append(f"inverse_{j} = 1.0/work_{j}_{j}")
        lines += [f"factor_{i}_{j} = work_{i}_{j}*inverse_{j}" for i in range(j + 1, n) if (i, j) in known]
    for i in range(n):
        own = [(1, f"tau{i + 1}"), *([(-1, bias[i])] if bias[i] != "0.0" else [])]
        lines.append(
            f"rest_{i} = {signed_sum(own + [(-1, f'factor_{i}_{k}*rest_{k}') for k in range(i) if (i, k) in known])}"
        )
    for i in reversed(range(n)):
        parts = [(-1, f"factor_{k}_{i}*solved_{k}") for k in range(i + 1, n) if (k, i) in known]
        lines.append(f"solved_{i} = {signed_sum([(1, f'rest_{i}*inverse_{i}'), *parts])}")
    return lines
