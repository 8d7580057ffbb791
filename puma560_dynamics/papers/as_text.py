"""Output of claims as text for a terminal, and as JSON data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..models.sampling import ACCELERATION_RANGE, VELOCITY_FRACTION
from .claim import Claim, ClaimVerdict
from .entry import EQUALITY, EntryRow, Paper, Printed

MARKS: dict[ClaimVerdict | None, str] = {
    ClaimVerdict.REPRODUCED: "✓",
    ClaimVerdict.CORRECTED: "✎",
    ClaimVerdict.CONTRADICTED: "≠",
    ClaimVerdict.NOT_REPRODUCIBLE: "–",
    ClaimVerdict.NOT_IN_SCAN: "∅",
    ClaimVerdict.FAILED: "✗",
    None: "·",
}
"""Mark of each verdict; `None` is for a round trip or a transcription that agrees, which get no verdict."""

NO_VERDICT = "no verdict"


def with_unit(value: Printed, unit: str = "") -> str:
    """Format a printed or computed value with four digits and its unit; empty for `None`."""
    if value is None or value == EQUALITY:
        return value or ""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


def said(claim: Claim) -> str:
    """Return the verdict in words, or the reason why the claim has no verdict."""
    return f"{NO_VERDICT} ({claim.entry.kind.value})" if claim.verdict is None else claim.verdict.value


def verdict_key(verdict: ClaimVerdict | None) -> str:
    """Return the name of a verdict in JSON."""
    return "no_verdict" if verdict is None else verdict.name.lower()


def lines(claims: Sequence[Claim]) -> Iterable[str]:
    """Yield the lines of all claims, paper by paper: verdict, place, statement, values, reason and criterion."""
    for paper in Paper:
        chosen = [claim for claim in claims if claim.entry.paper is paper]
        if chosen:
            yield paper.title
            for claim in chosen:
                yield from _lines(claim)
            yield ""
    yield headline(claims)
    yield below_headline(claims)


def _lines(claim: Claim) -> Iterable[str]:
    yield f"{MARKS[claim.verdict]} {claim.entry.place}: {claim.entry.statement}"
    if claim.finding is not None:
        printed, computed = (
            with_unit(value, claim.finding.unit) for value in (claim.finding.printed, claim.finding.computed)
        )
        yield f"    printed {printed or '–'}; here {computed}"
    yield f"    {said(claim)}{': ' if claim.why else ''}{claim.why}"
    yield f"    {claim.entry.kind.value}; criterion: {claim.entry.criterion}"
    if claim.finding is not None and not claim.good:
        for row in claim.finding.rows:
            if not row.agrees:
                printed, computed = (with_unit(value, row.unit) for value in (row.printed, row.computed))
                yield f"    {row.name}: printed {printed}, here {computed}"


def headline(claims: Sequence[Claim]) -> str:
    """Return the number of entries, and how many have each of the six verdicts."""
    count = Counter(claim.verdict for claim in claims)
    return f"{len(claims)} entries: " + ", ".join(f"{count[verdict]} {verdict.value}" for verdict in ClaimVerdict)


RANDOM_STATES = (
    "Random configurations and states that an entry does not describe further are our choice: positions drawn "
    f"uniformly from the joint ranges, velocities up to {100 * VELOCITY_FRACTION:.0f} % of the limits, accelerations "
    "up to "
    f"{ACCELERATION_RANGE:g} rad/s²."
)
"""Sentence on the states of `sample_states`, which many entries use."""


def below_headline(claims: Sequence[Claim]) -> str:
    """Return what the headline does not count, the computing time, and how random states are drawn."""
    without = sum(claim.verdict is None for claim in claims)
    return (
        f"The other {without} get no verdict, because they only check our copy of the text. Printed values were typed "
        f"in; everything else was computed in {sum(claim.seconds for claim in claims):.0f} s. {RANDOM_STATES}"
    )


def claims_json(claims: Sequence[Claim]) -> dict[str, Any]:
    """Return the claims as JSON data, without figures."""
    count = Counter(claim.verdict for claim in claims)
    return {
        "ok": all(claim.good for claim in claims),
        "headline": headline(claims),
        "random_states": RANDOM_STATES,
        "verdicts": {verdict_key(verdict): count[verdict] for verdict in MARKS},
        "entries": [_entry(claim) for claim in claims],
    }


def _entry(claim: Claim) -> dict[str, Any]:
    entry, finding = claim.entry, claim.finding
    found = {} if finding is None else {
        "printed": finding.printed,
        "computed": finding.computed,
        "unit": finding.unit,
        "corrected": list(finding.corrected),
        "rows": [_row(row) for row in finding.rows],
    }  # fmt: skip
    return {
        "paper": entry.paper.value,
        "place": entry.place,
        "claim": entry.statement,
        "kind": entry.kind.value,
        "criterion": entry.criterion,
        "verdict": verdict_key(claim.verdict),
        "why": claim.why,
        "command": entry.command,
        "seconds": round(claim.seconds, 3),
        **found,
    }


def _row(row: EntryRow) -> dict[str, Printed]:
    return {"name": row.name, "printed": row.printed, "computed": row.computed, "unit": row.unit, "agrees": row.agrees}
