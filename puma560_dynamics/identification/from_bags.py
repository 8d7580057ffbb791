"""Identification from recordings: the Python function `identify`, and reading of motion for the fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from ..arm import load_arm
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..errors import IdentificationError
from ..extras import require
from ..models.payload.payload import Payload
from ..replay.motion.motion import Motions
from ..replay.reading.bag_recording import open_recording
from ..replay.reading.read_recording import warn_of
from ..replay.reading.recording_paths import RecordingLike, needed_modules, sources_of
from ..replay.reading.samples import Block
from ..replay.settings import ReplaySettings
from .effort_check import check_effort
from .identify import Identified, fit_unknowns
from .predict import choose_cut_off
from .recorded import Recorded, recorded
from .unknowns import FrictionChoice, Unknowns, sought_friction

EPOCH_FROM = 1_000_000_000 * 10**9
"""Earliest stamp that counts as a date, ns since 1970 (in 2001); earlier stamps come from simulated clocks."""


def identify(
    bags: RecordingLike | Sequence[RecordingLike],
    settings: ReplaySettings | None = None,
    *,
    loaded: RecordingLike | Sequence[RecordingLike] = (),
    held_out: RecordingLike | Sequence[RecordingLike] = (),
    friction: FrictionChoice = "auto",
) -> Identified:
    """Fit an arm to recorded motion: link and motor parameters, friction, and the payload in `loaded`.

    The values of the arm file with their tolerances are the prior. Lost data in a recording raises `UserWarning`.

    Args:
        bags: recording to fit, or a list of recordings: bags, tables (CSV, NPZ, Parquet) or data from Python (see
            `read_recording`).
        settings: `arm`, `payload` (known payload in `bags` and `held_out`), `joint_map`, `topics`, `columns` and
            `cut_off` are used.
        loaded: recording or recordings of the same arm with an unknown payload, which is also identified.
        held_out: recording or recordings that are not fitted, but used to judge the result.
        friction: ``"simple"`` for Coulomb friction by direction with presliding, viscous friction and offset;
            ``"full"`` for load-dependent friction and curvature of viscous friction, too; ``"auto"`` for the one that
            predicts left-out stretches better.

    Returns:
        The identified arm (`arm`), standard errors (`estimate.error`), and the residual before and after (`rms`).

    Raises:
        BagError: a recording cannot be read, or belongs to another robot.
        IdentificationError: there is no recording, not enough motion, or an effort that is not a torque of the joints.
        MissingDependencyError: cvxpy, or a package for this kind of recording, is not installed.
        UnphysicalArmError: no physically possible bodies have the torque of the arm file.
    """
    chosen = settings or ReplaySettings()
    groups = [_recordings(given) for given in (bags, loaded, held_out)]
    sources = [source for group in groups for recording in group for source in recording]
    require("`identify`", *needed_modules(sources), "cvxpy")
    unknowns = Unknowns(load_arm(chosen.arm), load=bool(groups[1]), friction=sought_friction(friction))
    findings = Findings()

    def read(path: RecordingLike, payload: Payload | None) -> Recorded:
        return read_motion(path, unknowns, chosen, findings, payload=payload)

    for group, payload in ((groups[0], chosen.payload), (groups[1], None)):
        for path in group:
            if words := check_effort(path, chosen, payload):
                findings.add("effort", words)
    train = [read(path, chosen.payload) for path in groups[0]] + [read(path, None) for path in groups[1]]
    judges = [read(path, chosen.payload) for path in groups[2]]
    warn_of(findings.warnings)
    found = fit_unknowns(unknowns, train, judges, choose=friction == "auto")
    return replace(found, cut_off=choose_cut_off(groups[0], found, chosen))


def read_motion(
    path: RecordingLike,
    unknowns: Unknowns,
    settings: ReplaySettings,
    findings: Findings,
    *,
    payload: Payload | None,
    progress: Callable[[float, str], None] = lambda share, name: None,
) -> Recorded:
    """Read the motion of one recording, and sum it up for the fit.

    Args:
        path: recording (see `read_recording`).
        unknowns: unknowns to be identified.
        settings: `joint_map`, `topics`, `columns` and `cut_off` are used.
        findings: receives warnings and notes.
        payload: payload of the arm; `None` if it is to be identified.
        progress: called with the fraction of the recording that was read, 0 to 1, and its name.

    Raises:
        BagError: the recording cannot be read, or belongs to another robot.
        IdentificationError: the recording has no motion with measured effort.
    """
    recording = open_recording(sources_of(path), unknowns.arm, settings, findings)

    def blocks() -> Iterator[Block]:
        for block in recording.blocks():
            progress(block.read, recording.name)
            yield block

    arm = unknowns.arm
    motions = Motions(blocks(), arm.joint_names, settings, findings, continuous=arm.continuous, scale=arm.motion_scale)
    result = recorded(
        motions,
        unknowns,
        recording.name,
        payload=payload,
        loaded=payload is None,
        weightless=effort_without(settings.columns) == "gravity",
        cut_off=settings.cut_off,
    )
    if not result.parts:
        raise IdentificationError(
            f"{recording.name}: no motion with measured effort in it; record effort (N·m at the joint), "
            "and a longer motion"
        )
    if result.kept < 1.0:
        findings.add(
            "thinned",
            f"{recording.name} is long: one of {1.0 / result.kept:.0f} seconds is fitted, evenly over the recording",
            loss=False,
        )
    return replace(result, date=_date(motions.timing().start))


def _recordings(given: RecordingLike | Sequence[RecordingLike]) -> list[list[Any]]:
    """Return each recording as a list of its parts; anything but a list or tuple is one recording."""
    return [sources_of(one) for one in (given if isinstance(given, (list, tuple)) else [given])]


def _date(stamp: int) -> str:
    """Return the date (UTC) of a stamp in ns; empty for a simulated clock."""
    return "" if stamp < EPOCH_FROM else datetime.fromtimestamp(stamp * 1e-9, timezone.utc).strftime("%Y-%m-%d")
