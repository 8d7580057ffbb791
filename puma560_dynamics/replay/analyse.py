"""Compare a recording with the model of its arm: `compare_recording` from Python, `analyse` for the command line."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..arm import Arm, load_arm
from ..arm.friction import arm_friction
from ..arm.joint_friction import JointFriction
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..bags.tables.open_table import is_table
from ..errors import StateError
from ..extras import require
from ..models.assumed_limits import with_assumed_limits
from .analysis.pass_progress import PassProgress, Progress
from .comparison_sums import ComparisonSums, Each
from .fitted_friction import fitted_friction, motions_of
from .reading.bag_recording import open_recording
from .reading.recording_paths import RecordingLike, needed_modules, sources_of
from .result import Analysis
from .settings import ReplaySettings

FRICTIONS = ("arm", "fit", "none")

CHECKING = 0.1
"""Duration of the first reading of a table, which checks it, as a fraction of the comparison's."""


def compare_recording(
    recording: RecordingLike, settings: ReplaySettings | None = None, progress: Progress | None = None
) -> Analysis:
    """Compare a recorded motion with the model of its arm.

    Args:
        recording: a bag, a table (CSV, NPZ, Parquet), data from Python, or a list of parts; see `read_recording`.
        settings: arm, payload, model, friction, filters, and `columns` of a table; the defaults suit a bag of this
            package's nodes.
        progress: called with the fraction done, 0 to 1, and a description of the step.

    Returns:
        Agreement per joint and term (`total`, `terms`), uncertainty band, causes of the residual and a verdict.

    Raises:
        BagError: nothing can be read, the columns do not fit, or there are no joint states of this arm.
        StateError: a setting that does not exist.
        MissingDependencyError: a package for this kind of recording is not installed.
    """
    sources = sources_of(recording)
    require("`compare_recording`", *needed_modules(sources))
    return analyse(sources, settings or ReplaySettings(), progress)


def analyse(
    sources: Sequence[Any],
    settings: ReplaySettings,
    progress: Progress | None = None,
    each: Each | None = None,
    explain: Each | None = None,
) -> Analysis:
    """Compare a recording with the model of its arm.

    Args:
        sources: bags or tables of one recording.
        settings: settings of the replay.
        progress: called with the fraction done, 0 to 1, and a description of the step.
        each: called with every piece of motion, in order of time, and its torques (N, n) N·m by name: ``model``
            (with friction), the terms, and ``band`` (half width of the uncertainty from tolerances alone).
        explain: called with every piece of motion, in a further pass over the recording, and the torques that explain
            the verdict; see `ComparisonSums.explain`.

    Raises:
        BagError: nothing can be read, or there are no joint states of this arm.
        StateError: a setting that does not exist.
        UnknownModelError, ArmFileError and others: see `load_model` and `load_arm`.
    """
    if settings.friction not in FRICTIONS:
        raise StateError(f"friction {settings.friction!r} is not known; use one of {', '.join(FRICTIONS)}")
    begun = time.perf_counter()
    given, findings = load_arm(settings.arm), Findings()
    arm = with_assumed_limits(given)
    if arm is not given:
        findings.add(
            "assumed_limits",
            "the description has effort or velocity limits of 0: percentages refer to assumed limits",
            loss=False,
        )
    checked = any(not isinstance(source, (str, Path)) or is_table(Path(source)) for source in sources)
    count = 1 + (settings.friction == "fit") + (explain is not None)
    passes = PassProgress(progress, count=count, checking=CHECKING if checked else 0.0)
    if checked:
        passes.next("checking the table")
    recording = open_recording(sources, arm, settings, findings, passes.read)
    passes.say(f"preparing the model {settings.model}")
    fitted = fitted_friction(recording, arm, settings, passes) if settings.friction == "fit" else None
    without = (JointFriction(),) * arm.n
    friction = fitted.friction if fitted else arm_friction(arm)[0] if settings.friction == "arm" else without
    if lacking := effort_without(settings.columns):
        findings.add("effort_without", f"the effort does not contain {lacking}, as its column map says", loss=False)
    sums = ComparisonSums(arm, settings, friction, findings, fitted.contacts if fitted else None)
    passes.next("comparing")
    motions = motions_of(recording, arm, settings, passes, findings)
    sums.add_all(motions, passes, each)
    models = sums.models
    if fitted is None and sums.contacts.contacts:  # this pass has found them
        sums = ComparisonSums(arm, replace(settings, models=()), friction, findings, sums.contacts)
        passes.next("comparing without contacts")
        sums.add_all(motions_of(recording, arm, settings, passes, Findings()), passes)
    origins = {**motions.sources, "friction": _origin(arm, settings, sums.target), "target": sums.target}
    found = sums.result(recording, motions, models, origins, time.perf_counter() - begun)
    if explain is not None:
        passes.next("computing the torques of the causes")
        sums.explain(motions_of(recording, arm, settings, passes, Findings()), found, passes, explain)
    return found


def _origin(arm: Arm, settings: ReplaySettings, target: str) -> str:
    """Return a description of the origin of friction."""
    if settings.friction == "none":
        return "none"
    if settings.friction == "arm":
        return arm_friction(arm)[1]
    return f"fitted to what the rigid body leaves of the {target}"
