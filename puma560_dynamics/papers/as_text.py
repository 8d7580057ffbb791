"""The page as text for a terminal, and as data for machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .claim import Claim, Paper, Row, Value, Verdict

MARKS = {
    Verdict.REPRODUCED: "✓",
    Verdict.MENDED: "✎",
    Verdict.NOT_REPRODUCIBLE: "–",
    Verdict.FAILED: "✗",
    Verdict.NOT_COMPUTED: "?",
}


def shown(value: Value, unit: str = "") -> str:
    """A value with four digits and its unit; nothing for None."""
    if value is None:
        return ""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


def lines(claims: Sequence[Claim]) -> Iterable[str]:
    """Paper by paper: verdict, place, words, printed and computed, and why."""
    for paper in Paper:
        chosen = [claim for claim in claims if claim.entry.paper is paper]
        if chosen:
            yield paper.title
            for claim in chosen:
                yield from _lines(claim)
            yield ""
    yield summary(claims)


def _lines(claim: Claim) -> Iterable[str]:
    yield f"{MARKS[claim.verdict]} {claim.entry.place}: {claim.entry.words}"
    if claim.finding is not None:
        printed, computed = (
            shown(value, claim.finding.unit) for value in (claim.finding.printed, claim.finding.computed)
        )
        yield f"    printed {printed or 'nothing'}; here {computed}"
    yield f"    {claim.verdict.value}{': ' if claim.why else ''}{claim.why}"
    if claim.finding is not None and not claim.verdict.good:
        yield from (f"    {row.name}: printed {shown(row.printed, row.unit)}, here {shown(row.computed, row.unit)}"
                    for row in claim.finding.rows if not row.agrees)  # fmt: skip


def summary(claims: Sequence[Claim]) -> str:
    """How many of each verdict, in one line."""
    count = Counter(claim.verdict for claim in claims)
    parts = [f"{MARKS[verdict]} {count[verdict]} {verdict.value}" for verdict in Verdict if count[verdict]]
    return f"{len(claims)} entries: {', '.join(parts)}; {sum(claim.seconds for claim in claims):.0f} s"


def as_json(claims: Sequence[Claim]) -> dict[str, Any]:
    """For machines; figures are left out."""
    count = Counter(claim.verdict for claim in claims)
    return {
        "ok": all(claim.verdict.good for claim in claims),
        "verdicts": {verdict.name.lower(): count[verdict] for verdict in Verdict},
        "entries": [_entry(claim) for claim in claims],
    }


def _entry(claim: Claim) -> dict[str, Any]:
    entry, finding = claim.entry, claim.finding
    found = {} if finding is None else {
        "printed": finding.printed,
        "computed": finding.computed,
        "unit": finding.unit,
        "mended": list(finding.mended),
        "rows": [_row(row) for row in finding.rows],
    }  # fmt: skip
    return {
        "paper": entry.paper.value,
        "place": entry.place,
        "claim": entry.words,
        "verdict": claim.verdict.name.lower(),
        "why": claim.why,
        "command": entry.command,
        "seconds": round(claim.seconds, 3),
        **found,
    }


def _row(row: Row) -> dict[str, Value]:
    return {"name": row.name, "printed": row.printed, "computed": row.computed, "unit": row.unit, "agrees": row.agrees}
