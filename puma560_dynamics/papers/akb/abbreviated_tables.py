"""Armstrong, Khatib and Burdick, tables A4 to A7: the abbreviated (≈) expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...emdeg import PAPER_RULE
from ...models.tables.abbreviation import printed_terms
from ...models.tables.constants import printed_constants
from ...models.tables.table import read_table
from ..bench import Bench
from ..corrections import of_place
from ..entry import Chapter, EntryResult, EntryRow, Paper, all_rows
from ..erratum import FAULTS
from .errata import akb_errata
from .significance import RuleAgreement, largest_of_joint, terms_of, verdicts

CHAPTER = Chapter(Paper.AKB)

_SAME = 1e-9
"""Relative difference below which two readings of a printed number are equal."""


@CHAPTER.entry(
    "tables A4 to A7",
    "coefficients of the abbreviated (≈) expressions",
    "puma560 paper tables",
    criterion="each coefficient of the 46 ≈ forms that are in the scan against the full expression with table A3. "
    "Permitted is half a unit of the last printed digit of either, which is the effect of rounding",
)
def abbreviated_coefficients(bench: Bench) -> EntryResult:
    constants = printed_constants()
    corrections = of_place(akb_errata(), "A4", "A5", "A6", "A7")
    known = {e.entry: e for e in corrections.errata if "printed_coefficient" in e.details}
    lines = []
    for table in ("a4", "a5", "a6", "a7"):
        for entry in read_table(table).values():
            if entry.inserted or entry.abbreviated is None:
                continue
            texts = re.findall(r"\d*\.\d+(?:e-?\d+)?", entry.abbreviated)
            for text, term in zip(texts, printed_terms(entry), strict=False):
                value = term.value(constants)
                slack = half_unit(text) + sum(
                    abs(float(scale)) * half_unit(f"{constants[name]:.2e}")
                    for name, scale in term.coefficient.items()
                    if name != "1"
                )
                close = abs(value - term.printed) <= slack * (1 + _SAME)
                unit = "N·m" if table == "a7" else "kg·m²"
                lines.append(EntryRow(f"{entry.name}: {term.factor}", term.printed, value, unit, close))
    said, found, agree = all_rows(lines, "coefficients")
    off = {line.name.partition(":")[0] for line in lines if not line.agrees}
    return EntryResult(
        said,
        found,
        agree,
        contradiction="the others are not rounded values of the full expressions with table A3",
        shown=off == set(known),
        note="; ".join(
            f"{e.entry}: {e.why}" + ("" if e.fault == "print" else f" ({FAULTS[e.fault]})") for e in known.values()
        )
        + ". 2.67×10^-1 in b_123 is what rounding of I8 "
        f"allows, though tables 4 to 6 give {20 * abs(bench.full.constants['I8']):.2f}×10^-1",
        rows=tuple(lines),
    )


@CHAPTER.entry(
    "tables A4 to A7",
    "which terms the ≈ expressions keep: the rule of section 3",
    "puma560 paper tables",
    criterion="for each of the 46 ≈ forms that are in the scan: its terms against the terms of the full "
    "expression with table A3 that the rule (1 % of the equation, 0.1 % of the joint) keeps. “Equation” is read as one "
    "element of A, B, C or g, and a term is dropped if either percentage drops it; the number of expressions that "
    "agree "
    "depends on both readings (our choice). The entry shows that "
    "no other two percentages would explain the forms: a dropped term is larger by both measures than a kept one",
)
def kept_terms(bench: Bench) -> EntryResult:
    constants = printed_constants()
    judged = [verdict for verdict in verdicts(constants) if not verdict.inserted]
    lines = tuple(
        EntryRow(
            v.entry, " ".join(sorted(v.kept_in_print)) or "0", " ".join(sorted(v.kept_by_rule)) or "0", "", v.agrees
        )
        for v in judged
    )
    said, found, agree = all_rows(list(lines), "expressions")
    dropped, kept = _smallest_pair(judged, constants)
    return EntryResult(
        said,
        found,
        agree,
        contradiction=f"{dropped} is dropped and {kept} is kept: no rule by size can do both",
        shown=bool(dropped),
        note=f"in b_112 I12·S223 (2.20×10^-2) is dropped, {'and' if _b112(constants) else 'but'} I10·(1-2·SS23) "
        f"(2.13×10^-2) kept. {_not_symmetric(constants)}",
        rows=lines,
    )


def _smallest_pair(judged: list[RuleAgreement], constants: Mapping[str, float]) -> tuple[str, str]:
    """Describe a dropped term and a smaller kept term, by both measures of the rule; empty texts if there are none."""
    kept: list[tuple[float, float, str, str]] = []
    dropped: list[tuple[float, float, str, str]] = []
    for verdict in judged:
        for key, (of_equation, of_joint) in terms_of(verdict.entry, constants).items():
            (kept if key in verdict.kept_in_print else dropped).append((of_equation, of_joint, verdict.entry, key))
    for low in sorted(kept):
        for high in dropped:
            if high[0] > low[0] and high[1] > low[1]:
                return tuple(f"{key} of {entry} ({of_equation:.2%} of the equation, {of_joint:.3%} of the joint)"
                             for of_equation, of_joint, entry, key in (high, low))  # type: ignore[return-value]  # fmt: skip
    return "", ""


def _b112(constants: Mapping[str, float]) -> bool:
    """Return whether b_112 drops a term that is larger than one that it keeps."""
    return 2 * abs(constants["I12"]) > abs(constants["I10"])


def _not_symmetric(constants: Mapping[str, float]) -> str:
    """Describe an effect of the row-by-row rule on A, whose off-diagonal elements appear in two equations."""
    largest = largest_of_joint(constants)
    own = {"a_14": 4, "a_15": 5}
    shares = {name: max(terms_of(name, constants, joint=largest[False, joint]).values(), key=lambda pair: pair[1])[1]
              for name, joint in own.items()}  # fmt: skip
    words = " and ".join(f"{name} ({share:.1%} of joint {own[name]})" for name, share in shares.items())
    over = all(share > PAPER_RULE.of_joint for share in shares.values())
    found = "are not" if over else "are"
    return f"Put to zero as small at joint 1, {words} {found} small at the other joint that they act on"


def half_unit(text: str) -> float:
    """Return half a unit of the last digit of a printed number."""
    digits, _, exponent = text.partition("e")
    return 0.5 * 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
