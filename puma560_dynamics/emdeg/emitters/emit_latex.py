r"""Write programs for readers as LaTeX in the paper's notation, ``c_{23}``, ``\dot\theta_1``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..chain.chain import Chain
from ..program.program import Program, linear
from ..program.provenance import Provenance, cost_in_words
from ..program.specialise import pruned
from ..tasks import task_of
from .infix import Style, infix, wrapped
from .notation import equations, latex_number, symbol
from .omitted import omitted_latex
from .unit import Unit


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME.tex``, by file name."""
    rest = omitted_latex(unit.omitted) if unit.omitted else ""
    return {f"{unit.name}.tex": emit_latex(unit.programs, unit.provenance) + rest}


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
