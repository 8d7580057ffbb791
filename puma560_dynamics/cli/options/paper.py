"""Arguments of the `puma560 paper` commands."""

from __future__ import annotations

import argparse

from .defaults import ARM, PAPERS
from .values import FIGURE, PAGE, number_type

HELD = ("full", "abbreviated", "generated", "newton_euler")
"""Models whose elements can be held for some samples."""


def _add_arm(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")


def claims(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 paper claims`."""
    parser.add_argument("--paper", choices=PAPERS, help="only this paper (default: all)")
    parser.add_argument("--arm", default=ARM, help=f"arm name or file compared with the papers (default: {ARM})")
    parser.add_argument("-o", "--output", type=PAGE, metavar="FILE", help="write the page, with figures, here (.html)")


def errata(parser: argparse.ArgumentParser) -> None:
    """`puma560 paper errata` has no arguments but ``--json``."""


constants = tables = gyroscopic = _add_arm


def stanford(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 paper stanford`."""
    parser.add_argument("--figure", type=int, choices=(1, 3), help="draw this figure of the paper")
    parser.add_argument(
        "-o",
        "--output",
        type=FIGURE,
        metavar="FILE",
        help="picture: .svg, .png or .pdf (default: figure1.svg, figure3.svg)",
    )


def multirate(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 paper multirate`."""
    _add_arm(parser)
    parser.add_argument("--model", default="full", choices=HELD, help="model (default: full)")
    parser.add_argument(
        "--rate",
        type=number_type(10, 10000, "Hz"),
        default=250.0,
        metavar="HZ",
        help="samples per second (default: 250)",
    )
    parser.add_argument("--plot", type=FIGURE, metavar="FILE", help="draw the error into a .png, .svg or .pdf file")
    parser.add_argument("--measure", action="store_true", help="time both parts of the explicit models here, too")
    parser.add_argument("--processes", action="store_true", help="run the two parts as two processes, too")
