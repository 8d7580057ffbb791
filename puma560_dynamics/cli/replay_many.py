"""`puma560 replay FOLDER`: analyse every bag below a folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.console import Console

from ..arm import load_arm
from ..errors import Puma560Error
from ..models.load import load_model
from ..replay import RESULTS
from ..replay.many.cluster import workers
from ..replay.many.gather import gather
from ..replay.many.many_summary import Summary, summarise, summary_json, write_rows
from ..replay.many.rows import BagRow, RowFile
from ..replay.reading.recording_paths import bags_below
from ..replay.replay_terminal import MARKS, STYLES, writer
from ..replay.settings import ReplaySettings
from ..report.formatting import number, some
from ..report.written_files import show_written
from .output import FAILED, OK, console, print_json
from .progress import Progress

NAMED = 10
"""Largest number of bags per verdict that are listed on the terminal."""


def many_bags(arguments: argparse.Namespace) -> list[Path]:
    """Return the bags of the only given path if it is a folder that contains bags and is no bag itself, else none."""
    path = arguments.bags[0]
    if len(arguments.bags) != 1 or not path.is_dir():
        return []
    with Progress("looking for recordings") as progress:
        found = bags_below(path, lambda count: progress.update(None, f"recordings: {count} folders searched"))
    return [] if found == [path] else found


def check_options(arguments: argparse.Namespace, many: bool) -> None:
    """Raise if a given option has no effect.

    Args:
        arguments: of the command line.
        many: whether the given path contains several bags.

    Raises:
        Puma560Error: an option for many bags is given for one recording or vice versa, or ``--workers`` is given with
            ``--scheduler``.
    """
    first = arguments.bags[0]
    if many:
        for given, flag in ((arguments.compare, "--compare"), (arguments.fail_above, "--fail-above")):
            if given:
                raise Puma560Error(f"{flag} is for one bag, {first} contains several; name the bag")
        for folder, flag in ((arguments.to_bag, "--to-bag"), (arguments.series, "--series")):
            if folder is not None:
                raise Puma560Error(f"{flag} is for one recording, {first} contains several; name the recording")
        if arguments.scheduler is not None and arguments.workers is not None:
            raise Puma560Error("--workers is for this machine, and --scheduler has workers already; leave one out")
        return
    for flag in ("scheduler", "workers", "results"):
        if getattr(arguments, flag) is not None:
            raise Puma560Error(f"--{flag} is for a folder of bags, and {first} is one recording; leave it out")


def replay_many(arguments: argparse.Namespace, settings: ReplaySettings, bags: list[Path]) -> int:
    """Analyse all bags, show and write the results; the exit code is 1 if a bag could not be analysed.

    Args:
        arguments: of the command line.
        settings: settings of the analysis.
        bags: paths of the bags.

    Raises:
        BagError: results cannot be stored, or no scheduler answers.
        UnsupportedArmError: the model does not fit the arm.
    """
    rows_file = (arguments.results or Path(RESULTS)) / "rows.jsonl"
    with ExitStack() as stack:
        kept = stack.enter_context(RowFile(rows_file))
        bar = stack.enter_context(Progress("reading"))
        failed = 0

        def report(done: int, total: int, row: BagRow) -> None:
            nonlocal failed
            failed += row.error is not None
            bar.update(done / total, f"{done} of {some(total, 'bag')}" + (f", {failed} failed" if failed else ""))

        def connect() -> Any:
            if arguments.scheduler is None:  # prepare the model once, not in each worker at the same time
                bar.update(None, f"preparing the model {settings.model}")
                load_model(settings.model, load_arm(settings.arm), settings.payload)
                bar.update(None, "starting workers")
            return stack.enter_context(workers(arguments.scheduler, arguments.workers))

        rows = gather(bags, settings, kept, connect, report)
    summary = summarise(rows)
    written = [rows_file]
    if arguments.parquet is not None:
        write_rows(rows, arguments.parquet)
        written.append(arguments.parquet)
    if arguments.report is not None:
        from ..replay.many.many_page import write_summary

        write_summary(summary, rows, arguments.report)
        written.append(arguments.report)
    arm = load_arm(settings.arm).name
    if arguments.json:
        return print_json({"arm": arm, **summary_json(summary, rows), "written": [str(path) for path in written]})
    _show(f"arm {arm}, {settings.model} model", summary, rows, written, console())
    return FAILED if summary.failed else OK


def _show(title: str, summary: Summary, rows: Sequence[BagRow], written: list[Path], out: Console) -> None:
    text = writer(out)
    out.print(text(f"{title}: {some(summary.bags, 'bag')} analysed", "bold"))
    for level, mark in MARKS.items():
        if summary.verdicts.get(level):
            out.print(text(f" {mark} {summary.verdicts[level]} {level}", STYLES[level]))
        of_level = [row for row in rows if row.values.get("verdict") == level]
        for row in of_level[:NAMED] if level != "good" else ():
            out.print(text(f"     {row.bag}: {row.values.get('headline')}"))
        if level != "good" and len(of_level) > NAMED:
            out.print(text(f"     and {len(of_level) - NAMED} more; the page and --json list them all"))
    for row in summary.failed:
        out.print(text(f" ✗ {row.bag}: {row.error}", "red"))
    for name, line in summary.drifting.items():
        out.print(text(f" ! {name} drifts: {number(line.change)} from the first bag to the last", "yellow"))
    show_written(out, *written)
