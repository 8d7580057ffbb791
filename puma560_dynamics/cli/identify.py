"""`puma560 identify`: fit an arm file to recordings of the arm, with the standard error of each number."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import IdentificationError
from ..extras import require
from ..files import check_writable, write_whole
from .completion import completes
from .options import (
    add_recording_options,
    arm_source,
    check_columns,
    check_recordings,
    chosen_arm,
    recording_names,
    without_gain,
)
from .output import FAILED, OK, console, print_json
from .payload_options import add_payload_options, carried_payload
from .progress import Progress
from .values import ARM_FILE, MASS, PAGE, recording_path

if TYPE_CHECKING:
    from ..identification.recorded import Recorded


OUTPUT = "identified.yaml"
"""Arm file that is written by default."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 identify`."""
    recordings = parser.add_argument(
        "bags",
        nargs="*",
        type=recording_path,
        metavar="RECORDING",
        help="bag or table (CSV, NPZ, Parquet) to identify from; each one is a separate recording",
    )
    completes(recordings, recording_names)
    parser.add_argument(
        "--held-out",
        nargs="+",
        type=recording_path,
        default=[],
        metavar="BAG",
        help="bags that are not fitted, but used to judge the result",
    )
    parser.add_argument(
        "--loaded",
        nargs="+",
        type=recording_path,
        default=[],
        metavar="BAG",
        help="bags of the same arm with an unknown load, which is also identified",
    )
    add_recording_options(parser)
    add_payload_options(parser, "mass of a known load, in all recordings except those of --loaded")
    parser.add_argument(
        "--load-mass", type=MASS, default=None, metavar="KG", help="known mass of the load in --loaded, for the gains"
    )
    parser.add_argument(
        "--unknown-gains",
        action="store_true",
        help="for effort that is a current or has another unit: find the gain of each joint, from bags with and "
        "without a load",
    )
    parser.add_argument(
        "--friction",
        choices=("auto", "simple", "full"),
        default="auto",
        help="simple: Coulomb friction by direction with presliding, viscous friction, offset; full: also "
        "load-dependent friction and curvature of viscous friction; auto (default): the one that predicts left-out "
        "stretches better",
    )
    parser.add_argument(
        "--held-out-columns",
        action="append",
        metavar="WORDS",
        help="differences of the column map for the tables of --held-out, such as rows=700:4200",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=ARM_FILE,
        metavar="FILE",
        help=f"arm file (default: {OUTPUT})",
    )
    parser.add_argument(
        "--report", type=PAGE, metavar="FILE", help="page with plots (default: the arm file's name with .html)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Identify the arm, write arm file and page, and show the tables."""
    check_options(arguments)
    with Progress("loading"):
        from ..replay.reading.recording_paths import named_recording, needed_modules

        for name in ("bags", "loaded", "held_out"):
            setattr(arguments, name, [named_recording(path) for path in getattr(arguments, name)])
        recordings = [*arguments.bags, *arguments.loaded, *arguments.held_out]
        require("`puma560 identify`", *needed_modules(recordings), "cvxpy")
        arm = chosen_arm(arguments)
        from ..bags.findings import Findings
        from ..identification.arm_yaml import arm_yaml
        from ..identification.effort_check import check_effort
        from ..identification.from_bags import read_motion
        from ..identification.identification_json import identified_json
        from ..identification.identification_page import identification_page
        from ..identification.identification_terminal import gains_json, predictions, show_gains, show_identified
        from ..identification.identify import fit_unknowns
        from ..identification.predict import choose_cut_off, validate
        from ..identification.prior import prior
        from ..identification.torque_gains import identify_gains
        from ..identification.unknowns import Unknowns, sought_friction
        from ..replay.reading.joint_names import check_joint_map
        from ..replay.settings import ReplaySettings
    arguments.output = arguments.output or Path(OUTPUT)
    report = arguments.report or arguments.output.with_suffix(".html")
    check_files(arguments, report)
    columns = check_columns(arguments.columns, recordings)
    settings = ReplaySettings(
        arm=arm_source(arguments),
        joint_map=arguments.joint_map,
        cut_off=arguments.cut_off,
        columns=without_gain(columns) if arguments.unknown_gains else columns,
    )
    judged = settings
    if arguments.held_out_columns:
        words = [*(arguments.columns or []), *arguments.held_out_columns]
        judged = replace(settings, columns=check_columns(words, arguments.held_out or recordings))
    unknowns = Unknowns(arm, load=bool(arguments.loaded), friction=sought_friction(arguments.friction))
    check_joint_map(arguments.joint_map, unknowns.arm.joint_names)
    payload = carried_payload(arguments, unknowns.arm)
    findings = Findings()
    groups = (
        (arguments.bags, payload, settings), (arguments.loaded, None, settings), (arguments.held_out, payload, judged)
    )  # fmt: skip
    count = sum(len(paths) for paths, *_ in groups)
    prior(unknowns)  # raises before the work if the arm has no possible bodies
    if count > 1:  # checks all recordings before the first one is read completely
        for paths, _, how in groups:
            check_recordings(paths, unknowns.arm, how)
    read: list[list[Recorded]] = []
    with Progress("reading") as bar:
        for paths, known, how in groups:
            read.append([])
            for path in paths:
                done = sum(map(len, read))

                def progress(share: float, name: str, done: int = done) -> None:
                    bar.update((done + share) / count, f"reading {name}")

                if paths is not arguments.held_out and not arguments.unknown_gains:
                    bar.update(done / count, f"checking the effort of {path.name}")
                    if doubt := check_effort(path, how, known):
                        findings.add("effort", doubt)
                read[-1].append(read_motion(path, unknowns, how, findings, payload=known, progress=progress))
        bar.update(None, "fitting")
        if arguments.unknown_gains:
            gains = identify_gains(unknowns, [*read[0], *read[1]], arguments.load_mass)
            if arguments.json:
                return print_json(gains_json(gains))
            show_gains(gains, findings.warnings, console())
            return FAILED if gains.refusal else OK
        found = fit_unknowns(unknowns, [*read[0], *read[1]], read[2], choose=arguments.friction == "auto")
        bar.update(None, "predicting")
        found = replace(found, cut_off=choose_cut_off(arguments.bags, found, settings))
        validated = [
            [validate(path, found, how) for path in paths]
            for paths, how in ((arguments.bags, settings), (arguments.held_out, judged))
        ] if arguments.held_out else []  # fmt: skip
        bar.update(None, "drawing")
        write_whole(arguments.output, arm_yaml(found, arguments.output))
        write_whole(report, identification_page(found))
    if arguments.json:
        files = {"file": str(arguments.output), "report": str(report)}
        remarks = {
            "warnings": [finding.message for finding in findings.warnings],
            "notes": [finding.message for finding in findings.notes],
        }
        return print_json(
            {"ok": True, **files, **remarks, **identified_json(found), "prediction": predictions(validated)}
        )
    joined = [finding for finding in findings.notes if finding.kind == "joined"]
    show_identified(found, validated, [*findings.warnings, *joined], arguments.output, report, console())
    return OK


def check_options(arguments: argparse.Namespace) -> None:
    """Raise if there is no recording, or if options contradict each other.

    Raises:
        IdentificationError: there is no recording, or options contradict each other.
    """
    if not (arguments.bags or arguments.loaded):
        raise IdentificationError(
            "no bag to identify from; give one or more before --held-out and --loaded, which take all words after them"
        )
    if arguments.unknown_gains and not (arguments.bags and arguments.loaded and arguments.load_mass):
        raise IdentificationError(
            "--unknown-gains needs recordings without a load, --loaded with a load, and --load-mass above 0 kg"
        )
    if arguments.unknown_gains and (arguments.held_out or arguments.report or arguments.output):
        raise IdentificationError(
            "--unknown-gains finds gains and writes no file; leave out --held-out, --report and --output"
        )
    if arguments.load_mass is not None and not arguments.unknown_gains:
        raise IdentificationError(
            "--load-mass is only for --unknown-gains; otherwise the mass of --loaded is identified"
        )
    if arguments.held_out_columns and not arguments.held_out:
        raise IdentificationError("--held-out-columns is only for the tables of --held-out; give --held-out too")


def check_files(arguments: argparse.Namespace, report: Path) -> None:
    """Raise, before any bag is read, if a file cannot be written or has two uses.

    Args:
        arguments: arguments of the command.
        report: path of the page.

    Raises:
        IdentificationError: a file has two uses, or a folder contains several recordings.
        OSError, Puma560Error: a file cannot be written.
    """
    from ..identification.arm_yaml import WRITTEN
    from ..replay.reading.recording_paths import bags_below, is_part_of_a_bag

    for path in (arguments.output, report):
        check_writable(path)
        if is_part_of_a_bag(path):
            raise IdentificationError(f"{path} would overwrite a part of a recording; name another file")
    if arguments.output.is_file() and not arguments.output.read_bytes().startswith(WRITTEN.encode()):
        raise IdentificationError(
            f"{arguments.output} exists and is not from `puma560 identify`, so it may have been edited; name another "
            "file, or remove this one"
        )
    if report == arguments.output:
        raise IdentificationError(
            f"arm file and page would both be {report}; give the arm file another name, such as -o my_arm.yaml"
        )
    for path in (*arguments.bags, *arguments.loaded, *arguments.held_out):
        if path.is_dir() and len(found := bags_below(path)) > 1:
            raise IdentificationError(f"{path} contains {len(found)} bags; name each bag to be used")
    for paths in (arguments.bags, arguments.loaded, arguments.held_out):
        places = [path.resolve() for path in paths]
        for place in places:
            if places.count(place) > 1:
                raise IdentificationError(f"{place} is given {places.count(place)} times; name each recording once")
    twice = {path.resolve() for path in arguments.bags} & {path.resolve() for path in arguments.loaded}
    if twice:
        raise IdentificationError(f"{min(twice)} is given with a load and without; a recording is one or the other")
    both = {path.resolve() for path in (*arguments.bags, *arguments.loaded)} & {
        path.resolve() for path in arguments.held_out
    }
    if both and not arguments.held_out_columns:  # with --held-out-columns, other rows of a table may be used
        raise IdentificationError(f"{min(both)} is given to be fitted and held out; hold out another recording")
