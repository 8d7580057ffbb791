"""Types of arguments: what they take, and the sentence where they do not."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.cli.command import separated
from puma560_dynamics.cli.values import (
    finite,
    joint_pairs,
    new_file,
    number_type,
    recording_path,
    some_of,
    whole_type,
)


@given(st.floats(allow_nan=True, allow_infinity=True))
@trials(60)
def test_a_number_is_inside_its_range_or_refused(value: float):
    for parse, inside in (
        (number_type(-2, 5), -2 <= value <= 5),
        (number_type(0, 5, above=True), 0 < value <= 5),
        (number_type(1), 1 <= value < math.inf),
        (finite, math.isfinite(value)),
    ):
        if inside:
            assert parse(repr(value)) == value
        else:
            with pytest.raises(argparse.ArgumentTypeError, match="expected a number"):
                parse(repr(value))


@pytest.mark.parametrize(
    ("parse", "text", "words"),
    [
        (number_type(3, 600, "s"), "x", "expected a number from 3 to 600 s, got 'x'"),
        (number_type(0, 1, above=True), "0", "expected a number above 0 and at most 1, got '0'"),
        (number_type(0.01, unit="Hz"), "nan", "expected a number of 0.01 Hz or more, got 'nan'"),
        (number_type(0, unit="s", above=True), "0", "expected a number above 0 s, got '0'"),
        (whole_type(1), "1.5", "expected a whole number of 1 or more, got '1.5'"),
        (whole_type(0, 9), "10", "expected a whole number from 0 to 9, got '10'"),
        (some_of(("a", "b")), "a,c", "expected some of a, b, separated by commas, got 'a,c'"),
        (joint_pairs, "a", "expected pairs THEIRS=OURS"),
        (joint_pairs, "a=b,a=c", "expected each joint once"),
    ],
)
def test_refusals_state_what_was_expected(parse, text: str, words: str):
    with pytest.raises(argparse.ArgumentTypeError) as error:
        parse(text)
    assert words in str(error.value)


def test_names_come_in_the_order_of_the_list():
    assert some_of(("a", "b", "c"))("c, a") == ["a", "c"]
    assert joint_pairs("x=joint1, y=joint2") == {"x": "joint1", "y": "joint2"}


def test_a_file_needs_a_place_and_a_suffix(tmp_path: Path):
    parse = new_file(".html", ".htm")
    assert parse(str(tmp_path / "A.HTML")) == tmp_path / "A.HTML"
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, words in (
        ("a.pdf", "ends in .html or .htm"),
        ("folder.html", "it is a folder"),
        ("none/a.html", "there is no folder"),
        ("loop/a.html", "cannot be written"),
        (f"{'x' * 300}.html", "cannot be written"),
    ):
        with pytest.raises(argparse.ArgumentTypeError, match=words):
            parse(str(tmp_path / name))
    assert {path.name for path in tmp_path.iterdir()} == {"folder.html", "loop"}


def test_a_recording_has_a_name():
    assert recording_path("bag") == Path("bag")
    with pytest.raises(argparse.ArgumentTypeError, match="empty name"):
        recording_path("")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--center", "0,-1,0.1"], ["--center", "0", "-1", "0.1"]),
        (["--center", "0,", "1e-3 2"], ["--center", "0", "1e-3", "2"]),
        (["--center=0,1,2"], ["--center", "0", "1", "2"]),
        (["--cen", "-1,2,3"], ["--cen", "-1", "2", "3"]),
        (["--center", "0", "0", "1", "my, arm.urdf"], ["--center", "0", "0", "1", "my, arm.urdf"]),
        (["--center", "0,0,x"], ["--center", "0,0,x"]),
        (["--mass", "1,2", "", "a,b"], ["--mass", "1,2", "", "a,b"]),
        (["--names", "1,2"], ["--names", "1,2"]),
    ],
)
def test_numbers_of_one_option_may_be_separated_by_commas(words: list[str], expected: list[str]):
    parser = argparse.ArgumentParser()
    parser.add_argument("--center", nargs=3, type=finite)
    parser.add_argument("--mass", type=finite)
    parser.add_argument("--names", nargs="+")
    assert separated(words, parser._option_string_actions) == expected
