"""Formulas as MathML, which browsers draw without scripts, additional fonts or network access."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

_TAG = re.compile(r"\\tag\{([^}]*)\}")


def visit_math(self: Any, node: nodes.math) -> None:
    """Write an inline formula."""
    self.body.append(convert(node.astext()))
    raise nodes.SkipNode


def visit_math_block(self: Any, node: nodes.math_block) -> None:
    """Write a displayed formula, with the number of its ``\\tag`` on the right."""
    tex = node.astext()
    tag = _TAG.search(tex)
    number = "" if tag is None else f'<span class="eqno">({tag[1]})</span>'
    self.body.append(f'<div class="math">{number}{convert(_TAG.sub("", tex), display="block")}</div>\n')
    raise nodes.SkipNode
