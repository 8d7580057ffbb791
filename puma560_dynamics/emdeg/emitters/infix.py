"""Write values as infix text for Python and C, and list the inputs that a program reads."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ...errors import ProgramError
from ..program.program import SIGN, Group, Program, Term, Value, signed_sum

WIDTH = 110
"""Maximum length of lines of emitted code, including indentation, if the line can be broken."""


def double_literal(value: Fraction | float) -> str:
    """Return the shortest literal in Python and C for the double nearest to `value`."""
    return repr(float(value))


class Style(NamedTuple):
    """Notation of numbers, names and products."""

    number: Callable[[Fraction], str]
    name: Callable[[str], str]
    times: str


CODE = Style(double_literal, str, "*")
"""Notation of Python and C."""


def infix(value: Value, style: Style = CODE) -> str:
    """Return a value as text: ``0.5*(c2*c3 - s2) + t1`` or ``1.0/(c2 + t1)``; zero if the value has no terms."""
    parts = [part for group in value.groups for part in _group(group, style)]
    text = signed_sum(parts) if parts else style.number(Fraction(0))
    if not value.inverted:
        return text
    alone = len(parts) == 1 and parts[0][0] > 0 and style.times not in text
    return f"{style.number(Fraction(1))}/{text if alone else f'({text})'}"


def sums_as_text(program: Program, style: Style = CODE) -> list[tuple[str, str]]:
    """Return the left and right sides of the sums that define parameters of a program (`Program.sums`)."""
    return [(name, infix(value, style)) for name, value in program.sums]


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
"""Blanks at which lines are not broken: after an operator, and within a declaration."""


def wrapped(line: str, indent: str, further: str | None = None) -> list[str]:
    """Break a line of code at blanks into lines of at most `WIDTH`.

    Args:
        line: line of code without indentation.
        indent: indentation of the first line.
        further: indentation of the following lines; by default four more blanks.
    """
    further = f"{indent}    " if further is None else further
    broken = textwrap.wrap(
        _TOGETHER.sub("\\1\0", line), WIDTH, initial_indent=indent, subsequent_indent=further,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [part.replace("\0", " ") for part in broken]


def comment(lines: Iterable[str]) -> list[str]:
    """Return sentences as a C comment, as lines; words with hyphens (such as compiler options) are not broken."""
    closed = (line.replace("*/", "* /").replace("/*", "/ *") for line in lines)
    text = [part for line in closed for part in textwrap.wrap(line, WIDTH - 3, break_on_hyphens=False)]
    return [f"/* {text[0]}", *(f" * {line}" for line in text[1:]), " */"]


def atoms_read(program: Program) -> dict[str, tuple[str, int]]:
    """Return the input scalars that a program reads, in the order of inputs and elements: ``{"qd1": ("qd", 0), …}``.

    ``sign_qd1`` is the sign of ``qd1`` (-1, 0 or 1), for friction.

    Raises:
        ProgramError: a value uses a name that is neither an input nor computed earlier.
    """
    inputs = {
        f"{name}{j + 1}": (name, j)
        for name, size in zip(program.inputs, program.input_sizes, strict=True)
        for j in range(size)
    }
    if "qd" in program.inputs:
        inputs |= {f"{SIGN}qd{j + 1}": ("qd", j) for j in range(program.joints)}
    known = {trig.name for trig in program.trigonometry}
    used: set[str] = set()
    for statement in program.statements:
        used |= _new(program, statement.value, known, inputs)
        known.add(statement.name)
    for output in program.outputs:
        used |= _new(program, output.value, known, inputs)
    return {atom: place for atom, place in inputs.items() if atom in used}


def _new(program: Program, value: Value, known: set[str], inputs: dict[str, tuple[str, int]]) -> set[str]:
    unknown = sorted(value.names - known - inputs.keys())
    if unknown:
        raise ProgramError(
            f"{program.name} uses {', '.join(unknown)}, which is neither an input nor computed before; "
            "give symbolic parameters numbers before code is emitted"
        )
    return value.names & inputs.keys() - known
