"""The argument ``--columns`` of commands that read recordings."""

from __future__ import annotations

import argparse


def columns(parser: argparse.ArgumentParser) -> None:
    """What the columns of a table are; several are taken together."""
    parser.add_argument(
        "--columns",
        action="append",
        default=None,
        metavar="MAP",
        help="what the columns of a table are: words as 't=0 q=1:7 qd=7:13 effort=13:19', or a YAML file; may be given "
        "more than once, then the last one counts (default: by the columns' names)",
    )
