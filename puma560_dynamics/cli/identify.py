"""`puma560 identify`: bags of an arm in; the arm file that fits it, and how far each number is to be trusted, out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.markup import escape

from ..arm import load_arm
from ..bags.findings import Finding, Findings
from ..errors import IdentificationError
from ..extras import installed, require, sentence
from ..files import check_writable, write_whole
from ..identification.advice import advice, summary
from ..identification.arm_yaml import arm_yaml
from ..identification.as_json import as_json
from ..identification.comparison import Compared, base_parameters, constants, friction, load
from ..identification.from_bags import read_motion
from ..identification.identify import Identified, identify
from ..identification.recorded import Recorded
from ..identification.unknowns import Unknowns
from ..models.payload.payload import Payload
from ..replay.many.find_bags import find_bags, is_part_of_a_bag
from ..replay.reading.joint_names import check_joint_map
from ..replay.settings import ReplaySettings
from ..report.text_table import TextTable
from .output import OK, console, print_json
from .progress import Progress
from .recordings import MODULES, found_bag


def run(arguments: argparse.Namespace) -> int:
    """Identify, write arm file and page, show the table."""
    if not (arguments.bags or arguments.loaded):
        raise IdentificationError("no bag to identify from; give one or more, and others with --held-out")
    for name in ("bags", "loaded", "held_out"):
        setattr(arguments, name, [found_bag(path) for path in getattr(arguments, name)])
    plots = installed("matplotlib")
    require("`puma560 identify`", *MODULES, "cvxpy", *(["matplotlib"] if arguments.report is not None else []))
    report = arguments.report or arguments.output.with_suffix(".html")
    _check(arguments, report)
    settings = ReplaySettings(arm=arguments.arm, joint_map=arguments.joint_map, cut_off=arguments.cut_off)
    unknowns = Unknowns(load_arm(arguments.arm), load=bool(arguments.loaded))
    check_joint_map(arguments.joint_map, unknowns.arm.joint_names)
    payload = Payload(arguments.payload_mass, np.array(arguments.payload_center))
    findings = Findings()
    groups = ((arguments.bags, payload), (arguments.loaded, None), (arguments.held_out, payload))
    count = sum(len(paths) for paths, _ in groups)
    read: list[list[Recorded]] = []
    with Progress("reading") as bar:
        for paths, known in groups:
            read.append([])
            for path in paths:
                done = sum(map(len, read))

                def progress(share: float, name: str, done: int = done) -> None:
                    bar.update((done + share) / count, f"reading {name}")

                read[-1].append(read_motion(path, unknowns, settings, findings, payload=known, progress=progress))
        bar.update(None, "fitting")
        found = identify(unknowns, [*read[0], *read[1]], read[2])
        bar.update(None, "drawing")
        write_whole(arguments.output, arm_yaml(found))
        if plots:
            from ..identification.page import page

            write_whole(report, page(found))
    if arguments.json:
        files = {"file": str(arguments.output), "report": str(report) if plots else None}
        warnings = [finding.message for finding in findings.warnings]
        return print_json({"ok": True, **files, "warnings": warnings, **as_json(found)})
    _show(found, findings.warnings, arguments.output, report if plots else None)
    return OK


def _check(arguments: argparse.Namespace, report: Path) -> None:
    """See that what is asked for can be, before bags are read."""
    for path in (arguments.output, report):
        check_writable(path)
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


def _show(found: Identified, warnings: Sequence[Finding], output: Path, report: Path | None) -> None:
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
    if report is None:
        out.print(f"note: {escape(sentence('the page', ['matplotlib']))}", soft_wrap=True)
    for path in (output, report):
        if path is not None:
            out.print(f"wrote {escape(str(path))}", soft_wrap=True)
    out.print(f"next: `puma560 replay BAG --arm {escape(str(output))}`", soft_wrap=True)


def _table(title: str, rows: Sequence[Compared]) -> TextTable:
    table = TextTable(title, "", ">before", ">identified", ">moved", ">source")
    for row in rows:
        table.add_row(row.name, *row.words, f"{row.moved:+.1f}", f"{row.said_by} {row.data:4.0%}")
    return table


def _errors(found: Identified) -> TextTable:
    kinds = [("identified from", found.train), *([("held out", found.held_out)] if found.held_out else [])]
    headings = [heading for words, _ in kinds for heading in (f">{words}\nbefore", ">\nafter")]
    table = TextTable("RMS of measured less predicted torque, N·m", "joint", *headings, ">rows\nworth")
    pairs = [found.rms(x, some) for _, some in kinds for x in (found.before.mean, found.estimate.x)]
    for i, name in enumerate(found.unknowns.arm.joint_names):
        table.add_row(
            name,
            *("–" if np.isnan(values[i]) else f"{values[i]:.3g}" for values in pairs),
            f"{found.estimate.effective[i]:.0f}",
        )
    return table
