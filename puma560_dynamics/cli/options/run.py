"""Arguments of `puma560 run`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .defaults import ARM, DOMAIN, JUDGE, MODEL, MODELS, PORT
from .values import number_type, whole_type

DOMAINS = 101
"""Above, the ports of DDS lie where Linux takes ports for other programs."""


def run(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 run`."""
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
    parser.add_argument(
        "--model",
        default=MODEL,
        choices=[kind for kind in MODELS if kind != JUDGE],
        help=f"feed-forward model (default: {MODEL})",
    )
    parser.add_argument(
        "--duration",
        type=number_type(3, 600, "s"),
        metavar="S",
        help="seconds of one motion (default: 5, or what the arm needs)",
    )
    parser.add_argument(
        "--rate",
        type=number_type(20, 1000, "Hz"),
        default=250.0,
        metavar="HZ",
        help="rate of joint_states (default: 250)",
    )
    parser.add_argument(
        "--domain",
        type=_domain,
        default=DOMAIN,
        metavar="N",
        help=f"ROS domain, 0 to {DOMAINS} (default: {DOMAIN}, not that of a real arm)",
    )
    parser.add_argument("--no-friction", action="store_true", help="simulate joints without dry friction")
    parser.add_argument(
        "--report",
        type=Path,
        default=Path("report"),
        metavar="FOLDER",
        help="folder for report.html, tracking.png and summary.json (default: report)",
    )
    parser.add_argument("--view", action="store_true", help="serve a live page of the arm; its address is printed")
    parser.add_argument(
        "--view-port",
        type=whole_type(0, 65535),
        metavar="PORT",
        help=f"port of the page of --view on 127.0.0.1 (default: {PORT}, or the next free)",
    )
    parser.add_argument("--hold", action="store_true", help="continue after the last motion until Ctrl-C, then report")
    parser.add_argument(
        "--record", type=Path, metavar="FOLDER", help="write a rosbag2 bag (MCAP) of the run into a new folder"
    )


def _domain(text: str) -> int:
    try:
        return whole_type(0, DOMAINS)(text)
    except argparse.ArgumentTypeError as error:
        why = ": the ports of higher domains are among those that Linux gives to other programs"
        raise argparse.ArgumentTypeError(f"{error}{why if text.isdecimal() else ''}") from None
