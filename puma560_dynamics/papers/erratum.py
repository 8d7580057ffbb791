"""Corrections of a paper's text, and the fault of each: the scan, the print, or undecided.

No list states the fault. `with_faults` derives it from evidence that a reader can look up, by the same `RULE` for all
papers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

HABIT = 4
"""Number of errata of one paper with the same damage from which on it counts as a habit of the scan; our choice."""

RULE = (
    "1. A second scan is legible at the place: if it has the corrected text, the error is of the scan; if it has the "
    "same error, of the print.",
    "2. Another place of the paper repeats the wrong number, or the error is a whole statement that no misread sign "
    "explains: of the print.",
    "3. The second scan has neither text: undecided.",
    f"4. Each damage of the text is a habit of the scan: it occurs in {HABIT} or more errata of the paper, or a second "
    "scan shows that the print is right at one of them; and nowhere does a second scan show it in print. Of the scan.",
    "5. Otherwise the fault is undecided.",
)
"""Cases of the rule; the first that applies decides."""

FAULTS: Mapping[str, str] = {"scan": "scan", "print": "print", "unknown": "print or scan, undecided"}
"""Words for the faults of errata."""

DAMAGES: Mapping[str, str] = {
    "sign": "a plus or minus is lost, with the decimal point in numbers below 1",
    "dot": "a dot for a derivative is lost or added",
    "label": "the name before the equals sign is lost",
    "numbering": "the name before the equals sign has the number of another line",
    "brace": "the closing brace of an entry longer than a line is lost, at a line's end or read as a parenthesis",
    "stray": "a mark stands where the notation has none",
    "form": "after the semicolon that announces a ≈ form there is none, or a part of one",
    "letter": "one letter or digit is lost",
    "case": "a capital letter stands for a small one",
    "unit": "a part of a unit is lost",
    "entry": "a whole entry is lost",
    "tolerance": "a printed tolerance is lost",
    "lines": "lines are lost, merged, exchanged or illegible",
    "indices": "indices are illegible",
    "digits": "another number",
    "term": "another term, factor or symbol, or one that is missing",
    "statement": "another sentence or condition",
}
"""Kinds of damage. A misread sign is a kind of its own for each pair, such as ``3/5``."""

CONTENT = frozenset({"digits", "term", "statement"})
"""Kinds that are never a habit of a scan, because they have nothing in common but that the text is another one."""

SECOND_SCAN = ("corrected", "text", "neither", "")
"""Readings of a second scan: the corrected text, the same error, something else, or none that is legible."""


@dataclass(frozen=True)
class Evidence:
    """Observations about an error in the text.

    Attributes:
        damage: kinds of damage, keys of `DAMAGES` or pairs of signs.
        second: reading of a second scan, one of `SECOND_SCAN`.
        repeated: other place of the paper with the same wrong number; empty if there is none.
        second_text: text of the second scan at this place.
    """

    damage: tuple[str, ...]
    second: str = ""
    repeated: str = ""
    second_text: str = ""

    def __post_init__(self) -> None:
        """Raise if a value is not in the vocabulary.

        Raises:
            ValueError: there is no damage, or a damage or reading is unknown.
        """
        unknown = [kind for kind in self.damage if kind not in DAMAGES and not _is_pair(kind)]
        if not self.damage or unknown or self.second not in SECOND_SCAN or bool(self.second) != bool(self.second_text):
            raise ValueError(
                f"evidence of an erratum: {self}; the damage must be one or more of {', '.join(DAMAGES)}, or two signs "
                f"such as '3/5', and the second scan one of {SECOND_SCAN}, with its text unless it is empty"
            )


def _is_pair(kind: str) -> bool:
    first, _, second = kind.partition("/")
    return first < second and bool(first)


@dataclass(frozen=True)
class Erratum:
    """A correction at one place of a paper.

    Attributes:
        table: table or section of the paper.
        entry: entry of the table or section.
        text: text in the scan.
        corrected: corrected text.
        proof: kind of proof, a key of `akb.errata.PROOFS`.
        why: reason for the correction, one sentence.
        evidence: observations from which the fault follows.
        details: data for the proof, described at the top of the list.
        fault: origin of the error, ``"scan"``, ``"print"`` or ``"unknown"``; set by `with_faults`.
    """

    table: str
    entry: str
    text: str
    corrected: str
    proof: str
    why: str
    evidence: Evidence
    details: Mapping[str, Any]
    fault: str = "unknown"


def with_faults(errata: Iterable[Erratum]) -> tuple[Erratum, ...]:
    """Return all errata of one paper with their faults."""
    errata = tuple(errata)
    known = habits(erratum.evidence for erratum in errata)
    return tuple(replace(erratum, fault=fault_of(erratum.evidence, known)) for erratum in errata)


def habits(evidence: Iterable[Evidence]) -> frozenset[str]:
    """Return the kinds of damage that are habits of a paper's scan."""
    evidence = tuple(evidence)
    count = Counter(kind for one in evidence for kind in set(one.damage))
    shown = {kind for one in evidence if one.second == "corrected" for kind in one.damage}
    printed = {kind for one in evidence if one.second == "text" for kind in one.damage}
    return frozenset({kind for kind in count if count[kind] >= HABIT} | shown) - printed - CONTENT


def fault_of(evidence: Evidence, known_habits: Set[str]) -> str:
    """Return ``"scan"``, ``"print"`` or ``"unknown"`` by the rule of this module.

    Args:
        evidence: observations about the error.
        known_habits: habits of the scan, from `habits`.
    """
    if evidence.second in ("corrected", "text"):
        return "scan" if evidence.second == "corrected" else "print"
    if evidence.repeated or "statement" in evidence.damage:
        return "print"
    if evidence.second == "neither":
        return "unknown"
    return "scan" if set(evidence.damage) <= known_habits else "unknown"


def from_data(data: Iterable[Mapping[str, Any]]) -> tuple[Erratum, ...]:
    """Return the errata of one paper from the items of its list, with their faults."""
    return with_faults(_erratum(dict(item)) for item in data)


def _erratum(item: dict[str, Any]) -> Erratum:
    fields = {key: str(item.pop(key)) for key in ("table", "entry", "text", "corrected", "proof", "why")}
    damage = tuple(str(kind) for kind in item.pop("damage"))
    evidence = Evidence(damage, *(str(item.pop(key, "")) for key in ("second", "repeated", "second_text")))
    return Erratum(**fields, evidence=evidence, details=item)
