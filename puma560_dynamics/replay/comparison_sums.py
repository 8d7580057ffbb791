"""Sums of the main pass of a replay over a recording, and the result that is made of them: `ComparisonSums`."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from itertools import chain

import numpy as np

from ..arm import Arm
from ..arm.joint_friction import JointFriction
from ..arrays import FloatArray
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..control.observer.torque_uncertainty import prediction_error
from ..models.at_hand import fast_exact_model
from ..models.kinds import DEFAULT_MODEL
from ..models.load import load_model
from .analysis.evaluation import Evaluator, pieces, target_of
from .analysis.evidence import Evidence, sticking
from .analysis.friction_sums import ProfileSums
from .analysis.model_differences import ModelDifferences
from .analysis.noise import InertiaSums, NoiseSums
from .analysis.pass_progress import PassProgress
from .analysis.torque_band import TorqueBand, half_width, widened
from .analysis.torque_comparison import TorqueComparison
from .analysis.torque_lag import HoldSums
from .analysis.traces import TraceSums, WorstMoments
from .analysis.unknown import Unknown, unknown_torque
from .causes.wrong_zero import quarter_turns
from .contacts.contact_samples import ContactSamples
from .contacts.contact_search import ContactSearch, FoundContacts
from .contacts.left_out import outside_contacts
from .fitted_friction import AnyRecording, target_in
from .motion.motion import Motion, Motions
from .result import Agreement, Analysis, ModelDifference
from .settings import ReplaySettings
from .verdict.cause_sums import CauseSums
from .verdict.undecided import undecided
from .verdict.verdict import judge_agreement

Each = Callable[[Motion, Mapping[str, FloatArray]], None]
"""Function that receives a piece of motion and its torques by name."""

_SEARCHED = 30_000
"""Samples of the beginning in which zeros of joints are searched."""


class ComparisonSums:
    """Sums of the main pass over the recording.

    Args:
        arm: arm without payload.
        settings: settings of the replay.
        friction: friction of each joint.
        findings: receives warnings and notes.
        contacts: contacts, whose samples are only drawn; `None` if they are not known yet.
    """

    def __init__(
        self,
        arm: Arm,
        settings: ReplaySettings,
        friction: Sequence[JointFriction],
        findings: Findings,
        contacts: FoundContacts | None,
    ) -> None:
        self.target = "effort"
        self._known, self._searched, self._touched = contacts, ContactSamples(arm.n), 0
        self._arm, self._settings, self._friction, self._findings = arm, settings, tuple(friction), findings
        self._comparison = TorqueComparison(friction_bias(arm, friction))
        self._models = ModelDifferences(arm, settings.payload, settings.models, findings, settings.model)
        self._noise = NoiseSums(arm.n, settings.cut_off)
        self._hold = HoldSums(arm.n)
        self._profile = ProfileSums(arm)
        self._weightless = effort_without(settings.columns) == "gravity"
        self._measured_arm = arm.with_(gravity=0.0) if self._weightless else arm
        self._traces = TraceSums(arm.n)
        self._worst = WorstMoments(arm.n)
        self._measured = np.zeros(arm.n, dtype=np.bool_)  # whether any effort of a joint is not exactly 0
        self._causes: CauseSums
        self._evaluator: Evaluator
        self._inertia: InertiaSums
        self._allowance = np.zeros(arm.n)

    def _begin(self, motions: Iterator[Motion]) -> Iterator[Motion]:
        """Choose effort or command as the target, search for zeros of joints, and return the same motions."""
        self.target, motions = target_in(motions)
        first = list(_first(motions))
        payload, fitted = self._settings.payload, self._settings.friction == "fit"
        targets = [target_of(motion, self.target) for motion in first]
        turns = quarter_turns(self._measured_arm, payload, first, targets)
        self._causes = CauseSums(self._measured_arm, payload, self._friction, fitted, turns)
        kind, arm = self._settings.model, self._measured_arm
        shared = kind == DEFAULT_MODEL and arm is self._arm  # the causes use this model, too
        model = fast_exact_model(arm, payload) if shared else load_model(kind, self._arm, payload)
        band = TorqueBand(arm if prediction_error(arm) is None else arm.with_(quantities={}))
        self._evaluator = Evaluator(model, self._friction, self.target, band, self._causes.directions, self._weightless)
        self._inertia = InertiaSums(model)
        return chain(first, motions)

    def add_all(self, motions: Motions, passes: PassProgress, each: Each | None = None) -> None:
        """Add the whole recording."""
        for motion in self._begin(iter(motions)):
            for piece in pieces(motion, self._findings):
                self._add(piece, each)
            passes.count(len(motion.time))

    @property
    def contacts(self) -> FoundContacts:
        """Return the contacts; complete after the last piece."""
        if self._known is None:
            self._known = ContactSearch(self._arm, self._searched, self._friction).result()
        return self._known

    @property
    def models(self) -> Mapping[str, ModelDifference]:
        """Return the differences of the models from Pinocchio."""
        return self._models.result()

    def _add(self, motion: Motion, each: Each | None) -> None:
        """Add a piece of the recording."""
        piece = self._evaluator.evaluate(motion)
        self._traces.add(piece)
        if self._known is not None:
            piece, touched = outside_contacts(piece, self._known.contacts)
            self._touched += touched
        elif self.target == "effort":
            self._searched.add(motion.time, motion.q, motion.qd, piece.rigid, piece.target - piece.rigid)
        self._measured |= np.nan_to_num(piece.target).any(axis=0)
        self._models.add(motion)
        self._comparison.add(piece)
        signal = getattr(motion, self.target) - piece.terms["friction"]
        self._noise.add(motion.time, signal, piece.motion.used)
        self._hold.add(motion.time, piece.target)
        self._inertia.add(motion.q)
        self._profile.add(piece)
        self._causes.add(piece)
        self._worst.add(piece)
        if each is not None:
            each(motion, {"model": piece.total, **piece.terms, "band": piece.band})

    def explain(self, motions: Motions, found: Analysis, passes: PassProgress, each: Each) -> None:
        """Compute the torques that explain the verdict at every sample, in a further pass.

        Args:
            motions: the motion of the recording.
            found: result of this object.
            passes: receives the progress.
            each: called with every piece and its torques by name: ``residual`` (effort or command minus model, NaN
                where samples are not compared), ``band`` (half width of the whole uncertainty band), ``cause_KIND``
                (what a cause adds to the residual), and ``unexplained`` (what the first cause leaves of the residual).
        """
        for motion in motions:
            for part in pieces(motion, Findings()):
                piece = self._evaluator.evaluate(part)
                causes = self._causes.torques(piece, found.causes) if len(part.time) > 1 else {}
                torques = {
                    "residual": piece.residual,
                    "band": half_width(np.hypot(piece.band, piece.stiction), self._allowance),
                }
                torques |= {f"cause_{kind}": torque for kind, torque in causes.items()}
                first = next(iter(causes.values()), None)
                each(part, torques if first is None else {**torques, "unexplained": piece.residual - first})
            passes.count(len(motion.time))

    def result(
        self,
        recording: AnyRecording,
        motions: Motions,
        models: Mapping[str, ModelDifference],
        sources: Mapping[str, str],
        elapsed: float,
    ) -> Analysis:
        """Return the result of all pieces."""
        arm, comparison = self._arm, self._comparison
        contacts, timing, stale = self.contacts.contacts, motions.timing(), motions.stale()
        if self._touched:
            timing = replace(timing, used=timing.used - self._touched)
            self._findings.add(
                "contact", "samples are not compared because something touched the arm", self._touched, loss=False
            )
        scatter = motions.acceleration_noise()
        evidence = self._causes.evidence(scatter)
        still = [not evidence.moves(joint) for joint in range(arm.n)]
        total = {name: replace(one, lag=np.where(still, np.nan, one.lag)) for name, one in comparison.total.items()}
        measured = bool(self._measured.any())
        causes = self._causes.result(timing.period, evidence) if measured and not stale else ()
        compared = self.target in total and total[self.target].count > 0
        silent = np.flatnonzero(~self._measured & compared & ~np.array(still))
        if measured and len(silent):
            names = ", ".join(arm.joint_names[joint] for joint in silent)
            self._findings.add(
                "silent", f"the {self.target} of {names} is exactly 0 while it moves: it is not measured"
            )
        poor = tuple(self._causes.not_shown(evidence)) if np.any(compared) else ()
        for words in poor:
            self._findings.add("poor", words, loss=False)
        friction_rms, tolerance = comparison.friction_rms, comparison.tolerance_rms
        lag = sum(one.values["lag_s"] for one in causes if not one.fault)
        noise, hold = (
            np.hypot(self._noise.result(), self._inertia.torque(scatter)),
            self._hold.error(lag, timing.period),
        )
        stiction = comparison.stiction_rms
        unknown = unknown_torque(arm, self._settings.friction, friction_rms, stiction, tolerance, noise, hold)
        if self._settings.friction != "arm" or not arm.friction:  # dry friction of a joint at rest is not known
            held = np.where(still, sticking(arm, (JointFriction(),) * arm.n), 0.0)
            unknown = replace(unknown, friction=np.hypot(unknown.friction, held))
        self._allowance = unknown.allowance
        return Analysis(
            name=recording.name,
            arm=arm,
            settings=self._settings,
            files=recording.files,
            topics=recording.topics,
            findings=(*self._findings.warnings, *self._findings.notes),
            sources=sources,
            timing=timing,
            total=total,
            terms=comparison.terms,
            term_rms=comparison.term_rms,
            published=comparison.published,
            models=models,
            band=comparison.band(unknown.allowance),
            causes=causes,
            traces=widened(self._traces.result(), unknown.allowance),
            worst=tuple(widened(each, unknown.allowance) for each in self._worst.result()),
            profile=self._profile.result(self._friction),
            contacts=contacts,
            contact_limits=self.contacts.limits,
            verdict=judge_agreement(
                arm,
                self.target,
                total.get(self.target) if measured else None,
                unknown,
                causes,
                models,
                "" if evidence.enough or not poor else poor[0],
                self._undecided(total, unknown, evidence),
                contacts,
                stale,
            ),
            versions=versions(),
            elapsed=elapsed,
        )

    def _undecided(self, total: Mapping[str, Agreement], unknown: Unknown, evidence: Evidence) -> tuple[str, ...]:
        """Return reasons why a small residual does not show that model and arm agree."""
        agreement = total.get(self.target)
        if agreement is None:
            return ()
        moves = [evidence.moves(joint) for joint in range(self._arm.n)]
        fitted = self._friction if self._settings.friction == "fit" else ()
        return tuple(undecided(self._arm, agreement, self._comparison.rigid_deviations, unknown.other, moves, fitted))


def _first(motions: Iterator[Motion]) -> Iterator[Motion]:
    """Yield pieces from the beginning, of about `_SEARCHED` samples."""
    count = 0
    for motion in motions:
        yield motion
        count += len(motion.time)
        if count >= _SEARCHED:
            return


def friction_bias(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """Return the constant part (n,) N·m of the friction at each joint; of coupled motors, the offsets alone."""
    return np.array([one.offset if arm.coupled else one.bias for one in friction])


def versions() -> dict[str, str]:
    """Return the versions of the installed packages that a replay uses."""
    found = {"python": platform.python_version()}
    for name in ("puma560_dynamics", "numpy", "scipy", "pin", "rosbags", "mcap"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
