"""`puma560 errata`: every place where a paper's text had to be mended, and how it was decided."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..papers.akb.errata import PROOFS, Erratum, errata, faults
from ..papers.akb.rederived import contradictions
from ..papers.burdick.errata import ERRATA as OF_BURDICK
from ..papers.burdick.errata import SOURCE as BURDICK
from ..papers.kane_levinson.errata import SOURCE
from ..papers.kane_levinson.errata import errata as of_kane_levinson
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("errata", help=about)
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    found, stanford = errata(), of_kane_levinson()
    if arguments.json:
        keep = ("table", "entry", "text", "mended", "proof", "fault", "why")
        rows = [{key: getattr(e, key) for key in keep} | {"generator": _generator(e)} for e in found]
        others = {
            name: [{key: getattr(e, key) for key in keep} for e in list_]
            for name, list_ in (("kane_levinson", stanford), ("burdick", OF_BURDICK))
        }
        return print_json({"ok": True, "count": len(found), "faults": dict(faults()), "errata": rows, **others})
    out = console()
    _print(out, stanford)
    out.print(f"{len(stanford)} places in {SOURCE} (the Stanford Arm)\n")
    _print(out, OF_BURDICK)
    out.print(
        f"{len(OF_BURDICK)} places in {BURDICK} (EMDEG); those proven by the model are tested on the page of papers\n"
    )
    _print(out, found, witness=True)
    count = ", ".join(f"{number} of the {fault}" for fault, number in sorted(faults().items()))
    out.print(f"{len(found)} places ({count.replace('of the unknown', 'undecided')}). Proofs:")
    for name, meaning in PROOFS.items():
        out.print(f"  {name}: {meaning}", soft_wrap=True)
    return OK


def _print(out: Console, found: tuple[Erratum, ...], witness: bool = False) -> None:
    for e in found:
        out.print(f"[bold]{escape(f'{e.table}: {e.entry}' if len(e.table) > 2 else f'table {e.table}, {e.entry}')}[/]")
        lines = [("text", e.text), ("mended", e.mended), ("why", f"{e.why} ({e.proof})"), ("fault", e.fault)]
        if elements := _generator(e) if witness else []:
            lines.append(("kane", f"derived anew, it contradicts the text in {', '.join(elements)}"))
        for label, words in lines:
            grid = Table.grid(padding=(0, 1))
            grid.add_column(width=8)
            grid.add_column()
            grid.add_row(f"  {label}", escape(words))
            out.print(grid)


def _generator(erratum: Erratum) -> list[str]:
    """Elements in which the generator's derivation contradicts the unmended text; none where it cannot tell."""
    if erratum.proof != "model":
        return []
    return list(dict.fromkeys(name for elements in contradictions(erratum) for name in elements))
