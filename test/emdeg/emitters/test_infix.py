"""Values as text: read back by Python they have the same value; lines and comments stay well formed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.emitters.infix import WIDTH, comment, double_literal, infix, wrapped
from puma560_dynamics.emdeg.program.program import Group, Term, Value

NUMBERS = {"a": 0.7, "b": -1.3, "t1": 2.1}


def term(sign: int, *factors: str) -> Term:
    return Term(sign, factors)


@pytest.mark.parametrize(
    "groups, expected",
    [
        ((), 0.0),
        ((Group(Fraction(1), (term(-1, "a"),)),), -0.7),
        ((Group(Fraction(1), (term(1, "a", "b"), term(-1, "t1"))),), 0.7 * -1.3 - 2.1),
        ((Group(Fraction(1, 4), (term(-1, "a", "a"),)),), -0.25 * 0.49),
        (
            (Group(Fraction(3), (term(-1, "a"), term(1, "b"))), Group(Fraction(1), (term(-1, "t1"), term(1)))),
            3 * (-0.7 - 1.3) - 2.1 + 1.0,
        ),
    ],
)
def test_text_has_the_value_that_it_stands_for(groups: tuple[Group, ...], expected: float):
    assert eval(infix(Value(groups)), dict(NUMBERS)) == pytest.approx(expected)


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(2), Fraction(1, 10**20), Fraction(10**25 + 1, 7)])
def test_a_number_reads_back_as_its_double(value: Fraction):
    assert float(double_literal(value)) == float(value)


def test_a_long_line_is_broken_between_terms_only():
    line = "t1 = " + " - ".join(f"c{i}*(s{i} + qd{i})" for i in range(60)) + ";"
    parts = wrapped(line, "    ")
    assert len(parts) > 5 and all(len(part) <= WIDTH for part in parts)
    assert all(part.startswith("    ") for part in parts) and parts[1].startswith(8 * " ")
    assert " ".join(part.strip() for part in parts) == line
    assert not any(part.rstrip().endswith(("-", "+", "=")) for part in parts[:-1])


def test_no_sentence_ends_a_comment_or_begins_another():
    (first, *middle, last) = comment(["a */ b /* c", "second"])
    assert first.startswith("/* ") and last == " */"
    assert "*/" not in first[2:] and "/*" not in first[2:]
    assert not any("*/" in line for line in middle)


@pytest.mark.parametrize("before", range(0, 120, 3))
def test_an_option_of_a_compiler_stays_in_one_piece(before: int):
    option = "-ffp-contract=fast"
    lines = comment([before // 2 * "a " + option])
    assert any(option in line for line in lines)
