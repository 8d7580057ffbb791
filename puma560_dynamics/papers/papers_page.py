"""Page of all claims: a self-contained file that can be filtered by paper and verdict without a script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape

from ..report.page import Markup, document, plot, section, table, verdict
from .as_text import MARKS, NO_VERDICT, below_headline, headline, said, verdict_key, with_unit
from .claim import Claim, ClaimVerdict
from .entry import EntryKind, EntryRow, Paper

TITLE = "Reproduction of three papers on the explicit dynamics of arms"

_NAMES = {Paper.AKB: "AKB", Paper.BURDICK: "Burdick", Paper.KANE_LEVINSON: "Kane & Levinson"}

_FIRST = (ClaimVerdict.FAILED, ClaimVerdict.CONTRADICTED)
"""Verdicts whose entries are listed at the top of the page and are unfolded below."""

_ORDER = (
    *_FIRST,
    ClaimVerdict.CORRECTED,
    ClaimVerdict.REPRODUCED,
    ClaimVerdict.NOT_IN_SCAN,
    ClaimVerdict.NOT_REPRODUCIBLE,
    None,
)
"""Order of the verdicts within a paper: entries that can be computed come first."""

_REST = (ClaimVerdict.NOT_REPRODUCIBLE, None)
"""Verdicts whose entries are folded together at the end of a paper."""

_STYLE = """
.filter{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin:1rem 0;align-items:center}
.filter fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.3rem}
.filter label{border:1px solid var(--line);border-radius:999px;padding:.15rem .8rem;cursor:pointer;
background:var(--card)}
.filter input{position:absolute;opacity:0}
.filter input:checked+label{background:var(--ink);color:var(--page);border-color:var(--ink)}
.filter input:focus-visible+label{outline:2px solid var(--mark);outline-offset:2px}
.claim{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--tone);border-radius:6px;
padding:.3rem .8rem;margin:.3rem 0;scroll-margin-top:1rem}
.claim summary{cursor:pointer;line-height:1.4}
.claim summary small{color:var(--soft);margin-right:.5em;font-size:1em}
.claim summary>b{color:var(--tone);display:inline-block;width:1.3em}
.claim p{margin:.25rem 0;max-width:90ch}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.2rem 1.5rem;margin:.35rem 0}
.sides div{overflow-wrap:anywhere}
.sides span{display:block;color:var(--soft);font-size:.82rem}
.said{color:var(--tone);font-weight:600}
.reproduced{--tone:var(--good)}.corrected{--tone:var(--warn)}
.not_reproducible,.not_in_scan,.no_verdict{--tone:var(--soft)}.failed,.contradicted{--tone:var(--bad)}
.claim details{margin:.3rem 0}.claim details summary{color:var(--soft)}
.claim td,.claim th{white-space:normal;overflow-wrap:anywhere;text-align:left;padding:.2rem .7rem .2rem 0}
.claim tr.off td{color:var(--bad)}
.claim .plot{margin:.5rem 0}
.foot{color:var(--soft);font-size:.86rem}
@media(max-width:540px){.sides{grid-template-columns:1fr}}
@media print{.filter{display:none}.claim{padding:.15rem .5rem}.claim p{font-size:.95em}.claim .plot svg{max-width:100%}}
"""


def papers_page(claims: Sequence[Claim]) -> str:
    """Return the page as HTML."""
    sections = [_section(paper, claims) for paper in Paper if any(claim.entry.paper is paper for claim in claims)]
    body = "\n".join([_overview(claims), _first(claims), _definitions(), _filter(claims), *sections])
    level, words, sentence = judge_claims(claims)
    about = Markup(f"<b>{escape(TITLE)}</b> · printed results compared with recomputed ones")
    return document(TITLE, verdict(level, words, about, sentence), body, css=_STYLE + _hiding())


def judge_claims(claims: Sequence[Claim]) -> tuple[str, str, str]:
    """Return level, headline and sentence for all claims: how many have each verdict.

    The level is neutral unless an entry fails: contradicted and not reproducible entries are results about the papers,
    neither good nor bad.
    """
    failed = any(claim.verdict is ClaimVerdict.FAILED for claim in claims)
    return "bad" if failed else "neutral", headline(claims), below_headline(claims)


def _overview(claims: Sequence[Claim]) -> str:
    """Return a table with the number of entries per paper and verdict."""
    heads = [
        Markup(
            f'<span class="{verdict_key(verdict)}"><span class="said">{mark}</span> {escape(_words(verdict))}</span>'
        )
        for verdict, mark in MARKS.items()
    ]
    rows = []
    for paper in Paper:
        count = Counter(claim.verdict for claim in claims if claim.entry.paper is paper)
        if count:
            cells = [str(count[verdict] or "") for verdict in MARKS]
            rows.append([_NAMES[paper], *cells, str(sum(count.values()))])
    return table(["", *heads, "entries"], rows)


def _first(claims: Sequence[Claim]) -> str:
    """Return the list of contradictions and failures."""
    items = "".join(
        f'<li class="{verdict_key(claim.verdict)}"><b class="said">{MARKS[claim.verdict]}</b>'
        f'<a href="#c{number}">{escape(_NAMES[claim.entry.paper])}, {escape(claim.entry.place)}</a>: '
        f"{escape(claim.entry.statement)}</li>"
        for verdict in _FIRST
        for number, claim in enumerate(claims)
        if claim.verdict is verdict
    )
    nothing = "<li>No paper contradicts itself, and nothing fails.</li>"
    return section("Contradictions and failures", f'<div class="box"><ul>{items or nothing}</ul></div>')


def _definitions() -> str:
    verdicts = "".join(f"<dt>{MARKS[v]} {escape(v.value)}</dt><dd>{escape(v.meaning)}</dd>" for v in ClaimVerdict)
    kinds = "".join(f"<dt>{escape(kind.value)}</dt><dd>{escape(kind.meaning)}</dd>" for kind in EntryKind)
    none = f"<dt>{MARKS[None]} {NO_VERDICT}</dt><dd>A round trip or a transcription that agrees.</dd>"
    return f"<details><summary>What the verdicts and kinds mean</summary><dl>{verdicts}{none}{kinds}</dl></details>"


def _filter(claims: Sequence[Claim]) -> str:
    papers = [paper for paper in Paper if any(claim.entry.paper is paper for claim in claims)]
    verdicts = [verdict for verdict in MARKS if any(claim.verdict is verdict for claim in claims)]
    return (
        '<form class="filter">'
        + _choices("paper", [("all", "all papers"), *((paper.value, _NAMES[paper]) for paper in papers)])
        + _choices(
            "verdict", [("all", "all verdicts"), *((verdict_key(v), f"{MARKS[v]} {_words(v)}") for v in verdicts)]
        )
        + "</form>"
    )


def _choices(group: str, choices: Sequence[tuple[str, str]]) -> str:
    parts = "".join(
        f'<input type="radio" name="{group}" id="{group}-{name}"{" checked" if name == "all" else ""}>'
        f'<label for="{group}-{name}">{escape(words)}</label>'
        for name, words in choices
    )
    return f'<fieldset aria-label="{group}">{parts}</fieldset>'


def _hiding() -> str:
    """Return the style rules by which a choice of the filter hides and unfolds entries."""
    rules = [f"main:has(#paper-{p.value}:checked) .of:not(.{p.value})" for p in Paper]
    rules += [f"main:has(#verdict-{verdict_key(v)}:checked) .claim:not(.{verdict_key(v)})" for v in MARKS]
    asked = ",".join(f"main:has(#verdict-{verdict_key(v)}:checked) .rest::details-content" for v in _REST)
    return ",".join(rules) + f"{{display:none}}{asked}{{content-visibility:visible}}"


def _section(paper: Paper, claims: Sequence[Claim]) -> str:
    own = [(n, claim) for n, claim in enumerate(claims) if claim.entry.paper is paper]
    own.sort(key=lambda each: _ORDER.index(each[1].verdict))  # stable: the paper's own order within a verdict
    entries = "\n".join(_claim(n, claim) for n, claim in own if claim.verdict not in _REST)
    rest = [(n, claim) for n, claim in own if claim.verdict in _REST]
    if rest:
        count = Counter(_words(claim.verdict) for _, claim in rest)
        words = ", ".join(f"{number} {name}" for name, number in count.items())
        entries += f'\n<details class="rest"><summary>{escape(words)}</summary>\n'
        entries += "\n".join(_claim(n, claim) for n, claim in rest) + "\n</details>"
    return f'<section class="of {paper.value}"><h2>{escape(paper.title)}</h2>\n{entries}\n</section>'


def _claim(number: int, claim: Claim) -> str:
    """Return one entry, folded unless it has a verdict in `_FIRST` or a figure."""
    entry, finding = claim.entry, claim.finding
    parts = [
        f"<summary><b>{MARKS[claim.verdict]}</b><small>{escape(entry.place)}</small>{escape(entry.statement)}</summary>"
    ]
    if finding is not None:
        sides = (("printed", finding.printed), ("here", finding.computed))
        parts.append('<div class="sides">' + "".join(
            f"<div><span>{name}</span>{escape(with_unit(value, finding.unit)) or '–'}</div>" for name, value in sides
        ) + "</div>")  # fmt: skip
    why = f" {_prose(claim.why)}" if claim.why else ""
    parts.append(f'<p><span class="said">{MARKS[claim.verdict]} {escape(said(claim))}.</span>{why}</p>')
    parts.append(f'<p class="foot">{escape(entry.kind.value)}; criterion: {_prose(entry.criterion)}.</p>')
    if finding is not None and finding.figure:
        parts.append(plot(finding.figure))
    if finding is not None and finding.rows:
        parts.append(_rows(finding.rows))
    parts.append(f'<p class="foot">more: <code>{escape(entry.command)}</code>, {claim.seconds:.1f} s</p>')
    unfolded = " open" if claim.verdict in _FIRST or (finding is not None and finding.figure) else ""
    return f'<details class="claim {verdict_key(claim.verdict)}" id="c{number}"{unfolded}>{"".join(parts)}</details>'


def _rows(rows: Sequence[EntryRow]) -> str:
    off = sum(not row.agrees for row in rows)
    lines = "".join(
        f"<tr{'' if row.agrees else ' class=off'}>"
        + "".join(f"<td>{escape(text)}</td>" for text in (
            row.name,
            with_unit(row.printed, row.unit),
            with_unit(row.computed, row.unit),
            "" if row.agrees else "differs",
        ))
        + "</tr>"
        for row in rows
    )  # fmt: skip
    words = f"{len(rows)} line{'s' * (len(rows) != 1)}{f', {off} differ' if off else ''}"
    heads = "".join(f"<th>{head}</th>" for head in ("", "printed", "here", ""))
    content = f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
    return f"<details><summary>{words}</summary>{content}</details>"


def _words(verdict: ClaimVerdict | None) -> str:
    return NO_VERDICT if verdict is None else verdict.value


def _prose(text: str) -> str:
    """Escape a text, and format names in backticks as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
