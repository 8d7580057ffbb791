"""Argument types for argparse: numbers in a range, integers, names from a list, output files.

The attribute ``known`` of a type has the words that a shell may complete in place of files: none for a number.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..errors import Puma560Error, reason_of
from ..files import check_writable

Parse = TypeVar("Parse", bound=Callable[[str], Any])


def _known(parse: Parse, words: Sequence[str]) -> Parse:
    parse.known = words  # type: ignore[attr-defined]
    return parse


def number_type(low: float, high: float = math.inf, unit: str = "", *, above: bool = False) -> Callable[[str], float]:
    """Return an argument type: a finite number from `low` to `high`, excluding `low` itself if `above` is true."""
    unit = f" {unit}" if unit else ""
    if low == -math.inf:
        words = ""
    elif high == math.inf:
        words = f" above {low:g}{unit}" if above else f" of {low:g}{unit} or more"
    else:
        words = f" above {low:g} and at most {high:g}{unit}" if above else f" from {low:g} to {high:g}{unit}"
    expected = f"expected a number{words}"

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (low <= value <= high and math.isfinite(value)) or (above and value == low):
            raise argparse.ArgumentTypeError(f"{expected}{_without_unit(text)}, got {text!r}")
        return value

    return _known(parse, ())


def _without_unit(text: str) -> str:
    """Return a hint for a number with a unit; empty for other text."""
    number = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*(?=[a-zA-Zµ°%])", text)
    return " without a unit" if number else ""


finite = number_type(-math.inf)
"""Argument type of any finite number."""


def whole_type(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return an argument type: an integer from `low` to `high`."""
    words = f"of {low} or more" if high is None else f"from {low} to {high}"

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"expected a whole number {words}, got {text!r}")
        return value

    return _known(parse, ())


def some_of(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Return an argument type: names from `known`, separated by commas, which are sorted as in `known`."""

    def parse(text: str) -> list[str]:
        names = [word.strip() for word in text.split(",") if word.strip()]
        if not names or any(name not in known for name in names):
            raise argparse.ArgumentTypeError(f"expected some of {', '.join(known)}, separated by commas, got {text!r}")
        return [name for name in known if name in names]

    return _known(parse, known)


def some_of_links(known: Sequence[str], sign: str) -> Callable[[str], list[str]]:
    """Return an argument type: as `some_of`, but a link may follow a name, after a sign, as in ``jacobian:tool0``."""

    def parse(text: str) -> list[str]:
        words = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
        some_of(known)(",".join(word.partition(sign)[0] for word in words))
        return sorted(words, key=lambda word: known.index(word.partition(sign)[0]))

    return _known(parse, known)


def joint_pairs(text: str) -> dict[str, str]:
    """Parse ``THEIRS=OURS,…``: joint names of a recording, mapped to joint names of the arm."""
    found: dict[str, str] = {}
    for pair in text.split(","):
        theirs, equals, ours = (part.strip() for part in pair.partition("="))
        if not (equals and theirs and ours):
            raise argparse.ArgumentTypeError(f"expected pairs THEIRS=OURS separated by commas, got {text!r}")
        if theirs in found or ours in found.values():
            raise argparse.ArgumentTypeError(f"expected each joint once, got {text!r}")
        found[theirs] = ours
    return found


def any_path(text: str) -> Path:
    """Parse the path of a file or folder; refuse an empty text, which would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected the path of a file or folder, got an empty name")
    return Path(text)


def recording_path(text: str) -> Path:
    """Parse the path or name of a recording; refuse an empty text, which would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected a recording, got an empty name; name a bag, a table, or 'example'")
    return Path(text)


def new_file(*suffixes: str) -> Callable[[str], Path]:
    """Return an argument type: the path of a writable file whose name ends in one of `suffixes`.

    The path is checked during parsing, before the work, which may take minutes.
    """

    def parse(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() not in suffixes:
            expected = " or ".join(suffixes) if len(suffixes) < 3 else ", ".join(suffixes)
            raise argparse.ArgumentTypeError(f"expected a file name that ends in {expected}, got {text!r}")
        try:
            check_writable(path)
        except Puma560Error as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        except (OSError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
            reason = reason_of(error)
            raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {reason}; name another file") from None
        return path

    return parse


MASS = number_type(0, 1000, "kg")
"""Argument type of the mass of a load."""

LENGTH = number_type(-10, 10, "m")
"""Argument type of a coordinate of a load's center of mass."""

PAGE = new_file(".html", ".htm")
"""Argument type of the path of a page to be written."""

FIGURE = new_file(".png", ".svg", ".pdf")
"""Argument type of the path of a figure to be written."""

ARM_FILE = new_file(".yaml", ".yml")
"""Argument type of the path of an arm file to be written."""
