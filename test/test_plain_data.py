"""Frozen values as plain data and back, without loss."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.plain_data import DEEP, from_plain, nesting_bound, parse_yaml, to_plain


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


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
data = st.recursive(plain, lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=5), below))


def depth(value: object) -> int:
    """How many lists and mappings stand within each other."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if below is None else 1 + max(map(depth, below), default=0)


@given(data, st.booleans(), st.sampled_from((None, True, False)))
def test_what_is_written_is_read_again(value: object, each_key_once: bool, flow: bool | None):
    text = yaml.safe_dump(value, default_flow_style=flow)
    assert parse_yaml(text, each_key_once=each_key_once) == yaml.safe_load(text) == value
    assert depth(value) <= nesting_bound(text)


def test_either_reader_finds_a_key_given_twice():
    twice = "a: 1\na: 2\n"
    assert parse_yaml(twice) == {"a": 2}
    for text in (twice, twice + "# " + "[" * DEEP):
        with pytest.raises(yaml.constructor.ConstructorError, match="'a' is given twice"):
            parse_yaml(text, each_key_once=True)


@pytest.mark.parametrize("text", ["!!python/object/apply:os.getpid []", "!!python/name:os.system ''"])
def test_only_plain_data_is_made(text: str):
    for each_key_once in (False, True):
        with pytest.raises(yaml.YAMLError):
            parse_yaml(text, each_key_once=each_key_once)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML has no libyaml here")
@pytest.mark.parametrize("within", ["[", "{", "- ", "? ", "\r"])
def test_deep_nesting_is_an_error_and_no_end_of_the_process(within: str):
    program = (
        "import sys, yaml; from puma560_dynamics.plain_data import parse_yaml\n"
        "try: parse_yaml(sys.stdin.read())\n"
        "except (RecursionError, yaml.YAMLError) as error: print('refused')\n"
    )
    text = "\r".join(" " * depth + "-" for depth in range(2000)) if within == "\r" else within * 300_000
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "refused\n"), done.stderr[-300:]


@pytest.mark.parametrize("text", ["[" * (DEEP - 3) + "]" * (DEEP - 3), "- " * (DEEP // 4 - 1) + "a"])
def test_the_fast_reader_goes_as_deep_as_it_is_used(text: str):
    """Just below the bound, in a thread with the small stack that some systems give: data or an error."""
    assert DEEP / 2 < nesting_bound(text) < DEEP
    program = (
        "import sys, threading, yaml; from puma560_dynamics.plain_data import parse_yaml\n"
        "def read():\n"
        "    try: ended.append(type(parse_yaml(text)) is list)\n"
        "    except RecursionError: ended.append(True)\n"
        "text, ended = sys.stdin.read(), []\n"
        "threading.stack_size(512 * 1024); thread = threading.Thread(target=read); thread.start(); thread.join()\n"
        "print(ended)"
    )
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[True]\n"), done.stderr[-300:]
