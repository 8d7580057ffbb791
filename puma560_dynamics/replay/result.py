"""Result of a replay: all numbers that pages, JSON and tables show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arrays import FloatArray, IntegerArray
from ..bags.findings import Finding
from ..control.observer.contact_events import Contact
from .settings import ReplaySettings


@dataclass(frozen=True, eq=False)
class ContactLimits:
    """Smallest external torques of a contact that are found in a recording.

    Attributes:
        standing: (n,) while the whole arm stands, N·m, dry friction included; NaN if it never stands.
        moving: (n,) while the joint moves, N·m, in nine of ten samples; NaN for a joint that hardly moves.
        searched: (n,) fraction of the recorded time in which the joint is searched, 0 to 1.
        unsearched: (k, 2) beginning and end of the stretches in which no joint is searched, s.
    """

    standing: FloatArray
    moving: FloatArray
    searched: FloatArray
    unsearched: FloatArray


@dataclass(frozen=True)
class TopicFound:
    """A topic of the recording and what it was used for.

    Attributes:
        name: name of the topic.
        type: message type, such as ``sensor_msgs/msg/JointState``.
        count: number of messages that could be read.
        use: ``"joint states"``, ``"command"``, ``"term gravity"``, ``"reference"``, ``"robot description"``,
            or the reason why it was not used.
    """

    name: str
    type: str
    count: int
    use: str


@dataclass(frozen=True)
class SourceFile:
    """A file of the recording.

    Attributes:
        path: path as given by the user.
        storage: ``"mcap"`` or ``"sqlite3"``.
        compression: ``"none"``, ``"chunks"``, ``"file"`` or ``"message"``.
        size: size in bytes.
        whole: false if the file ends early or is damaged.
    """

    path: str
    storage: str
    compression: str
    size: int
    whole: bool


@dataclass(frozen=True, eq=False)
class StateTiming:
    """Timing of the joint states, from their stamps.

    Attributes:
        count: number of joint states read.
        used: number of samples compared.
        segments: number of stretches without a gap.
        span: time from the first stamp to the last, s.
        period: median time between two stamps, s.
        jitter: standard deviation of the time between stamps within segments, s.
        periods: (K + 1,) bin edges of the histogram of times between stamps, s.
        period_counts: (K,) counts of the histogram.
        gaps: (G, 2) start (s since the first stamp) and length (s) of the longest gaps, at most 100.
        missing: number of joint states missing in the gaps, from the median period.
        duplicates: number of joint states with the stamp of another one, but different values.
        repeated: number of joint states with the stamp and the values of another one.
        out_of_order, restarts: number of joint states out of order, and of restarts of the clock.
        delay: median and largest difference of log time and stamp, s.
        start: first stamp, ns since 1970 by the robot's clock.
    """

    count: int
    used: int
    segments: int
    span: float
    period: float
    jitter: float
    periods: FloatArray
    period_counts: IntegerArray
    gaps: FloatArray
    missing: int
    duplicates: int
    repeated: int
    out_of_order: int
    restarts: int
    delay: tuple[float, float]
    start: int = 0


@dataclass(frozen=True, eq=False)
class Agreement:
    """Agreement of a signal with its expected value, (n,) each. The difference is signal minus expected value.

    Attributes:
        count: number of samples.
        rms: root mean square (RMS) of the difference, N·m.
        mae: mean absolute difference, N·m.
        largest: largest absolute difference, N·m.
        nrms: `rms` as a fraction of the signal's standard deviation about its mean.
        r2: coefficient of determination R²: 1 - `nrms`².
        bias: mean difference, N·m.
        lag: delay of the signal with respect to the expected value at which both agree best, s; NaN for a joint that
            does not move.
    """

    count: IntegerArray
    rms: FloatArray
    mae: FloatArray
    largest: FloatArray
    nrms: FloatArray
    r2: FloatArray
    bias: FloatArray
    lag: FloatArray


@dataclass(frozen=True, eq=False)
class ModelDifference:
    """Difference of a model's torque from Pinocchio's, over all samples of the recording.

    Attributes:
        largest: (n,) largest absolute difference, N·m.
        rms: (n,) RMS difference, N·m.
        relative: largest difference of any joint as a fraction of its maximum torque.
        exact: whether the model is exact by design.
    """

    largest: FloatArray
    rms: FloatArray
    relative: float
    exact: bool


@dataclass(frozen=True, eq=False)
class Band:
    """Uncertainty band: the residual expected from tolerances of the arm file, friction, noise and resolution.

    Attributes:
        tolerance_rms: (n,) RMS over the samples of the torque uncertainty from tolerances alone, N·m.
        tolerance_largest: (n,) largest torque uncertainty from tolerances alone, N·m.
        rms: (n,) RMS half width of the band, N·m: twice the uncertainty from tolerances and all other sources.
        outside: (n,) fraction of samples whose residual is larger than the half width of the band, 0 to 1.
    """

    tolerance_rms: FloatArray
    tolerance_largest: FloatArray
    rms: FloatArray
    outside: FloatArray


@dataclass(frozen=True, eq=False)
class FoundCause:
    """A cause that would explain the residual, with its evidence.

    Attributes:
        kind: name of a cause of `replay.causes`: ``"payload"``, ``"friction"``, ``"lag"`` …
        explained: (n,) fraction of each joint's squared residual that the cause explains, 0 to 1.
        share: fraction of the squared residual of all joints that the cause explains. Each joint's residual is
            relative to its maximum torque.
        message: description of the cause with its fitted values, such as "a payload of 2.1 kg …".
        values: fitted values by name with unit.
        in_addition: fraction of the squared residual that the cause explains in addition to the first cause; NaN for
            the first cause. If it is large enough to report, `values` are fitted to what the first cause leaves.
        indistinguishable: whether the recording cannot distinguish the cause from the first one.
        fault: false for a held torque, which is the normal behaviour of a controller.
        weights: (n, p) weights of the columns of all causes, whose weighted sum is the negative torque of this cause;
            see `CauseSums.torque`. Empty if the torque is not known.
    """

    kind: str
    explained: FloatArray
    share: float
    message: str
    values: Mapping[str, float]
    in_addition: float = float("nan")
    indistinguishable: bool = False
    fault: bool = True
    weights: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))


@dataclass(frozen=True)
class Verdict:
    """Verdict of a replay.

    Attributes:
        level: ``"good"``, ``"warning"`` or ``"bad"``.
        headline: summary in a few words.
        sentence: reasons, and advice what to do.
    """

    level: str
    headline: str
    sentence: str


@dataclass(frozen=True, eq=False)
class Traces:
    """Signals for plots; each point represents a bucket of samples.

    Attributes:
        time: (M,) middle of each bucket, s.
        gap: (M,) flags: whether a gap precedes the point, so that lines are broken there.
        mean: mean of each signal by name, (M, n): ``q``, ``qd``, ``qdd``, ``effort``, ``command``, ``model`` (with
            friction), ``residual`` (effort minus model), ``band`` (half width of the uncertainty band), and the terms
            of `SWITCHED_TERMS`.
        low, high: smallest and largest value in each bucket, for ``effort``, ``command``, ``model``, ``residual``.
        samples: number of samples per bucket.
    """

    time: FloatArray
    gap: NDArray[np.bool_]
    mean: Mapping[str, FloatArray]
    low: Mapping[str, FloatArray]
    high: Mapping[str, FloatArray]
    samples: int


@dataclass(frozen=True, eq=False)
class VelocityProfile:
    """Residual of the rigid-body model as a function of velocity, in K bins; it shows friction.

    Attributes:
        velocity: (n, K) middles of the bins, rad/s.
        count: (n, K) number of samples.
        mean: (n, K) mean of effort minus the rigid-body model, N·m; NaN for an empty bin.
        deviation: (n, K) standard deviation of the same difference, N·m.
        friction: (n, K) friction of the model, N·m.
    """

    velocity: FloatArray
    count: IntegerArray
    mean: FloatArray
    deviation: FloatArray
    friction: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class Analysis:
    """Complete result of a replay.

    Attributes:
        name: name of the recording, for titles.
        arm: arm of the model.
        settings: settings of the replay.
        files: files of the recording.
        topics: topics of the recording.
        findings: warnings and notes.
        sources: origin of ``"velocity"``, ``"acceleration"`` and ``"friction"``, in words, and the ``"target"``.
        timing: timing of the joint states.
        total: agreement of each target (``"effort"``, ``"command"``) with the whole torque of the model.
        terms: agreement by target and term of `SWITCHED_TERMS`: the target minus all other terms, compared with the
            term.
        term_rms: (n,) RMS torque of each term, N·m, by name.
        published: agreement of each published term (and ``total``) with the computed one, by name.
        models: differences from Pinocchio by kind of model.
        band: uncertainty band of the measured effort (else the command); `None` if nothing was compared.
        causes: causes of the residual, the best first.
        traces: signals of the whole recording, for plots.
        worst: signals around the largest residual of each joint, every sample.
        profile: residual as a function of velocity, which shows friction.
        contacts: times in which something touched the arm, in order; all other results except `traces` leave them out.
        contact_limits: smallest torques of contacts that are found.
        verdict: level, headline and sentence.
        versions: versions of the packages used, by name.
        elapsed: computing time, s.
    """

    name: str
    arm: Arm
    settings: ReplaySettings
    files: tuple[SourceFile, ...]
    topics: tuple[TopicFound, ...]
    findings: tuple[Finding, ...]
    sources: Mapping[str, str]
    timing: StateTiming
    total: Mapping[str, Agreement]
    terms: Mapping[str, Mapping[str, Agreement]]
    term_rms: Mapping[str, FloatArray]
    published: Mapping[str, Agreement]
    models: Mapping[str, ModelDifference]
    band: Band | None
    causes: tuple[FoundCause, ...]
    traces: Traces
    worst: tuple[Traces, ...]
    profile: VelocityProfile
    contacts: tuple[Contact, ...]
    contact_limits: ContactLimits
    verdict: Verdict
    versions: Mapping[str, str]
    elapsed: float

    def __repr__(self) -> str:
        return (
            f"Analysis({self.name!r}, {self.arm.name}: {self.timing.used} samples; {self.verdict.level}: "
            f"{self.verdict.headline})"
        )
