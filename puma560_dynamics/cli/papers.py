"""`puma560 papers`: every table, figure and claim of the three papers, computed again, with a verdict each."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.markup import escape

from ..arm import load_arm
from ..files import check_writable, write_whole
from ..papers.as_text import as_json, lines, summary
from ..papers.bench import Bench
from ..papers.claim import Paper
from ..papers.collect import entries, settled
from ..papers.page import page
from .bar import Bar
from .output import FAILED, OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("papers", help=about)
    parser.add_argument("--paper", choices=[paper.value for paper in Paper], help="this paper alone (default: all)")
    parser.add_argument("--arm", default="akb1986", help="arm name or file held against the papers (default: akb1986)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the page, with figures, here (.html)")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compute everything anew; exit code 1 if something that should be reproduced is not, or could not be computed."""
    chosen = entries(tuple(Paper) if arguments.paper is None else (Paper(arguments.paper),))
    if arguments.output:
        check_writable(arguments.output)
    bench = Bench(load_arm(arguments.arm))
    with Bar(shown=not arguments.json) as bar:
        claims = settled(bench, chosen, bar.update)
    if arguments.output:
        write_whole(arguments.output, page(claims))
    if arguments.json:
        return print_json(as_json(claims))
    out = console()
    if arguments.output:
        out.print(escape(summary(claims)), soft_wrap=True)
        out.print(f"wrote {escape(str(arguments.output))}", soft_wrap=True)
    else:
        for line in lines(claims):
            out.print(escape(line), soft_wrap=True)
    return OK if all(claim.good for claim in claims) else FAILED
