"""Armstrong, Khatib and Burdick, sections 5 and 6: the methods by which parameters were measured."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from ...measurement.measured import Measured
from ...measurement.torsional_spring import TorsionalSpring, motor_inertia
from ...measurement.two_wire import TwoWire
from ...models.gyroscopic import rotor_inertia
from ...models.recursive.newton_euler import NewtonEulerModel
from ...simulation.simulate import potential_energy
from ..bench import Bench
from ..entry import ROUNDING, Chapter, EntryKind, EntryResult, EntryRow, Paper
from ..rotors import GearedBodies
from . import printed

CHAPTER = Chapter(Paper.AKB)

RADIUS, WIRE = 0.15, 1.5
"""Distance of the wires from the axis and length of the wires, m: our choice, because the paper does not state them."""

OFFSETS = (0.0, 0.01, 0.02, 0.05)
"""Distances of the center of gravity from the axis, m."""

STIFFNESS = 100.0
"""Stiffness of the torsional spring, N·m/rad: our choice, because the paper does not state the gains."""

DAMPING = -0.1
"""Damping factor with velocity feedback at joint 1 (section 6)."""

SEVERAL = 3
"""Number of cycles that we take as "several"."""


@CHAPTER.entry(
    "equation (11)",
    "two wire suspension: I = M g r² / (ω² l)",
    "puma560 measure two-wire",
    criterion="inertia by (11) from the period of a body that turns about the vertical and rises as the wires twist "
    "(full equation of motion, without the approximation of small angles) against the inertia that is put in, table 6: "
    "below 1e-5, ten times the square of the amplitude, 1e-3 rad (our choice)",
)
def equation_11(bench: Bench) -> EntryResult:
    link = bench.arm.links[1]
    rows = []
    for axis, true in zip("xyz", np.diag(link.inertia).tolist(), strict=True):
        period = _two_wire_period(link.mass, true, 1e-3, bench.arm.gravity)
        setup = TwoWire(Measured(link.mass, "kg"), Measured(RADIUS, "m"), Measured(WIRE, "m"), Measured(period, "s"),
                        Measured(bench.arm.gravity, "m/s^2"))  # fmt: skip
        found = float(setup.inertia().values[0])
        rows.append(EntryRow(f"link 2, I{axis}{axis}", true, found, "kg·m²", abs(found / true - 1.0) < 1e-5))
    return EntryResult(
        "3 moments of link 2",
        f"{sum(row.agrees for row in rows)} found",
        all(row.agrees for row in rows),
        note=f"wires of {WIRE:g} m, {RADIUS:g} m from the axis (our choice, the paper gives no dimensions)",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 5",
    "the center of gravity must lie on the axis halfway between the wires",
    "puma560 measure two-wire",
    criterion="inertia of link 2 by (11) from the frequency of small oscillations of a body on two wires, with the "
    "center of gravity off the axis towards a wire by up to 50 mm (our choice): the true inertia on the axis (to "
    "1e-12), another one off it, and "
    "the more the farther",
)
def center_on_the_axis(bench: Bench) -> EntryResult:
    link = bench.arm.links[1]
    true = float(link.inertia[2, 2])
    rows = []
    for offset in OFFSETS:
        frequency = _twisting_frequency(link.mass, true, offset, bench.arm.gravity)
        found = link.mass * bench.arm.gravity * RADIUS**2 / (frequency**2 * WIRE)
        right = abs(found / true - 1.0) < ROUNDING
        said = None if offset else true
        rows.append(EntryRow(f"{1000 * offset:g} mm off the axis", said, found, "kg·m²", right == (offset == 0.0)))
    excess = [float(row.computed) / true - 1.0 for row in rows]  # type: ignore[arg-type]
    return EntryResult(
        "on the axis",
        f"right on it, {100 * excess[-1]:.1f} % too large {1000 * OFFSETS[-1]:g} mm off it",
        all(row.agrees for row in rows) and excess == sorted(excess),
        note=f"wires of {WIRE:g} m, {RADIUS:g} m from the axis (our choice)",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 5",
    "a motor contributes the inertia of its rotating pieces times the square of the gear ratio",
    "puma560 paper gyroscopic",
    criterion="inertia that rotors as separate bodies, each turned by its gear, add at their own joints in Pinocchio, "
    "at 20 random poses, against rotor inertia times the square of the gear ratio: to 1e-12 of the arm's largest "
    "inertia. The inertia of each rotor is the motor inertia of table 6 divided by the square of the gear ratio of "
    "table 7; which link carries it, and about which axis it turns, is our choice (arm file)",
)
def gear_ratio_squared(bench: Bench) -> EntryResult:
    arm, n = bench.arm, bench.arm.n
    q = np.random.default_rng(1986).uniform(arm.lower, arm.upper, (20, n))
    geared, still = GearedBodies(arm), np.zeros_like(q)
    links = NewtonEulerModel(bench.motorless)
    scale = float(np.abs(bench.recursive.kinetic_energy_matrix(q)).max())
    rows = []
    for i, (rotor, motor) in enumerate(zip(rotor_inertia(arm).tolist(), arm.motors, strict=True)):
        unit = np.eye(n)[i] + still
        with_rotors = geared.torque(q, still, unit) - geared.torque(q, still, still)
        added = (with_rotors - links.torque(q, still, unit) + links.torque(q, still, still))[:, i]
        expected = rotor * motor.gear_ratio**2
        close = bool(np.abs(added - expected).max() < ROUNDING * scale)
        rows.append(EntryRow(f"joint {i + 1}, G = {motor.gear_ratio:g}", expected, float(added.mean()), "kg·m²", close))
    return EntryResult(
        "G² J",
        f"{sum(row.agrees for row in rows)} of {n} joints",
        all(row.agrees for row in rows),
        note="a rotor in the link that its own joint moves would add up to 2 G J more, with its J as part of the link",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 5",
    "motor inertia = total inertia from the period under a torsional spring - inertia of the arm",
    "puma560 measure torsional-spring",
    criterion="the inertia of table 6 is computed back from its period, to 1e-3",
    kind=EntryKind.ROUND_TRIP,
)
def torsional_spring(bench: Bench) -> EntryResult:
    rows = []
    for i, value in enumerate(printed.MOTOR_INERTIA):
        period = _spring_period(bench, i, 0.0)
        spring = TorsionalSpring(Measured(STIFFNESS, "N m/rad"), Measured(period, "s"))
        found = motor_inertia(bench.arm, bench.arm.joint_names[i], np.zeros(6), spring).value.value
        rows.append(EntryRow(f"joint {i + 1}", value, found, "kg·m²", abs(found - value) < 1e-3 * value))
    return EntryResult(
        "6 motors",
        f"{sum(row.agrees for row in rows)} found",
        all(row.agrees for row in rows),
        note="periods of small oscillations about the zero pose, held against gravity, on a spring of "
        f"{STIFFNESS:g} N·m/rad (our choices), from the recursion's inertia and the curvature of the potential energy. "
        "Gravity's part of the stiffness, which the paper does not mention, is taken off when the period is read back",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 6",
    "velocity feedback (damping factor -0.1) makes joint 1 swing for several cycles",
    "puma560 measure torsional-spring",
    criterion="none, because spring and amplitude are not printed. The entry reports for which amplitudes (as "
    f"multiples of the angle at which dry friction holds the joint) there are at least {SEVERAL} cycles with "
    "feedback and fewer without. It shows that such amplitudes exist, and that feedback shortens the swing for none "
    "of the amplitudes tried, 1.5 to 19.9 times that angle in steps of 0.1. Our choices: the damping factor is the net "
    "damping ratio of a linear oscillator without viscous friction, dry friction in motion equals break-away friction, "
    f"and “several” is {SEVERAL}. Half swings are counted until the amplitude is no more than that angle",
)
def velocity_feedback(bench: Bench) -> EntryResult:
    multiples = np.arange(15, 200) / 10
    motor = bench.arm.motors[0]
    held = motor.break_away_torque / STIFFNESS
    cycles = np.array([[_cycles(held, damping, m * held) for damping in (0.0, DAMPING)] for m in multiples])
    helped = multiples[(cycles[:, 1] >= SEVERAL) & (cycles[:, 0] < SEVERAL)]
    grows = (1.0 + _loss(DAMPING)) / (_loss(DAMPING) - 1.0)
    return EntryResult(
        "several",
        f"{SEVERAL} or more with and fewer without from {helped.min():.1f} to {helped.max():.1f} times that angle",
        False,
        "cycles",
        obstacle="neither spring nor amplitude is printed",
        shown=bool(len(helped)) and bool((cycles[:, 1] >= cycles[:, 0]).all()),
        note=f"by this model the swing with feedback does not end at all from {grows:.2f} times that angle on",
    )


def _two_wire_period(mass: float, inertia: float, amplitude: float, gravity: float) -> float:
    """Return the period of the oscillation, s, from the energy of a body that rises as the wires twist."""

    def slope(_time: float, state: np.ndarray) -> list[float]:
        angle, speed = state
        height = np.sqrt(WIRE**2 - 4 * RADIUS**2 * np.sin(angle / 2) ** 2)
        rise = RADIUS**2 * np.sin(angle) / height
        bend = RADIUS**2 * np.cos(angle) / height + rise**2 / height
        return [speed, -mass * rise * (gravity + bend * speed**2) / (inertia + mass * rise**2)]

    return _period(slope, amplitude)


def _twisting_frequency(mass: float, inertia: float, offset: float, gravity: float) -> float:
    """Return the frequency, rad/s, of the small oscillation about the vertical of a body on two wires.

    The center of gravity is `offset` m from the middle between the wires, towards one of them. The degrees of freedom
    are the displacement of the center perpendicular to the plane of the wires, and the twist.
    """
    arms = np.array([RADIUS - offset, -RADIUS - offset])
    jacobian = np.column_stack([np.ones(2), arms])
    tension = np.linalg.solve(jacobian.T, np.array([mass * gravity, 0.0]))
    stiffness = jacobian.T @ np.diag(tension / WIRE) @ jacobian
    squared, modes = np.linalg.eig(stiffness / np.array([[mass], [inertia]]))
    return float(np.sqrt(squared[np.argmax(np.abs(modes[1]))]))


def _spring_period(bench: Bench, joint: int, damping: float) -> float:
    """Return the period, s, of one joint that oscillates on the spring about its zero while the others are fixed."""
    direction = np.eye(6)[joint]
    inertia = float(bench.recursive.kinetic_energy_matrix(np.zeros(6))[joint, joint])
    step = 1e-4
    rest = potential_energy(bench.arm, np.zeros(6))
    ahead, behind = (float(potential_energy(bench.arm, s * step * direction)) for s in (1, -1))
    gravity = (ahead + behind - 2 * float(rest)) / step**2
    return float(2 * np.pi * np.sqrt(inertia / (STIFFNESS + gravity) / (1 - damping**2)))


def _cycles(held: float, damping: float, start: float) -> float:
    """Return the oscillations from `start` rad until dry friction, which holds up to `held` rad, stops them."""
    amplitude, half, loss = start, 0, _loss(damping)
    while amplitude / held > 1.0 + 1e-9 and half < 100:
        amplitude = (amplitude - held) * loss - held
        half += 1
    return half / 2


def _loss(damping: float) -> float:
    """Return the ratio of amplitudes after and before half an oscillation with linear damping."""
    return float(np.exp(-np.pi * damping / np.sqrt(1 - damping**2)))


def _period(slope: object, amplitude: float) -> float:
    def crossing(_time: float, state: np.ndarray) -> float:
        return float(state[0])

    crossing.direction = -1  # type: ignore[attr-defined]
    found = solve_ivp(slope, (0.0, 30.0), [amplitude, 0.0], "DOP853", events=crossing, rtol=1e-11, atol=1e-15)
    times = found.t_events[0]
    return float(np.diff(times).mean())
