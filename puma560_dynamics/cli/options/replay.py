"""Arguments of `puma560 replay`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .columns import columns
from .defaults import ARM, CUT_OFF, LOWEST_CUT_OFF, MEASURES, MODEL, MODELS
from .refusals import refuse_replay
from .values import LENGTH, MASS, PAGE, joint_pairs, new_file, number_type, recording_path, whole_type

TOPIC_ROLES = ("joint_states", "command", "reference")

RESULTS = Path("replay_results")
"""Where the rows of many recordings are kept, unless given otherwise."""


def replay(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 replay`."""
    parser.set_defaults(refuse=refuse_replay)
    parser.add_argument(
        "bags",
        nargs="+",
        type=recording_path,
        metavar="RECORDING",
        help="bag (its folder or files), table (CSV, NPZ, Parquet), or a folder of bags; 'example' is the bag that "
        "comes with the package",
    )
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
    parser.add_argument("--payload-mass", type=MASS, default=0.0, metavar="KG", help="mass of the load in the model")
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
        "--model", default=MODEL, choices=MODELS, help=f"model whose residual is shown (default: {MODEL})"
    )
    parser.add_argument(
        "--friction",
        default="arm",
        choices=("arm", "fit", "none"),
        help="friction of the model: that of the arm file, fitted to the bag, or none (default: arm)",
    )
    parser.add_argument(
        "--cut-off",
        type=number_type(LOWEST_CUT_OFF, unit="Hz"),
        default=CUT_OFF,
        metavar="HZ",
        help=f"cut-off of the zero-phase filter (default: {CUT_OFF:g})",
    )
    parser.add_argument(
        "--velocity",
        default="auto",
        choices=("auto", "recorded", "filtered"),
        help="velocity of the bag or of the filter (default: auto: the bag's if it is not late)",
    )
    parser.add_argument(
        "--acceleration",
        default="auto",
        choices=("auto", "reference", "filtered"),
        help="acceleration of the reference or of the filter (default: auto: the reference's if the arm follows it)",
    )
    columns(parser)
    parser.add_argument(
        "--joint-map",
        type=joint_pairs,
        default={},
        metavar="THEIRS=OURS,…",
        help="joint names of the recording, each with that of the arm",
    )
    parser.add_argument(
        "--topic",
        type=_topic,
        action="append",
        default=[],
        metavar="USE=NAME",
        help=f"take this topic for a use ({', '.join(TOPIC_ROLES)}); may be given more than once",
    )
    parser.add_argument(
        "--report", type=PAGE, default="replay.html", metavar="FILE", help="page to write (default: replay.html)"
    )
    parser.add_argument("--no-report", dest="report", action="store_const", const=None, help="write no page")
    parser.add_argument(
        "--parquet", type=new_file(".parquet"), metavar="FILE", help="write every sample as a Parquet table"
    )
    parser.add_argument(
        "--to-bag", type=Path, metavar="FOLDER", help="write the recording as a rosbag2 bag (MCAP) in a new folder"
    )
    parser.add_argument(
        "--fail-above",
        action="append",
        default=[],
        metavar="[JOINT.]MEASURE=LIMIT",
        help=f"end with exit code 1 above a limit, as rms=2.0 or joint2.lag=0.005; measures: {', '.join(MEASURES)}",
    )
    parser.add_argument(
        "--compare",
        type=recording_path,
        metavar="BAG",
        help="a bag to compare with; its page is written next to the report",
    )
    many = parser.add_argument_group("many bags", "a folder that holds bags; analysed by Dask, a row each")
    many.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler (default: none, this machine)"
    )
    many.add_argument(
        "--workers", type=whole_type(1, 1024), metavar="N", help="processes on this machine (default: one a core)"
    )
    many.add_argument(
        "--results",
        type=Path,
        metavar="DIR",
        help=f"where rows are kept, so that a later call continues (default: {RESULTS})",
    )


def _topic(text: str) -> tuple[str, str]:
    use, equals, name = text.partition("=")
    if use not in TOPIC_ROLES or not equals or not name:
        raise argparse.ArgumentTypeError(f"expected USE=NAME with a use of {', '.join(TOPIC_ROLES)}, got {text!r}")
    return use, name
