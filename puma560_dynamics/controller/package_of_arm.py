"""Make the package of an arm, or that for every arm: programs in C, test poses, limits, mock hardware."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

import numpy as np

from ..arm import Arm, load_arm
from ..arrays import FloatArray
from ..control.feed_forward.references import largest_acceleration
from ..description.urdf import urdf
from ..emdeg import Provenance, emit
from ..models.description_agreement import pinned
from ..models.generated.factored_programs import programs_of
from ..models.load import load_model
from ..models.payload.payload import Payload
from ..version import __version__
from .package_files import ControllerPackage, LoadedState

CALLED = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""Programs that the core calls."""

POSES = 8
"""Number of test poses."""


def package_of(arm: Arm, name: str, payload: Payload | None = None) -> ControllerPackage:
    """Return the package of an arm; the model is derived, or read from the user's cache.

    Args:
        arm: arm of the controller.
        name: prefix of the package's name.
        payload: initial payload, in the frame of its link; by default none.

    Raises:
        DerivationError: the model cannot be derived.
    """
    chain = arm.exact_chain
    programs, origin = programs_of(chain), Provenance.of(chain)
    sources = emit(name, [programs[called] for called in CALLED], origin, ["c"], batch=False)
    return _package(arm, name, sources, origin.digest, Payload() if payload is None else payload)


def general_package() -> ControllerPackage:
    """Return the package for every arm, which reads the robot description; its tests and example have the PUMA 560."""
    arm = load_arm("akb1986")
    return _package(arm, arm.name, {}, arm.exact_chain.digest, Payload(), general=True)


def _package(
    arm: Arm, name: str, sources: Mapping[str, str], digest: str, payload: Payload, *, general: bool = False
) -> ControllerPackage:
    model = load_model("newton_euler", arm)  # needs no compiler, and shares no defect with the generated code
    chance = np.random.default_rng(1986)
    # Outside of the soft margin, in which the gate would reduce the torque.
    room = 0.1 * (arm.upper - arm.lower)
    poses = np.round(chance.uniform(arm.lower + room, arm.upper - room, (POSES, arm.n)), 3)
    return ControllerPackage(
        arm=arm,
        model=name,
        sources=sources,
        digest=digest,
        version=__version__,
        acceleration_limit=largest_acceleration(model),
        damping=sinking_damping(arm, np.diag(model.kinetic_energy_matrix(np.zeros(arm.n)))),
        golden=[(q, model.gravity(q)) for q in poses],
        loaded=loaded_state(arm, poses[0]),
        description=mock_description(arm),
        payload=payload,
        pinned=pinned(arm),
        general=general,
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


TIME = 0.05
"""Time constant with which the damping alone brings a joint to rest, s, for its inertia in the zero pose."""

LEAST, MOST = 0.01, 10.0
"""Bounds of the damping torque at the velocity limit, as fractions of the maximum torque.

The lower bound is for joints with a hardly known inertia, because a robot description has no motor inertia. For wrist 3
of a UR5e it is 0.09 N·m·s/rad; a loop at 500 Hz with only the inertia of that link is stable up to 0.13 N·m·s/rad.
At the upper bound, a tenth of the velocity limit needs the maximum torque.
"""


def sinking_damping(arm: Arm, inertia: FloatArray) -> FloatArray:
    """Return the damping gain of each joint.

    Args:
        arm: arm with maximum torques and velocity limits.
        inertia: (n,) kg·m², diagonal of the kinetic energy matrix in the zero pose.

    Returns:
        (n,) N·m·s/rad, or N·s/m for a prismatic joint.
    """
    gain = inertia / TIME
    velocity = np.where(arm.velocity > 0.0, arm.velocity, np.inf)
    whole = arm.maximum_torque / velocity
    return np.where(whole > 0.0, np.clip(gain, LEAST * whole, MOST * whole), gain)
