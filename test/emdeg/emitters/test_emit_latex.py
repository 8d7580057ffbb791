"""LaTeX says what the program says, in the paper's notation."""

from __future__ import annotations

import re

from helpers.emdeg.random_programs import arms
from helpers.emdeg.small_program import FROM, SMALL
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.emitters.emit_latex import emit_latex
from puma560_dynamics.emdeg.program.program import Program


def test_latex_in_the_papers_notation():
    text = emit_latex([SMALL], FROM)
    assert r"c_{23} &= \cos({\theta}_{2} + {\theta}_{3} - 0.5) \\" in text
    assert r"t_{1} &= 0.25\,(c_{23}\,{d}_{1} - 1) \\" in text
    assert r"\tau_{2} &= -1\cdot 10^{-5}\,t_{1}\,\dot{d}_{1} + \ddot{\theta}_{2}" in text


@given(arms(3))
@trials(30)
def test_latex_is_balanced_and_the_same_every_time(arm: tuple[Program, ...]):
    text = emit_latex(arm, FROM)
    assert text == emit_latex(arm, FROM)
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{align*}") == text.count(r"\end{align*}")
    for block in re.findall(r"\\begin\{align\*\}\n(.*?)\n\\end", text, re.DOTALL):
        assert all(row.count("&") == 1 for row in block.split("\\\\\n"))
        assert "*" not in block
