"""Experiment `puma560 run --contact`: forces of random time, place, direction and size push the simulated arm.

The arm moves between random poses and stands between the motions. In every motion and in every pause a force acts at
the origin of a link for a short time. Its size is chosen by the detection limit at its onset (`TorqueUncertainty`):
from `SMALLEST` to `LARGEST` times the limit, so that some forces are too small to be found. The observer sees only the
joint states. The report compares what was found with what was done.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from numpy.random import Generator

from ...arm import Arm
from ...arm.friction import arm_friction
from ...arm.home_pose import home
from ...arrays import FloatArray
from ...check import Check
from ...control.feed_forward.references import Reference
from ...control.gate.gate_settings import GateSettings
from ...control.loop_settings import LoopSettings
from ...control.observer.contact_events import TOP, Contact, ContactEvents
from ...control.observer.momentum_observer import BANDWIDTH, MomentumObserver
from ...control.observer.torque_uncertainty import TorqueUncertainty
from ...control.torque_loop import TorqueLoop
from ...errors import RunError
from ...models.interface import DynamicModel
from ...models.load import load_model
from ...report.colours import CONTACT, MEASURED, MODEL, QUIET, SPREAD, STYLE
from ...simulation.plant import Plant
from ...simulation.plant_errors import simulated_arm_of
from ...simulation.servo import Servo
from .experiment import Experiment, ExperimentFigure, ExperimentOptions, ExperimentTable, Progress
from .robot import SimulatedRobot, plant_sentences

CYCLES, HALF = 10, 2.0
"""Number of motions with a pause, and the length of a motion and of a pause, s."""

REACH = 0.5
"""Largest distance of a motion, rad; multiplied by `Arm.motion_scale`."""

SPEED = 0.4
"""Fraction of the velocity limits that a motion reaches at most."""

ONSET, LASTS = (0.5, 1.0), (0.15, 0.5)
"""Range of the time from the start of a motion or pause to a force, and of the length of a force, s."""

SMALLEST, LARGEST = 0.5, 3.0
"""Range of the largest torque of a force, relative to the detection limit of the joint."""

DIRECTIONS = 5
"""Number of random directions from which that of a force is chosen: a force towards an axis would be very large."""

LEAST_LEVER = 1e-6
"""Lever below which a force at the origin of a link acts on no joint, m (1 for a prismatic joint)."""

STANDS = 0.02
"""Velocity up to which a joint stands, rad/s; multiplied by `Arm.motion_scale`."""

AFTER = 0.1
"""Time after a force in which a contact that begins still belongs to it, s: the arm springs back."""

LARGE = 1.0
"""Size of a force, relative to the detection limit, from which it has to be found."""

WITHIN = 0.8
"""Fraction of torques that have to be inside the band. The band is stated for 95 %, but a run has few forces, and it
does not contain the hidden load of the simulated arm."""


@dataclass(eq=False)
class Push:
    """A force on the arm.

    Attributes:
        start, end: s.
        link: link at whose origin the force acts.
        force: (3,) N in the axes of the base.
        size: largest torque of a joint at the onset, relative to its detection limit.
        moves: whether it acts in a motion.
        torques: (n,) external torque at every sample of the force, N·m.
        announced: time at which a contact was first announced, s; NaN if never.
        felt: the contact that was found; `None` without one.
    """

    start: float
    end: float
    link: str
    force: FloatArray
    size: float
    moves: bool
    torques: list[FloatArray] = field(default_factory=list)
    announced: float = math.nan
    felt: Contact | None = None

    @property
    def torque(self) -> FloatArray:
        """External torque (n,), N·m, as `Contact.torque` has it: the mean while it is above 85 % of the largest."""
        values = np.array(self.torques)
        top = np.abs(values) >= TOP * np.abs(values).max(axis=0)
        return np.asarray((values * top).sum(axis=0) / top.sum(axis=0))

    def contains(self, time: float) -> bool:
        """Return whether a contact that is announced at `time` belongs to this force."""
        return self.start <= time <= self.end + AFTER


@dataclass(frozen=True, eq=False)
class Felt:
    """Everything that was done and found.

    Attributes:
        pushes: all forces.
        others: times at which a contact was announced without a force, s.
        time: (N,) s.
        external, estimate, threshold: (N, n) N·m.
    """

    pushes: tuple[Push, ...]
    others: tuple[float, ...]
    time: FloatArray
    external: FloatArray
    estimate: FloatArray
    threshold: FloatArray


def run(options: ExperimentOptions, progress: Progress, cycles: int = CYCLES) -> Experiment:
    """Push the simulated arm, and compare what was found with what was done.

    Args:
        options: arm, model, rate, and errors of the simulated arm.
        progress: receives the progress.
        cycles: number of motions with a pause.
    """
    arm = options.arm
    progress(0.0, "making the model")
    model = load_model(options.model, arm)
    drawn = simulated_arm_of(arm, options.errors)
    plant = Plant(drawn.arm, friction=options.friction, break_away=drawn.break_away if options.friction else None)
    plant.reset(home(arm))
    loop = TorqueLoop.from_settings(model, LoopSettings(gate=GateSettings.of(arm, fade_in_time=0.0, brakes="hardware")))
    seed = options.errors.seed
    robot = SimulatedRobot(loop, plant, options.rate, Servo(arm), seed=seed)
    felt = _pushed(robot, model, options.rate, np.random.default_rng([seed, 2]), cycles, progress)
    return _report(felt, options, plant_sentences(drawn, options.friction))


def _pushed(
    robot: SimulatedRobot, model: DynamicModel, rate: float, rng: Generator, cycles: int, progress: Progress
) -> Felt:
    """Move and push the robot, and observe it."""
    arm, friction = model.arm, arm_friction(model.arm)[0]
    observer = MomentumObserver(model, BANDWIDTH, friction)
    uncertainty = TorqueUncertainty(model, BANDWIDTH, friction)
    events = ContactEvents(arm.n, BANDWIDTH, STANDS * arm.motion_scale)
    poses = _poses(arm, rng, cycles)
    pushes: list[Push] = []
    others: list[float] = []
    rows: list[tuple[FloatArray, ...]] = []
    plan = [HALF * part + rng.uniform(*ONSET) for part in range(1, 2 * cycles + 1)]  # the first two seconds are quiet
    lasts = rng.uniform(*LASTS, len(plan))
    announced, owner, torque = False, None, np.zeros(arm.n)
    count = round((HALF * (2 * cycles + 1) + 0.5) * rate)
    for k in range(1, count + 1):
        now = k / rate
        sample = robot.step(_reference(poses, now), torque)
        estimate = observer.update(now, sample.q, sample.qd, sample.effort)
        error = uncertainty.update(now, sample.q, sample.qd, sample.effort)
        ended = events.update(now, sample.qd, estimate, error)
        rows.append((sample.external, estimate, error.threshold))
        if ended is not None:
            announced = False
            if owner is not None:
                owner.felt, owner = owner.felt or ended, None
        if events.present is not None and not announced:
            announced = True
            owner = announced_force(pushes, now)
            if owner is None:
                others.append(now)
        if pushes and sample.external.any():
            pushes[-1].torques.append(sample.external)
        if len(pushes) < len(plan) and now >= plan[len(pushes)]:
            times, moves = (now, now + float(lasts[len(pushes)])), len(pushes) % 2 == 1
            pushes.append(_push(model, times, sample.position, error.detection_limit, moves, rng))
        torque = np.zeros(arm.n)
        if pushes and now < pushes[-1].end:
            torque = model.jacobian(sample.position, pushes[-1].link)[:3].T @ pushes[-1].force
        if k % 100 == 0:
            progress(k / count, "pushing the arm")
    if owner is not None:
        owner.felt = owner.felt or events.present
    external, found, threshold = (np.array(column) for column in zip(*rows, strict=True))
    return Felt(tuple(pushes), tuple(others), np.arange(1, count + 1) / rate, external, found, threshold)


def announced_force(pushes: list[Push], time: float) -> Push | None:
    """Return the force to which a contact belongs that is announced at `time`, s; `None` for a false contact.

    A force near the threshold may be announced more than once. The first time counts.
    """
    owner = next((each for each in pushes if each.contains(time)), None)
    if owner is not None and math.isnan(owner.announced):
        owner.announced = time
    return owner


def _push(
    model: DynamicModel, times: tuple[float, float], q: FloatArray, limit: FloatArray, moves: bool, rng: Generator
) -> Push:
    """Return a force at one of the last three links: of some random directions, that which needs the smallest force.

    Raises:
        RunError: no joint moves the origin of any of these links.
    """
    links = [each.name for each in model.arm.links][-3:]
    moved = [name for name in links if np.abs(model.jacobian(q, name)[:3]).max() > LEAST_LEVER]
    if not moved:
        raise RunError(
            "contact: no joint moves the origin of a link, so that a force there is not felt; use another arm"
        )
    link = str(rng.choice(links))
    link = link if link in moved else moved[-1]
    directions = rng.standard_normal((DIRECTIONS, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    size = float(np.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST))))
    shown = (np.abs(directions @ model.jacobian(q, link)[:3]) / limit).max(axis=1)
    best = int(np.argmax(shown))
    force = directions[best] * size / float(shown[best])
    return Push(*times, link, force, size, moves)


def _poses(arm: Arm, rng: Generator, cycles: int) -> FloatArray:
    """Return the poses (cycles + 1, n) between which the arm moves; the first is the home pose."""
    start, (lower, upper) = home(arm), arm.pose_range
    reach = np.minimum(REACH * arm.motion_scale, SPEED * arm.velocity * HALF / 1.875 / 2.0)
    low, high = np.maximum(lower, start - reach), np.minimum(upper, start + reach)
    return np.vstack([start, rng.uniform(low, high, (cycles, arm.n))])


def _reference(poses: FloatArray, time: float) -> Reference:
    """Return the reference: a pause of 2 `HALF`, then motions (quintic polynomials) and pauses of `HALF` in turn."""
    part = (time - HALF) / (2.0 * HALF)
    cycle = min(max(int(part), 0), len(poses) - 2)
    x = min(max(2.0 * (part - cycle) - 1.0, 0.0), 1.0)
    way = poses[cycle + 1] - poses[cycle]
    return Reference(
        poses[cycle] + way * x**3 * (10.0 - 15.0 * x + 6.0 * x**2),
        way * 30.0 * (x * (1.0 - x)) ** 2 / HALF,
        way * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / HALF**2,
    )


def _inside(push: Push) -> list[bool]:
    """Return for every joint of the contact whether the true torque is inside the band."""
    if push.felt is None:
        return []
    off = np.abs(push.felt.torque - push.torque) <= push.felt.band
    return [bool(off[joint]) for joint in push.felt.joints]


def _report(felt: Felt, options: ExperimentOptions, plant_words: tuple[str, ...]) -> Experiment:
    arm, pushes = options.arm, felt.pushes
    found = [each for each in pushes if each.felt is not None]
    large = [each for each in pushes if each.size >= LARGE]
    missed = [each for each in large if each.felt is None]
    inside = [one for each in found for one in _inside(each)]
    delays = np.array([each.announced - each.start for each in found])
    late = f"{1e3 * np.median(delays):.0f} ms" if len(found) else "–"
    share = float(np.mean(inside)) if inside else math.nan
    found_large = f"{len(large) - len(missed)} of {len(large)}"
    headline = (
        f"{found_large} forces above the detection limit found, "
        f"{len(felt.others)} false contacts in {felt.time[-1]:.0f} s, detection after {late} (median)"
    )
    checks = (
        Check("forces above the detection limit are found", not missed and bool(large), found_large),
        Check("no contact without a force", not felt.others, _times(felt.others) or "none"),
        Check("torques are inside their bands", share >= WITHIN, f"{sum(inside)} of {len(inside)} torques"),
    )
    cards = (
        (f"{len(large) - len(missed)} / {len(large)}", "forces above the detection limit found"),
        (f"{len(felt.others)}", f"false contacts in {felt.time[-1]:.0f} s"),
        (late, "median time from onset to detection"),
        (f"{100 * share:.0f} %" if inside else "–", "torques inside their bands (stated for 95 %)"),
    )
    return Experiment(
        title=f"Forces on the simulated {arm.name}, felt without a force sensor",
        headline=headline,
        sentences=(
            *plant_words,
            "At rest, dry friction holds a part of a force that the motor does not show. The detection limit contains "
            "it, so a force that is found at rest is larger than one that is found in motion.",
        ),
        cards=cards,
        tables=(_table(arm, pushes), _limits(arm, felt)),
        figures=(_figure(arm, felt),),
        checks=checks,
        data=_data(arm, felt),
    )


def _times(times: tuple[float, ...]) -> str:
    return ", ".join(f"{time:.2f} s" for time in times)


def _table(arm: Arm, pushes: tuple[Push, ...]) -> ExperimentTable:
    rows = []
    for push in pushes:
        felt, torque = push.felt, push.torque
        joint = felt.joints[0] if felt is not None else int(np.argmax(np.abs(torque) / arm.maximum_torque))
        unit = arm.joints[joint].effort_text
        answer = ("not found", "–", "–")
        if felt is not None:
            answer = (
                f"{felt.torque[joint]:.3g} ± {felt.band[joint]:.2g} {unit}",
                f"{1e3 * (push.announced - push.start):.0f}",
                f"{round(1e3 * (felt.start - push.start)):+d}",
            )
        rows.append((
            f"{push.start:.1f}", f"{np.linalg.norm(push.force):.3g} N, {push.link}",
            "moves" if push.moves else "stands", f"{push.size:.2f}", arm.joint_names[joint],
            f"{torque[joint]:.3g}", *answer,
        ))  # fmt: skip
    headings = ("start, s", "force", "arm", "size", "joint", "done", "felt", "found, ms", "onset, ms")
    caption = (
        "Size: largest torque of the force, relative to the detection limit of the joint at the onset; forces below 1 "
        "may be missed. Joint: the one that shows the force most clearly, with its torque and the band of what was "
        "felt. Found: time from the onset to the sample that announces the contact. Onset: error of the felt onset."
    )
    return ExperimentTable("What was done, and what was felt", headings, tuple(rows), caption)


def _limits(arm: Arm, felt: Felt) -> ExperimentTable:
    known = felt.threshold[np.isfinite(felt.threshold).all(axis=1)]
    rows = tuple(
        (
            name,
            *(
                f"{value:.3g} {joint.effort_text} ({100 * value / most:.1f} %)"
                for value in np.quantile(column, (0.1, 0.9))
            ),
        )
        for name, joint, most, column in zip(arm.joint_names, arm.joints, arm.maximum_torque, known.T, strict=True)
    )
    caption = "External torque above which something touches the arm, in parentheses relative to the maximum torque."
    return ExperimentTable("Thresholds", ("joint", "lowest 10 %", "highest 10 %"), rows, caption)


def _figure(arm: Arm, felt: Felt) -> ExperimentFigure:
    step = max(1, len(felt.time) // 2500)
    time = felt.time[::step]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 1.5 * arm.n + 0.6), layout="constrained")
        panels = np.atleast_1d(figure.subplots(arm.n, 1, sharex=True))
        for joint, (axes, name) in enumerate(zip(panels, arm.joint_names, strict=True)):
            for push in felt.pushes:
                axes.axvspan(push.start, push.end, color=CONTACT, alpha=0.25, lw=0)
            limit = np.where(np.isfinite(felt.threshold[::step, joint]), felt.threshold[::step, joint], np.nan)
            axes.fill_between(time, -limit, limit, color=SPREAD, alpha=0.3, lw=0, label="below the threshold")
            axes.plot(time, felt.external[::step, joint], color=MEASURED, lw=1.6, label="done")
            axes.plot(time, felt.estimate[::step, joint], color=MODEL, lw=0.9, label="felt")
            axes.axhline(0.0, color=QUIET, lw=0.5)
            axes.set_ylabel(arm.joints[joint].effort_text)
            axes.set_title(name, fontweight="bold")
            axes.margins(x=0)
        panels[-1].set_xlabel("time, s")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label("external torque of every joint: what acted, and what was estimated")
    return ExperimentFigure("External torque", figure, "Shaded times: a force acts on the arm.")


def _data(arm: Arm, felt: Felt) -> dict[str, Any]:
    pushes = [
        {
            "start_s": push.start,
            "end_s": push.end,
            "link": push.link,
            "force_N": push.force.tolist(),
            "moves": push.moves,
            "size": push.size,
            "torque_Nm": push.torque.tolist(),
            "found": push.felt is not None,
            "found_after_s": push.announced - push.start,
            "felt": None
            if push.felt is None
            else {
                "start_s": push.felt.start,
                "end_s": push.felt.end,
                "joints": [arm.joint_names[joint] for joint in push.felt.joints],
                "torque_Nm": push.felt.torque.tolist(),
                "band_Nm": push.felt.band.tolist(),
                "confidence": push.felt.confidence,
            },
        }
        for push in felt.pushes
    ]
    return {"arm": arm.name, "seconds": float(felt.time[-1]), "false_contacts_s": list(felt.others), "pushes": pushes}
