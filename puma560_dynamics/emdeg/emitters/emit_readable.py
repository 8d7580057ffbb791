r"""Write programs for readers: as a plain table, or as LaTeX in the paper's notation, ``c_{23}``, ``\dot\theta_1``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..chain.chain import Chain
from ..program.program import SIGN, Program, Trig, linear, signed_sum
from ..program.provenance import Provenance, cost_in_words, description
from ..program.specialise import pruned
from ..tasks import task_of
from .infix import Style, infix, sums_as_text, wrapped


def decimal(value: Fraction | float) -> str:
    """Format a number with seven significant digits."""
    return f"{float(value):.7g}"


TABLE = Style(decimal, str, "*")


def emit_table(programs: Sequence[Program], provenance: Provenance) -> str:
    """Return a text table with one block per program, which lists nonzero elements: ``a_11 = 2.57 + 1.38*c2*c2 + …``.

    Numbers are rounded to seven digits. Symbols without a value are written by name.
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


def emit_latex(programs: Sequence[Program], provenance: Provenance) -> str:
    r"""Return LaTeX for a document with ``amsmath``: one ``align*`` per program, below its name and cost.

    Numbers are rounded to seven digits. Positions are written ``\theta_j`` (``d_j`` for prismatic joints).
    """
    lines = [f"% {line}" for line in provenance.lines()]
    lines.append("% Numbers are rounded to seven digits; elements not listed are zero.")
    for program in map(pruned, programs):
        name = program.name.replace("_", " ")
        lines += ["", rf"\paragraph{{{name[0].upper() + name[1:]}}} {cost_in_words(program)}."]
        body = " \\\\\n".join(_equation(left, right) for left, right in _equations(program))
        lines += [r"\begin{align*}", body, r"\end{align*}"] if body else [r"\[ 0 \]"]
    return "\n".join(lines) + "\n"


def base_parameters_latex(chain: Chain) -> tuple[str, ...]:
    r"""Return the definitions of a chain's base parameters as LaTeX: ``\beta_{2} = \mathrm{mcx}_{2} + 0.43\,m_{3}``."""
    style = Style(latex_number, lambda name: symbol(name, set()), r"\,")
    sums = task_of("base_regressor").sums(chain)
    return tuple(f"{symbol(name, set())} = {infix(linear(factors), style)}" for name, factors in sums.items())


def _equations(program: Program) -> list[tuple[str, str]]:
    values = [*(statement.value for statement in program.statements), *(output.value for output in program.outputs)]
    slides = {name[1:] for value in values for name in value.names if re.fullmatch(r"q\d+", name)}

    def write(name: str) -> str:
        return symbol(name, slides)

    style = Style(latex_number, write, r"\,")
    return [(write(left), right) for left, right in equations(program, style)]


def _equation(left: str, right: str) -> str:
    right = re.sub(r"^(cos|sin)\(", r"\\\1(", right)
    return f"{left} &= " + " \\\\\n  &\\quad ".join(wrapped(right, "", ""))


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
