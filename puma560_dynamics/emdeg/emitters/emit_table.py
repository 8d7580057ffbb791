"""Write programs for readers as a plain table: one block per program, with numbers rounded to seven digits."""

from __future__ import annotations

from collections.abc import Sequence

from ..program.program import Program
from ..program.provenance import Provenance, cost_in_words, description
from ..program.specialise import pruned
from .infix import wrapped
from .notation import equations
from .omitted import omitted_table
from .unit import Unit


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME.txt``, by file name."""
    rest = omitted_table(unit.omitted) if unit.omitted else ""
    return {f"{unit.name}.txt": emit_table(unit.programs, unit.provenance) + rest}


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
