r"""Programs as LaTeX: aligned equations in the paper's notation, ``c_{23}``, ``\dot\theta_1``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ..program.program import SIGN, Program
from ..program.provenance import Provenance, cost_in_words
from ..program.specialise import pruned
from .emit_table import decimal, equations
from .infix import Style, wrapped

_GREEK = {"tau": r"\tau"}
_SYMBOL = re.compile(r"([A-Za-z]+)_?(\w*)")
_POSITION = re.compile(r"(qdd|qd|q)(\d+)")
_DOTS = {"q": "", "qd": r"\dot", "qdd": r"\ddot"}


def emit_latex(programs: Sequence[Program], provenance: Provenance) -> str:
    r"""Text for a document that loads ``amsmath``: an ``align*`` a program, its name and cost above it.

    Numbers are rounded to seven digits. Positions are written ``\theta_j``, those of sliding joints ``d_j``.
    """
    lines = [f"% {line}" for line in provenance.lines()]
    lines.append("% Numbers are rounded to seven digits; elements not listed are zero.")
    for program in map(pruned, programs):
        name = program.name.replace("_", " ")
        lines += ["", rf"\paragraph{{{name[0].upper() + name[1:]}}} {cost_in_words(program)}."]
        body = " \\\\\n".join(_equation(left, right) for left, right in _equations(program))
        lines += [r"\begin{align*}", body, r"\end{align*}"] if body else [r"\[ 0 \]"]
    return "\n".join(lines) + "\n"


def _equations(program: Program) -> list[tuple[str, str]]:
    values = [*(statement.value for statement in program.statements), *(output.value for output in program.outputs)]
    slides = {name[1:] for value in values for name in value.names if re.fullmatch(r"q\d+", name)}

    def write(name: str) -> str:
        return symbol(name, slides)

    style = Style(_number, write, r"\,")
    return [(write(left), right) for left, right in equations(program, style)]


def _equation(left: str, right: str) -> str:
    right = re.sub(r"^(cos|sin)\(", r"\\\1(", right)
    return f"{left} &= " + " \\\\\n  &\\quad ".join(wrapped(right, "", ""))


def symbol(name: str, slides: set[str]) -> str:
    r"""A name of the program in LaTeX: ``qd2`` → ``\dot{\theta}_{2}`` (``\dot{d}_{2}`` for a sliding joint)."""
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


def _number(value: Fraction | float) -> str:
    mantissa, _, exponent = decimal(value).partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if exponent else mantissa
