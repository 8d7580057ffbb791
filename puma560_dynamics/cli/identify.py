"""`puma560 identify`: from bags of an arm to the arm file that fits it, with the standard error of each number."""

from __future__ import annotations

import argparse
from dataclasses import replace

from ..arm import load_arm
from ..arm.friction_terms import FULL
from ..bags.findings import Findings
from ..extras import require
from ..files import write_whole
from ..identification.arm_yaml import arm_yaml
from ..identification.from_bags import read_motion
from ..identification.identification_json import identified_json
from ..identification.identification_page import identification_page
from ..identification.identify import fit_unknowns
from ..identification.prior import prior
from ..identification.recorded import Recorded
from ..identification.torque_gains import identify_gains
from ..identification.unknowns import Unknowns
from ..identification.validate import validate
from ..replay.reading.joint_names import check_joint_map
from ..replay.reading.named_recording import named_recording, needed_modules
from ..replay.settings import ReplaySettings
from .given_load import given_load
from .identify_gains import show_gains
from .identify_request import check_request
from .identify_tables import predictions, show_identified
from .output import OK, print_json
from .progress import Progress
from .recordings import check_columns, look_at, without_gain


def run(arguments: argparse.Namespace) -> int:
    """Identify, write arm file and page, show the table."""
    for name in ("bags", "loaded", "held_out"):
        setattr(arguments, name, [named_recording(path) for path in getattr(arguments, name)])
    recordings = [*arguments.bags, *arguments.loaded, *arguments.held_out]
    require("`puma560 identify`", *needed_modules(recordings), "cvxpy")
    report = arguments.report or arguments.output.with_suffix(".html")
    check_request(arguments, report)
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
    unknowns = Unknowns(load_arm(arguments.arm), load=bool(arguments.loaded), friction=FULL if full else ())
    check_joint_map(arguments.joint_map, unknowns.arm.joint_names)
    payload = given_load(arguments, unknowns.arm)
    findings = Findings()
    groups = (
        (arguments.bags, payload, settings), (arguments.loaded, None, settings), (arguments.held_out, payload, judged)
    )  # fmt: skip
    count = sum(len(paths) for paths, *_ in groups)
    prior(unknowns)  # refuses an arm without possible bodies: before the work
    if count > 1:  # before the first of them is read whole
        for paths, _, how in groups:
            look_at(paths, unknowns.arm, how)
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
            return show_gains(gains, findings.warnings, as_json=arguments.json)
        found = fit_unknowns(unknowns, [*read[0], *read[1]], read[2])
        bar.update(None, "predicting")
        validated = [
            [validate(path, found, how) for path in paths]
            for paths, how in ((arguments.bags, settings), (arguments.held_out, judged))
        ] if arguments.held_out else []  # fmt: skip
        bar.update(None, "drawing")
        write_whole(arguments.output, arm_yaml(found, arguments.output))
        write_whole(report, identification_page(found))
    if arguments.json:
        files = {"file": str(arguments.output), "report": str(report)}
        warnings = [finding.message for finding in findings.warnings]
        return print_json(
            {"ok": True, **files, "warnings": warnings, **identified_json(found), "prediction": predictions(validated)}
        )
    show_identified(found, validated, findings.warnings, arguments.output, report)
    return OK
