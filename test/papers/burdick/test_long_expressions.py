"""Burdick's long expressions: one pattern of signs fits each line, and only with the text as it is read."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.burdick.long_expressions import Line, fitting, legible, lines


@pytest.mark.parametrize("line", lines(), ids=lambda line: line[0])
def test_one_pattern_of_signs_fits(line: Line):
    (signs,) = fitting(line)
    assert legible(line, signs)


@pytest.mark.parametrize("name", ["M13", "c311", "D154"])
def test_a_line_with_another_term_fits_with_no_signs(name: str):
    line = next(line for line in lines() if line[0] == name)
    assert fitting((name, (*line[1][:-1], ("+", "K1113*T13")))) == []


def test_a_legible_sign_that_is_wrong_is_seen():
    line = next(line for line in lines() if line[0] == "c233")
    (signs,) = fitting(line)
    assert not legible((line[0], tuple(("-", text) for _, text in line[1])), signs)
