"""`puma560 paper errata`: list all corrections to the papers' texts, with the proof of each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..output import OK, console, escape, print_json
from ..progress import Progress

if TYPE_CHECKING:
    from rich.console import Console

    from ...papers.erratum import Erratum, Evidence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments, because `puma560 paper errata` only has ``--json``."""


def run(arguments: argparse.Namespace) -> int:
    """Print the list of corrections."""
    with Progress("loading"):
        from rich.padding import Padding

        from ...papers.akb.errata import PROOFS, akb_errata, faults
        from ...papers.burdick.errata import ERRATA as OF_BURDICK
        from ...papers.burdick.errata import SOURCE as BURDICK
        from ...papers.erratum import RULE
        from ...papers.kane_levinson.errata import SOURCE, stanford_errata
    with Progress("proofs"):
        found, stanford = akb_errata(), stanford_errata()
        contradicted = [_generator(erratum) for erratum in found]
    if arguments.json:
        rows = [_as_json(e) | {"generator": names} for e, names in zip(found, contradicted, strict=True)]
        others = {
            name: [_as_json(e) for e in list_] for name, list_ in (("kane_levinson", stanford), ("burdick", OF_BURDICK))
        }
        return print_json({"ok": True, "count": len(found), "faults": dict(faults()), "errata": rows, **others})
    out = console()
    _print(out, stanford)
    out.print(f"{len(stanford)} places in {SOURCE} (the Stanford Arm)\n")
    _print(out, OF_BURDICK)
    out.print(
        f"{len(OF_BURDICK)} places in {BURDICK} (EMDEG); `puma560 paper claims` tests those proven by the model\n"
    )
    _print(out, found, contradicted)
    count = ", ".join(f"{number} of the {fault}" for fault, number in sorted(faults().items()))
    out.print(f"{len(found)} places ({count.replace('of the unknown', 'undecided')}). Proofs:")
    for name, meaning in PROOFS.items():
        out.print(Padding(f"{name}: {escape(meaning)}", (0, 0, 0, 2)))
    out.print("Faults, the first case that applies:")
    for rule in RULE:
        out.print(Padding(escape(rule), (0, 0, 0, 2)))
    return OK


def _print(out: Console, found: tuple[Erratum, ...], contradicted: Sequence[list[str]] = ()) -> None:
    from rich.table import Table

    from ...papers.erratum import FAULTS

    for number, e in enumerate(found):
        out.print(f"[bold]{escape(f'{e.table}: {e.entry}' if len(e.table) > 2 else f'table {e.table}, {e.entry}')}[/]")
        lines = [("text", e.text), ("corrected", e.corrected), ("why", f"{e.why} ({e.proof})"),
                 ("fault", FAULTS[e.fault]), ("evidence", _evidence(e.evidence))]  # fmt: skip
        if contradicted and (elements := contradicted[number]):
            lines.append(("kane", f"derived again, it contradicts the text in {', '.join(elements)}"))
        for label, words in lines:
            grid = Table.grid(padding=(0, 1))
            grid.add_column(width=11)
            grid.add_column()
            grid.add_row(f"  {label}", escape(words))
            out.print(grid)


def _evidence(evidence: Evidence) -> str:
    """Return the observations from which the fault of an erratum follows, in words."""
    from ...papers.erratum import DAMAGES

    words = [DAMAGES.get(kind, f"{kind.replace('/', ' and ')} confused") for kind in evidence.damage]
    if evidence.second:
        words.append(f"second scan, {evidence.second}: {evidence.second_text}")
    if evidence.repeated:
        words.append(f"repeated in {evidence.repeated}")
    return "; ".join(words)


def _as_json(erratum: Erratum) -> dict[str, object]:
    """Return an erratum for ``--json``; the keys do not change between versions."""
    return {
        "table": erratum.table,
        "entry": erratum.entry,
        "text": erratum.text,
        "mended": erratum.corrected,
        "proof": erratum.proof,
        "fault": erratum.fault,
        "why": erratum.why,
        "damage": list(erratum.evidence.damage),
        "second_scan": erratum.evidence.second,
        "second_text": erratum.evidence.second_text,
        "repeated": erratum.evidence.repeated,
    }


def _generator(erratum: Erratum) -> list[str]:
    """Return the elements in which the derivation contradicts the uncorrected text; empty if it cannot decide."""
    from ...papers.akb.rederived import contradictions

    if erratum.proof != "model":
        return []
    return list(dict.fromkeys(name for elements in contradictions(erratum) for name in elements))
