"""The expressions of each explicit model, read from the tables."""

from __future__ import annotations

import ast

from .abbreviation import abbreviated_tree
from .table import read_table

MODELS = ("full", "abbreviated")


def trees(model: str, tables: tuple[str, ...] = ("a4", "a5", "a6", "a7")) -> dict[str, ast.expr]:
    """Expressions of a model's entries in the order of the tables; `model` is one of `MODELS`."""
    return {
        name: entry.tree if model == "full" else abbreviated_tree(entry)
        for table in tables
        for name, entry in read_table(table).items()
    }
