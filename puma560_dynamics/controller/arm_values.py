"""The texts of one arm for the templates of a package: numbers in C++ and YAML, test poses, gains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from ..arm import Arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS
from ..arm.with_followers import follower_names
from ..arrays import FloatArray
from ..control.effort_unit import CURRENT, TORQUE, current_per_torque
from ..control.feed_forward.references import largest_acceleration
from ..control.guiding.guiding_settings import gravity_error, usual_hold
from ..control.loop_settings import LoopSettings
from ..control.motor_inertia import least_inertia
from ..description.urdf import urdf
from ..errors import Puma560Error, UnsupportedArmError
from ..models.description_agreement import pinned
from ..models.load import load_model
from ..models.payload.payload import Payload
from .core_links import frames_code, links_code, row_code, text_code
from .core_settings import bounds_of_tilted, core_settings
from .parameter_file import yaml_value
from .sinking_damping import sinking_damping

_DIGITS = 12
"""Significant digits of computed numbers, few enough that the text does not depend on the machine."""

POSES = 8
"""Number of test poses."""


class LoadedState(NamedTuple):
    """Test state of a package with a payload on a tilted base.

    Attributes:
        gravity: (3,) m/s², acceleration of gravity in the frame of the base link.
        mass: mass of the payload, kg.
        center_of_mass: (3,) m, in the frame of the last link.
        torque: (n,) N·m that hold arm and payload still.
    """

    gravity: FloatArray
    mass: float
    center_of_mass: FloatArray
    torque: FloatArray


@dataclass(frozen=True)
class ArmValues:
    """One arm in a package: that of a compiled model, or that of the tests and the example of the controller.

    Attributes:
        arm: the arm.
        acceleration_limit: (n,) rad/s², default limit of references.
        damping: (n,) N·m·s/rad, gains with which the fallback controller lets the arm sink slowly.
        golden: test poses q (n,) rad, each with its gravity load (n,) N·m.
        loaded: the first test pose with a payload, on a tilted base.
        description: robot description with mock hardware, for the launch example.
        pinned: whether the masses differ from a robot description on purpose.
        payload: initial payload, in the frame of its link; without mass for none.
        current_per_torque: (n,) A/(N·m) of the motors, if the hardware takes currents.
    """

    arm: Arm
    acceleration_limit: FloatArray
    damping: FloatArray
    golden: Sequence[tuple[FloatArray, FloatArray]]
    loaded: LoadedState
    description: str
    pinned: bool
    payload: Payload = field(default_factory=Payload)
    current_per_torque: FloatArray | None = None

    @property
    def digest(self) -> str:
        """Digest of the arm's numbers; an arm with mimic joints, which has no compiled model, has none."""
        return self.arm.exact_chain.digest

    def of_example(self) -> dict[str, str]:
        """Return the values of the example's controllers' file."""
        arm, currents = self.arm, self.current_per_torque
        damping = self.damping if currents is None else currents * self.damping  # the fallback writes to the hardware
        return {
            "arm": arm.name,
            "joints": ", ".join(arm.joint_names),
            "chained_joints": ", ".join(f"feedforward_controller/{joint}" for joint in arm.joint_names),
            "damping_gains": "\n".join(
                f"      {joint}: {{p: 0.0, i: 0.0, d: {yaml_value(float(f'{gain:.3g}'))}}}"
                for joint, gain in zip(arm.joint_names, damping, strict=True)
            ),
            "damping_unit": "N m s/rad" if currents is None else "A s/rad",
            "payload": _payload_parameters(self.payload),
            "effort_unit": _unit_parameters(currents),
        }

    def of_tests(self) -> dict[str, str]:
        """Return the values of the test poses."""
        return {
            "golden": "\n".join(f"  {{{{{{{_row(q)}}}}}, {{{{{_row(torque)}}}}}}}," for q, torque in self.golden),
            "loaded_gravity": _row(self.loaded.gravity),
            "loaded_mass": _row([self.loaded.mass]),
            "loaded_center": _row(self.loaded.center_of_mass),
            "loaded_torque": _row(self.loaded.torque),
        }

    def of_numbers(self) -> dict[str, str]:
        """Return the values of the arm's numbers in C++."""
        arm, model = self.arm, load_model("newton_euler", self.arm)
        numbers = core_settings(arm, LoopSettings(), self.acceleration_limit)
        contact: dict[str, Any] = {
            name: value for name, value in numbers.items() if name.startswith("contact_") and name != "contact_policy"
        }
        contact["contact_tilted"] = bounds_of_tilted(arm)
        each_joint = [
            name for name, value in contact.items() if not isinstance(value, float) and name != "contact_acceleration"
        ]
        friction = [FRICTION_TERMS[name] for name in COMPENSATED]
        arrays = {name: ", ".join(map(repr, values)) for name, values in numbers.items() if isinstance(values, list)}
        return {
            **arrays,
            "arm": arm.name,
            "digest": self.digest,
            "n": str(arm.n),
            "quoted_joints": ", ".join(map(text_code, arm.joint_names)),
            "acceleration_limit": _row(self.acceleration_limit),
            "gravity_vector": _row(arm.gravity_vector),
            "base_gravity": ", ".join(map(yaml_value, arm.base_gravity.tolist())),
            "base": _row(arm.base[:3, :3].T.ravel()),
            "base_origin": _row(arm.base[:3, 3]),
            "base_link": text_code(arm.base_link),
            "pinned": "true" if self.pinned else "false",
            "links": links_code(arm, _DIGITS),
            "frames": frames_code(arm, _DIGITS),
            "last_link": text_code(arm.links[-1].name),
            "tip": text_code(arm.tip),
            "friction_numbers": "\n".join(
                f"inline constexpr Numbers {term.name.upper()} = {{{arrays[term.name]}}};  // {term.unit}"
                for term in friction
            ),
            "contact_acceleration": _row(contact["contact_acceleration"]),
            **{
                name: repr(contact[name])
                for name in ("contact_unknown", "contact_model_widths", "contact_noise_widths")
            },
            "contact_numbers": "\n".join(
                f"inline constexpr Numbers {name.upper()} = {{{_row(contact[name])}}};" for name in each_joint
            ),
            "contact_fields": "\n".join(_copied(name) for name in each_joint if name != "contact_tilted"),
            "friction_fields": "\n".join(_copied(term.name) for term in friction),
            "gravity_error": _row(gravity_error(model)),
            "usual_hold": _row(usual_hold(model)),
            "least_inertia": _row(least_inertia(model)),
        }


def arm_values(arm: Arm, payload: Payload | None = None, effort_unit: str = TORQUE) -> ArmValues:
    """Return the texts of an arm: test poses, limits, mock hardware.

    Raises:
        StateError: `effort_unit` is current, and the motors do not give it (`current_per_torque`).
    """
    currents = current_per_torque(arm) if effort_unit == CURRENT else None
    model = load_model("newton_euler", arm)  # needs no compiler, and shares no defect with the generated code
    chance = np.random.default_rng(1986)
    # Outside of the soft margin, in which the gate would reduce the torque.
    margin = 0.1 * (arm.upper - arm.lower)
    poses = np.round(chance.uniform(arm.lower + margin, arm.upper - margin, (POSES, arm.n)), 3)
    return ArmValues(
        arm=arm,
        acceleration_limit=largest_acceleration(model),
        damping=sinking_damping(arm, np.diag(model.kinetic_energy_matrix(np.zeros(arm.n)))),
        golden=[(q, model.gravity(q)) for q in poses],
        loaded=loaded_state(arm, poses[0]),
        description=mock_description(arm),
        payload=Payload() if payload is None else payload,
        pinned=pinned(arm),
        current_per_torque=currents,
    )


def loaded_state(arm: Arm, q: FloatArray) -> LoadedState:
    """Return a test state at rest on a tilted base, with a payload that the arm can hold, from the recursive model."""
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    one = Payload(1.0, np.array([0.02, -0.01, 0.05]), link=arm.links[-1].name)
    bare, loaded = (load_model("newton_euler", tilted, load) for load in (None, one))
    places = arm.poses(POSES)
    weight = np.abs(loaded.gravity(places) - bare.gravity(places)).max(axis=0)
    mass = min(1.0, float(f"{0.1 * np.min(arm.maximum_torque / np.maximum(weight, 1e-9)):.2g}"))
    torque = bare.gravity(q) + mass * (loaded.gravity(q) - bare.gravity(q))  # linear in the mass
    return LoadedState(tilted.base_gravity, mass, one.center_of_mass, torque)


def mock_description(arm: Arm) -> str:
    """Return the arm's description with mock hardware, for the launch example."""
    robot = ElementTree.fromstring(urdf(arm))
    for joint, at in zip(robot.iterfind("ros2_control/joint"), 0.5 * (arm.lower + arm.upper), strict=True):
        for state in joint.iter("state_interface"):
            start = at if state.get("name") == "position" else 0.0
            ElementTree.SubElement(state, "param", name="initial_value").text = f"{start:.6g}"
    ElementTree.indent(robot)
    return ElementTree.tostring(robot, encoding="unicode") + "\n"


def check_controllable(arm: Arm) -> None:
    """Check that an arm can have a controller, before its equations are derived.

    Args:
        arm: arm for the controller.

    Raises:
        Puma560Error: joint names that YAML or C++ would not read as names.
        StateError: the core does not support the arm (`core_settings`).
        UnsupportedArmError: joints mimic others.
    """
    if arm.followers:
        raise UnsupportedArmError(
            f"code generated for an arm has a torque for every moving link, and {follower_names(arm)} of {arm.name} "
            "follow other joints; the controller supports them without a compiled model (`puma560 controller` without "
            "--arm)"
        )
    for joint in arm.joint_names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.\-]*", joint):
            raise Puma560Error(
                f"joint {joint!r} cannot stand in parameters and interface names; expected letters, digits, "
                "'_', '-' and '.', rename it in the arm file"
            )
    core_settings(arm, LoopSettings(), np.ones(arm.n))


def _payload_parameters(payload: Payload) -> str:
    """Return the parameters ``payload.*`` of an initial payload as YAML; a comment without payload."""
    if payload.mass == 0.0:
        return "    # payload: {mass: 0.0}     # `puma560 arm payload` sets it while the controller runs"
    i = payload.inertia.tolist()
    inertia = [i[0][0], i[1][1], i[2][2], i[0][1], i[0][2], i[1][2]]
    return "\n".join(
        (
            "    payload:  # the load that the controller begins with; `puma560 arm payload` changes it",
            f"      mass: {yaml_value(payload.mass)}  # kg",
            f"      link: {yaml_value(payload.link)}",
            f"      center_of_mass: {yaml_value(payload.center_of_mass.tolist())}  # m",
            f"      inertia: {yaml_value(inertia)}  # kg m^2",
        )
    )


def _unit_parameters(current_per_torque: FloatArray | None) -> str:
    """Return the unit of the hardware's interfaces `effort` as YAML; a comment if it is torque."""
    if current_per_torque is None:
        return "    # effort_unit: torque      # current: the hardware takes A; then give current_per_torque, A/(N m)"
    return "\n".join(
        (
            f"    effort_unit: {CURRENT}       # the hardware takes A, and reports it",
            f"    current_per_torque: {yaml_value(current_per_torque.tolist())}  # A/(N m)",
        )
    )


def _copied(name: str) -> str:
    """Return the C++ statement that copies an array of the arm's numbers."""
    return f"  fill(arm::{name.upper()}, usual.{name});"


def _row(values: Sequence[float] | FloatArray) -> str:
    return row_code(values, _DIGITS)
