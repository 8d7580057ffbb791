"""List the terms that an abbreviated model omits, for readers: as a plain table, or as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from ..abbreviation.omitted_terms import OmittedTerm
from ..abbreviation.terms import Factors
from .notation import decimal, latex_number, symbol

OMITTED_HEADINGS = ("element", "omitted term", "% of equation", "% of joint", "torque", "% of maximum")
"""Columns of the table."""

EXPLANATION = (
    "% of equation: size of the term relative to the greatest term of its element; % of joint: relative to the largest "
    "constant term of the joint; torque: upper bound over the ranges, at the joint where it is the largest fraction of "
    "the maximum torque, N m (N); % of maximum: this fraction."
)


def omitted_table(omitted: Sequence[OmittedTerm]) -> str:
    """Return lines of text with one row per omitted term."""
    rows = [OMITTED_HEADINGS, *(omitted_row(each) for each in omitted)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(OMITTED_HEADINGS))]
    lines = ["", f"omitted terms: {len(omitted)}", f"({EXPLANATION})", ""]
    for row in rows:
        text, numbers = row[:2], row[2:]
        cells = [cell.ljust(width) for cell, width in zip(text, widths, strict=False)]
        cells += [cell.rjust(width) for cell, width in zip(numbers, widths[2:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def omitted_row(each: OmittedTerm) -> tuple[str, ...]:
    """Return the cells of an omitted term, in the order of `OMITTED_HEADINGS`."""
    product = "*".join(_powers(each.term.factors))
    text = f"{decimal(each.term.coefficient)}{'*' if product else ''}{product}"
    return (each.term.label, text + " (part)" * each.changed, *_numbers(each))


def omitted_latex(omitted: Sequence[OmittedTerm]) -> str:
    r"""Return LaTeX with one row per omitted term, for a document with ``longtable`` and ``amsmath``."""
    slides = {name[1:] for each in omitted for name, _ in each.term.factors if name.startswith("q")}
    titles = " & ".join(heading.replace("%", r"\%") for heading in OMITTED_HEADINGS)
    note = EXPLANATION.replace("%", r"\%")
    lines = ["", rf"\paragraph{{Omitted terms}} {len(omitted)} terms. {note[0].upper()}{note[1:]}"]
    lines += [r"\begin{longtable}{llrrrr}", rf"{titles} \\ \hline \endhead"]
    for each in omitted:
        factors = r"\,".join(
            symbol(name, slides) + (f"^{{{exponent}}}" if exponent > 1 else "") for name, exponent in each.term.factors
        )
        term = latex_number(each.term.coefficient) + (rf"\,{factors}" if factors else "")
        numbers = " & ".join(_numbers(each))
        lines.append(rf"${symbol(each.term.label, slides)}$ & ${term}${' (part)' * each.changed} & {numbers} \\")
    return "\n".join([*lines, r"\end{longtable}"]) + "\n"


def _numbers(each: OmittedTerm) -> tuple[str, ...]:
    joint = "-" if each.of_joint is None else f"{100 * each.of_joint:.3g}"
    return f"{100 * each.of_equation:.3g}", joint, f"{each.largest_torque:.3g}", f"{100 * each.fraction:.3g}"


def _powers(factors: Factors) -> list[str]:
    return [name for name, exponent in factors for _ in range(exponent)]
