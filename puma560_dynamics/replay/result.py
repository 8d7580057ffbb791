"""Result of a replay: everything that report, JSON and tables show, already computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arrays import FloatArray, IntegerArray
from ..bags.findings import Finding
from .settings import ReplaySettings


@dataclass(frozen=True)
class TopicFound:
    """A topic of the recording and what it was used for.

    Attributes:
        name: topic.
        type: message type, as ``sensor_msgs/msg/JointState``.
        count: messages that could be read.
        use: ``"joint states"``, ``"command"``, ``"term gravity"``, ``"reference"``, ``"robot description"``,
            or why it was not used.
    """

    name: str
    type: str
    count: int
    use: str


@dataclass(frozen=True)
class SourceFile:
    """A file of the recording.

    Attributes:
        path: as given.
        storage: ``"mcap"`` or ``"sqlite3"``.
        compression: ``"none"``, ``"chunks"``, ``"file"`` or ``"message"``.
        size: bytes.
        whole: false if it ends early or is damaged.
    """

    path: str
    storage: str
    compression: str
    size: int
    whole: bool


@dataclass(frozen=True, eq=False)
class StateTiming:
    """Timing of the joint states, by their stamps.

    Attributes:
        count: joint states read.
        used: samples fit for comparison.
        segments: stretches without a gap.
        span: s, from the first stamp to the last.
        period: median distance of two stamps, s.
        jitter: standard deviation of the distance within segments, s.
        periods: (K + 1,) edges of the histogram of distances, s.
        period_counts: (K,) its counts.
        gaps: (G, 2) start (s since the first stamp) and length (s) of the longest gaps, at most 100.
        missing: joint states that should have come in the gaps, by the median period.
        duplicates, repeated, out_of_order, restarts: counts; duplicates have the stamp of another joint state and other
            values, repeated ones its values, too.
        delay: median and largest of log time minus stamp, s.
        start: the first stamp, ns since 1970 (or what the robot's clock took for it).
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
    """Agreement of a signal with its expected value, (n,) each; the difference is signal minus expectation.

    Attributes:
        count: samples.
        rms: root of the mean square of the difference, N·m.
        mae: mean absolute difference, N·m.
        largest: N·m.
        nrms: `rms` as a fraction of the signal's standard deviation about its mean.
        r2: coefficient of determination: 1 minus the ratio of the squared difference to the signal's squares about its
            mean.
        bias: mean difference, N·m.
        lag: s by which the signal comes after the expectation, where both agree best.
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
    """Difference of a model's torque from Pinocchio's, over every sample, used or not.

    Attributes:
        largest: (n,) N·m.
        rms: (n,) N·m.
        relative: largest difference as a fraction of the joint's maximum torque.
        exact: whether the model claims to be exact.
    """

    largest: FloatArray
    rms: FloatArray
    relative: float
    exact: bool


@dataclass(frozen=True, eq=False)
class Band:
    """Expected residual: tolerances of tables 4 to 6 as torque, friction, noise and resolution.

    Attributes:
        tolerance_rms: (n,) half width of the tolerances alone, N·m, root of the mean square over the samples.
        tolerance_largest: (n,) their largest half width, N·m.
        rms: (n,) half width of the band, N·m: twice the uncertainty from tolerances and everything else.
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
        explained: (n,) fraction of each joint's squared residual that it explains, 0 to 1.
        share: fraction of the squared residual of all joints, each relative to its maximum torque.
        message: the cause with the numbers that fit best, as "a payload of 2.1 kg …".
        values: the same numbers by name with unit.
        in_addition: fraction that it explains in addition to the first cause. If this is not 0, the numbers are those
            of the fit to the rest. NaN for the first cause.
        indistinguishable: whether the recording does not distinguish it from the first cause.
        fault: false for a held torque, which is the normal behaviour of a controller.
    """

    kind: str
    explained: FloatArray
    share: float
    message: str
    values: Mapping[str, float]
    in_addition: float = float("nan")
    indistinguishable: bool = False
    fault: bool = True


@dataclass(frozen=True)
class Verdict:
    """Verdict of a replay.

    Attributes:
        level: ``"good"``, ``"warning"`` or ``"bad"``.
        headline: a few words.
        sentence: the reasons, and what to do.
    """

    level: str
    headline: str
    sentence: str


@dataclass(frozen=True, eq=False)
class Traces:
    """Signals for plots; each point represents a bucket of samples.

    Attributes:
        time: (M,) s, middle of the bucket.
        gap: (M,) whether a gap comes before this point: lines are broken there.
        mean: signals by name, (M, n): ``q``, ``qd``, ``qdd``, ``effort``, ``command``, ``model`` (with
            friction), ``residual`` (effort minus model), ``band`` (half width of what is expected), and the terms of
            `TERM_NAMES`.
        low, high: the smallest and largest value in the bucket, for ``effort``, ``command``, ``model``, ``residual``.
        samples: number of samples a bucket.
    """

    time: FloatArray
    gap: NDArray[np.bool_]
    mean: Mapping[str, FloatArray]
    low: Mapping[str, FloatArray]
    high: Mapping[str, FloatArray]
    samples: int


@dataclass(frozen=True, eq=False)
class VelocityProfile:
    """Residual of the rigid-body model by velocity, which shows friction.

    Attributes:
        velocity: (n, K) middles of the bins, rad/s.
        count: (n, K) samples.
        mean: (n, K) mean of effort minus the rigid-body model, N·m; NaN for an empty bin.
        deviation: (n, K) its standard deviation.
        friction: (n, K) the friction that the model takes, N·m.
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
        name: of the recording, for titles.
        arm: the arm that it was compared with.
        settings: what was chosen.
        files: of the recording.
        topics: found in it.
        findings: warnings and notes.
        sources: where velocity, acceleration and friction came from, in words by name.
        timing: of the joint states.
        total: the whole torque with friction: ``"effort"`` or ``"command"`` to agreement with the model.
        terms: by target and term of `TERM_NAMES`: the target minus all other terms, compared with this term.
        term_rms: (n,) root mean square of each term's torque, N·m, by name.
        published: published terms (and ``total``) compared with computed ones, by name.
        models: differences from Pinocchio by kind.
        band: expected band of the measured effort (else the command), `None` if nothing was compared.
        causes: of the residual, the best first.
        traces: for the overlay.
        worst: full resolution around the largest residual of each joint.
        profile: residual by velocity, which shows friction.
        verdict: level, headline and sentence.
        versions: of the programs that took part, by name.
        elapsed: s of computing.
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
    verdict: Verdict
    versions: Mapping[str, str]
    elapsed: float

    def __repr__(self) -> str:
        return (
            f"Analysis({self.name!r}, {self.arm.name}: {self.timing.used} samples; {self.verdict.level}: "
            f"{self.verdict.headline})"
        )
