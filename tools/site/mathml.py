"""Formulas as MathML, which browsers draw themselves: no script, no font and no network are needed to read them."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

_TAG = re.compile(r"\\tag\{([^}]*)\}")


def visit_math(self: Any, node: nodes.math) -> None:
    """A formula in a line of text."""
    self.body.append(convert(node.astext()))
    raise nodes.SkipNode


def visit_math_block(self: Any, node: nodes.math_block) -> None:
    """A displayed formula, with the number of its ``\\tag`` at the right."""
    tex = node.astext()
    tag = _TAG.search(tex)
    number = "" if tag is None else f'<span class="eqno">({tag[1]})</span>'
    self.body.append(f'<div class="math">{number}{convert(_TAG.sub("", tex), display="block")}</div>\n')
    raise nodes.SkipNode
