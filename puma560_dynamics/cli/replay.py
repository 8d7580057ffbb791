"""`puma560 replay`: from a recorded bag to how well model and robot agree, and the causes of a difference."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..arm import load_arm
from ..bags.writer import check_new_bag
from ..errors import Puma560Error
from ..extras import require
from ..files import check_writable
from ..replay.analysis.gates import parse_gate
from ..replay.many.find_bags import is_part_of_a_bag
from ..replay.parquet import ParquetWriter
from ..replay.reading.joint_names import check_joint_map
from ..replay.reading.named_recording import named_recording, needed_modules
from ..replay.reading.to_bag import recording_to_bag
from ..replay.replay_json import analysis_json
from ..replay.replay_terminal import show_analysis, show_comparison
from ..replay.result import Analysis
from ..replay.settings import ReplaySettings
from ..replay.side_by_side import compare_analyses, comparison_json
from . import replay_many
from .given_load import given_load
from .output import FAILED, OK, console, print_json
from .progress import Progress
from .recordings import check_columns, look_at


def run(arguments: argparse.Namespace) -> int:
    """Analyse, show, write; the exit code shows whether every limit holds."""
    arguments.bags = [named_recording(path) for path in arguments.bags]
    if arguments.compare is not None:
        arguments.compare = named_recording(arguments.compare)
    replay_many.check_options(arguments)
    arm = load_arm(arguments.arm)
    if replay_many.is_many(arguments):
        _prepare(arguments)
        check_joint_map(arguments.joint_map, arm.joint_names)
        return replay_many.replay_many(arguments, settings(arguments))
    if arguments.compare is not None:
        look_at([arguments.compare], arm, settings(arguments))
    return replay(arguments, _analyse)


def _analyse(*bags: Any, **options: Any) -> Analysis:
    """`analyse`, which takes a second to import: while progress is shown."""
    from ..replay.analyse import analyse

    return analyse(*bags, **options)


def replay(arguments: argparse.Namespace, analyse: Callable[..., Analysis]) -> int:
    """`run` with the analysis as an argument."""
    options = settings(arguments)
    arm = load_arm(options.arm)
    check_joint_map(options.joint_map, arm.joint_names)
    gates = [parse_gate(text, arm.joint_names) for text in arguments.fail_above]
    _prepare(arguments)
    other = None if arguments.report is None else compared_path(arguments.report)
    if arguments.parquet is None:
        found = _watched(analyse, arguments.bags, options)
    else:
        with ParquetWriter(arguments.parquet, arm, options, arguments.bags[0].stem) as table:
            found = _watched(analyse, arguments.bags, options, each=table.add)
    checks = [gate.check(found) for gate in gates]
    comparison = None
    if arguments.compare is not None:
        comparison = compare_analyses(_watched(analyse, [arguments.compare], options), found)
    written = [] if arguments.parquet is None else [arguments.parquet]
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


def settings(arguments: argparse.Namespace) -> ReplaySettings:
    """What the arguments choose.

    Raises:
        StateError: a payload that no body has, or on a link that the arm does not have at its end.
        BagError: no column map.
        Puma560Error: a cut-off that no filter has, or a center of mass or a link without a mass.
    """
    return ReplaySettings(
        arm=arguments.arm,
        payload=given_load(arguments, load_arm(arguments.arm)),
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
    """Where the page of a comparison goes."""
    return report.with_name(f"{report.stem}_compared.html")


def size(bags: Sequence[Path]) -> int:
    """Bytes of the files of `bags`."""
    files = [file for bag in bags for file in (bag.rglob("*") if bag.is_dir() else [bag])]
    return sum(file.stat().st_size for file in files if file.is_file())


def _recordings(arguments: argparse.Namespace) -> list[Path]:
    """Every recording that is read."""
    return [*arguments.bags, *([] if arguments.compare is None else [arguments.compare])]


def _prepare(arguments: argparse.Namespace) -> None:
    """See before the work that its results can be written."""
    many = replay_many.is_many(arguments)
    page = ["bokeh"] if arguments.report is not None else []
    recordings = _recordings(arguments)
    require("`puma560 replay`", *needed_modules(recordings), *page,
            *(["pyarrow"] if arguments.parquet is not None else []), *(["distributed"] if many else []))  # fmt: skip
    if arguments.to_bag is not None:
        check_new_bag(arguments.to_bag)
    if arguments.compare is not None and arguments.report is not None:
        check_writable(compared_path(arguments.report))
    written = [path for path in (arguments.report, arguments.parquet) if path is not None]
    for path in written:
        check_writable(path)
        if is_part_of_a_bag(path) or path.resolve() in {bag.resolve() for bag in arguments.bags}:
            raise Puma560Error(f"{path} is the recording, or named as a part of one; name another file")
    if len({path.resolve() for path in written}) < len(written):
        raise Puma560Error(f"--report and --parquet are both {arguments.report}; name two files")


def _watched(analyse: Callable[..., Analysis], bags: Sequence[Path], options: ReplaySettings, **more: Any) -> Analysis:
    with Progress("reading", size(bags)) as progress:
        return analyse(bags, options, progress=progress.update, **more)
