"""Arguments of `puma560 controller`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .defaults import ARM


def controller(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 controller`."""
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
    parser.add_argument("--name", metavar="NAME", help="name of the package, before _controller (default: the arm's)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder of the package: new, empty, or of this arm's",
    )
