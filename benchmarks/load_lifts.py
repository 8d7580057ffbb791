"""Weigh random loads by simulated arms: `python benchmarks/load_lifts.py`, some minutes for 200 lifts of each arm.

MuJoCo moves an arm whose masses, centers, inertias, motor inertias and friction differ from the model's by normally
distributed errors with its tolerances (10 % without tolerances), with a hidden mass at the tool, efforts off by 1 %,
and noise. The arm moves for 2.5 s, grips a load, lifts it, and either carries it on or holds it. `LoadFilter` estimates
the load from 250 samples per second, until 3 s after the lift begins.

Printed are the coverage of the 95 % intervals of mass and center, and errors of the mass where the load makes at
least 30 % of the torque of a joint. ``--csv FILE`` writes the table of docs/payload.md.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from robot_files import folder

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.load.load_estimate import LoadEstimate
from puma560_dynamics.control.load.load_filter import EFFORT_TOLERANCE, PATH, LoadFilter
from puma560_dynamics.control.load.load_filter import REST as REST_ERROR
from puma560_dynamics.control.load.load_limits import largest_mass
from puma560_dynamics.control.load.load_rows import HIDDEN_TOOL, TOOL_REACH, LoadRows
from puma560_dynamics.control.observer.torque_uncertainty import ASSUMED_TOLERANCE, FRICTION_UNKNOWN
from puma560_dynamics.models.payload.payload import MODEL_FRAME, Payload, attached, placed_payload
from puma560_dynamics.simulation.plant import Plant

ARMS = {
    "PUMA 560": "akb1986",
    "UR10": ("example-robot-data", "ur_description/urdf/ur10_robot.urdf"),
    "Franka Panda": ("example-robot-data", "panda_description/urdf/panda.urdf"),
}
RATE, NOISE = 250.0, (1e-3, 0.003)
"""Samples per second; noise of velocities, rad/s, and of efforts, as a fraction of the maximum torque."""

APPROACH, REST, LIFT, JUDGED = 2.0, 0.5, 1.4, 3.0
"""Durations of the motion before the grip, of the rest, and of the lift, and time after its beginning, s."""

DRY, BREAK_AWAY = (0.01, 0.04), 1.5
"""Dry friction of an arm without friction numbers, as a fraction of the maximum torque, and break-away torque as a
multiple of kinetic friction."""


@dataclass(frozen=True)
class Lift:
    """One estimate next to the truth.

    Attributes:
        load: true load in the frame of the last link of the model.
        estimate: estimate at the end.
        share: torque of the load as a fraction of the torque of the arm with it, in the lifted pose, at the joint
            where it is largest of those whose maximum torque it uses by at least 3 %.
        share_of_maximum: the same as a fraction of the maximum torque.
    """

    load: Payload
    estimate: LoadEstimate
    share: float
    share_of_maximum: float

    @property
    def error(self) -> float:
        """Relative error of the mass."""
        return abs(self.estimate.mass / self.load.mass - 1.0)


def drawn_arm(arm: Arm, rng: np.random.Generator) -> Arm:
    """Return an arm with errors of masses, centers, inertias and motor inertias, and with a hidden mass at the tool."""
    tolerances = any(quantity.half_width for quantity in arm.quantities.values())

    def deviation(path: str, assumed: float) -> float:
        quantity = arm.quantities.get(path)
        known = 0.0 if quantity is None or not quantity.half_width else quantity.half_width
        return float(np.clip(rng.standard_normal(), -2.5, 2.5)) * (known if tolerances else assumed)

    links = []
    for link in arm.links:
        path, share = f"links.{link.name}", ASSUMED_TOLERANCE
        radius = float(np.sqrt(max(np.trace(link.inertia), 0.0) / 2.0 / link.mass)) if link.mass > 0.0 else 0.0
        center = [deviation(f"{path}.center_of_gravity.{axis}", share * radius) for axis in range(3)]
        mass = max(0.2 * link.mass, link.mass + deviation(f"{path}.mass", share * link.mass))
        turned = link.inertia * (mass / link.mass if link.mass > 0.0 else 1.0)
        links.append(replace(link, mass=mass, center_of_gravity=link.center_of_gravity + center, inertia=turned))
    motors = [
        replace(motor, inertia=max(0.2, 1.0 + deviation("", ASSUMED_TOLERANCE)) * motor.inertia)
        if not tolerances
        else replace(motor, inertia=max(0.0, motor.inertia + deviation(f"motors.{name}.inertia", 0.0)))
        for name, motor in zip(arm.joint_names, arm.motors, strict=True)
    ]
    hidden = HIDDEN_TOOL * sum(link.mass for link in arm.links) * abs(float(rng.standard_normal()))
    tool = Payload(hidden, TOOL_REACH * rng.standard_normal(3), link=MODEL_FRAME)
    return attached(arm.with_(links=tuple(links), motors=tuple(motors)), tool)


def drawn_friction(arm: Arm, rng: np.random.Generator) -> tuple[JointFriction, ...]:
    """Return the true friction of each joint; one without dry friction in its description has `DRY`."""
    described = arm_friction(arm)[0]
    factors = np.ones((2, arm.n))
    if arm.friction or arm.break_away_torque.any():
        share = FRICTION_UNKNOWN["known" if arm.friction else "table"]
        factors = np.clip(1.0 + share * rng.standard_normal((2, arm.n)), 0.2, 2.0)
    unknown = np.zeros(arm.n)
    if any(one.dry == 0.0 for one in described):
        unknown = rng.uniform(*DRY, arm.n) * arm.maximum_torque
    found = []
    for one, other, dry, viscous in zip(described, unknown.tolist(), *factors.tolist(), strict=True):
        if one.dry > 0.0:
            found.append(JointFriction(dry * one.dry, dry * one.dry, viscous * one.viscous))
        else:
            found.append(JointFriction(other, other, viscous * one.viscous + other * float(rng.uniform(0.1, 0.5))))
    return tuple(found)


def smooth(start: FloatArray, end: FloatArray, time: float, duration: float) -> tuple[FloatArray, ...]:
    """Return position, velocity and acceleration of the motion of least jerk between two poses at rest."""
    x = min(max(time / duration, 0.0), 1.0)
    shares = x**3 * (10.0 - 15.0 * x + 6.0 * x**2), 30.0 * (x * (1.0 - x)) ** 2, 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x)
    base = start if x < 1.0 else end
    return base + (shares[0] if x < 1.0 else 0.0) * (end - start), *(
        share / duration ** (k + 1) * (end - start) for k, share in enumerate(shares[1:])
    )


class Bench:
    """Simulated lifts of one arm."""

    def __init__(self, arm: Arm, kind: str) -> None:
        self.arm, self.model = arm, load_model(kind, arm)
        self.plain = load_model("newton_euler", arm)
        self.largest = largest_mass(arm)

    def lift(self, seed: int) -> Lift:
        """Lift a load, and estimate it."""
        arm, rng = self.arm, np.random.default_rng(seed)
        load, poses, tip = self._task(rng)
        friction = drawn_friction(arm, rng)
        true = drawn_arm(arm, rng).with_(friction=friction)
        plant = Plant(true, break_away=np.array([BREAK_AWAY * one.dry for one in friction]))
        gain = 1.0 + EFFORT_TOLERANCE * rng.standard_normal(arm.n)
        rows = LoadRows(self.model)
        found = LoadFilter(rows, self.largest)
        gripped = lifted = False
        for time, q, qd, effort in self._samples(plant, poses, load, rng):
            if not gripped and time >= APPROACH + REST:
                found.grip()
                gripped = True
            row = rows.update(time, q, qd, gain * effort)
            if gripped and not lifted:
                moved = self.plain.forward_kinematics(q)[:3, 3] - tip
                lifted = float(np.linalg.norm(moved)) > 0.02
            if row is not None and (lifted or not gripped):
                found.use(row)
        return Lift(load, found.estimate, *self._shares(load, poses[2]))

    def _samples(
        self, plant: Plant, poses: list[FloatArray], load: Payload, rng: np.random.Generator
    ) -> Iterator[tuple[float, FloatArray, FloatArray, FloatArray]]:
        """Yield time, positions, velocities and efforts of a controlled motion."""
        arm, step = self.arm, 1.0 / RATE
        inertia = np.diag(self.plain.kinetic_energy_matrix(poses[1])) + 0.02 * arm.maximum_torque / 10.0
        stiff, damping = 20.0**2 * inertia, 2.0 * 20.0 * inertia
        plant.reset(poses[0])
        begins = APPROACH + REST
        legs = [(0.0, APPROACH, 0), (begins, LIFT, 1), (begins + LIFT, JUDGED - LIFT, 2)]
        waves, phases = rng.standard_normal((arm.n, arm.n)), rng.uniform(0.0, 2.0 * np.pi, arm.n)
        waves /= PATH * np.linalg.norm(waves, axis=1)[:, None]
        carried = False
        for k in range(round((begins + JUDGED) * RATE)):
            time = k * step
            if not carried and time >= begins:
                plant.carry(placed_payload(arm, load))
                carried = True
            start, duration, leg = next(each for each in reversed(legs) if time >= each[0])
            q, qd, qdd = smooth(poses[leg], poses[leg + 1], time - start, duration)
            torque = self.model.torque(q, qd, qdd) + stiff * (q - plant.position) + damping * qd
            plant.advance(step, torque, damping)
            noise = rng.standard_normal((2, arm.n))
            ripple = np.sqrt(2.0) * REST_ERROR * arm.maximum_torque * np.sin(waves @ plant.position + phases)
            yield (
                time,
                plant.position,
                plant.velocity + NOISE[0] * noise[0],
                plant.effort + ripple + NOISE[1] * arm.maximum_torque * noise[1],
            )

    def _task(self, rng: np.random.Generator) -> tuple[Payload, list[FloatArray], FloatArray]:
        """Draw a load, four poses (start, grip, lifted, end) within the limits of torque, and the tip at the grip."""
        arm = self.arm
        low = np.array([max(joint.lower, -2.5) for joint in arm.joints])
        high = np.array([min(joint.upper, 2.5) for joint in arm.joints])
        still = np.zeros(arm.n)
        while True:
            mass = self.largest * rng.uniform(0.05, 0.6)
            place = arm.frames[-1][:3, 3] + rng.uniform(-0.1, 0.1, 3)
            radius = rng.uniform(0.03, 0.1)
            load = Payload(mass, place, radius**2 * mass * np.diag(rng.uniform(0.6, 1.0, 3)), MODEL_FRAME)
            grip = rng.uniform(low, high)
            away = [grip + rng.uniform(-0.7, 0.7, arm.n), grip, grip + rng.uniform(-0.5, 0.5, arm.n)]
            away.append(away[2] + (rng.uniform(-0.5, 0.5, arm.n) if rng.random() < 0.5 else 0.0))
            if any((pose < low).any() or (pose > high).any() for pose in away):
                continue
            before, after = (self.plain.forward_kinematics(pose)[:3, 3] for pose in away[1:3])
            loaded = attached(arm, load)
            torque = max(
                float(
                    np.max(np.abs(load_model("newton_euler", loaded).torque(pose, still, still)) / arm.maximum_torque)
                )
                for pose in away[1:]
            )
            if after[2] - before[2] > 0.1 and torque < 0.7:
                return load, away, before

    def _shares(self, load: Payload, q: FloatArray) -> tuple[float, float]:
        """Return the largest fraction of a joint's torque that the load makes, and that of its maximum torque."""
        own = self.plain.gravity(q)
        weight = np.abs(load_model("newton_euler", attached(self.arm, load)).gravity(q) - own)
        of_maximum = weight / self.arm.maximum_torque
        counts = of_maximum > 0.03
        return (
            float((weight[counts] / (np.abs(own[counts]) + weight[counts])).max(initial=0.0)),
            float(of_maximum.max()),
        )


COLUMNS = (
    *("arm", "loads, kg", "mass within its 95 % interval", "center within its 95 % intervals"),
    *("median error of the mass", "error below 5 %, 30 % of a joint's torque", "the same, 30 % of its maximum torque"),
    "refused",
)


def row(name: str, lifts: list[Lift]) -> list[str]:
    """Return a row of the table."""
    masses = [lift.load.mass for lift in lifts]
    inside = [abs(lift.estimate.mass - lift.load.mass) < 1.96 * lift.estimate.mass_error for lift in lifts]
    centers = [
        np.abs(lift.estimate.center_of_mass - lift.load.center_of_mass) < 1.96 * lift.estimate.center_error
        for lift in lifts
    ]
    return [
        name,
        f"{min(masses):.2g} to {max(masses):.3g}",
        f"{100 * np.mean(inside):.1f} %",
        f"{100 * np.mean(centers):.1f} %",
        f"{100 * np.median([lift.error for lift in lifts]):.1f} %",
        _below([lift for lift in lifts if lift.share >= 0.3]),
        _below([lift for lift in lifts if lift.share_of_maximum >= 0.3]),
        f"{100 * np.mean([not lift.estimate.shown for lift in lifts]):.1f} %",
    ]


def _below(lifts: list[Lift]) -> str:
    shown = [lift.error for lift in lifts if lift.estimate.shown]
    return f"{sum(error < 0.05 for error in shown)} of {len(shown)}"


def main() -> None:
    """Lift loads by all arms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lifts", type=int, default=200, help="number of lifts of each arm")
    parser.add_argument("--only", nargs="+", help="names of the arms (default: all)")
    parser.add_argument("--model", default="generated", help="kind of model")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write the table of the documentation")
    arguments = parser.parse_args()
    table = [list(COLUMNS)]
    for name, source in ARMS.items():
        if arguments.only and name not in arguments.only:
            continue
        bench = Bench(load_arm(source if isinstance(source, str) else folder(source[0]) / source[1]), arguments.model)
        table.append(row(name, [bench.lift(seed) for seed in range(arguments.lifts)]))
        print("; ".join(f"{column}: {value}" for column, value in zip(COLUMNS, table[-1], strict=True)), flush=True)
    if arguments.csv:
        with arguments.csv.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(table)


if __name__ == "__main__":
    main()
