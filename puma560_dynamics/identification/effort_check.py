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

LEAST_SHARE = 0.5
"""Fraction of the residual that the cause must explain."""


def check_effort(
    recording: RecordingLike, settings: ReplaySettings, payload: Payload | None, progress: Progress | None = None
) -> str:
    """Raise if the effort of a recording is not the torque of the joints.

    Args:
        recording: as for `read_recording`.
        settings: those of identification.
        payload: that the arm carried; `None` if it is not known.
        progress: called with the fraction done, 0 to 1, and a description of the step.

    Returns:
        A sentence if that is possible and the recording does not show it clearly; else an empty text.

    Raises:
        IdentificationError: the effort has the wrong sign or unit, belongs to other joints, lacks a part of the torque,
            or positions have another zero.
        BagError: as `analyse`.
    """
    how = replace(settings, payload=payload or Payload(), model="newton_euler", models=(), friction="fit")
    found = analyse(sources_of(recording), how, progress)
    if not found.causes or found.causes[0].share < LEAST_SHARE:
        return ""
    first, *others = found.causes
    equal = [first, *(one for one in others if one.indistinguishable)]
    spoiling = [one for one in equal if cause_type(one.kind).spoils_effort(one.values)]
    if not spoiling:
        return ""
    cause = cause_type(spoiling[0].kind)
    words = (
        f"{found.name}: {cause.headline[0].lower()}{cause.headline[1:]}: {spoiling[0].message} would explain "
        f"{percent(spoiling[0].share)} of the difference from the arm's model. {cause.advice}"
    )
    if len(spoiling) == len(equal):
        raise IdentificationError(f"{words} An arm that is fitted to this recording would be wrong.")
    return f"{words} The recording does not show clearly whether this is so; if it is, the identified arm is wrong."
