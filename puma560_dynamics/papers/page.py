"""The page: one file that needs nothing else, filtered by paper and verdict without any script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape

from ..report_style import CSS
from .as_text import MARKS, shown
from .claim import Claim, Paper, Row, Verdict

TITLE = "Three papers, computed again"

_NAMES = {Paper.AKB: "AKB", Paper.BURDICK: "Burdick", Paper.KANE_LEVINSON: "Kane & Levinson"}

_STYLE = """
:root{--mended:#8a5a00;--none:#5c6675}
@media(prefers-color-scheme:dark){:root{--mended:#f0b95b;--none:#9aa5b4}}
.filter{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin:1rem 0;align-items:center}
.filter fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.3rem}
.filter label{border:1px solid var(--line);border-radius:999px;padding:.15rem .8rem;cursor:pointer;
background:var(--card)}
.filter input{position:absolute;opacity:0}
.filter input:checked+label{background:var(--ink);color:var(--page);border-color:var(--ink)}
.filter input:focus-visible+label{outline:2px solid #0072b2;outline-offset:2px}
.claim{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--tone);border-radius:8px;
padding:.7rem 1rem;margin:.6rem 0;scroll-margin-top:1rem}
.claim h3{font-size:1rem;line-height:1.4;margin:0;font-weight:600}
.claim h3 small{color:var(--soft);font-weight:400;margin-right:.6em;font-size:1em}
.claim p{margin:.25rem 0;max-width:90ch}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.2rem 1.5rem;margin:.35rem 0}
.sides div{overflow-wrap:anywhere}
.sides span{display:block;color:var(--soft);font-size:.82rem}
.verdict{color:var(--tone);font-weight:600}
.reproduced{--tone:var(--good)}.mended{--tone:var(--mended)}.not_reproducible{--tone:var(--none)}
.failed,.not_computed{--tone:var(--bad)}
.claim details{margin:.3rem 0}.claim summary{cursor:pointer;color:var(--soft)}
.claim td,.claim th{white-space:normal;overflow-wrap:anywhere;text-align:left;padding:.2rem .7rem .2rem 0}
.claim tr.off td{color:var(--bad)}
.claim .plot{margin:.5rem 0}.claim .plot svg{max-width:900px;min-width:0}
.foot{color:var(--soft);font-size:.86rem}
.places{display:flex;flex-wrap:wrap;gap:.35rem}
.places a{text-decoration:none;color:var(--tone);border:1px solid currentColor;border-radius:6px;padding:.05rem .5rem;
font-size:.9rem}
code{font-size:.92em}
@media(max-width:540px){.sides{grid-template-columns:1fr}}
@media print{.filter{display:none}}
"""


def page(claims: Sequence[Claim]) -> str:
    """The HTML text."""
    sections = [_section(paper, claims) for paper in Paper if any(claim.entry.paper is paper for claim in claims)]
    body = "\n".join([_head(claims), _filter(claims), _places(claims), *sections])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(TITLE)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{CSS}{_STYLE}{_hiding()}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _head(claims: Sequence[Claim]) -> str:
    count = Counter(claim.verdict for claim in claims)
    cards = "".join(
        f'<div class="card {verdict.name.lower()}"><b class="verdict">{MARKS[verdict]} {count[verdict]}</b>'
        f"<span>{escape(verdict.value)}</span></div>"
        for verdict in Verdict
        if count[verdict] or verdict is Verdict.FAILED
    )
    return (
        f'<h1>{escape(TITLE)}</h1><p class="soft">Every table, figure and claim of the papers beside what comes out '
        "here. "
        f"All of it was computed by <code>puma560 papers -o papers.html</code> in "
        f"{sum(claim.seconds for claim in claims):.0f} s, verdicts included; the same command does it again.</p>"
        f'<div class="cards">{cards}</div>'
    )


def _filter(claims: Sequence[Claim]) -> str:
    papers = [paper for paper in Paper if any(claim.entry.paper is paper for claim in claims)]
    verdicts = [verdict for verdict in Verdict if any(claim.verdict is verdict for claim in claims)]
    return (
        '<form class="filter">'
        + _choices("paper", [("all", "all papers"), *((paper.value, _NAMES[paper]) for paper in papers)])
        + _choices("verdict", [("all", "all verdicts"), *((v.name.lower(), f"{MARKS[v]} {v.value}") for v in verdicts)])
        + "</form>"
    )


def _choices(group: str, choices: Sequence[tuple[str, str]]) -> str:
    parts = "".join(
        f'<input type="radio" name="{group}" id="{group}-{key}"{" checked" if key == "all" else ""}>'
        f'<label for="{group}-{key}">{escape(words)}</label>'
        for key, words in choices
    )
    return f'<fieldset aria-label="{group}">{parts}</fieldset>'


def _hiding() -> str:
    """What a choice of the filter hides."""
    rules = [f"main:has(#paper-{p.value}:checked) .of:not(.{p.value})" for p in Paper]
    rules += [f"main:has(#verdict-{v.name.lower()}:checked) .claim:not(.{v.name.lower()})" for v in Verdict]
    return ",".join(rules) + "{display:none}"


def _places(claims: Sequence[Claim]) -> str:
    """Links to tables and figures, coloured by verdict."""
    parts = []
    for paper in Paper:
        links = "".join(
            f'<a class="{claim.verdict.name.lower()}" href="#c{number}" title="{escape(claim.entry.words)}">'
            f"{MARKS[claim.verdict]} {escape(claim.entry.place)}</a>"
            for number, claim in enumerate(claims)
            if claim.entry.paper is paper and claim.entry.place.startswith(("table", "figure", "appendix"))
        )
        if links:
            parts.append(f'<div class="of {paper.value}"><p class="soft">{_NAMES[paper].replace("&", "&amp;")}</p>'
                         f'<div class="places">{links}</div></div>')  # fmt: skip
    return f"<section><h2>Tables and figures</h2>{''.join(parts)}</section>"


def _section(paper: Paper, claims: Sequence[Claim]) -> str:
    articles = "\n".join(_article(n, claim) for n, claim in enumerate(claims) if claim.entry.paper is paper)
    return f'<section class="of {paper.value}"><h2>{escape(paper.title)}</h2>\n{articles}\n</section>'


def _article(number: int, claim: Claim) -> str:
    entry, finding = claim.entry, claim.finding
    parts = [f"<h3><small>{escape(entry.place)}</small>{escape(entry.words)}</h3>"]
    if finding is not None:
        sides = (("printed", finding.printed), ("here", finding.computed))
        parts.append('<div class="sides">' + "".join(
            f"<div><span>{name}</span>{escape(shown(value, finding.unit)) or '–'}</div>" for name, value in sides
        ) + "</div>")  # fmt: skip
    why = f" {_prose(claim.why)}" if claim.why else ""
    parts.append(f'<p><span class="verdict">{MARKS[claim.verdict]} {escape(claim.verdict.value)}.</span>{why}</p>')
    if finding is not None and finding.figure:
        parts.append(f'<figure><div class="plot">{finding.figure}</div></figure>')
    if finding is not None and finding.rows:
        parts.append(_rows(finding.rows))
    parts.append(f'<p class="foot">more: <code>{escape(entry.command)}</code>, {claim.seconds:.1f} s</p>')
    return f'<article class="claim {claim.verdict.name.lower()}" id="c{number}">{"".join(parts)}</article>'


def _rows(rows: Sequence[Row]) -> str:
    off = sum(not row.agrees for row in rows)
    lines = "".join(
        f"<tr{'' if row.agrees else ' class=off'}>"
        + "".join(f"<td>{escape(text)}</td>" for text in (
            row.name, shown(row.printed, row.unit), shown(row.computed, row.unit), "" if row.agrees else "differs"
        ))
        + "</tr>"
        for row in rows
    )  # fmt: skip
    words = f"{len(rows)} line{'s' * (len(rows) != 1)}{f', {off} differ' if off else ''}"
    heads = "".join(f"<th>{head}</th>" for head in ("", "printed", "here", ""))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
    return f"<details><summary>{words}</summary>{table}</details>"


def _prose(text: str) -> str:
    """Text with `names` as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
