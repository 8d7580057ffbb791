"""`puma560 replay`: a recorded bag in; how well model and robot agree, and why not, out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..arm import load_arm
from ..errors import Puma560Error
from ..files import check_writable
from ..models.load import MODEL_KINDS
from ..models.payload.payload import Payload
from ..replay.analysis.gates import MEASURES, parse_gate
from ..replay.analysis.result import Analysis
from ..replay.as_json import as_json
from ..replay.many.find_bags import is_part_of_a_bag
from ..replay.parquet import ParquetWriter
from ..replay.settings import ReplaySettings
from ..replay.side_by_side import compare, comparison_json
from ..replay.side_by_side_terminal import show_comparison
from ..replay.terminal import show
from . import replay_many
from .bar import Bar
from .output import FAILED, OK, add_json_flag, console, print_json

USES = ("joint_states", "command", "reference")


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    default = ReplaySettings()
    parser = subparsers.add_parser("replay", help=about)
    parser.add_argument(
        "bags",
        nargs="+",
        type=Path,
        metavar="BAG",
        help="bag: its folder or files; or a folder of bags",
    )
    parser.add_argument("--arm", default=default.arm, help=f"arm name or file (default: {default.arm})")
    parser.add_argument("--payload-mass", type=float, default=0.0, metavar="KG", help="load that the model knows of")
    parser.add_argument(
        "--payload-center",
        type=float,
        nargs=3,
        default=(0.0, 0.0, 0.0),
        metavar=("X", "Y", "Z"),
        help="its center of mass in the frame of the last link, m",
    )
    parser.add_argument(
        "--model", default=default.model, choices=MODEL_KINDS, help=f"of the residual (default: {default.model})"
    )
    parser.add_argument(
        "--friction",
        default=default.friction,
        choices=("arm", "fit", "none"),
        help="that of the arm file, fitted to the bag, or none (default: arm)",
    )
    parser.add_argument(
        "--cut-off",
        type=float,
        default=default.cut_off,
        metavar="HZ",
        help=f"of the zero-phase filter (default: {default.cut_off:g})",
    )
    parser.add_argument(
        "--velocity",
        default=default.velocity,
        choices=("auto", "recorded", "filtered"),
        help="the bag's or the filter's (default: auto: the bag's if it is not late)",
    )
    parser.add_argument(
        "--acceleration",
        default=default.acceleration,
        choices=("auto", "reference", "filtered"),
        help="the reference's or the filter's (default: auto: the reference's if the arm follows it)",
    )
    parser.add_argument(
        "--joint-map", type=_pairs, default={}, metavar="THEIRS=OURS,…", help="joint names of the bag and of the arm"
    )
    parser.add_argument(
        "--topic",
        type=_topic,
        action="append",
        default=[],
        metavar="USE=NAME",
        help=f"take this topic for a use ({', '.join(USES)}); may be given more than once",
    )
    parser.add_argument(
        "--report", type=Path, default=Path("replay.html"), metavar="FILE", help="page to write (default: replay.html)"
    )
    parser.add_argument("--no-report", dest="report", action="store_const", const=None, help="write no page")
    parser.add_argument("--parquet", type=Path, metavar="FILE", help="write every sample as a Parquet table")
    parser.add_argument(
        "--fail-above",
        action="append",
        default=[],
        metavar="[JOINT.]MEASURE=LIMIT",
        help=f"end with exit code 1 above a limit, as rms=2.0 or joint2.lag=0.005; measures: {', '.join(MEASURES)}",
    )
    parser.add_argument(
        "--compare", type=Path, metavar="BAG", help="a bag to compare with; its page is written beside the report"
    )
    replay_many.add_arguments(parser)
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Analyse, show, write; the exit code tells whether every limit holds."""
    if replay_many.is_many(arguments):
        _prepare(arguments)
        return replay_many.replay_many(arguments, settings(arguments))
    from ..replay.analysis.analyse import analyse

    return replay(arguments, analyse)


def replay(arguments: argparse.Namespace, analyse: Callable[..., Analysis]) -> int:
    """`run` with the analysis as an argument."""
    options = settings(arguments)
    arm = load_arm(options.arm)
    gates = [parse_gate(text, arm.joint_names) for text in arguments.fail_above]
    _prepare(arguments)
    other = None if arguments.report is None else compared_path(arguments.report)
    show_bar = not arguments.json
    if arguments.parquet is None:
        found = _watched(analyse, arguments.bags, options, show_bar)
    else:
        with ParquetWriter(arguments.parquet, arm, options, arguments.bags[0].stem) as table:
            found = _watched(analyse, arguments.bags, options, show_bar, each=table.add)
    checks = [gate.check(found) for gate in gates]
    comparison = None
    if arguments.compare is not None:
        comparison = compare(_watched(analyse, [arguments.compare], options, show_bar), found)
    written = [] if arguments.parquet is None else [arguments.parquet]
    if arguments.report is not None:
        from ..replay.report import write_comparison, write_report

        write_report(found, arguments.report, checks)
        written.append(arguments.report)
        if comparison is not None and other is not None:
            write_comparison(comparison, other)
            written.append(other)
    if arguments.json:
        data = {**as_json(found, checks), "written": [str(path) for path in written]}
        return print_json(data if comparison is None else {**data, "comparison": comparison_json(comparison)})
    out = console()
    show(found, checks, out, written)
    if comparison is not None:
        show_comparison(comparison, out)
    return OK if all(check.ok for check in checks) else FAILED


def settings(arguments: argparse.Namespace) -> ReplaySettings:
    """What the arguments choose.

    Raises:
        StateError: a payload that no body has.
        Puma560Error: a cut-off that no filter has, or a center of mass without a mass.
    """
    if not arguments.payload_mass and any(arguments.payload_center):
        raise Puma560Error("--payload-center is given without a load; give --payload-mass too")
    return ReplaySettings(
        arm=arguments.arm,
        payload=Payload(arguments.payload_mass, arguments.payload_center),
        model=arguments.model,
        friction=arguments.friction,
        cut_off=arguments.cut_off,
        velocity=arguments.velocity,
        acceleration=arguments.acceleration,
        joint_map=arguments.joint_map,
        topics=dict(arguments.topic),
    )


def compared_path(report: Path) -> Path:
    """Where the page of a comparison goes."""
    return report.with_name(f"{report.stem}_compared.html")


def size(bags: Sequence[Path]) -> int:
    """Bytes of the files of `bags`."""
    files = [file for bag in bags for file in (bag.rglob("*") if bag.is_dir() else [bag])]
    return sum(file.stat().st_size for file in files if file.is_file())


def _prepare(arguments: argparse.Namespace) -> None:
    """See before the work that its results can be written."""
    if arguments.report is not None:
        from ..replay.report.figures import import_bokeh

        import_bokeh()
    written = [path for path in (arguments.report, arguments.parquet) if path is not None]
    for path in written:
        check_writable(path)
        if is_part_of_a_bag(path) or path.resolve() in {bag.resolve() for bag in arguments.bags}:
            raise Puma560Error(f"{path} is the recording, or named as a part of one; name another file")
    if len({path.resolve() for path in written}) < len(written):
        raise Puma560Error(f"--report and --parquet are both {arguments.report}; name two files")


def _watched(
    analyse: Callable[..., Analysis], bags: Sequence[Path], options: ReplaySettings, shown: bool, **more: Any
) -> Analysis:
    with Bar(shown, size(bags)) as bar:
        return analyse(bags, options, progress=bar.update, **more)


def _pairs(text: str) -> dict[str, str]:
    found = {}
    for pair in text.split(","):
        theirs, equals, ours = (part.strip() for part in pair.partition("="))
        if not (equals and theirs and ours):
            raise argparse.ArgumentTypeError(f"expected THEIRS=OURS,THEIRS=OURS,…, got {text!r}")
        found[theirs] = ours
    return found


def _topic(text: str) -> tuple[str, str]:
    use, equals, name = text.partition("=")
    if use not in USES or not equals or not name:
        raise argparse.ArgumentTypeError(f"expected USE=NAME with a use of {', '.join(USES)}, got {text!r}")
    return use, name


def main() -> int:
    """``ros2 run puma560_dynamics replay``."""
    from .command import main as command

    return command(["replay", *sys.argv[1:]])
