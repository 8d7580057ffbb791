"""Expressions of numbers and pi are read; nothing else is evaluated."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arithmetic import LONGEST, expression_value, number_of


@pytest.mark.parametrize(
    ("text", "value"),
    [("pi/2", math.pi / 2), ("-pi/2", -math.pi / 2), (" 3 * pi / 4 ", 3 * math.pi / 4), ("0.5+1e-3", 0.501),
     ("-(1 - 2.5)", 1.5), ("+π", math.pi), ("180/90", 2.0), ("1", 1.0)],
)  # fmt: skip
def test_numbers_and_pi(text: str, value: float):
    assert expression_value(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [("a2", "symbol 'a2' has no value; give its number"), ("q1 + pi", "symbol 'q1'"), ("", "no expression"),
     ("1 +", "no expression"), ("1/0", "no expression"), ("2**3", "only numbers"), ("open('x')", "only numbers"),
     ("pi.real", "only numbers, pi"), ("True", "only numbers"), ("'a'", "only numbers"), ("1j", "only numbers"),
     ("(" * 60 + ")" * 60, f"at most {LONGEST}"), ("1" * 400, "at most"), ("[1][0]", "only numbers")],
)  # fmt: skip
def test_anything_else_is_a_sentence(text: str, words: str):
    with pytest.raises(ValueError, match=words):
        expression_value(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_itself(number: float):
    assert expression_value(repr(number)) == number


@pytest.mark.parametrize(("value", "number"), [(3, 3.0), ("1e-3", 1e-3), ("pi/2", math.pi / 2), (10**400, math.inf)])
def test_an_entry_of_a_file(value: object, number: float):
    assert number_of(value) == number


@pytest.mark.parametrize("value", [True, None, [1.0], {"a": 1}, "a2"])
def test_what_is_no_number(value: object):
    with pytest.raises(ValueError, match="symbol 'a2'" if value == "a2" else ""):
        number_of(value)
