"""Arguments of `puma560 identify`."""

from __future__ import annotations

import argparse

from .columns import columns
from .defaults import ARM, CUT_OFF, LOWEST_CUT_OFF
from .refusals import refuse_identify
from .values import ARM_FILE, LENGTH, MASS, PAGE, joint_pairs, number_type, recording_path

FRICTIONS = ("simple", "full")
"""Laws of friction that can be fitted."""


def identify(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 identify`."""
    parser.set_defaults(refuse=refuse_identify)
    parser.add_argument(
        "bags",
        nargs="*",
        type=recording_path,
        metavar="RECORDING",
        help="bag or table (CSV, NPZ, Parquet) to identify from; each a recording",
    )
    parser.add_argument(
        "--held-out",
        nargs="+",
        type=recording_path,
        default=[],
        metavar="BAG",
        help="bags to judge the result by; not fitted",
    )
    parser.add_argument(
        "--loaded",
        nargs="+",
        type=recording_path,
        default=[],
        metavar="BAG",
        help="bags of the same arm with a load that is to be identified too",
    )
    parser.add_argument("--arm", default=ARM, help=f"arm name or file whose values are the prior (default: {ARM})")
    parser.add_argument(
        "--payload-mass",
        type=MASS,
        default=0.0,
        metavar="KG",
        help="mass of a known load, in all recordings but those of --loaded",
    )
    parser.add_argument(
        "--payload-center",
        type=LENGTH,
        nargs=3,
        default=(0.0, 0.0, 0.0),
        metavar=("X", "Y", "Z"),
        help="its center of mass in the frame of --payload-link, m",
    )
    parser.add_argument(
        "--payload-link",
        default="",
        metavar="LINK",
        help="the last link, or one that the description fixes to it (default: the arm's tip)",
    )
    parser.add_argument(
        "--load-mass", type=MASS, default=None, metavar="KG", help="known mass of the load in --loaded, for the gains"
    )
    parser.add_argument(
        "--unknown-gains",
        action="store_true",
        help="effort is a current or has another unit: find its gain of every joint, from BAGs without and with a load",
    )
    parser.add_argument(
        "--friction",
        choices=FRICTIONS,
        default=FRICTIONS[0],
        help=f"{FRICTIONS[0]}: Coulomb by direction, viscous, offset (default); {FRICTIONS[1]}: also what grows with "
        "the load, a bend of viscous friction, and the memory of a joint that stands",
    )
    columns(parser)
    parser.add_argument(
        "--held-out-columns",
        action="append",
        metavar="WORDS",
        help="what differs in the tables of --held-out, as rows=700:4200",
    )
    parser.add_argument(
        "--joint-map",
        type=joint_pairs,
        default={},
        metavar="THEIRS=OURS,…",
        help="joint names of the recording, each with that of the arm",
    )
    parser.add_argument(
        "--cut-off",
        type=number_type(LOWEST_CUT_OFF, unit="Hz"),
        default=CUT_OFF,
        metavar="HZ",
        help=f"cut-off of the zero-phase filter (default: {CUT_OFF:g})",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=ARM_FILE,
        default="identified.yaml",
        metavar="FILE",
        help="arm file (default: identified.yaml)",
    )
    parser.add_argument(
        "--report", type=PAGE, metavar="FILE", help="page with plots (default: the arm file's name with .html)"
    )
