"""`puma560 identify`: bags of an arm in; the arm file that fits it, and how far each number is to be trusted, out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
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
from ..identification.band import outside
from ..identification.comparison import Compared, base_parameters, constants, friction, load
from ..identification.from_bags import read_motion
from ..identification.gains import Gains, identify_gains
from ..identification.guess import Guess
from ..identification.identify import Identified, identify
from ..identification.prior import UNMEASURED
from ..identification.recorded import Recorded
from ..identification.unknowns import Unknowns
from ..identification.validate import Validated, validate
from ..models.payload.payload import Payload
from ..models.payload.placed import placed
from ..replay.many.find_bags import bags_below, is_part_of_a_bag
from ..replay.reading.joint_names import check_joint_map
from ..replay.settings import ReplaySettings
from ..report.text_table import TextTable
from .output import FAILED, OK, console, print_json
from .progress import Progress
from .recordings import check_columns, found_bag, needed_modules, without_gain

_Validations = Sequence[Sequence[Validated]]
"""Of the recordings that were fitted, and of those held out."""


def run(arguments: argparse.Namespace) -> int:
    """Identify, write arm file and page, show the table."""
    if not (arguments.bags or arguments.loaded):
        raise IdentificationError("no bag to identify from; give one or more, and others with --held-out")
    for name in ("bags", "loaded", "held_out"):
        setattr(arguments, name, [found_bag(path) for path in getattr(arguments, name)])
    plots = installed("matplotlib")
    recordings = [*arguments.bags, *arguments.loaded, *arguments.held_out]
    page_modules = ["matplotlib"] if arguments.report is not None else []
    require("`puma560 identify`", *needed_modules(recordings), "cvxpy", *page_modules)
    report = arguments.report or arguments.output.with_suffix(".html")
    _check(arguments, report)
    columns = check_columns(arguments.columns, recordings)
    settings = ReplaySettings(
        arm=arguments.arm,
        joint_map=arguments.joint_map,
        cut_off=arguments.cut_off,
        columns=without_gain(columns) if arguments.unknown_gains else columns,
    )
    full = arguments.friction == "full"
    judged = settings
    if arguments.held_out_columns:
        words = [*(arguments.columns or []), *arguments.held_out_columns]
        judged = replace(settings, columns=check_columns(words, arguments.held_out or recordings))
    unknowns = Unknowns(load_arm(arguments.arm), load=bool(arguments.loaded), load_friction=full, bend=full)
    check_joint_map(arguments.joint_map, unknowns.arm.joint_names)
    given = Payload(arguments.payload_mass, np.array(arguments.payload_center))
    payload = placed(unknowns.arm, given, arguments.payload_link)
    findings = Findings()
    groups = (
        (arguments.bags, payload, settings), (arguments.loaded, None, settings), (arguments.held_out, payload, judged)
    )  # fmt: skip
    count = sum(len(paths) for paths, *_ in groups)
    read: list[list[Recorded]] = []
    with Progress("reading") as bar:
        for paths, known, how in groups:
            read.append([])
            for path in paths:
                done = sum(map(len, read))

                def progress(share: float, name: str, done: int = done) -> None:
                    bar.update((done + share) / count, f"reading {name}")

                read[-1].append(read_motion(path, unknowns, how, findings, payload=known, keep=full, progress=progress))
        bar.update(None, "fitting")
        if arguments.unknown_gains:
            gains = identify_gains(unknowns, [*read[0], *read[1]], arguments.load_mass)
            return _show_gains(gains, findings.warnings, as_text=not arguments.json)
        found = identify(unknowns, [*read[0], *read[1]], read[2])
        bar.update(None, "predicting")
        validated = [
            [validate(path, found, how) for path in paths]
            for paths, how in ((arguments.bags, settings), (arguments.held_out, judged))
        ] if arguments.held_out else []  # fmt: skip
        bar.update(None, "drawing")
        write_whole(arguments.output, arm_yaml(found, arguments.output))
        if plots:
            from ..identification.page import page

            write_whole(report, page(found))
    if arguments.json:
        files = {"file": str(arguments.output), "report": str(report) if plots else None}
        warnings = [finding.message for finding in findings.warnings]
        return print_json(
            {"ok": True, **files, "warnings": warnings, **as_json(found), "prediction": _predictions(validated)}
        )
    _show(found, validated, findings.warnings, arguments.output, report if plots else None)
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
    if arguments.unknown_gains and not (arguments.bags and arguments.loaded and arguments.load_mass):
        raise IdentificationError(
            "--unknown-gains takes recordings without a load, --loaded with one, and its --load-mass above 0 kg"
        )
    if arguments.load_mass is not None and not arguments.unknown_gains:
        raise IdentificationError("--load-mass is for --unknown-gains; a load of --loaded is weighed without it")
    for path in (*arguments.bags, *arguments.loaded, *arguments.held_out):
        if path.is_dir() and len(found := bags_below(path)) > 1:
            raise IdentificationError(f"{path} holds {len(found)} bags; name each of those that are meant")
    twice = {path.resolve() for path in arguments.bags} & {path.resolve() for path in arguments.loaded}
    if twice:
        raise IdentificationError(f"{min(twice)} is given with a load and without; a recording is one or the other")
    both = {path.resolve() for path in (*arguments.bags, *arguments.loaded)} & {
        path.resolve() for path in arguments.held_out
    }
    if both and not arguments.held_out_columns:  # which may choose other rows
        raise IdentificationError(f"{min(both)} is to be fitted and held out; what judges must be another recording")


def _show(
    found: Identified, validated: _Validations, warnings: Sequence[Finding], output: Path, report: Path | None
) -> None:
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
    if validated:
        out.print(_relative(found, validated))
    if any(recording.rows for recording in found.held_out):
        shares = outside(found.held_out, found.estimate, found.noise)
        words = ", ".join("–" if np.isnan(share) else f"{share:.0%}" for share in shares)
        out.print(f"held-out windows outside the arm's own band (5 % of normal noise): {words}")
    if found.guess is not None:
        out.print(_guess(found.guess))
    if found.lead:
        out.print(f"the effort is {1e3 * found.lead:+.2g} ms ahead of the motion, by cross-validation")
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


def _guess(guess: Guess) -> str:
    scores = ", ".join(f"{width:g}: {score:.3g}" for width, score in guess.tried)
    return (
        f"the description's links are a guess, and counted with {UNMEASURED * guess.width:.0%} of mass and inertia as "
        f"standard deviation: what cross-validation says (mean square of stretches left out by width: {scores})"
    )


def _relative(found: Identified, validated: _Validations) -> TextTable:
    """Relative errors of every sample, mean square over the recordings of a kind."""
    kinds = ("identified from", "held out")
    headings = [f">{kind}\n{what}" if place == 0 else f">\n{what}" for kind in kinds
                for place, what in enumerate(("as measured", "filtered", "moving"))]  # fmt: skip
    table = TextTable("Error of the prediction as a share of the effort, every sample", "joint", *headings)
    columns = [
        np.sqrt(np.mean(np.square([getattr(each, key) for each in some]), axis=0))
        for some in validated
        for key in ("raw", "filtered", "moving")
    ]
    for i, name in enumerate(found.unknowns.arm.joint_names):
        table.add_row(name, *("–" if np.isnan(column[i]) else f"{column[i]:.3f}" for column in columns))
    return table


def _predictions(validated: _Validations) -> list[dict[str, object]]:
    return [
        {"name": each.name, "held_out": held_out}
        | {
            key: [None if np.isnan(value) else value for value in getattr(each, key).tolist()]
            for key in ("raw", "filtered", "moving", "still")
        }
        for held_out, some in enumerate(validated)
        for each in some
    ]


def _show_gains(found: Gains, warnings: Sequence[Finding], *, as_text: bool) -> int:
    """Print the gains; those that the recordings do not tell are refused."""
    if not as_text:
        rows = zip(found.joints, found.values, found.errors, found.determined, found.by_load, strict=True)
        gains = [
            {
                "joint": joint,
                "gain": float(gain) if determined else None,
                "relative_error": float(error),
                "by_load": float(by),
            }
            for joint, gain, error, determined, by in rows
        ]
        return print_json({"ok": not found.refusal, "gains": gains, "refused": found.refusal or None})
    out = console()
    for finding in warnings:
        out.print(f"! {escape(finding.message)}")
    table = TextTable("Torque a unit of effort", "joint", ">gain", ">standard error", ">effort by the load")
    for joint, value, error, determined, share in zip(
        found.joints, found.values, found.errors, found.determined, found.by_load, strict=True
    ):
        table.add_row(joint, f"{value:.3g}" if determined else "refused", f"{value * error:.2g}", f"{share:.0%}")
    out.print(table)
    if found.refusal:
        out.print(f"! {escape(found.refusal)}")
    return OK if not found.refusal else FAILED


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
