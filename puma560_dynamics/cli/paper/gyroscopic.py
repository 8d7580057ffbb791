"""`puma560 paper gyroscopic`: compute the torques of the motors' spinning rotors, which the paper neglects."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...errors import MissingDependencyError
from ..options import add_arm_options
from ..output import FAILED, OK, console, escape, print_json, table
from ..progress import Progress

if TYPE_CHECKING:
    from ...arm import Arm
    from ...papers.rotors import GyroscopicSize

EXACT = 1e-12
"""Largest disagreement of the proofs that counts as rounding, as a fraction of the largest entry."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper gyroscopic`."""
    add_arm_options(parser, part=False)


def run(arguments: argparse.Namespace) -> int:
    """Compute the torques, prove them, and show both."""
    with Progress("loading"):
        from ...arm import load_arm
        from ...models.gyroscopic import GyroscopicModel
        from ...models.load import load_model
        from ...papers.rotors import bodies_disagreement, gyroscopic_size, lagrangian_disagreement

    arm = load_arm(arguments.arm)
    GyroscopicModel(arm)  # raises before the work if the arm has no rotors
    missing = ""
    with Progress("search for the largest torque") as progress:
        size = gyroscopic_size(load_model("generated", arm))
        progress.update(None, "proofs")
        proofs = {"Lagrange's equations, exact polynomials": lagrangian_disagreement(arm)}
        try:
            proofs["rotors as geared bodies, by Pinocchio"] = bodies_disagreement(arm)
        except MissingDependencyError as error:  # the missing proof is reported
            missing = str(error)
    ok = max(proofs.values()) < EXACT
    if arguments.json:
        found = {"ok": ok, "arm": arm.name, "joints": rows(arm, size), "disagreement": proofs}
        return print_json({**found, "not_held_against": missing} if missing else found)
    torques = table(
        "Gyroscopic torque of the rotors at full speed",
        "joint", "carried\nby", ">axis", ">I_m/N²\nkg·cm²", ">I_m/N\nkg·m²", ">torque\nN·m", ">of max.",
        ">by accel.\nN·m",
    )  # fmt: skip
    for row in rows(arm, size):
        torques.add_row(
            row["joint"], row["carried_by"], " ".join(f"{part:g}" for part in row["axis"]),
            f"{1e4 * row['rotor_inertia_kg_m2']:.3g}", f"{row['spin_momentum_kg_m2']:.4g}", f"{row['torque_Nm']:.2f}",
            f"{100 * row['share_of_maximum_torque']:.1f} %", f"{row['acceleration_torque_Nm']:.2f}",
        )  # fmt: skip
    out = console()
    out.print(escape(arm.name))
    out.print(torques)
    out.print("Torque: largest over all positions and velocities within the limits.")
    out.print("By accel.: largest at random positions while the other joints accelerate with their maximum torque.")
    out.print("The directions of the rotor axes are assumptions, which are stated in the arm file.")
    for words, value in proofs.items():
        out.print(f"compared with {words}: {value:.1e}")
    if missing:
        out.print(f"not compared with rotors as geared bodies: {missing}")
    return OK if ok else FAILED


def rows(arm: Arm, size: GyroscopicSize) -> list[dict[str, Any]]:
    """Return one row per joint, for the table and for ``--json``."""
    from ...arm.arm_reader import BASE
    from ...models.gyroscopic import rotor_inertia, spin_momentum

    inertia, h = rotor_inertia(arm), spin_momentum(arm)
    return [
        {
            "joint": name,
            "carried_by": arm.links[rotor.carrier - 1].name if rotor.carrier else BASE,
            "axis": rotor.axis.tolist(),
            "rotor_inertia_kg_m2": float(inertia[i]),
            "spin_momentum_kg_m2": float(h[i]),
            "torque_Nm": float(size.torque[i]),
            "share_of_maximum_torque": float(size.share[i]),
            "at_position_rad": size.q[i].tolist(),
            "at_velocity_rad_s": size.qd[i].tolist(),
            "acceleration_torque_Nm": float(size.acceleration_torque[i]),
        }
        for i, (name, rotor) in enumerate(zip(arm.joint_names, arm.rotors, strict=True))
    ]
