"""Armstrong, Khatib and Burdick, tables A4 to A7: the abbreviated (≈) expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...emdeg import PAPER_RULE
from ...models.tables.abbreviation import printed_terms
from ...models.tables.constants import printed_constants
from ...models.tables.table import read_table
from ..bench import Bench
from ..corrections import Corrections, of_place
from ..entry import Chapter, EntryResult, EntryRow, Paper, all_rows
from ..erratum import FAULTS
from .errata import akb_errata
from .significance import RuleAgreement, largest_of_joint, terms_of, verdicts
from .tables import misreadings

CHAPTER = Chapter(Paper.AKB)

PLACES = ("A4", "A5", "A6", "A7")
"""Tables with ≈ forms."""

_SAME = 1e-9
"""Relative difference below which two readings of a printed number are equal."""

MARGIN = 4.0
"""Ratio of relative sizes that remains above 1 if sizes include the factors of cosines and sines.

The largest magnitudes of these factors are between 0.5 and 1, so that a relative size changes by at most 2.
"""


@CHAPTER.entry(
    "tables A4 to A7",
    "coefficients of the abbreviated (≈) expressions",
    "puma560 paper tables",
    criterion="each coefficient of the 46 ≈ forms that are in the scan against the full expression (as corrected) with "
    "table A3. Permitted is half a unit of the last printed digit of the coefficient, and half a unit of that of each "
    "constant times its factor: the effect of rounding",
)
def abbreviated_coefficients(bench: Bench) -> EntryResult:
    constants = printed_constants()
    corrections = of_place(akb_errata(), *PLACES)
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
        f"allows, though tables 4 to 6 and A1 give {20 * abs(bench.full.constants['I8']):.2f}×10^-1. "
        f"{_read_as_corrected()}",
        rows=tuple(lines),
    )


@CHAPTER.entry(
    "tables A4 to A7",
    "which terms the ≈ expressions keep: the rule of section 3",
    "puma560 paper tables",
    criterion="for each of the 46 ≈ forms that are in the scan: its terms against the terms of the full "
    "expression (as corrected) with table A3 that the rule (1 % of the equation, 0.1 % of the joint) keeps. Our "
    "readings, on which the number of expressions that agree depends: an equation is one element of A, B, C or g; a "
    "term is a constant times its factor of cosines and sines, as printed, and its size that of its coefficient; the "
    "largest constant term of a joint i, the first index, is that of a_ii, or the largest constant of g_i; a term is "
    "dropped if either percentage drops it. The entry shows that by these readings no other two percentages would "
    "explain the forms: a "
    f"dropped term is more than {MARGIN:g} times as large by both measures as a kept one (factors of cosines and "
    "sines, whose largest magnitudes are between 0.5 and 1, change the ratio by that at most)",
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
    dropped, kept = _clearest_pair(judged, constants)
    return EntryResult(
        said,
        found,
        agree,
        contradiction=f"{dropped} is dropped and {kept} is kept: by our readings no two percentages can do both",
        shown=bool(dropped),
        note=f"{_other_joints(constants)}. {_not_symmetric(constants)}. {_read_as_corrected()}",
        rows=lines,
    )


def _clearest_pair(judged: list[RuleAgreement], constants: Mapping[str, float]) -> tuple[str, str]:
    """Describe the dropped and the kept term of which the dropped one is largest in comparison, by both measures.

    The texts are empty if there are none with a ratio above `MARGIN`.
    """
    kept: list[tuple[float, float, str, str]] = []
    dropped: list[tuple[float, float, str, str]] = []
    for verdict in judged:
        for key, (of_equation, of_joint) in terms_of(verdict.entry, constants, verdict.joint).items():
            (kept if key in verdict.kept_in_print else dropped).append((of_equation, of_joint, verdict.entry, key))
    pairs = ((min(high[0] / low[0], high[1] / low[1]), high, low) for low in kept for high in dropped)
    ratio, *terms = max(pairs, key=lambda pair: pair[0])
    if ratio <= MARGIN:
        return "", ""
    return tuple(f"{key} of {entry} ({100 * of_equation:.0f} % of the equation, {of_joint:.2g} % of the joint)"
                 for of_equation, of_joint, entry, key in ((a, 100 * b, c, d) for a, b, c, d in terms))  # type: ignore[return-value]  # fmt: skip


def _other_joints(constants: Mapping[str, float]) -> str:
    """Describe the result if elements count at each joint on which they act, all of them or those of B and C only."""
    words = []
    for who, letters in (("an element counts", "abc"), ("only an element of B or C counts", "bc")):
        judged = [verdict for verdict in verdicts(constants, letters) if not verdict.inserted]
        dropped, kept = _clearest_pair(judged, constants)
        shown = f"{dropped} and {kept} show it, too" if dropped else "it is not shown"
        words.append(f"if {who} at each joint on which it acts, {sum(v.agrees for v in judged)} agree, and {shown}")
    return "; ".join(words)


def _not_symmetric(constants: Mapping[str, float]) -> str:
    """Describe an effect of the row-by-row rule on A, whose off-diagonal elements appear in two equations."""
    largest = largest_of_joint(constants)
    own = {"a_14": 4, "a_15": 5}
    shares = {name: max(terms_of(name, constants, joint=largest[False, joint]).values(), key=lambda pair: pair[1])[1]
              for name, joint in own.items()}  # fmt: skip
    words = " and ".join(f"{name} ({100 * share:.1f} % of joint {own[name]})" for name, share in shares.items())
    over = all(share > PAPER_RULE.of_joint for share in shares.values())
    found = "above" if over else "not above"
    limit = f"{100 * float(PAPER_RULE.of_joint):.1f} %"
    return f"Put to zero as small at joint 1, {words} are {found} the {limit} of the other joint that they act on"


def _read_as_corrected() -> str:
    """Return a sentence on the errata of full expressions and of ≈ forms that both entries read as corrected."""
    forms = Corrections(tuple(
        e
        for e in of_place(akb_errata(), *PLACES).errata
        if e.text.startswith("≈") and not {"printed_coefficient", "larger_than"} & set(e.details)
    ))  # fmt: skip
    undecided = "; ".join(forms.sentences)
    return f"In the full expressions: {misreadings(*PLACES)}. In the ≈ forms: {forms.note}; {undecided}"


def half_unit(text: str) -> float:
    """Return half a unit of the last digit of a printed number."""
    digits, _, exponent = text.partition("e")
    return 0.5 * 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
