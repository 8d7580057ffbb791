"""Armstrong, Khatib and Burdick, sections 5 and 6: how the parameters were measured, and what they leave open."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from ..measurement.measured import Measured
from ..measurement.torsional_spring import TorsionalSpring, link_share, motor_inertia
from ..measurement.two_wire import TwoWire
from ..simulation.energy import potential_energy
from . import akb_printed as printed
from .bench import Bench
from .claim import Chapter, Finding, Paper, Row

CHAPTER = Chapter(Paper.AKB)

RADIUS, WIRE = 0.15, 1.5
"""A suspension, m; the paper does not say how far apart and how long its wires were."""

STIFFNESS = 100.0
"""Of the torsional spring, N·m/rad; the paper does not give its gains."""

DAMPING = -0.1
"""Damping factor with velocity feedback at joint 1 (section 6)."""


@CHAPTER.entry("equation (11)", "two wire suspension: I = M g r² / (ω² l)", "puma560 measure two-wire")
def equation_11(bench: Bench) -> Finding:
    link = bench.arm.links[1]
    rows = []
    for axis, true in zip("xyz", np.diag(link.inertia).tolist(), strict=True):
        period = _two_wire_period(link.mass, true, 1e-3, bench.arm.gravity)
        setup = TwoWire(Measured(link.mass, "kg"), Measured(RADIUS, "m"), Measured(WIRE, "m"), Measured(period, "s"),
                        Measured(bench.arm.gravity, "m/s^2"))  # fmt: skip
        found = float(setup.inertia().values[0])
        rows.append(Row(f"link 2, I{axis}{axis}", true, found, "kg·m²", abs(found / true - 1.0) < 1e-5))
    return Finding(
        "I of link 2",
        f"{sum(row.agrees for row in rows)} of 3 found",
        all(row.agrees for row in rows),
        note="from periods of the swing integrated with its full energy, at an amplitude of a thousandth radian",
        rows=tuple(rows),
    )


@CHAPTER.entry("section 5", "motor inertia = total inertia by the period under a torsional spring - share of the arm",
               "puma560 measure torsional-spring")  # fmt: skip
def torsional_spring(bench: Bench) -> Finding:
    rows = []
    for i, value in enumerate(printed.MOTOR_INERTIA):
        period = _spring_period(bench, i, 0.0)
        spring = TorsionalSpring(Measured(STIFFNESS, "N m/rad"), Measured(period, "s"))
        found = motor_inertia(bench.arm, bench.arm.joint_names[i], np.zeros(6), spring).value.value
        rows.append(Row(f"joint {i + 1}", value, found, "kg·m²", abs(found - value) < 1e-3 * value))
    return Finding(
        "6 motors",
        f"{sum(row.agrees for row in rows)} found",
        all(row.agrees for row in rows),
        note="periods from the recursion's inertia and the curvature of the potential energy, read back as the paper "
        "does",
        rows=tuple(rows),
    )


@CHAPTER.entry("section 6", "velocity feedback (damping factor -0.1) makes joint 1 swing for several cycles",
               "puma560 measure torsional-spring")  # fmt: skip
def velocity_feedback(bench: Bench) -> Finding:
    motor = bench.arm.motors[0]
    own, _ = link_share(bench.arm, 0, np.zeros(6))
    total = own + motor.inertia
    start = 6.0 * motor.break_away_torque / STIFFNESS
    cycles = [_cycles(total, motor.break_away_torque, damping, start) for damping in (0.0, DAMPING)]
    return Finding(
        "several",
        f"{cycles[1]:g} with, {cycles[0]:g} without",
        cycles[1] > cycles[0],
        "cycles",
        note=f"from {start:.2f} rad with dry friction of the break-away torque; gain and amplitude are ours, the "
        "paper gives neither",
    )


def _two_wire_period(mass: float, inertia: float, amplitude: float, gravity: float) -> float:
    """Period of the swing, s, from its energy: the body rises as the wires twist."""

    def slope(_time: float, state: np.ndarray) -> list[float]:
        angle, speed = state
        height = np.sqrt(WIRE**2 - 4 * RADIUS**2 * np.sin(angle / 2) ** 2)
        return [speed, -mass * gravity * RADIUS**2 * np.sin(angle) / height / inertia]

    return _period(slope, amplitude)


def _spring_period(bench: Bench, joint: int, damping: float) -> float:
    """Period of one joint on the spring about its zero, s; the others are held."""
    direction = np.eye(6)[joint]
    inertia = float(bench.recursive.kinetic_energy_matrix(np.zeros(6))[joint, joint])
    step = 1e-4
    rest = potential_energy(bench.arm, np.zeros(6))
    ahead, behind = (float(potential_energy(bench.arm, s * step * direction)) for s in (1, -1))
    gravity = (ahead + behind - 2 * float(rest)) / step**2
    return float(2 * np.pi * np.sqrt(inertia / (STIFFNESS + gravity) / (1 - damping**2)))


def _cycles(inertia: float, friction: float, damping: float, start: float) -> float:
    """Full swings until dry friction holds the joint."""
    amplitude, half, held = start, 0, friction / STIFFNESS
    loss = np.exp(-np.pi * damping / np.sqrt(1 - damping**2))
    while amplitude > held and half < 100:
        amplitude = (amplitude - held) * loss - held
        half += 1
    return half / 2


def _period(slope: object, amplitude: float) -> float:
    def crossing(_time: float, state: np.ndarray) -> float:
        return float(state[0])

    crossing.direction = -1  # type: ignore[attr-defined]
    found = solve_ivp(slope, (0.0, 30.0), [amplitude, 0.0], "DOP853", events=crossing, rtol=1e-11, atol=1e-15)
    times = found.t_events[0]
    return float(np.diff(times).mean())
