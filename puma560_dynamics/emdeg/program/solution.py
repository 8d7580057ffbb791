"""The last step of a program of forward dynamics: the unrolled solution of a symmetric system of equations.

The matrix is factored as ``L D L'`` (no square roots, no pivoting); elements that are identically zero stay out of the
elimination.
"""

from __future__ import annotations

from collections.abc import Sequence


def solution(right: str, elements: Sequence[str], n: int) -> list[str]:
    """Assignments, in Python and C, that end in ``solved_0 …``, the solution x of ``A x = right - bias``.

    Args:
        right: name of the input on the right-hand side.
        elements: text of A (n, n), row-major, then of the bias (n,); ``0.0`` where an element is identically zero.
        n: number of equations.
    """
    given = {(i, j): elements[i * n + j] for i in range(n) for j in range(i + 1) if elements[i * n + j] != "0.0"}
    bias = elements[n * n :]
    lines, known = [], dict(given)
    for j in range(n):
        for i in range(j, n):
            parts = [(-1, f"work_{i}_{k}*factor_{j}_{k}") for k in range(j) if {(i, k), (j, k)} <= known.keys()]
            if (i, j) in given or parts:
                own = [(1, given[i, j])] if (i, j) in given else []
                lines.append(f"work_{i}_{j} = {signed_sum(own + parts)}")
                known[i, j] = f"work_{i}_{j}"
        lines.append(f"inverse_{j} = 1.0/work_{j}_{j}")
        lines += [f"factor_{i}_{j} = work_{i}_{j}*inverse_{j}" for i in range(j + 1, n) if (i, j) in known]
    for i in range(n):
        own = [(1, f"{right}{i + 1}"), *([(-1, bias[i])] if bias[i] != "0.0" else [])]
        lines.append(
            f"rest_{i} = {signed_sum(own + [(-1, f'factor_{i}_{k}*rest_{k}') for k in range(i) if (i, k) in known])}"
        )
    for i in reversed(range(n)):
        parts = [(-1, f"factor_{k}_{i}*solved_{k}") for k in range(i + 1, n) if (k, i) in known]
        lines.append(f"solved_{i} = {signed_sum([(1, f'rest_{i}*inverse_{i}'), *parts])}")
    return lines


def calculations_of(lines: Sequence[str]) -> tuple[int, int]:
    """Multiplications and additions of assignments; signs are free, divisions are not counted."""
    values = [line.partition(" = ")[2] for line in lines]
    return (
        sum(text.count("*") for text in values),
        sum(text.count(" + ") + text.count(" - ") for text in values),
    )


def signed_sum(parts: Sequence[tuple[int, str]]) -> str:
    """Signed parts as one sum."""
    sign, text = parts[0]
    first = text if sign > 0 else f"-{text}"
    return first + "".join(f" {'+' if sign > 0 else '-'} {text}" for sign, text in parts[1:])
