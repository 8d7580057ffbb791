"""Experiment ``puma560 run --grip``: the simulated arm grips a load, weighs it and uses it in its model."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from ...arm import Arm
from ...check import Check
from ...control.load.load_estimate import LoadEstimate
from ...models.load import load_model
from ...report.colours import BEFORE, MODEL, STYLE
from .experiment import Experiment, ExperimentFigure, ExperimentOptions, ExperimentTable, Progress
from .grip_run import CARRY, GRIP, HAND_OVER, LEG, LIFT, RELEASE, GripRun, GripTask, draw_task, grip, simulated_arm
from .robot import plant_sentences

WITHIN = 3.0
"""Time after the beginning of the lift at which the estimate is shown, s."""

SOON = 1.5
"""Time after the motion first shows mass and center within which the load is used, s."""

ROUNDING = 1e-6
"""Rounding of a step at the limit of the rates."""

INTERVAL = 1.96
"""Half width of a 95 % interval, in standard errors."""

BETTER = 1.1
"""Smallest factor by which the tracking error must fall."""

SURE = 3.5
"""Largest error that a check accepts, in standard errors: a 95 % interval misses one of twenty loads."""


def run(options: ExperimentOptions, progress: Progress) -> Experiment:
    """Run the experiment.

    Args:
        options: its options.
        progress: receives the progress.

    Returns:
        The result.

    Raises:
        RunError: the arm cannot lift a load within its limits.
    """
    progress(0.0, "drawing a load")
    task = draw_task(options.arm, options.errors.seed)
    without = grip(options, task, False, lambda part: progress(0.5 * part, "carrying the load without its mass"))
    found = grip(options, task, True, lambda part: progress(0.5 + 0.5 * part, "weighing and using the load"))
    return result_of(options, task, without, found)


def result_of(options: ExperimentOptions, task: GripTask, without: GripRun, found: GripRun) -> Experiment:
    """Return the result of two runs.

    Args:
        options: options of the experiment.
        task: load and poses.
        without: run in which the model has no load.
        found: run in which it has the estimated load.
    """
    arm, load = options.arm, task.load
    early = [each for time, each in found.estimates if time <= LIFT + WITHIN]
    last = early[-1] if early else found.estimates[-1][1]
    before, after = (1e3 * one.rms(CARRY, CARRY + 2.0 * LEG) for one in (without, found))
    used = bool(found.fed)
    carrier = most_loaded(arm, task)
    ratio, name = float(before[carrier] / after[carrier]), arm.joint_names[carrier]
    felt = f"{last.mass:.3g} ± {INTERVAL * last.mass_error:.2g} kg"
    headline = f"A load of {load.mass:.3g} kg was felt as {felt}"
    headline += f"; with it in the model, the tracking error of {name} is {ratio:.1f} times smaller" if used else (
        f" and not used: {found.refused}"
    )  # fmt: skip
    first = found.fed[0][0] - LIFT if used else float("nan")
    distance = abs(last.mass - load.mass) / last.mass_error
    fault = next((one.fault for one in (without, found) if one.fault), "")
    checks = [
        Check("no fault ends the torque", not fault, fault or "none"),
        Check("the mass is within its interval", distance < SURE, f"{distance:.1f} standard errors"),
        Check(
            "torque steps within the rates",
            found.largest_step <= 1.0 + ROUNDING,
            f"{100 * found.largest_step:.0f} % of the rates",
        ),
    ]
    if used:
        checks += [
            Check(
                "the load is used soon",
                found.fed[0][0] - found.shown <= SOON,
                f"{first:.1f} s after the lift began, {found.fed[0][0] - found.shown:.1f} s after the motion showed it",
            ),
            Check("the tracking error falls", ratio > BETTER, f"{ratio:.1f} times smaller at {name}"),
            Check("the load is removed after its release", found.fed[-1][1] == 0.0, f"{found.fed[-1][1]:.3g} kg"),
        ]
    else:
        checks.append(Check("an unobservable load is not used", bool(last.hidden), found.refused))
    unit = "mrad" if not arm.slides.any() else "10⁻³ rad or mm"
    return Experiment(
        title=f"A load that the simulated {arm.name} grips",
        headline=f"{headline}.",
        sentences=(
            *plant_sentences(simulated_arm(options), options.friction),
            f"Both runs have the same arm, load and noise. The arm takes the weight within {HAND_OVER:g} s.",
        ),
        cards=(
            (f"{load.mass:.3g} kg", "mass of the load"),
            (felt, f"felt {WITHIN:g} s after the lift began, 95 % interval"),
            (f"{first:.1f} s" if used else "not used", "from the beginning of the lift to its use"),
            (f"{ratio:.1f} ×" if used else "–", f"smaller tracking error of {name}, which carries most of the load"),
        ),
        tables=(
            _felt(task, last),
            ExperimentTable(
                "Tracking error",
                (f"joint, RMS {unit}", "without the load", "with the estimate"),
                tuple(
                    (name, f"{old:.2f}", f"{new:.2f}")
                    for name, old, new in zip(arm.joint_names, before, after, strict=True)
                ),
                "Errors of the positions while the load is carried there and back, without and with the estimated load "
                f"in the model. Most of its weight acts at {name}; friction dominates at joints that carry little.",
            ),
        ),
        figures=(
            ExperimentFigure("Mass over time", _mass_figure(task, found), "The band is the 95 % interval."),
            ExperimentFigure(
                "Tracking error",
                _error_figure(options, carrier, without, found),
                "Error of the joint that carries most of the load, which acts from the grip to the release.",
            ),
        ),
        checks=tuple(checks),
        data={
            "mass_kg": load.mass,
            "center_m": load.center_of_mass.tolist(),
            "felt_mass_kg": last.mass,
            "felt_mass_error_kg": last.mass_error,
            "felt_center_m": last.center_of_mass.tolist(),
            "felt_center_error_m": last.center_error.tolist(),
            "not_shown": last.hidden,
            "used_after_s": first,
            "fed": found.fed,
            "not_used_because": found.refused,
            "most_loaded_joint": name,
            "error_without_mrad": before.tolist(),
            "error_with_mrad": after.tolist(),
            "largest_step_of_rates": found.largest_step,
        },
    )


def most_loaded(arm: Arm, task: GripTask) -> int:
    """Return the index of the joint at which the load's weight makes the largest torque while it is carried."""
    places = np.array(task.poses[2:])
    bare, loaded = (load_model("newton_euler", arm, load).gravity(places) for load in (None, task.load))
    return int(np.argmax(np.abs(loaded - bare).max(axis=0)))


def _felt(task: GripTask, last: LoadEstimate) -> ExperimentTable:
    rows = [("mass, kg", f"{task.load.mass:.3f}", f"{last.mass:.3f}", f"± {INTERVAL * last.mass_error:.3f}")]
    for axis, true, center, error in zip(
        "xyz", task.load.center_of_mass, last.center_of_mass, last.center_error, strict=True
    ):
        rows.append((f"center {axis}, m", f"{true:.4f}", f"{center:.4f}", f"± {INTERVAL * error:.4f}"))
    hidden = ", ".join(last.hidden)
    return ExperimentTable(
        "Felt and done",
        ("quantity", "load", "felt", "95 % interval"),
        tuple(rows),
        f"Known only roughly from this motion: {hidden}." if hidden else f"Estimate {WITHIN:g} s after the lift began.",
    )


def _mass_figure(task: GripTask, found: GripRun) -> Figure:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.0))
        ax = figure.add_subplot()
        time = np.array([one for one, _ in found.estimates])
        mass = np.array([each.mass for _, each in found.estimates])
        half = INTERVAL * np.array([each.mass_error for _, each in found.estimates])
        ax.axhline(task.load.mass, ls="--", color=BEFORE, label="load")
        ax.plot(time, mass, color=MODEL, label="felt")
        ax.fill_between(time, mass - half, mass + half, color=MODEL, alpha=0.2, lw=0.0)
        for at, _ in found.fed:
            ax.axvline(at, color=MODEL, lw=0.8)
        ax.set(xlabel="time, s", ylabel="kg", xlim=(GRIP - 0.2, RELEASE + 1.0), ylim=(0.0, 1.8 * task.load.mass))
        figure.legend(loc="upper left", ncol=2)
    figure.set_label("mass of the load over time, with its interval, and the true mass")
    return figure


def _error_figure(options: ExperimentOptions, joint: int, without: GripRun, found: GripRun) -> Figure:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.0))
        ax = figure.add_subplot()
        for one, colour, name in ((without, BEFORE, "without the load"), (found, MODEL, "with the estimated load")):
            ax.plot(one.time, 1e3 * one.error[:, joint], color=colour, label=name)
        for at in (GRIP, RELEASE):
            ax.axvline(at, color=BEFORE, lw=0.8, ls=":")
        ax.set(xlabel="time, s", ylabel=f"{options.arm.joint_names[joint]}, mrad")
        ax.margins(x=0)
        figure.legend(loc="upper left", ncol=2)
    figure.set_label("tracking error of one joint over time, with and without the load in the model")
    return figure
