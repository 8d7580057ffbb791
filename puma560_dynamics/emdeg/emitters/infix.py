"""Values as infix text, the same in Python and in C; and what a program reads."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ...errors import ProgramError
from ..program.program import SIGN, Group, Program, Term, Value, signed_sum

WIDTH = 110
"""Longest line of emitted code, indentation included, where a line can be broken."""


def double_literal(value: Fraction | float) -> str:
    """Return a double literal of Python and of C that reads back as exactly this double (rounded once, to nearest)."""
    return repr(float(value))


class Style(NamedTuple):
    """Notation of numbers, names and products."""

    number: Callable[[Fraction], str]
    name: Callable[[str], str]
    times: str


CODE = Style(double_literal, str, "*")
"""Python and C."""


def infix(value: Value, style: Style = CODE) -> str:
    """Return the value as text: ``0.5*(c2*c3 - s2) + t1``; zero when it is empty."""
    parts = [part for group in value.groups for part in _group(group, style)]
    return signed_sum(parts) if parts else style.number(Fraction(0))


def _group(group: Group, style: Style) -> Iterator[tuple[int, str]]:
    if group.coefficient == 1:
        yield from ((term.sign, _product(term, style)) for term in group.terms)
    elif len(group.terms) == 1:
        term = group.terms[0]
        yield term.sign, style.times.join((style.number(group.coefficient), *map(style.name, term.factors)))
    else:
        inner = signed_sum([(term.sign, _product(term, style)) for term in group.terms])
        yield 1, f"{style.number(group.coefficient)}{style.times}({inner})"


def _product(term: Term, style: Style) -> str:
    return style.times.join(map(style.name, term.factors)) or style.number(Fraction(1))


_TOGETHER = re.compile(r"( [-+]|\b(?:const|size_t|double|RESTRICT)) ")
"""Blanks where a line is not broken: behind an operator, and within a declaration."""


def wrapped(line: str, indent: str, further: str | None = None) -> list[str]:
    """Return a line of code, broken at blanks where it is too long.

    Args:
        line: without indentation.
        indent: of the first line.
        further: of those after it; four blanks more when it is not given.
    """
    further = f"{indent}    " if further is None else further
    broken = textwrap.wrap(
        _TOGETHER.sub("\\1\0", line), WIDTH, initial_indent=indent, subsequent_indent=further,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [part.replace("\0", " ") for part in broken]


def comment(lines: Iterable[str]) -> list[str]:
    """Sentences as a comment of C; what has hyphens, such as a compiler's option, stays in one piece."""
    closed = (line.replace("*/", "* /").replace("/*", "/ *") for line in lines)
    text = [part for line in closed for part in textwrap.wrap(line, WIDTH - 3, break_on_hyphens=False)]
    return [f"/* {text[0]}", *(f" * {line}" for line in text[1:]), " */"]


def atoms_read(program: Program) -> dict[str, tuple[str, int]]:
    """Input atoms that values use directly, ``{"qd1": ("qd", 0), …}``, in the order of inputs and joints.

    ``sign_qd1`` is the sign of ``qd1``: -1, 0 or 1 (`friction`).

    Raises:
        ProgramError: a value uses a name that is neither an input nor computed before.
    """
    inputs = {f"{name}{j + 1}": (name, j) for name in program.inputs for j in range(program.joints)}
    if "qd" in program.inputs:
        inputs |= {f"{SIGN}qd{j + 1}": ("qd", j) for j in range(program.joints)}
    known = {trig.name for trig in program.trigonometry}
    used: set[str] = set()
    for statement in program.statements:
        used |= _new(program, statement.value, known, inputs)
        known.add(statement.name)
    for output in program.outputs:
        used |= _new(program, output.value, known, inputs)
    if program.solved_for is not None:
        used |= {f"{program.solved_for}{j + 1}" for j in range(program.joints)}
    return {atom: place for atom, place in inputs.items() if atom in used}


def _new(program: Program, value: Value, known: set[str], inputs: dict[str, tuple[str, int]]) -> set[str]:
    unknown = sorted(value.names - known - inputs.keys())
    if unknown:
        raise ProgramError(
            f"{program.name} uses {', '.join(unknown)}, which is neither an input nor computed before; "
            "give symbolic parameters numbers before code is emitted"
        )
    return value.names & inputs.keys() - known
