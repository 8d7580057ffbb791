"""`puma560 paper claims`: recompute every table, figure and claim of the three papers, with a verdict each."""

from __future__ import annotations

import argparse

from ...files import check_writable, write_whole
from ...papers.entry import Paper
from ..options import add_arm_options
from ..output import FAILED, OK, console, escape, print_json, show_written
from ..progress import Progress
from ..values import PAGE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper claims`."""
    parser.add_argument("--paper", choices=[one.value for one in Paper], help="only this paper (default: all)")
    add_arm_options(parser, part=False)
    parser.add_argument("--report", type=PAGE, metavar="FILE", help="write the page, with figures, here (.html)")


def run(arguments: argparse.Namespace) -> int:
    """Recompute all claims; the exit code is 1 if a reproducible one is not reproduced or could not be computed."""
    if arguments.report:
        check_writable(arguments.report)
    with Progress("loading"):
        from rich.padding import Padding

        from ...arm import load_arm
        from ...models.tables import FullModel
        from ...papers.as_text import claims_json, headline, lines
        from ...papers.bench import Bench
        from ...papers.collect import paper_entries, settled
        from ...papers.papers_page import papers_page
    chosen = paper_entries(tuple(Paper) if arguments.paper is None else (Paper(arguments.paper),))
    arm = load_arm(arguments.arm)
    FullModel(arm)  # raises before the work if the arm does not have the paper's structure
    bench = Bench(arm)
    with Progress("papers", even=False) as progress:
        claims = settled(bench, chosen, progress.update)
    if arguments.report:
        write_whole(arguments.report, papers_page(claims))
    if arguments.json:
        return print_json(claims_json(claims))
    out = console()
    if arguments.report:
        out.print(escape(headline(claims)))
        show_written(out, arguments.report)
    else:
        for line in lines(claims):
            out.print(Padding(escape(line.lstrip()), (0, 0, 0, len(line) - len(line.lstrip()))))
    return OK if all(claim.good for claim in claims) else FAILED
