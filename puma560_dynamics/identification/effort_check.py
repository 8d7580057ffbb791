"""Check of an effort before it is fitted: an arm can be fitted to an effort of the wrong sign or unit, too.

The recording is compared with the arm that is known before, as a replay does, with friction fitted. If the effort is
the cause of the difference, it has to be corrected before an identification.
"""

from __future__ import annotations

from dataclasses import replace

from ..errors import IdentificationError
from ..models.payload.payload import Payload
from ..replay.analyse import analyse
from ..replay.analysis.pass_progress import Progress
from ..replay.causes import cause_type
from ..replay.reading.recording_paths import RecordingLike, sources_of
from ..replay.settings import ReplaySettings
from ..report.formatting import percent

LEAST_SHARE = 0.8
"""Fraction of the residual that the cause must explain."""


def check_effort(
    recording: RecordingLike, settings: ReplaySettings, payload: Payload | None, progress: Progress | None = None
) -> None:
    """Raise if the effort of a recording is not the torque of the joints.

    Args:
        recording: as for `read_recording`.
        settings: those of identification.
        payload: that the arm carried; `None` if it is not known.
        progress: called with the fraction done, 0 to 1, and a description of the step.

    Raises:
        IdentificationError: the effort has the wrong sign or unit, belongs to other joints, or lacks a part of the
            torque.
        BagError: as `analyse`.
    """
    how = replace(settings, payload=payload or Payload(), model="newton_euler", models=(), friction="fit")
    found = analyse(sources_of(recording), how, progress)
    if not found.causes:
        return
    first, *others = found.causes
    rivals = [one for one in others if one.indistinguishable]
    if first.share < LEAST_SHARE or not all(cause_type(one.kind).spoils_effort(one.values) for one in (first, *rivals)):
        return
    cause = cause_type(first.kind)
    raise IdentificationError(
        f"{found.name}: {cause.headline[0].lower()}{cause.headline[1:]}: {first.message} would explain "
        f"{percent(first.share)} of the difference from the arm's model. An arm that is fitted to it would be wrong. "
        f"{cause.advice}"
    )
