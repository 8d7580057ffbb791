"""Lines of Burdick's appendix II as our scan has them, and the names that had to be read so that a line holds.

The lines are in ``appendix_ii.txt``. A name is *determined* by the scan if it is the only name of the appendix that
fits. Rule: the letter is trusted, apart from those that the scan confuses (`LETTERS`); digits, x and y are trusted;
any other character in an index stands for one or two unknown ones. Where no name that fits by this rule makes the line
hold, characters of the scan are taken as *misread*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from .appendix_constants import CONSTANTS

TEXT = Path(__file__).parent / "appendix_ii.txt"

LETTERS = {"s": "sS8Ba•", "c": "cCeo", "I": "IlJ1", "V": "VY"}
"""Characters for which the scan has others, by the first letter of a name."""

_LETTERS = ", ".join(f"{' '.join(scan.replace(name, ''))} for {name}" for name, scan in LETTERS.items())

READING = (
    "A name of the appendix fits the scan if they have the same digits, x and y, any other character in an index "
    f"standing for one or two unknown ones, and the same first letter; the scan also has {_LETTERS}. A name that alone "
    "fits is not listed. If more than one fits, the name is read so that the line holds, and so is a lost sign. Where "
    "no fitting name makes the line hold with the other names as read, digits and letters are taken as misread, too, "
    "and the corrections list these names; each row lists all of them"
)
"""Text about readings, for criteria."""

NAMES_READ = (
    "the names of appendix II are read as in the entries on its lines, where they are read so that the lines hold, if "
    "any reading makes them hold"
)
"""Text about readings, for criteria of entries that use these names for something else."""

_NAME = re.compile(r"([A-Za-z]\w*)\[(.*?)\]")
_SIGN = re.compile(r"([+-])\[(.*?)\]")
_REPLACED = re.compile(r"«(.*?) => (.*?)»")


@dataclass(frozen=True)
class Reading:
    """A name that the scan does not determine.

    Attributes:
        name: our reading.
        scan: text of the scan; empty if it is lost.
    """

    name: str
    scan: str

    @property
    def is_misread(self) -> bool:
        """Whether the text of the scan does not fit the reading."""
        return bool(self.scan) and self.name not in candidates(self.scan)

    def __str__(self) -> str:
        return f"{self.scan} as {self.name}" if self.scan else f"{self.name} lost"


@dataclass(frozen=True)
class AppendixLine:
    """A line of appendix II.

    Attributes:
        name: name that the line defines.
        scan_name: text of the name in the scan; empty if the line or its name is lost.
        marked: right side with its marks, as in the file.
    """

    name: str
    scan_name: str
    marked: str

    @property
    def in_scan(self) -> bool:
        """Whether the scan has the line."""
        return bool(self.scan_name)

    @property
    def scan(self) -> str:
        """The right side as the scan has it."""
        text = _REPLACED.sub(r"\1", self.marked)
        return " ".join(_NAME.sub(r"\2", _SIGN.sub(r"\2", text)).replace("*", " ").split())

    @property
    def fragments(self) -> tuple[str, ...]:
        """Parts of a line that are in the scan although the line is not."""
        return () if self.in_scan else tuple(scan for _, scan in _NAME.findall(self.marked) if scan)

    @property
    def printed(self) -> str:
        """The right side as legible, with our readings of names and signs."""
        return self._read(r"\1")

    @property
    def text(self) -> str:
        """The right side with the terms that the derivation has in place of wrong ones."""
        return self._read(r"\2")

    @property
    def is_corrected(self) -> bool:
        """Whether `text` has other terms than `printed`."""
        return self.text != self.printed

    @property
    def lost_signs(self) -> int:
        """Number of signs that are not in the scan."""
        return len(_SIGN.findall(self.marked))

    def with_signs(self, signs: Iterable[str]) -> str:
        """Return `text` with other signs in place of the lost ones."""
        given = iter(signs)
        return _without_marks(_REPLACED.sub(r"\2", _SIGN.sub(lambda _: next(given), self.marked)))

    @property
    def sign_patterns(self) -> Iterable[tuple[str, ...]]:
        """All patterns of the lost signs."""
        return product("+-", repeat=self.lost_signs)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Names of the line that the scan does not determine, each once; the name that it defines comes first."""
        marked = [(self.name, self.scan_name), *_NAME.findall(self.marked)]
        found = [Reading(name, scan) for name, scan in marked if candidates(scan) != {name} and scan != name]
        return tuple(dict.fromkeys(found))

    @property
    def needed(self) -> tuple[Reading, ...]:
        """Readings of the terms that the line needs, without those of replaced terms."""
        return tuple(reading for reading in self.readings if reading not in self.replaced)

    @property
    def replaced(self) -> tuple[Reading, ...]:
        """Names in terms that the derivation does not have; the lines that hold say nothing about them."""
        terms = " ".join(printed for printed, _ in _REPLACED.findall(self.marked))
        return tuple(Reading(name, scan) for name, scan in _NAME.findall(terms))

    def _read(self, which: str) -> str:
        return _without_marks(_REPLACED.sub(which, _SIGN.sub(r"\1", self.marked)))


def _without_marks(text: str) -> str:
    return _NAME.sub(r"\1", text)


@cache
def appendix_lines() -> Mapping[str, AppendixLine]:
    """Return all lines by name, in the order of the file."""
    found = {}
    for line in TEXT.read_text(encoding="utf-8").splitlines():
        head, equals, marked = line.partition(" = ")
        if equals and not line.startswith("#"):
            match = _NAME.fullmatch(head)
            name, scan = match.groups() if match else (head, head)
            found[name] = AppendixLine(name, scan, marked)
    return found


def lines_of(letter: str) -> list[AppendixLine]:
    """Return the lines whose names begin with `letter` and a digit, such as ``"M"``."""
    return [line for name, line in appendix_lines().items() if name.startswith(letter) and name[len(letter)].isdigit()]


@cache
def vocabulary() -> frozenset[str]:
    """Return every name of the appendix."""
    text = " ".join([CONSTANTS, *(f"{line.name} {line.printed}" for line in appendix_lines().values())])
    return frozenset(re.findall(r"[A-Za-z]\w*", text))


@cache
def candidates(scan: str) -> frozenset[str]:
    """Return the names of the appendix that a text of the scan may stand for, by the rule of this module."""
    if not scan:
        return frozenset()
    index = "".join(sign if sign in "0123456789xy" else "[0-9a-zV]{1,2}" for sign in scan[1:])
    return frozenset(
        name for name in vocabulary() if scan[0] in LETTERS.get(name[0], name[0]) and re.fullmatch(index, name[1:])
    )


def read_in(line: AppendixLine) -> str:
    """Return the readings of a line as text; empty if the scan determines all names and signs."""
    kinds = {"read": False, "taken as misread:": True}
    words = {kind: [str(one) for one in line.needed if one.is_misread is misread] for kind, misread in kinds.items()}
    found = [f"{kind} {', '.join(texts)}" for kind, texts in words.items() if texts]
    if line.lost_signs:
        found.append(f"{line.lost_signs} sign{'s' * (line.lost_signs > 1)} read")
    return "; ".join(found)
