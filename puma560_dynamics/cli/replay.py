"""`puma560 replay`: compare recordings with the model of the arm, and report agreement and causes of differences."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Puma560Error
from ..extras import require
from ..files import check_writable
from ..replay import RESULTS, TOPIC_USES
from .completion import completes
from .options import (
    add_model_option,
    add_recording_options,
    arm_source,
    check_columns,
    check_recordings,
    chosen_arm,
    recording_names,
)
from .output import FAILED, OK, console, print_json
from .payload_options import add_payload_options, carried_payload
from .progress import Progress
from .values import PAGE, any_path, new_file, recording_path, whole_type

if TYPE_CHECKING:
    from ..arrays import FloatArray
    from ..replay.motion.motion import Motion
    from ..replay.result import Analysis
    from ..replay.settings import ReplaySettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 replay`."""
    recordings = parser.add_argument(
        "bags",
        nargs="+",
        type=recording_path,
        metavar="RECORDING",
        help="bag (its folder or files), table (CSV, NPZ, Parquet), or a folder of bags; 'example' is a bag that "
        "comes with the package",
    )
    completes(recordings, recording_names)
    add_recording_options(parser)
    add_payload_options(parser, "mass of the load in the model")
    add_model_option(parser, "model that the recording is compared with")
    parser.add_argument(
        "--friction",
        default="arm",
        choices=("arm", "fit", "none"),
        help="friction of the model: from the arm file, fitted to the recording, or none (default: arm)",
    )
    parser.add_argument(
        "--velocity",
        default="auto",
        choices=("auto", "recorded", "filtered"),
        help="recorded velocity, or velocity from filtered positions (default: auto: recorded if it is not late)",
    )
    parser.add_argument(
        "--acceleration",
        default="auto",
        choices=("auto", "reference", "filtered"),
        help="acceleration of the recorded reference, or from filtered positions (default: auto: of the reference if "
        "the arm follows it)",
    )
    parser.add_argument(
        "--topic",
        type=_topic,
        action="append",
        default=[],
        metavar="USE=NAME",
        help=f"topic for a use ({', '.join(TOPIC_USES)}), instead of automatic choice; may be repeated",
    )
    page = parser.add_mutually_exclusive_group()
    page.add_argument(
        "--report",
        type=PAGE,
        default="replay.html",
        metavar="FILE",
        help="page to write (default: replay.html in this folder)",
    )
    page.add_argument("--no-report", dest="report", action="store_const", const=None, help="write no page")
    parser.add_argument(
        "--parquet", type=new_file(".parquet"), metavar="FILE", help="write every sample as a Parquet table"
    )
    parser.add_argument(
        "--series",
        type=any_path,
        metavar="DIR",
        help="write measured effort, model, its terms, residual, band, causes and contacts as a rosbag2 bag (MCAP) in "
        "a new folder, with layouts for PlotJuggler and Foxglove",
    )
    parser.add_argument(
        "--rerun", type=new_file(".rrd"), metavar="FILE", help="write the same series as a recording of Rerun"
    )
    parser.add_argument(
        "--to-bag", type=any_path, metavar="DIR", help="write the recording as a rosbag2 bag (MCAP) in a new folder"
    )
    parser.add_argument(
        "--fail-above",
        type=_limit,
        action="append",
        default=[],
        metavar="[JOINT.]MEASURE=LIMIT",
        help="exit with code 1 above a limit, such as rms=2.0 or joint2.lag=0.005; measures: rms, mae, largest, nrms, "
        "bias, lag, outside, residual_share, pinocchio",
    )
    parser.add_argument(
        "--compare",
        type=recording_path,
        metavar="BAG",
        help="another bag to compare with; the page of the comparison is written next to the report",
    )
    many = parser.add_argument_group("many bags", "for a folder of bags, which Dask analyses in parallel")
    many.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler (default: none, this machine)"
    )
    many.add_argument(
        "--workers", type=whole_type(1, 1024), metavar="N", help="processes on this machine (default: one per core)"
    )
    many.add_argument(
        "--results",
        type=any_path,
        metavar="DIR",
        help=f"folder in which results are kept, so that a later call continues (default: {RESULTS})",
    )


def _topic(text: str) -> tuple[str, str]:
    use, equals, name = text.partition("=")
    if use not in TOPIC_USES or not equals or not name:
        raise argparse.ArgumentTypeError(f"expected USE=NAME with a use of {', '.join(TOPIC_USES)}, got {text!r}")
    return use, name


def _limit(text: str) -> str:
    if not re.search(r"\w=.", text):  # the rest is checked against the joints of the arm
        raise argparse.ArgumentTypeError(f"expected [JOINT.]MEASURE=LIMIT, such as rms=2.0, got {text!r}")
    return text


def run(arguments: argparse.Namespace) -> int:
    """Analyse, show and write the results; the exit code is 1 if a gate is exceeded."""
    with Progress("loading"):
        from ..replay.reading.recording_paths import named_recording

        arguments.bags = [named_recording(path) for path in arguments.bags]
        if arguments.compare is not None:
            arguments.compare = named_recording(arguments.compare)
        arm = chosen_arm(arguments)
        from ..replay.reading.joint_names import check_joint_map
        from .replay_many import check_options, many_bags, replay_many
    many = many_bags(arguments)
    check_options(arguments, bool(many))
    if many:
        _prepare(arguments, ["distributed"])
        check_joint_map(arguments.joint_map, arm.joint_names)
        return replay_many(arguments, settings(arguments), many)
    if arguments.compare is not None:
        check_recordings([arguments.compare], arm, settings(arguments))
    return replay(arguments, _analyse)


def _analyse(*bags: Any, **options: Any) -> Analysis:
    """Import and call `analyse`, because the import takes a second and progress is already shown then."""
    from ..replay.analyse import analyse

    return analyse(*bags, **options)


def replay(arguments: argparse.Namespace, analyse: Callable[..., Analysis]) -> int:
    """Run the command with `analyse` as the analysis function."""
    from ..replay.analysis.gates import parse_gate
    from ..replay.parquet import ParquetWriter
    from ..replay.reading.joint_names import check_joint_map
    from ..replay.reading.to_bag import recording_to_bag
    from ..replay.replay_json import analysis_json
    from ..replay.replay_terminal import show_analysis, show_comparison
    from ..replay.series_bag import SeriesBag
    from ..replay.series_rerun import RerunFile
    from ..replay.side_by_side import compare_analyses, comparison_json

    arm, options = chosen_arm(arguments), settings(arguments)
    check_joint_map(options.joint_map, arm.joint_names)
    gates = [parse_gate(text, arm.joint_names) for text in arguments.fail_above]
    _prepare(arguments)
    other = None if arguments.report is None else compared_path(arguments.report)
    with ExitStack() as stack:
        each: list[Callable[[Motion, Mapping[str, FloatArray]], None]] = []
        if arguments.parquet is not None:
            table = ParquetWriter(arguments.parquet, arm, options, arguments.bags[0].stem)
            each.append(stack.enter_context(table).add)
        series: list[SeriesBag | RerunFile] = []
        if arguments.series is not None:
            series.append(stack.enter_context(SeriesBag(arguments.series, arm)))
        if arguments.rerun is not None:
            series.append(stack.enter_context(RerunFile(arguments.rerun, arm, arguments.bags[0].stem)))
        each += [one.add for one in series]
        passes = {"each": _all(each)} if each else {}
        if series:
            passes["explain"] = _all([one.explain for one in series])
        found = _watched(analyse, arguments.bags, options, **passes)
        for one in series:
            one.finish(found)
    checks = [gate.check(found) for gate in gates]
    comparison = None
    if arguments.compare is not None:
        comparison = compare_analyses(_watched(analyse, [arguments.compare], options), found)
    written = [path for path in (arguments.parquet, arguments.series, arguments.rerun) if path is not None]
    if arguments.to_bag is not None:
        recording_to_bag(arguments.bags, arguments.to_bag, options)
        written.append(arguments.to_bag)
    if arguments.report is not None:
        with Progress("writing the report"):
            from ..replay.report import write_comparison, write_report

            write_report(found, arguments.report, checks)
            written.append(arguments.report)
            if comparison is not None and other is not None:
                write_comparison(comparison, other)
                written.append(other)
    if arguments.json:
        data = {**analysis_json(found, checks), "written": [str(path) for path in written]}
        return print_json(data if comparison is None else {**data, "comparison": comparison_json(comparison)})
    out = console()
    show_analysis(found, checks, out, written)
    if comparison is not None:
        show_comparison(comparison, out)
    return OK if all(check.ok for check in checks) else FAILED


def _all(calls: Sequence[Callable[[Motion, Mapping[str, FloatArray]], None]]) -> Any:
    """Return a function that makes all calls."""

    def call(motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        for one in calls:
            one(motion, torques)

    return call


def settings(arguments: argparse.Namespace) -> ReplaySettings:
    """Return the replay settings from the arguments.

    Raises:
        StateError: the payload is not physically possible, or its link is not fixed to the arm's last link.
        BagError: the column map is not valid.
        Puma560Error: the cut-off is too low, or a payload's center or link is given without a mass.
    """
    from ..replay.settings import ReplaySettings

    return ReplaySettings(
        arm=arm_source(arguments),
        payload=carried_payload(arguments, chosen_arm(arguments)),
        model=arguments.model,
        friction=arguments.friction,
        cut_off=arguments.cut_off,
        velocity=arguments.velocity,
        acceleration=arguments.acceleration,
        joint_map=arguments.joint_map,
        topics=dict(arguments.topic),
        columns=check_columns(arguments.columns, _recordings(arguments)),
    )


def compared_path(report: Path) -> Path:
    """Return the path of the page of a comparison."""
    return report.with_name(f"{report.stem}_compared.html")


def size(bags: Sequence[Path]) -> int:
    """Return the total size of the files of `bags`, bytes."""
    from ..bags.tables.lerobot import is_lerobot

    inside = (bag.rglob("*") if is_lerobot(bag) else bag.iterdir() if bag.is_dir() else iter((bag,)) for bag in bags)
    files = [file for part in inside for file in part]
    return sum(file.stat().st_size for file in files if file.is_file())


def _recordings(arguments: argparse.Namespace) -> list[Path]:
    """Return the paths of all recordings that are read."""
    return [*arguments.bags, *([] if arguments.compare is None else [arguments.compare])]


def _prepare(arguments: argparse.Namespace, modules: Sequence[str] = ()) -> None:
    """Raise before the analysis if the results cannot be written, or if one of these optional packages is missing."""
    from ..bags.writer import check_new_bag
    from ..replay.reading.recording_paths import is_part_of_a_bag, needed_modules

    page = ["bokeh"] if arguments.report is not None else []
    recordings = _recordings(arguments)
    require("`puma560 replay`", *needed_modules(recordings), *page,
            *modules, *(["pyarrow"] if arguments.parquet is not None else []),
            *(["rerun"] if arguments.rerun is not None else []))  # fmt: skip
    for folder in (arguments.to_bag, arguments.series):
        if folder is not None:
            check_new_bag(folder)
    if arguments.series is not None and arguments.series == arguments.to_bag:
        raise Puma560Error(f"--series and --to-bag are both {arguments.series}; name two folders")
    if arguments.compare is not None and arguments.report is not None:
        check_writable(compared_path(arguments.report))
    written = [path for path in (arguments.report, arguments.parquet, arguments.rerun) if path is not None]
    for path in written:
        check_writable(path)
        if is_part_of_a_bag(path) or path.resolve() in {bag.resolve() for bag in arguments.bags}:
            raise Puma560Error(f"{path} is, or would overwrite, a part of a recording; name another file")
    if len({path.resolve() for path in written}) < len(written):
        raise Puma560Error(f"--report and --parquet are both {arguments.report}; name two files")


def _watched(analyse: Callable[..., Analysis], bags: Sequence[Path], options: ReplaySettings, **more: Any) -> Analysis:
    with Progress("reading", size(bags)) as progress:
        return analyse(bags, options, progress=progress.update, **more)
