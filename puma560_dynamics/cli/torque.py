"""`puma560 torque`: the torque at one state, term by term, with its uncertainty and the part of a load."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .joint_values import (
    ACCELERATION,
    POSE_WORDS,
    POSITION,
    VELOCITY,
    add_joint_values,
    parse_joint_values,
    values_text,
)
from .options import add_arm_options, add_model_option, chosen_arm
from .output import OK, console, escape, print_json, table
from .payload_options import add_payload_options, carried_payload
from .progress import Progress

if TYPE_CHECKING:
    from ..arm import Arm
    from ..arrays import FloatArray
    from ..models.interface import DynamicModel
    from ..report.text_table import TextTable

MODEL = "newton_euler"
"""Default kind of model."""

TERMS = {
    "gravity": "gravity",
    "inertia": "inertia",
    "motor_inertia": "motor\ninertia",
    "coriolis": "Coriolis",
    "centrifugal": "centri-\nfugal",
    "gyroscopic": "gyro-\nscopic",
    "friction": "friction",
}
"""Names of the terms in the JSON, with headings of the table."""


class State(NamedTuple):
    """Positions (n,) rad, velocities (n,) rad/s and accelerations (n,) rad/s² of the joints (m for prismatic ones)."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 torque`."""
    add_arm_options(parser)
    add_payload_options(parser)
    add_joint_values(parser, "--pose", f"{POSE_WORDS} (default: all 0)")
    add_joint_values(
        parser, "--velocity", "velocities of all joints, e.g. '0, 10, 0, 0, 5, 0 deg/s'; rad/s (m/s) without unit"
    )
    add_joint_values(
        parser, "--acceleration", "accelerations of all joints, e.g. '1, 2, 0, 0, 0, 0'; rad/s² (m/s²) without unit"
    )
    add_model_option(parser, "model", default=MODEL)
    parser.add_argument("--gyroscopic", action="store_true", help="add the torque of the motors' spinning rotors")


def run(arguments: argparse.Namespace) -> int:
    """Compute the torque, and print it by term and by joint."""
    with Progress("loading"):
        from ..arm.beyond_limits import beyond_limits
        from ..arm.friction import arm_friction
        from ..models.gyroscopic import GyroscopicModel
        from ..models.load import load_model
        from ..models.payload.payload_text import payload_json, payload_words
        from ..replay.analysis.torque_band import TorqueBand

        arm = chosen_arm(arguments)
        load = carried_payload(arguments, arm)
    state = _state(arguments, arm)
    rotors = GyroscopicModel(arm) if arguments.gyroscopic else None
    with Progress("model"):
        bare = torque_terms(load_model(arguments.model, arm), state, rotors)
        terms = torque_terms(load_model(arguments.model, arm, load), state, rotors) if load.mass else bare
        band = TorqueBand(arm).half_width(*state)
    torque, without = total(terms), total(bare)
    model_torque = torque - terms["friction"]
    fraction = [
        abs(value) / most if most > 0.0 else None
        for value, most in zip(torque.tolist(), arm.maximum_torque.tolist(), strict=True)
    ]
    warnings = [*beyond_limits(arm, state.q, state.qd), *_too_large(arm, fraction), *_no_motor_inertia(arm, state)]
    source = arm_friction(arm)[1]
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
                "model": arguments.model,
                "joints": list(arm.joint_names),
                "units": [joint.effort_text for joint in arm.joints],
                "position": state.q.tolist(),
                "velocity": state.qd.tolist(),
                "acceleration": state.qdd.tolist(),
                "payload": payload_json(arm, load),
                "warnings": warnings,
                "terms": {name: values.tolist() for name, values in terms.items()},
                "model_torque": model_torque.tolist(),
                "torque": torque.tolist(),
                "uncertainty": band.tolist() if band.any() else None,
                "friction_source": source,
                "maximum_torque": arm.maximum_torque.tolist(),
                "fraction_of_maximum_torque": fraction,
                "without_payload": without.tolist(),
                "difference": (torque - without).tolist(),
            }
        )
    out = console()
    out.print(f"{escape(arm.name)} by model {arguments.model}")
    for name, values, per in (("at", state.q, ""), ("velocity", state.qd, "/s"), ("acceleration", state.qdd, "/s²")):
        if name == "at" or values.any():
            out.print(f"{name} {values_text(arm, values, per)}")
    if load.mass:
        out.print(f"the last link carries {escape(payload_words(arm, load))}")
    for warning in warnings:
        out.print(f"warning: {escape(warning)}")
    shown = {name: values for name, values in terms.items() if name == "gravity" or values.any()}
    out.print(_table(arm, f"Terms, {arm.effort_text}", {TERMS[name]: values for name, values in shown.items()}))
    columns: dict[str, FloatArray] = {"total": torque, "±": band} if band.any() else {"total": torque}
    if load.mass:
        columns |= {"without\nload": without, "the load\nadds": torque - without}
    out.print(_table(arm, f"Torque, {arm.effort_text}", columns, fraction))
    if band.any():
        out.print("±: from the tolerances of the arm file, without those of friction and load")
    else:
        out.print("no tolerances are given, so the uncertainty of the torque is not known")
    if terms["friction"].any():
        out.print(f"friction: {escape(source)}")
    elif not state.qd.any():
        out.print("at rest, friction can hold a part of the torque in either direction; it is not in the total")
    return OK


def torque_terms(model: DynamicModel, state: State, rotors: DynamicModel | None = None) -> dict[str, FloatArray]:
    """Return the terms of the torque at a state, by the names of `TERMS`, each (n,) N·m.

    Args:
        model: model of the arm, with or without a payload.
        state: the state.
        rotors: model of the gyroscopic torques; None to leave them out.

    Returns:
        The terms. Friction is that of `arm_friction` and depends on the torque that the joints transmit, which is that
        of the rigid bodies without motor inertia. It is 0 at rest.
    """
    from ..arm.friction import friction_torque

    arm = model.arm
    terms = model.terms(*state).by_name(state.qdd @ arm.armature)
    if rotors is not None:
        terms["gyroscopic"] = rotors.torque(*state)
    terms["friction"] = friction_torque(arm, state.qd, load=total(terms) - terms["motor_inertia"])
    return terms


def total(terms: dict[str, FloatArray]) -> FloatArray:
    """Return the sum of the terms."""
    first, *others = terms.values()
    return sum(others, first)


def _state(arguments: argparse.Namespace, arm: Arm) -> State:
    """Return the state that the options describe; what is not given is 0.

    Raises:
        StateError: a value or the number of values is wrong.
    """
    import numpy as np

    given = (
        ("--pose", arguments.pose, POSITION),
        ("--velocity", arguments.velocity, VELOCITY),
        ("--acceleration", arguments.acceleration, ACCELERATION),
    )
    return State(
        *(
            np.zeros(arm.n) if text is None else parse_joint_values(option, text, arm, units)
            for option, text, units in given
        )
    )


def _no_motor_inertia(arm: Arm, state: State) -> Iterator[str]:
    """Yield a warning if joints accelerate whose motor inertia is not known."""
    joints = zip(arm.joint_names, arm.armature.diagonal().tolist(), state.qdd.tolist(), strict=True)
    bare = [name for name, inertia, qdd in joints if qdd and not inertia]
    if bare:
        yield (
            f"motor inertia of {', '.join(bare)} is not given and counts as 0, on geared arms often the larger part of "
            "the accelerating torque"
        )


def _too_large(arm: Arm, fraction: list[float | None]) -> list[str]:
    return [
        f"{name} needs {100 * value:.0f} % of its maximum torque"
        for name, value in zip(arm.joint_names, fraction, strict=True)
        if value is not None and value > 1.0
    ]


def _table(
    arm: Arm, title: str, columns: dict[str, FloatArray], fraction: list[float | None] | None = None
) -> TextTable:
    """Return a table with one row per joint, and the fraction of the maximum torque if given."""
    more: list[Any] = [] if fraction is None else [">max.", ">of max."]
    rows = table(title, "joint", *(f">{name}" for name in columns), *more)
    for index, joint in enumerate(arm.joints):
        cells = [f"{round(float(values[index]), 3) + 0.0:.3f}" for values in columns.values()]
        if fraction is not None:
            used = fraction[index]
            cells += ["–", "–"] if used is None else [f"{arm.maximum_torque[index]:g}", f"{100 * used:.1f} %"]
        rows.add_row(escape(joint.name), *cells)
    return rows
