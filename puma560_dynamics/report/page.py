"""HTML parts of every page: frame with verdict, sections, cards, tables, lists. Pages are self-contained.

All functions escape text, unless it has the type `Markup`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from ..check import Check
from .formatting import MISSING, bind_units
from .style import CSS, PRINTING

MARKS = {"good": "✓", "warning": "!", "bad": "✗", "neutral": ""}
"""Marks in front of a verdict, by level; a neutral one has none."""


class Markup(str):
    """Text that is HTML markup and must not be escaped."""

    __slots__ = ()


_CODE = re.compile(r"`([^`\n]+)`")
_LONG_NAME = re.compile(r"(?<![\w</-])/?\w[\w/]{15,}")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")


def markup(text: str) -> str:
    """Escape `text` unless it is `Markup`; what stands in backticks is code.

    No line breaks within an option's name, nor between a number and its unit.
    """
    if isinstance(text, Markup):
        return text
    whole = _OPTION.sub(r'<span class="whole">\g<0></span>', bind_units(escape(text)))
    return _CODE.sub(r"<code>\1</code>", whole)


def document(title: str, verdict: str, body: str, *, css: str = "", end: str = "") -> str:
    """Return a complete page.

    Args:
        title: title of the page.
        verdict: HTML of the verdict, from the function `verdict`.
        body: HTML below the verdict.
        css: additional styles of this page.
        end: HTML of scripts at the end of the page.
    """
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{CSS}{css}</style>\n</head>\n<body>\n<main>\n{verdict}\n{body}\n</main>\n"
        f"<script>{PRINTING}</script>\n{end}</body>\n</html>\n"
    )


def verdict(level: str, headline: str, about: str, sentence: str = "") -> str:
    """Return the verdict at the top of a page.

    Args:
        level: ``"good"``, ``"warning"``, ``"bad"``, or ``"neutral"`` for a result that is neither.
        headline: a few words.
        about: subject of the page.
        sentence: reasons for the headline, and what to do.
    """
    below = f"<p>{markup(sentence)}</p>\n" if sentence else ""
    mark = f'<span aria-hidden="true">{MARKS[level]}</span> ' if MARKS[level] else ""
    return (
        f'<header class="verdict {level}">\n<p class="soft">{markup(about)}</p>\n'
        f"<h1>{mark}{markup(headline)}</h1>\n{below}</header>"
    )


def cards(items: Iterable[tuple[str, str]]) -> str:
    """Return numbers in large type, each with its description."""
    boxes = "".join(f'<div class="card"><b>{markup(big)}</b><span>{markup(small)}</span></div>' for big, small in items)
    return f'<div class="cards">{boxes}</div>'


def section(title: str, content: str, caption: str = "", name: str = "") -> str:
    """Return a part of the page with its heading; the caption stands below it, `name` is for links."""
    below = f'\n<p class="caption">{markup(caption)}</p>' if caption else ""
    place = f' id="{name}"' if name else ""
    return f"<section{place}>\n<h2>{markup(title)}</h2>\n{content}{below}\n</section>"


def table(
    headings: Iterable[str], rows: Iterable[Sequence[str]], strong: Sequence[int] = (), text_columns: Sequence[int] = ()
) -> str:
    """Return a table that scrolls horizontally if it is too wide.

    Args:
        headings: heading of each column.
        rows: cells of each row; the first cell is the name of the row.
        strong: indices of emphasised rows.
        text_columns: indices of columns with text, which is left-aligned and wraps; numbers are right-aligned.
    """
    kinds = dict.fromkeys(text_columns, " class=words")
    head = "".join(f"<th{kinds.get(index, '')}>{markup(heading)}</th>" for index, heading in enumerate(headings))
    body = "\n".join(
        f"<tr{' class=all' if index in strong else ''}><th>{_wrapped(cells[0])}</th>"
        + "".join(
            f"<td{kinds.get(at, '')}>{(_wrapped if at in kinds else markup)(cell)}</td>"
            for at, cell in enumerate(cells[1:], 1)
        )
        + "</tr>"
        for index, cells in enumerate(rows)
    )
    return (
        f'<div class="box scroll" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody>\n</table></div>"
    )


def _wrapped(cell: str) -> str:
    """Return a cell whose long names, such as topics and types, break after a slash or underscore only."""
    if isinstance(cell, Markup):
        return cell
    return _LONG_NAME.sub(lambda name: re.sub(r"(?<=\w)[/_](?=\w)", r"\g<0><wbr>", name[0]), markup(cell))


def definitions(items: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return an HTML definition list of names, each with its lines of text."""
    entries = (
        f"<dt>{markup(name)}</dt><dd>{'<br>'.join(markup(line) for line in lines) or MISSING}</dd>"
        for name, lines in items
    )
    return f'<div class="box"><dl>{"".join(entries)}</dl></div>'


def listed(items: Iterable[tuple[str, str, str]]) -> str:
    """Return a list of lines, each from the CSS class of its mark, the mark, and the text; empty without lines."""
    lines = "".join(f'<li><b class="{kind}">{mark}</b>{markup(text)}</li>' for kind, mark, text in items)
    return f'<div class="box"><ul>{lines}</ul></div>' if lines else ""


def checks(found: Iterable[Check]) -> str:
    """Return one line per check."""
    return listed(
        (
            "good" if check.ok else "bad",
            "?" if check.inconclusive else "✓" if check.ok else "✗",
            Markup(f'<strong>{markup(check.name)}</strong> <span class="soft">{markup(check.detail)}</span>'),
        )
        for check in found
    )


def plot(drawing: str, caption: str = "", legend: str = "") -> str:
    """Return a drawing in a frame, with its legend above and its caption below; it scrolls on a narrow page."""
    below = f"<figcaption>{markup(caption)}</figcaption>" if caption else ""
    return f'<figure>{legend}<div class="plot scroll" tabindex="0">{drawing}</div>{below}</figure>'
