"""Write the packages of the controller: that for every arm, and that of one arm's compiled model as its plugin."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from ..arm import Arm, load_arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS, FrictionTerm
from ..arm.with_followers import refuse_followers
from ..arrays import FloatArray
from ..control.feed_forward.references import largest_acceleration
from ..control.gate.gate_settings import RATE_FROM_LIMIT
from ..control.loop_settings import LoopSettings
from ..control.observer.contact_events import CONTACT_KEYS, HOLD, STANDS
from ..control.observer.external_wrench import LEAST as LEAST_SHOWN
from ..control.observer.external_wrench import LENGTH
from ..control.observer.momentum_observer import LONGEST_STEP
from ..description.urdf import urdf
from ..emdeg import Provenance, emit
from ..errors import Puma560Error
from ..models.description_agreement import pinned
from ..models.generated.factored_programs import programs_of
from ..models.load import load_model
from ..models.payload.payload import Payload
from ..version import __version__
from .arm_values import ArmValues, LoadedState
from .core_links import text_code
from .core_settings import core_files, core_settings
from .description_digest import digests_of
from .parameter_file import parameter_file

CONTROLLER = "feedforward_controller"
"""Name of the controller's package."""

FOLDER = Path(__file__).parent
ROBOT, TEMPLATES, MODEL_TEMPLATES = FOLDER / "robot", FOLDER / "templates", FOLDER / "model_package"
"""C++ sources that read a robot description, and templates of both packages; ``@name@`` marks text that is replaced."""

SHARED_TEMPLATES = ("LICENSE", "config/controllers.yaml", "test/arm_numbers.hpp", "test/golden.hpp")
"""Templates of the controller that a model's package has, too."""

SHARED_HEADERS = (
    *(f"src/{name}.hpp" for name in ("arm", "model")),
    *(f"src/core/{name}.h" for name in ("friction_numbers", "settings_table", "torque_core", "torque_core_types")),
    *(f"src/robot/{name}.hpp" for name in ("described_arm", "robot_description", "selected_joints")),
)
"""Headers with which a model plugin is compiled."""

_PLACE = re.compile(r"@([a-z_]+)@")

CALLED = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""Programs that the core calls."""

POSES = 8
"""Number of test poses."""


def check_controllable(arm: Arm) -> None:
    """Check that an arm can have a controller, before its equations are derived.

    Args:
        arm: arm for the controller.

    Raises:
        Puma560Error: joint names that YAML or C++ would not read as names.
        StateError: the core does not support the arm (`core_settings`).
        UnsupportedArmError: joints mimic others.
    """
    refuse_followers(arm, "code generated for an arm")
    for joint in arm.joint_names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.\-]*", joint):
            raise Puma560Error(
                f"joint {joint!r} cannot stand in parameters and interface names; expected letters, digits, "
                "'_', '-' and '.', rename it in the arm file"
            )
    core_settings(arm, LoopSettings(), np.ones(arm.n))


def controller_files() -> dict[str, str]:
    """Return the files of the controller's package by path; the PUMA 560 is the arm of its tests and of its example."""
    values = arm_values(load_arm("akb1986"))
    friction = [FRICTION_TERMS[name] for name in COMPENSATED]
    cutoff = core_settings(values.arm, LoopSettings(), values.acceleration_limit)["acceleration_cutoff"]
    places = {
        **values.of_numbers(),
        **values.of_tests(),
        **values.of_example(),
        "package": CONTROLLER,
        "version": __version__,
        "model_line": _NO_MODEL,
        "types_header": "torque_core_types.h",
        "shared_headers": " ".join(SHARED_HEADERS),
        "rate_from_limit": repr(RATE_FROM_LIMIT),
        "acceleration_cutoff": repr(cutoff),
        "friction_settings": "\n".join(_friction_setting(term) for term in friction if term.parameter),
        "contact_keys": ", ".join(map(text_code, CONTACT_KEYS)),
        "contact_hold": repr(HOLD),
        "wrench_length": repr(LENGTH),
        "wrench_least": repr(LEAST_SHOWN),
        "stands": repr(STANDS),
        "longest_step": repr(LONGEST_STEP),
    }
    sources = {f"src/core/{name}": text for name, text in core_files().items()}
    sources |= {f"src/robot/{path.name}": path.read_text(encoding="utf-8") for path in sorted(ROBOT.glob("*.[hc]pp"))}
    texts = sources | _templates(TEMPLATES)
    shared = "".join(texts[name] for name in SHARED_HEADERS)
    places["headers"] = f"0x{hashlib.sha256(shared.encode()).hexdigest()[:16]}"
    return sources | {
        **_filled(_templates(TEMPLATES), places),
        "src/parameters.yaml": parameter_file(CONTROLLER),
        "urdf/mock.urdf": values.description,
    }


@dataclass(frozen=True)
class ModelPackage:
    """Package with the compiled model of one arm, as a plugin of the controller.

    Attributes:
        name: prefix of the package's name, of the C functions and of their files' names.
        values: the arm.
        sources: text of ``NAME.c`` and ``NAME.h`` by name, with the functions that the core calls and a self-test.
        descriptions: digests of the robot descriptions that the model is made for.
    """

    name: str
    values: ArmValues
    sources: Mapping[str, str]
    descriptions: Sequence[int]

    @property
    def package(self) -> str:
        """Name of the package and of its namespace."""
        return f"{self.name}_model"

    @property
    def plugin(self) -> str:
        """Name of the plugin."""
        return f"{self.package}/Model"

    def files(self) -> dict[str, str]:
        """Return the text of every file by its path in the package.

        Raises:
            Puma560Error: `check_controllable` rejects the arm.
        """
        check_controllable(self.values.arm)
        places = {
            **self.values.of_numbers(),
            **self.values.of_tests(),
            **self.values.of_example(),
            "package": self.package,
            "version": __version__,
            "model": self.name,
            "model_upper": self.name.upper(),
            "model_line": f"    model: {self.plugin}",
            "plugin": self.plugin,
            "types_header": f"{CONTROLLER}/torque_core_types.h",
            "use": _FOUND if self.found else _NAMED,
            "descriptions": ", ".join(f"0x{digest:016x}U" for digest in self.descriptions),
        }
        shared = {name: text for name, text in _templates(TEMPLATES).items() if name in SHARED_TEMPLATES}
        made = _filled(shared | _templates(MODEL_TEMPLATES), places)
        made["src/arm_numbers.hpp"] = made.pop("test/arm_numbers.hpp")
        made[f"{self.package}.xml"] = made.pop("plugin.xml")
        return made | {f"src/{name}": text for name, text in self.sources.items()}

    @property
    def found(self) -> bool:
        """Whether the controller finds the model by the numbers of the robot description, without its name."""
        return not self.values.pinned and bool(self.descriptions)


_FOUND = (
    "The controller uses it if the robot description has the numbers that it was made for. To make sure, name it in the "
    "parameter `model`: then another description is refused."
)
_NAMED = "The controller uses it if the parameter `model` names it, because it differs from the robot description on purpose."
_NO_MODEL = "    # model: my_arm_model/Model  # else the one that fits the robot description, if any"


def model_package(arm: Arm, name: str, payload: Payload | None = None) -> ModelPackage:
    """Return the package of an arm's model, which is derived, or read from the user's cache.

    Args:
        arm: the arm.
        name: prefix of the package's name.
        payload: initial payload of the example, in the frame of its link; by default none.

    Raises:
        DerivationError: the model cannot be derived.
    """
    chain = arm.exact_chain
    programs, origin = programs_of(chain), Provenance.of(chain)
    sources = emit(name, [programs[called] for called in CALLED], origin, ["c"], batch=False)
    return ModelPackage(name, arm_values(arm, payload), sources, digests_of(arm))


def arm_values(arm: Arm, payload: Payload | None = None) -> ArmValues:
    """Return the texts of an arm: test poses, limits, mock hardware."""
    model = load_model("newton_euler", arm)  # needs no compiler, and shares no defect with the generated code
    chance = np.random.default_rng(1986)
    # Outside of the soft margin, in which the gate would reduce the torque.
    room = 0.1 * (arm.upper - arm.lower)
    poses = np.round(chance.uniform(arm.lower + room, arm.upper - room, (POSES, arm.n)), 3)
    return ArmValues(
        arm=arm,
        digest=arm.exact_chain.digest,
        acceleration_limit=largest_acceleration(model),
        damping=sinking_damping(arm, np.diag(model.kinetic_energy_matrix(np.zeros(arm.n)))),
        golden=[(q, model.gravity(q)) for q in poses],
        loaded=loaded_state(arm, poses[0]),
        description=mock_description(arm),
        payload=Payload() if payload is None else payload,
        pinned=pinned(arm),
    )


def controllers_text(arm: Arm) -> str:
    """Return a controllers' file for the controller and an arm, as YAML."""
    places = {
        **arm_values(arm).of_example(),
        "package": CONTROLLER,
        "model_line": _NO_MODEL,
    }
    name = "config/controllers.yaml"
    return _filled({name: _templates(TEMPLATES)[name]}, places)[name]


def _templates(folder: Path) -> dict[str, str]:
    """Return the text of the templates by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    # launch files end with .in, because they are no Python modules of this package
    texts = {
        path.relative_to(folder).as_posix().removesuffix(".in"): path.read_text(encoding="utf-8") for path in found
    }
    return {
        f"{CONTROLLER}.xml" if name == "plugin.xml" and folder == TEMPLATES else name: texts[name] for name in texts
    }


def _filled(templates: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    return {name: _PLACE.sub(lambda place: places[place[1]], text) for name, text in templates.items()}


def _friction_setting(term: FrictionTerm) -> str:
    """Return the C++ statement that sets a friction number from its parameter."""
    given = f'"friction.{term.parameter}", given.friction.{term.parameter}'
    return f"  fill(arm, {given}, arm.usual.{term.name}, s.{term.name});"


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
