"""Frozen values as plain data and back, without loss."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.plain_data import from_plain, to_plain


@dataclass(frozen=True)
class Part:
    """One number."""

    size: float


@dataclass(frozen=True)
class Whole:
    """All kinds of fields."""

    name: str
    parts: tuple[Part, ...]
    matrix: FloatArray
    limit: float | None = None
    count: int = 0
    on: bool = False


@given(
    st.text(max_size=5), st.lists(st.floats(allow_nan=False), max_size=3),
    st.lists(st.floats(allow_nan=False), min_size=4, max_size=4), st.one_of(st.none(), st.floats(allow_nan=False)),
)  # fmt: skip
def test_there_and_back_it_is_the_same(name: str, sizes: list[float], entries: list[float], limit: float | None):
    whole = Whole(name, tuple(map(Part, sizes)), np.reshape(entries, (2, 2)), limit, 3, True)
    text = json.dumps(to_plain(whole), allow_nan=False)
    back = from_plain(Whole, json.loads(text))
    assert (back.name, back.parts, back.limit, back.count, back.on) == (name, whole.parts, limit, 3, True)
    np.testing.assert_array_equal(back.matrix, whole.matrix)
    assert json.dumps(to_plain(back)) == text


GOOD: dict[str, Any] = {"name": "a", "parts": [{"size": 1.0}], "matrix": [[1, 2], [3, "inf"]]}


def test_infinity_and_whole_numbers_are_read():
    assert math.isinf(from_plain(Whole, GOOD).matrix[1, 1])


@pytest.mark.parametrize(
    "change",
    [
        {"name": 3}, {"parts": 3}, {"parts": [3]}, {"parts": [{"size": "x"}]}, {"parts": [{"length": 1.0}]},
        {"matrix": [[1, 2], [3]]}, {"matrix": None}, {"matrix": [True]}, {"count": 1.5}, {"count": True}, {"on": 1},
        {"other": 1}, {"limit": "wide"},
    ],
)  # fmt: skip
def test_data_of_another_form_is_refused(change: dict[str, Any]):
    with pytest.raises((ValueError, TypeError)):
        from_plain(Whole, {**GOOD, **change})


def test_fields_may_be_left_out():
    assert "matrix" not in to_plain(from_plain(Whole, GOOD), ("matrix",))
