"""The commands of `puma560` by their words."""

from __future__ import annotations

from puma560_dynamics.cli.tree import TREE, CommandGroup


def leaves() -> list[tuple[str, ...]]:
    """Every command that does something, by its words."""
    return [
        (name, *rest)
        for name, entry in TREE.items()
        for rest in ([(child,) for child in entry.commands] if isinstance(entry, CommandGroup) else [()])
    ]
