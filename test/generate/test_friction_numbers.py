"""The generated header of the C++ core has the numbers of the table of friction terms."""

from __future__ import annotations

from tools.generate.friction_numbers import HEADER, source


def test_the_header_is_up_to_date():
    assert HEADER.read_text(encoding="utf-8") == source(), "run `make generate`"
