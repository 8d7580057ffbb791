"""Delimiters found and refused."""

from __future__ import annotations

import pytest

from puma560_dynamics.bags.tables.delimiters import Dialect, find_dialect, stated_dialect
from puma560_dynamics.errors import BagError


@pytest.mark.parametrize(
    ("lines", "dialect"),
    [
        (["1,2,3", "4,5,6"], Dialect(",")),
        (["1;2", "4;5"], Dialect(";")),
        (["1,5;2,25", "4,0;5,5"], Dialect(";", decimal_comma=True)),
        (["1\t2", "4\t5"], Dialect("\t")),
        (["1|2", "4|5"], Dialect("|")),
        (["1   2.5 3", " 4 5   6"], Dialect(" ")),
        (["1,5 2,5", "3,5 4,5"], Dialect(" ", decimal_comma=True)),
        (["t, joint one, joint two", "1, 2, 3"], Dialect(",")),
        (["1", "2"], Dialect(",")),
    ],
)
def test_a_delimiter_is_found(lines: list[str], dialect: Dialect):
    found = find_dialect("run.csv", lines)
    assert found == dialect
    assert all(len(found.split(line)) == len(found.split(lines[0])) for line in lines)


def test_a_decimal_comma_is_a_number():
    assert Dialect(";", decimal_comma=True).number("-1,25e1") == -12.5


def test_quotes_are_no_part_of_a_field():
    assert Dialect(",").split('"a, b", "c"') == ["a, b", "c"]


def test_uneven_lines_are_refused():
    with pytest.raises(BagError, match=r"no delimiter .* with comma most have 3"):
        find_dialect("run.csv", ["1,2,3", "1,2", "1,2,3", "4"])


def test_a_wrong_delimiter_is_refused_with_the_right_one():
    with pytest.raises(BagError, match=r"';' does not separate its columns, comma does \(3 columns\)"):
        stated_dialect("run.csv", ["1,2,3", "4,5,6"], ";")
    with pytest.raises(BagError, match="not one character"):
        stated_dialect("run.csv", ["1,2"], "colons")


@pytest.mark.parametrize("stated", ["tab", "\\t", "\t"])
def test_a_delimiter_has_a_name(stated: str):
    assert stated_dialect("run.csv", ["1\t2"], stated).delimiter == "\t"
