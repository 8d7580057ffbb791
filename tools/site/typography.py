"""Line breaks and minus signs of the site: units stay with their numbers, and code breaks at its separators only."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

from puma560_dynamics.report import formatting

LONGEST = 20
"""Largest number of characters of a piece of code that is never broken."""

_MINUS = re.compile(r"(?:^|(?<=[\s(\[,]))-(?=\d)|(?<=\de)-(?=\d)")
"""Hyphen that stands for a minus sign."""

_PIECE = re.compile(r'<span class="pre">([^<]+)</span>')
_PART = re.compile(r".+?(?:[/.,:=|_]+(?![/.,:=|_])|$)")
_ENTITY = re.compile(r"&#?\w+;")


def typeset_numbers(app: Any, doctree: nodes.document, page: str) -> None:
    """Write minus signs, and spaces before units at which no line breaks, except in code and formulas."""
    for text in list(doctree.findall(nodes.Text)):
        if not isinstance(text.parent, (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.raw)):
            words = formatting.bind_units(_MINUS.sub("−", text))
            if words != text:
                text.parent.replace(text, nodes.Text(words))


def break_code(app: Any, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Allow line breaks in long words of code of a page, after separators such as ``/`` and ``_``."""
    if "body" in context:
        context["body"] = _PIECE.sub(_broken, context["body"])


def _broken(found: re.Match[str]) -> str:
    code = found[1]
    if len(_ENTITY.sub("x", code)) <= LONGEST or _ENTITY.search(code):
        return found[0]
    return "<wbr>".join(f'<span class="pre">{part[0]}</span>' for part in _PART.finditer(code))
