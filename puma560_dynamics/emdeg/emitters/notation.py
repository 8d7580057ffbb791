"""Notation of equations for readers: numbers with seven digits, and names in plain text or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..program.program import SIGN, Program, Trig, signed_sum
from .infix import Style, infix, sums_as_text


def decimal(value: Fraction | float) -> str:
    """Format a number with seven significant digits."""
    return f"{float(value):.7g}"


TABLE = Style(decimal, str, "*")


def equations(program: Program, style: Style = TABLE) -> Iterator[tuple[str, str]]:
    """Yield the two sides of equations: sums of parameters, trigonometry, intermediate results, elements."""
    yield from sums_as_text(program, style)
    for trig in program.trigonometry:
        yield trig.name, f"{trig.function}({angle(trig, style)})"
    for statement in program.statements:
        yield statement.name, infix(statement.value, style)
    for output in program.outputs:
        yield output.label, infix(output.value, style)


def angle(trig: Trig, style: Style) -> str:
    """Return the argument of a sine or cosine as text: ``q2 + q3``."""
    parts = [(sign, style.name(f"q{joint + 1}")) for joint, sign in trig.angle.joints]
    if trig.angle.offset:
        offset = Fraction(trig.angle.offset)
        parts.append((1 if offset > 0 else -1, style.number(abs(offset))))
    return signed_sum(parts)


_GREEK = {"tau": r"\tau", "beta": r"\beta"}
_SYMBOL = re.compile(r"([A-Za-z]+)_?(\w*)")
_POSITION = re.compile(r"(qdd|qd|q)(\d+)")
_DOTS = {"q": "", "qd": r"\dot", "qdd": r"\ddot"}


def symbol(name: str, slides: set[str]) -> str:
    r"""Convert a name of a program to LaTeX: ``qd2`` → ``\dot{\theta}_{2}`` (``\dot{d}_{2}`` for a prismatic joint)."""
    if name.startswith(SIGN):
        return rf"\operatorname{{sgn}}{symbol(name.removeprefix(SIGN), slides)}"
    position = _POSITION.fullmatch(name)
    if position:
        kind, joint = position.groups()
        coordinate = "{d}" if joint in slides else r"{\theta}"
        return f"{_DOTS[kind]}{coordinate}_{{{joint}}}"
    found = _SYMBOL.fullmatch(name)
    if not found:
        return rf"\mathrm{{{name}}}".replace("_", r"\_")
    letters, index = found.groups()
    shown = _GREEK.get(letters, letters if len(letters) == 1 else rf"\mathrm{{{letters}}}")
    index = index.replace("_", ",").strip(",")
    return f"{shown}_{{{index}}}" if index else shown


def latex_number(value: Fraction | float) -> str:
    """Format a number with seven significant digits for LaTeX."""
    mantissa, _, exponent = decimal(value).partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if exponent else mantissa
