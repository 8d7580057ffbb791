"""Words, YAML and mappings say the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.columns.column_words import from_mapping, from_words, from_yaml
from puma560_dynamics.errors import BagError

WORDS = {
    "time": {"columns": "0", "unit": "ms"},
    "position": {"columns": "1:3"},
    "effort": {"columns": ["a", "b c"], "gain": ["14.9", "13.3"]},
    "motor": {"matrix": [["32", "0"], ["32", "32"]]},
}
TEXT = "t=0 t.unit=ms q=1:3 'effort=a,b c' effort.gain=14.9,13.3 motor.matrix=32,0;32,32"
YAML = """
time: {columns: 0, unit: ms}
q: 1:3
tau:
  columns: [a, b c]
  gain: [14.9, 13.3]
motor: {matrix: [[32, 0], [32, 32]]}
"""


def test_text_yaml_and_mapping_give_the_same_columns(tmp_path: Path):
    (tmp_path / "columns.yaml").write_text(YAML)
    assert from_words(TEXT) == WORDS
    assert from_yaml(tmp_path / "columns.yaml") == WORDS
    data = {
        "t": {"columns": 0, "unit": "ms"},
        "q": slice(1, 3),
        "effort": {"columns": ("a", "b c"), "gain": np.array([14.9, 13.3])},
        "motor": {"matrix": np.array([[32, 0], [32, 32]])},
    }
    assert from_mapping(data) == WORDS


def test_a_range_in_yaml_is_no_number_of_base_60(tmp_path: Path):
    (tmp_path / "columns.yaml").write_text("position: 13:19\n")
    assert from_yaml(tmp_path / "columns.yaml") == {"position": {"columns": "13:19"}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t 0", "expected KEY=VALUE"),
        ("t=", "expected KEY=VALUE"),
        ("q=1:7 position=2:8", "position is given twice"),
        ("q='1", "quotation mark"),
    ],
)
def test_other_words_are_refused(text: str, words: str):
    with pytest.raises(BagError, match=words):
        from_words(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [("a: [", "line 1 is no YAML"), ("- a\n", "is not a column map"), ("t: {a: {b: 1}}", "time.a is")],
)
def test_other_yaml_is_refused(tmp_path: Path, text: str, words: str):
    (tmp_path / "columns.yaml").write_text(text)
    with pytest.raises(BagError, match=words):
        from_yaml(tmp_path / "columns.yaml")


def test_what_is_no_text_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match=r"position\.columns is None"):
        from_mapping({"q": None})
    with pytest.raises(BagError, match="position is given twice"):
        from_mapping({"q": 1, "position": 2})
    with pytest.raises(BagError, match="no such file"):
        from_yaml(tmp_path / "none.yaml")
