"""Passes over a recording that fit friction to it, and find contacts, which are no friction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..arm import Arm
from ..arm.joint_friction import JointFriction
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..control.observer.contact_events import Contact
from ..models.load import load_model
from .analysis.evaluation import model_terms, pieces, target_of
from .analysis.friction_sums import FrictionFit
from .analysis.pass_progress import PassProgress
from .contacts.contact_samples import ContactSamples
from .contacts.contact_search import ContactSearch, FoundContacts
from .contacts.left_out import without_contacts
from .motion.motion import Motion, Motions
from .reading.bag_recording import Recording
from .reading.table_recording import TableRecording
from .settings import ReplaySettings

AnyRecording = Recording | TableRecording

_LOOKED_AT = 4
"""Number of first pieces of motion searched for effort; without effort the model is compared with the command."""


class FittedFriction(NamedTuple):
    """Friction that was fitted to a recording.

    Attributes:
        friction: friction of each joint.
        target: ``"effort"`` or ``"command"``, to which it was fitted.
        contacts: contacts, whose samples the fit does not contain.
    """

    friction: tuple[JointFriction, ...]
    target: str
    contacts: FoundContacts


def fitted_friction(
    recording: AnyRecording, arm: Arm, settings: ReplaySettings, passes: PassProgress
) -> FittedFriction:
    """Fit the friction of each joint to what the rigid body leaves of the effort.

    Args:
        recording: the recording, which is read once, and again if it has contacts.
        arm: arm without payload.
        settings: settings of the replay.
        passes: receives the progress.
    """
    passes.next("fitting friction")
    friction, target, samples = _pass(recording, arm, settings, passes)
    found = ContactSearch(arm, samples, friction, fitted=True).result()
    if found.contacts:
        passes.next("fitting friction without contacts")
        friction, _, _ = _pass(recording, arm, settings, passes, found.contacts)
    return FittedFriction(friction, target, found)


def _pass(
    recording: AnyRecording,
    arm: Arm,
    settings: ReplaySettings,
    passes: PassProgress,
    contacts: Sequence[Contact] = (),
) -> tuple[tuple[JointFriction, ...], str, ContactSamples]:
    """Fit friction in one pass over the samples outside `contacts`; return it, the target and all samples."""
    lacking = effort_without(settings.columns)
    findings = Findings()  # the main pass reports them again
    model = load_model(settings.model, arm, settings.payload)
    target, motions = target_in(iter(motions_of(recording, arm, settings, passes, findings)))
    fit, samples = FrictionFit(arm.n, arm.motion_scale), ContactSamples(arm.n)
    for motion in without_contacts(motions, contacts):
        for piece in pieces(motion, findings):
            terms = model_terms(model, piece)
            rigid = np.sum([torque for name, torque in terms.items() if name != lacking], axis=0)
            left = target_of(piece, target) - rigid
            if target == "effort" and not contacts:
                samples.add(piece.time, piece.q, piece.qd, rigid, left)
            if arm.coupled:  # friction is that of the motors
                fit.add(piece.qd @ arm.transmission.T, left @ np.linalg.inv(arm.transmission))
            else:
                fit.add(piece.qd, left)
        passes.count(len(motion.time))
    return fit.result(), target, samples


def motions_of(
    recording: AnyRecording, arm: Arm, settings: ReplaySettings, passes: PassProgress, findings: Findings
) -> Motions:
    """Return the motion of a recording in pieces; `findings` receives warnings and notes."""
    blocks = passes.blocks(recording)
    return Motions(blocks, arm.joint_names, settings, findings, continuous=arm.continuous, scale=arm.motion_scale)


def target_in(motions: Iterator[Motion]) -> tuple[str, Iterator[Motion]]:
    """Choose the signal to compare with: ``"effort"``, or ``"command"`` if the recording begins without effort.

    Returns:
        The name of the signal, and an iterator over all motions.
    """
    seen: list[Motion] = []
    for motion in motions:
        seen.append(motion)
        if np.isfinite(motion.effort).any():
            return "effort", chain(seen, motions)
        if len(seen) == _LOOKED_AT:
            break
    command = any(np.isfinite(motion.command).any() for motion in seen)
    return "command" if command else "effort", chain(seen, motions)
