"""Calculations in lines of code, counted in the text."""

from __future__ import annotations

from collections.abc import Sequence


def calculations_of(lines: Sequence[str]) -> tuple[int, int]:
    """Multiplications and additions of assignments; signs and divisions are not counted."""
    values = [line.partition(" = ")[2] for line in lines]
    return (
        sum(text.count("*") for text in values),
        sum(text.count(" + ") + text.count(" - ") for text in values),
    )
