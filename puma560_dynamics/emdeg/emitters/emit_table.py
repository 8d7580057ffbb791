"""Programs as a plain table to read, as in the appendix of Armstrong, Khatib and Burdick (1986)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..program.program import Program, Trig
from ..program.provenance import Provenance, cost_in_words, description
from ..program.solution import signed_sum
from ..program.specialise import pruned
from .infix import Style, infix, wrapped


def decimal(value: Fraction | float) -> str:
    """Seven significant digits: for readers."""
    return f"{float(value):.7g}"


TABLE = Style(decimal, str, "*")


def emit_table(programs: Sequence[Program], provenance: Provenance) -> str:
    """Text of the table: the elements that are not zero, ``a_11 = 2.57 + 1.38*c2*c2 + …``, a block a program.

    Numbers are rounded to seven digits. Symbols without a number are written as they are.
    """
    lines = [*provenance.lines(), "Numbers are rounded to seven digits; elements not listed are zero."]
    for program in map(pruned, programs):
        lines += ["", f"{program.name}: {description(program)}", f"({cost_in_words(program)})", ""]
        shown = list(equations(program))
        lines += [] if shown else ["every element is zero"]
        for name, text in shown:
            lines += wrapped(f"{name} = {text}", "", " " * (len(name) + 3))
    return "\n".join(lines) + "\n"


def equations(program: Program, style: Style = TABLE) -> Iterator[tuple[str, str]]:
    """Left and right sides: trigonometry, statements, elements."""
    for trig in program.trigonometry:
        yield trig.name, f"{trig.function}({angle(trig, style)})"
    for statement in program.statements:
        yield statement.name, infix(statement.value, style)
    for output in program.outputs:
        yield output.label, infix(output.value, style)


def angle(trig: Trig, style: Style) -> str:
    """The argument of a sine or cosine: ``q2 + q3``."""
    parts = [(sign, style.name(f"q{joint + 1}")) for joint, sign in trig.angle.joints]
    if trig.angle.offset:
        offset = Fraction(trig.angle.offset)
        parts.append((1 if offset > 0 else -1, style.number(abs(offset))))
    return signed_sum(parts)
