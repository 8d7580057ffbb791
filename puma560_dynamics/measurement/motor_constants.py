"""Compute torque constant and break-away torques of a motor from the commands at which its joint begins to move.

Section 6 of the paper takes maximum and break-away torques (table 7) from a motor calibration that it does not
describe. Here the command u of the motor (current, voltage, converter counts) rises or falls slowly until the joint
moves, under a known load: the torque L that the motor needs to hold the joint without friction. With the torque
constant k (torque at the joint for one unit of the command), the joint begins to move

.. math:: k u_+ = L + b_+ + \\mu |L| \\qquad k u_- = L - b_- - \\mu |L|

in positive and negative direction. Dry friction of loaded gears grows with the load by mu. The half sum
``k (u_+ + u_-)/2`` contains the load, the half difference the break-away torque. So

- one direction mixes break-away and torque constant, because mu acts like a change of k;
- one load mixes torque constant and offset: a zero error of the command acts like a break-away torque that differs
  between the directions. Two loads separate them; an unknown load that is always there (the weight of the arm) then
  acts like an offset, too, and leaves k correct.

The commands are fitted as functions of the loads. The commands scatter and the loads are known; the opposite regression
would make k too small. The mean of both break-away torques does not depend on the offset.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import t as student

from ..arm import Arm
from ..arrays import FloatArray, read_only
from ..errors import MeasurementError
from .budget import Budget, propagate
from .known_load import GravityTorque, KnownLoad
from .measured import Measured, link_readings

CONSTANT, POSITIVE, NEGATIVE, LOAD_FRICTION, BREAK_AWAY, DIFFERENCE = range(6)
"""Indices in the budget of `MotorConstants`."""

SIZE = DIFFERENCE + 1
"""Number of values in the budget of `MotorConstants`."""

SAME = 0.05
"""Largest difference of equal loads, as a fraction of the largest load or difference of loads."""

SCATTER = "scatter of break-away"
"""Name of the repeatability in a budget."""

STRANGE = 1.5
"""Smallest ratio of a deviation from the fit to its tolerance that is reported."""

VISIBLE = 0.05
"""Smallest deviation from the fit that is reported, as a fraction of the break-away torque."""

EXACT = 1e-9
"""Fraction of the largest load or command below which a difference is one of rounding."""

UNCERTAIN = 0.5
"""Largest relative half width of a torque constant."""


@dataclass(frozen=True, eq=False)
class RampResult:
    """Start of motion in one ramp.

    Attributes:
        direction: 1 for motion in positive direction, -1 in negative direction.
        command: name of the reading of the command.
        load: load of the ramp.
        common: name of a reading that is added to the command, an error that repeated ramps have in common; or empty.
    """

    direction: int
    command: str
    load: KnownLoad
    common: str = ""


@dataclass(frozen=True, eq=False)
class MotorConstants:
    """Torque constant and break-away torques at the joint.

    Attributes:
        budget: values and tolerances, by index: torque constant (`CONSTANT`), N·m per unit; break-away torque without
            load in positive and negative direction (`POSITIVE`, `NEGATIVE`), N·m; its increase with the load
            (`LOAD_FRICTION`), N·m/(N·m); half sum and half difference of both break-away torques (`BREAK_AWAY`,
            `DIFFERENCE`), N·m. The difference contains any offset of the command. Half widths hold 95 % for the
            scatter, and the given tolerances.
        loads: (R,) load of each ramp, N·m.
        deviations: (R,) deviation of each ramp from the fit, N·m.
        scatter: standard deviation of the break-away torque from ramp to ramp, N·m; NaN without repeated ramps.
        freedom: degrees of freedom of the scatter.
        by_load: whether the loads determine `LOAD_FRICTION`; otherwise it is 0, and break-away holds at these loads.
        strange: load, direction and mean deviation, N·m, of the ramps that deviate from the fit by more than the
            tolerance.
    """

    budget: Budget
    loads: FloatArray
    deviations: FloatArray
    scatter: float
    freedom: int
    by_load: bool
    strange: tuple[tuple[float, int, float], ...]

    def value(self, index: int, unit: str) -> Measured:
        """Return one value of the budget with its tolerance."""
        return Measured(float(self.budget.values[index]), unit, float(self.budget.half_width[index]))


def motor_constants(
    arm: Arm,
    joint: int,
    ramps: Sequence[RampResult],
    readings: Mapping[str, Measured],
    known: Measured | None = None,
) -> MotorConstants:
    """Fit torque constant and break-away torques to ramps.

    Args:
        arm: arm for the gravity torque of loads with a pose.
        joint: index of the joint.
        ramps: ramps in both directions, under two or more loads, or under one load if the torque constant is known.
        readings: commands, readings of the loads and common errors, by name.
        known: known torque constant, N·m per unit.

    Raises:
        MeasurementError: a direction or a load is missing, the loads differ too little for the scatter, or the signs of
            load and direction contradict each other.
    """
    used = dict(readings)
    if any(ramp.load.pose is not None for ramp in ramps):
        used |= {path: reading for path, reading in link_readings(arm).items() if path.startswith("links.")}
    if known is not None:
        used["torque constant"] = known
    direction = np.array([ramp.direction for ramp in ramps])

    def loads_of(values: Mapping[str, float]) -> FloatArray:
        gravity = GravityTorque(arm, joint, values)
        return np.array([ramp.load.torque(values, gravity) for ramp in ramps])

    loads = loads_of({name: reading.value for name, reading in used.items()})
    group = _groups(loads)
    by_load = _check(direction, loads, group, known is not None)

    def solution(values: Mapping[str, float]) -> FloatArray:
        command = np.array([values[ramp.command] + (values[ramp.common] if ramp.common else 0.0) for ramp in ramps])
        return _solve(command, loads_of(values), direction, by_load, values.get("torque constant"))

    budget = propagate(solution, used)
    deviations = budget.values[SIZE:]
    variance, freedom = _scatter(deviations, group, direction)
    effects = dict(budget.effects)
    if freedom:
        half = float(student.ppf(0.975, freedom)) * np.sqrt(variance) / abs(float(budget.values[CONSTANT]))
        exact = {name: Measured(reading.value, reading.unit) for name, reading in used.items()}
        scattered = {ramp.command: replace(exact[ramp.command], half_width=half) for ramp in ramps}
        repeated = propagate(solution, exact | scattered).effects
        effects |= {f"{SCATTER}, {name}": effect for name, effect in repeated.items()}
    found = Budget(read_only(budget.values[:SIZE]), {name: read_only(each[:SIZE]) for name, each in effects.items()})
    result = MotorConstants(
        budget=found,
        loads=read_only(loads),
        deviations=read_only(deviations),
        scatter=float(np.sqrt(variance)) if freedom else np.nan,
        freedom=freedom,
        by_load=by_load,
        strange=_strange(Budget(budget.values, effects), loads, group, direction),
    )
    _check_result(result)
    return result


def _groups(loads: FloatArray) -> FloatArray:
    """Return the number of the group (R,) of every load; loads of a group are almost equal."""
    order = np.argsort(loads)
    scale = max(float(np.ptp(loads)), float(np.abs(loads).max(initial=0.0)))
    group = np.zeros(len(loads))
    group[order[1:]] = np.cumsum(np.diff(loads[order]) > SAME * scale)
    return group


def _check(direction: FloatArray, loads: FloatArray, group: FloatArray, known: bool) -> bool:
    """Raise if directions or loads are missing; return whether the loads determine the friction of loaded gears."""
    both = [g for g in np.unique(group) if {1, -1} <= set(direction[group == g].tolist())]
    listed = ", ".join(f"{float(np.mean(loads[group == g])):.4g}" for g in np.unique(group))
    for way, name in ((1, "positive"), (-1, "negative")):
        if not (direction == way).any():
            raise MeasurementError(
                f"no ramp starts a motion in {name} direction (loads: {listed}): break-away torque and torque constant "
                "cannot be separated, because friction that grows with the load acts like a change of the torque "
                f"constant; record ramps in {name} direction, too, under the same loads"
            )
    if not both:
        raise MeasurementError(f"no load (of {listed}) has ramps in both directions; record both under each load")
    levels = np.array([float(np.mean(loads[group == g])) for g in both])
    if known:
        return len(_distinct(np.abs(levels))) > 1
    if len(both) < 2:
        raise MeasurementError(
            f"only one load, {levels[0]:.4g}, has ramps in both directions: torque constant and zero error of the "
            "command cannot be separated; record ramps in both directions under a second known load, such as no load "
            "or a weight on a lever, or give --torque-constant if it is known"
        )
    return len(_distinct(np.abs(levels))) > 1


def _distinct(levels: FloatArray) -> FloatArray:
    return np.unique(_groups(levels))


def _solve(
    command: FloatArray, loads: FloatArray, direction: FloatArray, by_load: bool, known: float | None
) -> FloatArray:
    """Return the values of a budget and the deviation of every ramp (R,) N·m."""
    up, down = direction > 0, direction < 0
    columns = [up.astype(float), -down.astype(float)]
    if by_load:
        columns.append(direction * np.abs(loads))
    if known is None:
        columns.append(loads)
    matrix = np.column_stack(columns)
    right = command if known is None else known * command - loads
    found = np.linalg.lstsq(matrix, right, rcond=None)[0]
    if known is None and abs(float(found[-1])) * np.ptp(loads) <= EXACT * np.abs(command).max():
        raise MeasurementError(
            "the commands that start motion do not change with the load, so that they do not determine the torque "
            "constant; check the loads, and whether each ramp is listed under its load"
        )
    constant = 1.0 / float(found[-1]) if known is None else known
    found = found * (constant if known is None else 1.0)
    load_friction = float(found[2]) if by_load else 0.0
    positive, negative = float(found[0]), float(found[1])
    predicted = loads + up * positive - down * negative + load_friction * direction * np.abs(loads)
    mean, difference = 0.5 * (positive + negative), 0.5 * (positive - negative)
    deviations = constant * command - predicted
    return np.array([constant, positive, negative, load_friction, mean, difference, *deviations])


def _scatter(deviations: FloatArray, group: FloatArray, direction: FloatArray) -> tuple[float, int]:
    """Return the variance of the break-away torque from ramp to ramp with the same load, and degrees of freedom."""
    total, freedom = 0.0, 0
    for g in np.unique(group):
        for way in (1, -1):
            repeats = deviations[(group == g) & (direction == way)]
            if len(repeats) > 1:
                total += float(np.sum((repeats - repeats.mean()) ** 2))
                freedom += len(repeats) - 1
    return (total / freedom if freedom else 0.0), freedom


def _strange(
    budget: Budget, loads: FloatArray, group: FloatArray, direction: FloatArray
) -> tuple[tuple[float, int, float], ...]:
    """Return load, direction and mean deviation of equal ramps that deviate from the fit by more than the tolerance."""
    found = []
    visible = max(VISIBLE * abs(float(budget.values[BREAK_AWAY])), EXACT * float(np.abs(loads).max()))
    for g in np.unique(group):
        for way in (1, -1):
            place = SIZE + np.flatnonzero((group == g) & (direction == way))
            if len(place):
                mean = float(budget.values[place].mean())
                effects = [float(effect[place].mean()) for effect in budget.effects.values()]
                if abs(mean) > max(STRANGE * float(np.linalg.norm(effects)), visible):
                    found.append((float(np.mean(loads[group == g])), way, mean))
    return tuple(found)


def _check_result(result: MotorConstants) -> None:
    """Raise if the torque constant is uncertain by more than half, or the signs contradict each other."""
    constant, mean = result.value(CONSTANT, "per unit"), result.value(BREAK_AWAY, "N m")
    if constant.half_width > UNCERTAIN * abs(constant.value):
        raise MeasurementError(
            f"the torque constant is {constant}: the loads ({result.loads.min():.4g} to {result.loads.max():.4g}) "
            "differ too little for the scatter of break-away; use a larger load, and repeat the ramps"
        )
    if mean.value + mean.half_width < 0.0:
        raise MeasurementError(
            f"the break-away torque is {mean}, a negative number: directions are exchanged, or a load has the wrong "
            "sign; 'up' starts motion in positive direction of the joint, and a load is positive if it pulls the joint "
            "in negative direction"
        )
