"""`puma560 identify`: bags of an arm in; the arm file that fits it, and how far each number is to be trusted, out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from ..arm import load_arm
from ..bags.findings import Finding, Findings
from ..errors import IdentificationError, MissingDependencyError
from ..files import write_whole
from ..identification.advice import advice, summary
from ..identification.arm_yaml import arm_yaml
from ..identification.as_json import as_json
from ..identification.comparison import Compared, base_parameters, constants, friction, load
from ..identification.identify import Identified, identify
from ..identification.recorded import Recorded, recorded
from ..identification.unknowns import Unknowns
from ..models.payload.payload import Payload
from ..replay.many.find_bags import find_bags, is_part_of_a_bag
from ..replay.motion.motion_stream import Motions
from ..replay.reading.recording import open_recording
from ..replay.reading.samples import Block
from ..replay.settings import ReplaySettings
from .bar import Bar
from .output import OK, add_json_flag, console, print_json

Progress = Callable[[float, str], None]

EPOCH_FROM = 1_000_000_000 * 10**9
"""ns: a stamp before this (2001) is of a simulated clock, no date."""


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("identify", help=about)
    parser.add_argument("bags", nargs="*", type=Path, metavar="BAG", help="bag to identify from; each a recording")
    parser.add_argument(
        "--held-out", nargs="+", type=Path, default=[], metavar="BAG", help="bags that only judge the result"
    )
    parser.add_argument(
        "--loaded", nargs="+", type=Path, default=[], metavar="BAG",
        help="bags of the same arm with a load that is to be identified too",
    )  # fmt: skip
    parser.add_argument("--arm", default="akb1986", help="arm name or file whose values are the prior")
    parser.add_argument("--payload-mass", type=float, default=0.0, metavar="KG", help="known load in BAGs and held out")
    parser.add_argument(
        "--payload-center", type=float, nargs=3, default=(0.0, 0.0, 0.0), metavar=("X", "Y", "Z"),
        help="its center of mass in the frame of the last link, m",
    )  # fmt: skip
    parser.add_argument(
        "--joint-map", type=_pairs, default={}, metavar="THEIRS=OURS,…", help="joint names of the bag and of the arm"
    )
    parser.add_argument(
        "--cut-off", type=float, default=ReplaySettings().cut_off, metavar="HZ", help="of the zero-phase filter"
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("identified.yaml"), help="arm file (default: identified.yaml)"
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="page with plots (default: the arm file's name with .html)"
    )
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Identify, write arm file and page, show the table."""
    if not (arguments.bags or arguments.loaded):
        raise IdentificationError("no bag to identify from; give one or more, and others with --held-out")
    try:
        from ..identification.page import page
    except ImportError as error:
        raise MissingDependencyError(f"the page needs matplotlib ({error}); run `pip install matplotlib`") from None
    report = arguments.report or arguments.output.with_suffix(".html")
    _check(arguments, report)
    settings = ReplaySettings(arm=arguments.arm, joint_map=arguments.joint_map, cut_off=arguments.cut_off)
    unknowns = Unknowns(load_arm(arguments.arm), load=bool(arguments.loaded))
    payload = Payload(arguments.payload_mass, np.array(arguments.payload_center))
    findings = Findings()
    groups = ((arguments.bags, payload, False), (arguments.loaded, None, True), (arguments.held_out, payload, False))
    count = sum(len(paths) for paths, _, _ in groups)
    read: list[list[Recorded]] = []
    with Bar(not arguments.json) as bar:
        for paths, known, loaded in groups:
            read.append([])
            for path in paths:
                done = sum(map(len, read))

                def progress(share: float, name: str, done: int = done) -> None:
                    bar.update((done + share) / (count + 1), f"reading {name}")

                read[-1].append(_read(path, unknowns, settings, findings, progress, known, loaded))
        bar.update(count / (count + 1), "fitting")
        found = identify(unknowns, [*read[0], *read[1]], read[2])
        bar.update((count + 0.5) / (count + 1), "drawing")
        write_whole(arguments.output, arm_yaml(found))
        write_whole(report, page(found))
    if arguments.json:
        files = {"file": str(arguments.output), "report": str(report)}
        warnings = [finding.message for finding in findings.warnings]
        return print_json({"ok": True, **files, "warnings": warnings, **as_json(found)})
    _show(found, findings.warnings, arguments.output, report)
    return OK


def _check(arguments: argparse.Namespace, report: Path) -> None:
    """See that what is asked for can be, before bags are read."""
    for path in (arguments.output, report):
        if not path.parent.is_dir():
            raise IdentificationError(
                f"{path} cannot be written: there is no folder {path.parent}; make it, or name one"
            )
        if is_part_of_a_bag(path):
            raise IdentificationError(f"{path} is named as a part of a recording; name another file")
    if report == arguments.output:
        raise IdentificationError(
            f"arm file and page are both to be {report}; name the arm file .yaml, as -o my_arm.yaml"
        )
    for path in (*arguments.bags, *arguments.loaded, *arguments.held_out):
        if path.is_dir() and len(found := find_bags(path)) > 1:
            raise IdentificationError(f"{path} holds {len(found)} bags; name each of those that are meant")
    twice = {path.resolve() for path in arguments.bags} & {path.resolve() for path in arguments.loaded}
    if twice:
        raise IdentificationError(f"{min(twice)} is given with a load and without; a recording is one or the other")
    both = {path.resolve() for path in (*arguments.bags, *arguments.loaded)} & {
        path.resolve() for path in arguments.held_out
    }
    if both:
        raise IdentificationError(f"{min(both)} is to be fitted and held out; what judges must be another recording")


def _read(
    path: Path,
    unknowns: Unknowns,
    settings: ReplaySettings,
    findings: Findings,
    progress: Progress,
    payload: Payload | None,
    loaded: bool,
) -> Recorded:
    """A bag, summed up."""
    recording = open_recording([path], unknowns.arm, settings, findings)

    def blocks() -> Iterator[Block]:
        for block in recording.blocks():
            progress(block.read, recording.name)
            yield block

    motions = Motions(blocks(), unknowns.n, settings, findings)
    result = recorded(motions, unknowns, recording.name, payload=payload, loaded=loaded)
    if not result.parts:
        raise IdentificationError(
            f"{path}: no motion with measured effort in it; record effort (N·m at the joint), and a longer motion"
        )
    return Recorded(result.name, _date(motions.timing().start), result.parts, result.shown)


def _date(stamp: int) -> str:
    """Day of a stamp in ns, UTC; empty for a simulated clock."""
    return "" if stamp < EPOCH_FROM else datetime.fromtimestamp(stamp * 1e-9, timezone.utc).strftime("%Y-%m-%d")


def _show(found: Identified, warnings: Sequence[Finding], output: Path, report: Path) -> None:
    out = console()
    for finding in warnings:
        out.print(f"! {escape(finding.message)}" + (f" ({finding.count})" if finding.count > 1 else ""))
    rows = constants(found)
    words = "Constants of table A2" if rows else "Base parameters"
    out.print(_table(f"{words}, SI units; moved: in tolerances", rows or base_parameters(found)))
    out.print(_table("Friction, N·m and N·m·s/rad", friction(found)))
    if found.unknowns.load:
        out.print(_table("Load on the last link, kg, kg·m, kg·m²", load(found)))
    out.print(_errors(found))
    moved = found.estimate.moved
    out.print(
        f"condition number {found.estimate.condition:.0f}; ".replace("inf", "infinite")
        + (f"kept physically possible, which moved it by {moved:.1f} standard errors" if moved else "possible as it is")
    )
    out.print(summary(found))
    for words in advice(found):
        out.print(f"! {escape(words)}")
    out.print(
        f"{escape(str(output))}, {escape(str(report))} written; next: `puma560 replay BAG --arm {escape(str(output))}`"
    )


def _table(title: str, rows: Sequence[Compared]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "before", "identified", "moved", "said by"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for row in rows:
        table.add_row(row.name, *row.words, f"{row.moved:+.1f}", f"{row.said_by} {row.data:4.0%}")
    return table


def _errors(found: Identified) -> Table:
    table = Table(title="RMS of measured less predicted torque, N·m", title_justify="left", box=SIMPLE_HEAD)
    kinds = [("identified from", found.train), *([("held out", found.held_out)] if found.held_out else [])]
    table.add_column("joint")
    for words, _ in kinds:
        table.add_column(f"{words}\nbefore", justify="right")
        table.add_column("\nafter", justify="right")
    table.add_column("rows\nworth", justify="right")
    pairs = [found.rms(x, some) for _, some in kinds for x in (found.before.mean, found.estimate.x)]
    for i, name in enumerate(found.unknowns.arm.joint_names):
        table.add_row(
            name,
            *("–" if np.isnan(values[i]) else f"{values[i]:.3g}" for values in pairs),
            f"{found.estimate.effective[i]:.0f}",
        )
    return table


def _pairs(text: str) -> dict[str, str]:
    """``theirs=ours,…`` as a mapping."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(theirs and ours for theirs, _, ours in pairs):
        raise argparse.ArgumentTypeError(f"expected THEIRS=OURS,…, got {text!r}")
    return {theirs.strip(): ours.strip() for theirs, _, ours in pairs}
