"""Make the files of a ros2_control package for one arm from templates, deterministically and with the arm's digest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arm import Arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS, FrictionTerm
from ..arm.with_followers import follower_names
from ..arrays import FloatArray
from ..control.gate.gate_settings import RATE_FROM_LIMIT
from ..control.guiding.guiding_settings import gravity_error, usual_hold
from ..control.loop_settings import LoopSettings
from ..control.motor_inertia import least_inertia
from ..control.observer.contact_events import CONTACT_KEYS, HOLD, STANDS
from ..control.observer.external_wrench import LEAST, LENGTH
from ..control.observer.momentum_observer import LONGEST_STEP
from ..errors import Puma560Error, UnsupportedArmError
from ..models.load import load_model
from ..models.payload.payload import Payload
from .core_links import frames_code, links_code, row_code, text_code
from .core_settings import bounds_of_tilted, core_files, core_settings
from .parameter_file import parameter_file, yaml_value

GENERAL = "feedforward_controller"
"""Name of the package for every arm."""

ROBOT = Path(__file__).parent / "robot"
"""Folder of the C++ sources that read a robot description."""

TEMPLATES = Path(__file__).parent / "templates"
"""Folder of the templates, in which ``@name@`` marks text that depends on the arm."""

_PLACE = re.compile(r"@([a-z_]+)@")
NUMBERS_FILE = "src/arm_numbers.hpp"
"""Template of the numbers of an arm, which a package for every arm needs for its tests only."""

_DIGITS = 12
"""Significant digits of computed numbers, few enough that the text does not depend on the machine."""


class LoadedState(NamedTuple):
    """Test state of a generated package with a payload on a tilted base.

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
            "follow other joints; write the package for every arm, which supports them (`puma560 controller` without "
            "--arm), or hold these joints"
        )
    for joint in arm.joint_names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.\-]*", joint):
            raise Puma560Error(
                f"joint {joint!r} cannot stand in parameters and interface names; expected letters, digits, "
                "'_', '-' and '.', rename it in the arm file"
            )
    core_settings(arm, LoopSettings(), np.ones(arm.n))


@dataclass(frozen=True)
class ControllerPackage:
    """Contents of a controller package.

    Attributes:
        arm: arm of the controller.
        model: prefix of the C functions and of the model's file names.
        sources: text of ``MODEL.c`` and ``MODEL.h`` by name, with the functions that the core calls and a self-test.
        digest: digest of the arm's numbers.
        version: version of this package.
        acceleration_limit: (n,) rad/s², default limit of references.
        damping: (n,) N·m·s/rad, gains with which the fallback controller lets the arm sink slowly.
        golden: test poses q (n,) rad, each with its gravity load (n,) N·m.
        loaded: the first test pose with a payload, on a tilted base.
        description: robot description with mock hardware, for the launch example.
        pinned: whether the masses differ from a robot description on purpose.
        payload: initial payload, in the frame of its link; without mass for none.
        general: whether the package is for every arm: it has no model, and reads the robot description. The arm is then
            that of its tests and of its example.
    """

    arm: Arm
    model: str
    sources: Mapping[str, str]
    digest: str
    version: str
    acceleration_limit: FloatArray
    damping: FloatArray
    golden: Sequence[tuple[FloatArray, FloatArray]]
    loaded: LoadedState
    description: str
    pinned: bool
    payload: Payload = field(default_factory=Payload)
    general: bool = False

    @property
    def name(self) -> str:
        """Name of the package and of its namespace."""
        return GENERAL if self.general else f"{self.model}_controller"

    def files(self) -> dict[str, str]:
        """Return the text of every file by its path in the package.

        Raises:
            Puma560Error: `check_controllable` rejects the arm.
        """
        check_controllable(self.arm)
        values = self._values()
        made = {}
        for path in sorted(path for path in TEMPLATES.rglob("*") if path.is_file()):
            name = path.relative_to(TEMPLATES).as_posix().removesuffix(".in")  # not a Python module of this package
            name = f"{self.name}.xml" if name == "plugin.xml" else name
            name = self._folder_of(name)
            if name:
                made[name] = _PLACE.sub(lambda place: values[place[1]], path.read_text(encoding="utf-8"))
        made |= {f"src/core/{name}": text for name, text in core_files().items()}
        made |= {f"src/robot/{path.name}": path.read_text(encoding="utf-8") for path in sorted(ROBOT.glob("*.[hc]pp"))}
        made |= {f"src/model/{name}": text for name, text in self.sources.items()}
        return made | {
            "src/parameters.yaml": parameter_file(self.name, None if self.general else self.arm),
            "urdf/mock.urdf": self.description,
        }

    def _folder_of(self, name: str) -> str:
        """Return the path of a template's file in the package; empty if the package does not have it."""
        if name == "src/no_model.cpp":
            return "src/built_in.cpp" if self.general else ""
        if name == "src/built_in.cpp":
            return "" if self.general else name
        return name.replace("src/", "test/" if self.general else "src/model/") if name == NUMBERS_FILE else name

    def _model_code(self) -> dict[str, str]:
        """Return what differs between a package with a model and one for every arm."""
        if self.general:
            return {
                "made_for": "for every arm: it reads the robot description",
                "of_arm": "of any arm, from its robot description,",
                "model_words": "`src/robot/`: reads the robot description; the recursive Newton-Euler equations act.",
                "mark": "",
                "model_header": "",
                "model_source": "",
                "model_functions": "nullptr, nullptr, nullptr, nullptr",
                "model_selftest": "true",
            }
        functions = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
        return {
            "made_for": f"for {self.arm.name}, parameters {self.digest}",
            "of_arm": f"of {self.arm.name}",
            "model_words": f"`src/model/`: the dynamics of {self.arm.name} as C, with a self-test.",
            "mark": f' arm="{self.arm.name}" digest="{self.digest}"',
            "model_header": f'#include "{self.model}.h"\n',
            "model_source": f" src/model/{self.model}.c",
            "model_functions": ", ".join(f"{self.model}_{name}" for name in functions),
            "model_selftest": f"{self.model}_selftest() < {self.model.upper()}_SELFTEST_LIMIT",
        }

    def _values(self) -> dict[str, str]:
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
            "acceleration_limit": _row(self.acceleration_limit),
            "gravity_vector": _row(arm.gravity_vector),
            "base_gravity": ", ".join(map(yaml_value, arm.base_gravity.tolist())),
            "base": _row(arm.base[:3, :3].T.ravel()),
            "pinned": "true" if self.pinned else "false",
            "links": links_code(arm, _DIGITS),
            "frames": frames_code(arm, _DIGITS),
            "last_link": text_code(arm.links[-1].name),
            "tip": text_code(arm.tip),
            "damping_gains": "\n".join(
                f"      {joint}: {{p: 0.0, i: 0.0, d: {yaml_value(float(f'{gain:.3g}'))}}}"
                for joint, gain in zip(arm.joint_names, self.damping, strict=True)
            ),
            "payload": _payload_parameters(self.payload),
            "package": self.name,
            "arm": arm.name,
            "model": self.model,
            **self._model_code(),
            "digest": self.digest,
            "version": self.version,
            "n": str(arm.n),
            "joints": ", ".join(arm.joint_names),
            "quoted_joints": ", ".join(map(text_code, arm.joint_names)),
            "chained_joints": ", ".join(f"feedforward_controller/{joint}" for joint in arm.joint_names),
            "rate_from_limit": repr(RATE_FROM_LIMIT),
            "acceleration_cutoff": repr(numbers["acceleration_cutoff"]),
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
            "friction_settings": "\n".join(_friction_setting(term) for term in friction if term.parameter),
            "friction_fields": "\n".join(_copied(term.name) for term in friction),
            "contact_keys": ", ".join(map(text_code, CONTACT_KEYS)),
            "contact_hold": repr(HOLD),
            "wrench_length": repr(LENGTH),
            "wrench_least": repr(LEAST),
            "stands": repr(STANDS),
            "longest_step": repr(LONGEST_STEP),
            "gravity_error": _row(gravity_error(model)),
            "usual_hold": _row(usual_hold(model)),
            "least_inertia": _row(least_inertia(model)),
            "base_origin": _row(arm.base[:3, 3]),
            "golden": "\n".join(f"  {{{{{{{_row(q)}}}}}, {{{{{_row(torque)}}}}}}}," for q, torque in self.golden),
            "loaded_gravity": _row(self.loaded.gravity),
            "loaded_mass": _row([self.loaded.mass]),
            "loaded_center": _row(self.loaded.center_of_mass),
            "loaded_torque": _row(self.loaded.torque),
        }


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


def _friction_setting(term: FrictionTerm) -> str:
    """Return the C++ statement that sets a friction number from its parameter."""
    given = f'"friction.{term.parameter}", given.friction.{term.parameter}'
    return f"  fill(arm, {given}, arm.usual.{term.name}, s.{term.name});"


def _copied(name: str) -> str:
    """Return the C++ statement that copies an array of the arm's numbers."""
    return f"  fill(arm::{name.upper()}, usual.{name});"


def _row(values: Sequence[float] | FloatArray) -> str:
    return row_code(values, _DIGITS)
