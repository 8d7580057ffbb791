"""Parts of an analysis of a synthetic recording, by independent formulas."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.load import load_model
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.result import (
    Agreement,
    FoundCause,
    StateTiming,
    Traces,
    VelocityProfile,
)

RATE, SPAN = 250.0, 24.0

GAPS = ((7.0, 7.11), (15.2, 15.24))

ENVELOPED = ("effort", "command", "model", "residual")


def motion(arm: Arm) -> dict[str, np.ndarray]:
    """A sum of sines in every joint, with two gaps; (N, n) each, and the time (N,)."""
    time = np.arange(0.0, SPAN, 1.0 / RATE)
    time = time[~np.any([(time > start) & (time < end) for start, end in GAPS], axis=0)]
    generator = np.random.default_rng(3)
    found = {name: np.zeros((time.size, arm.n)) for name in ("q", "qd", "qdd")}
    for rate in (0.5, 1.1, 2.3):
        size, phase = generator.uniform(0.15, 0.4, arm.n) / rate**0.5, generator.uniform(0.0, 2.0 * np.pi, arm.n)
        angle = rate * time[:, None] + phase
        found["q"] += size * np.sin(angle)
        found["qd"] += size * rate * np.cos(angle)
        found["qdd"] -= size * rate**2 * np.sin(angle)
    return {"time": time, **found}


def terms_of(arm: Arm, states: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The model's torque by term of `SWITCHED_TERMS`, with table 7's break-away torque as friction."""
    found = vars(load_model("newton_euler", arm).terms(states["q"], states["qd"], states["qdd"]))
    motors = arm.motor_inertia * states["qdd"]
    friction = arm.break_away_torque * np.sign(states["qd"])
    return {**found, "inertia": found["inertia"] - motors, "motor_inertia": motors, "friction": friction}


def agreement(signal: np.ndarray, expected: np.ndarray) -> Agreement:
    """By the definitions."""
    difference = signal - expected
    with np.errstate(invalid="ignore", divide="ignore"):
        rms = np.sqrt(np.mean(difference**2, axis=0))
        spread = signal.std(axis=0)
        return Agreement(
            count=np.isfinite(difference).sum(axis=0),
            rms=rms,
            mae=np.abs(difference).mean(axis=0),
            largest=np.abs(difference).max(axis=0, initial=0.0),
            nrms=rms / spread,
            r2=1.0 - (rms / spread) ** 2,
            bias=difference.mean(axis=0),
            lag=np.where(np.isfinite(rms), 0.004, np.nan),
        )


def traces(time: np.ndarray, signals: dict[str, np.ndarray], samples: int) -> Traces:
    """Mean and extremes over buckets of `samples`; buckets with a gap before them are marked."""
    count = time.size // samples
    buckets = {
        name: values[: count * samples].reshape(count, samples, values.shape[1]) for name, values in signals.items()
    }
    middle = time[: count * samples].reshape(count, samples).mean(axis=1)
    step = np.diff(middle, prepend=middle[:1])
    return Traces(
        time=middle,
        gap=step > 1.5 * samples / RATE,
        mean={name: values.mean(axis=1) for name, values in buckets.items()},
        low={name: buckets[name].min(axis=1) for name in ENVELOPED},
        high={name: buckets[name].max(axis=1) for name in ENVELOPED},
        samples=samples,
    )


def fitted(residual: np.ndarray, columns: np.ndarray, arm: Arm) -> tuple[np.ndarray, np.ndarray, float]:
    """Least squares of (N, n) by (N, n, k): parameters, share explained per joint, and over all in maximum torque."""
    weighted = residual / arm.maximum_torque
    regressors = (columns / arm.maximum_torque[:, None]).reshape(-1, columns.shape[-1])
    best = np.linalg.lstsq(regressors, weighted.ravel(), rcond=None)[0]
    left = residual - columns @ best
    explained = np.clip(1.0 - np.sum(left**2, axis=0) / np.sum(residual**2, axis=0), 0.0, 1.0)
    share = 1.0 - float(np.sum((left / arm.maximum_torque) ** 2) / np.sum(weighted**2))
    return best, explained, share


def causes(arm: Arm, states: dict[str, np.ndarray], residual: np.ndarray) -> tuple[FoundCause, ...]:
    """Payload, friction and offset, the best first."""
    qd = states["qd"]
    model, loaded = (load_model("newton_euler", arm, Payload(mass)) for mass in (0.0, 1.0))
    arguments = (states["q"], qd, states["qdd"])
    load = (loaded.torque(*arguments) - model.torque(*arguments))[..., None]
    eye = np.eye(arm.n)
    rows = (
        ("payload", load, "a payload of {:.2f} kg on the last link that the model does not have", "mass_kg"),
        ("friction", np.concatenate([np.sign(qd)[..., None] * eye, qd[..., None] * eye], axis=-1),
         "friction that differs from the model's by {:.1f} N·m at joint 1", "joint1_coulomb_Nm"),
        ("offset", np.broadcast_to(eye, (*residual.shape, arm.n)), "an offset of {:.2f} N·m at joint 1",
         "joint1_offset_Nm"),
    )  # fmt: skip
    found = []
    for kind, columns, words, key in rows:
        best, explained, share = fitted(residual, columns, arm)
        found.append(FoundCause(kind, explained, share, words.format(best[0]), {key: float(best[0])}))
    return tuple(sorted(found, key=lambda cause: -cause.share))


def profile(arm: Arm, states: dict[str, np.ndarray], rigid: np.ndarray) -> VelocityProfile:
    """Mean and deviation of `rigid` (N, n) in bins of velocity."""
    bins = 31
    shape = (arm.n, bins)
    velocity, count = np.zeros(shape), np.zeros(shape, dtype=np.int64)
    mean, deviation = np.full(shape, np.nan), np.full(shape, np.nan)
    for joint in range(arm.n):
        largest = np.abs(states["qd"][:, joint]).max()
        edges = np.linspace(-largest, largest, bins + 1)
        velocity[joint] = 0.5 * (edges[1:] + edges[:-1])
        place = np.clip(np.digitize(states["qd"][:, joint], edges) - 1, 0, bins - 1)
        for index in range(bins):
            inside = rigid[place == index, joint]
            count[joint, index] = inside.size
            if np.isfinite(inside).any():
                mean[joint, index], deviation[joint, index] = np.nanmean(inside), np.nanstd(inside)
    return VelocityProfile(velocity, count, mean, deviation, arm.break_away_torque[:, None] * np.sign(velocity))


def timing(time: np.ndarray) -> StateTiming:
    """Of stamps without jitter, with the two gaps."""
    period = 1.0 / RATE
    steps = np.diff(time)
    wide = steps > 5.0 * period
    gaps = np.column_stack([time[:-1][wide], steps[wide]])
    noisy = period + np.random.default_rng(1).normal(0.0, 2e-4, steps.size)
    counts, edges = np.histogram(noisy, bins=40)
    missing = round(float((steps[wide] / period - 1.0).sum()))
    return StateTiming(
        time.size, time.size - 100, 1 + len(gaps), float(np.ptp(time)), period, 2e-4, edges, counts, gaps, missing,
        3, 0, 1, 0, (0.0012, 0.331),
    )  # fmt: skip
