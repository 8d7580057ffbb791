"""`puma560 errata`: every place where the paper's text had to be mended, and how it was decided."""

from __future__ import annotations

import argparse

from rich.markup import escape
from rich.table import Table

from ..explicit.errata import PROOFS, errata, faults
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("errata", help="where the paper's text had to be mended, with the proof of each")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    found = errata()
    if arguments.json:
        keep = ("table", "entry", "text", "mended", "proof", "fault", "why")
        rows = [{key: getattr(e, key) for key in keep} for e in found]
        return print_json({"ok": True, "count": len(found), "faults": dict(faults()), "errata": rows})
    out = console()
    table = Table(title="Errata of Armstrong, Khatib and Burdick (1986)", title_justify="left", show_lines=True)
    table.add_column("table")
    table.add_column("entry")
    table.add_column("in the text → mended", ratio=3, overflow="fold")
    table.add_column("why", ratio=2)
    table.add_column("fault")
    for e in found:
        change = f"{escape(e.text)}\n→ {escape(e.mended)}"
        table.add_row(e.table, e.entry, change, f"{escape(e.why)} ({e.proof})", e.fault)
    out.print(table)
    count = ", ".join(f"{number} of the {fault}" for fault, number in sorted(faults().items()))
    out.print(f"{len(found)} places ({count.replace('of the unknown', 'undecided')}). Proofs:")
    for name, meaning in PROOFS.items():
        out.print(f"  {name}: {meaning}", soft_wrap=True)
    return OK
