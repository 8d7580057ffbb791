"""The parameters of the C++ controller, as a file for ``generate_parameter_library``.

Parameters shared with the node are specified at the settings classes (`torque_parameters`); the others are here.
"""

from __future__ import annotations

import json
from typing import Any

from ..control.effort_unit import UNIT_PARAMETERS
from ..control.joint_state_reader import VELOCITY_SOURCE
from ..control.parameter_spec import CONTROLLER, NOT_GIVEN, ParameterSpec
from ..control.torque_parameters import parameters_for

LARGEST_GRAVITY = 30.0
"""Largest accepted component of gravity, m/s²: more than on any planet."""

MODES = ("gravity", "feedforward", "computed_torque", "hand_guiding")

_OWN = (CONTROLLER,)

ADDED = (
    ParameterSpec(
        "model",
        "",
        "model plugin, such as my_arm_model/Model, whose numbers act in place of those of the robot description; "
        "empty: the one that was made for the robot description, or without one newton_euler: the recursive equations",
        users=_OWN,
    ),
    ParameterSpec(
        "joints",
        [""],
        "names of the arm's joints, from the base outwards; ['']: those of the model, those between base and tip, or "
        "those of a robot description with one arm",
        users=_OWN,
    ),
    ParameterSpec(
        "gravity",
        [NOT_GIVEN],
        "acceleration of gravity in the frame of the base link, m/s²; [0.0]: 9.81 along -z of the description's root, "
        "or that of the arm of a named model",
        minimum=-LARGEST_GRAVITY,
        maximum=LARGEST_GRAVITY,
        users=_OWN,
    ),
    ParameterSpec(
        "base",
        "",
        "without a named model: fixed link of the arm, in whose frame gravity and walls are given; empty: the root, "
        "or the link that carries the arm if joints move it",
        users=_OWN,
    ),
    ParameterSpec(
        "tip",
        "",
        "without a named model: link at the end of the arm; empty: the link that the last joint moves",
        users=_OWN,
    ),
    ParameterSpec(
        "mode",
        MODES[0],
        "gravity: only gravity and friction, at the measured state; feedforward: all terms that are on, with the "
        "acceleration of the reference; computed_torque: as feedforward, plus feedback whose gains act through the "
        "inertia matrix; hand_guiding: a person leads the arm (needs hand_guiding.enabled). Once configured, only "
        "changes to hand_guiding and back are possible; a controller configured with hand_guiding goes back to gravity",
        False,
        choices=MODES,
        users=_OWN,
    ),
    ParameterSpec(
        "computed_torque.stiffness",
        100.0,
        "mode computed_torque: acceleration per position error, 1/s²",
        False,
        minimum=0.0,
        maximum=100000.0,
        users=_OWN,
    ),
    ParameterSpec(
        "computed_torque.damping",
        20.0,
        "mode computed_torque: acceleration per velocity error, 1/s; twice the root of the stiffness for critical "
        "damping",
        False,
        minimum=0.0,
        maximum=1000.0,
        users=_OWN,
    ),
    ParameterSpec(
        "error_after_fault",
        False,
        "update() returns an error once a fault has ended the torque, so that the fallback_controllers take over",
        users=_OWN,
    ),
    ParameterSpec(
        "publish_rate",
        50.0,
        "rate at which the terms are published while they have a subscriber, Hz",
        minimum=1.0,
        maximum=1000.0,
        users=_OWN,
    ),
    ParameterSpec(
        "wrench_link",
        "",
        "with a contact_policy: link at whose origin ~/external_wrench is given, in its axes; empty: the tip of "
        "the arm",
        users=_OWN,
    ),
    ParameterSpec(
        "frame_prefix", "", "prefix of the frame of ~/external_wrench, as in robot_state_publisher", users=_OWN
    ),
)
"""Parameters that only the controller has."""

_KINDS = {bool: "bool", int: "int", float: "double", str: "string"}


def parameters() -> list[ParameterSpec]:
    """Return all parameters of the controller."""
    return sorted((*ADDED, VELOCITY_SOURCE, *UNIT_PARAMETERS, *parameters_for(CONTROLLER)), key=_group)


def parameter_file(name: str) -> str:
    """Return the parameters of a controller as YAML.

    Args:
        name: name of the package, and of the namespace of the code that is generated from the file.

    Returns:
        Text of ``src/parameters.yaml``.
    """
    lines = [f"{name}:"]
    open_groups: list[str] = []
    for spec in parameters():
        *groups, last = spec.name.split(".")
        if groups != open_groups:
            lines += [f"{'  ' * (depth + 1)}{group}:" for depth, group in enumerate(groups)]
            open_groups = groups
        indent = "  " * (len(groups) + 1)
        lines += [f"{indent}{last}:", *(f"{indent}  {key}: {value}" for key, value in _entry(spec).items())]
    return "\n".join(lines) + "\n"


def _group(spec: ParameterSpec) -> str:
    return spec.name.rpartition(".")[0]


def _entry(spec: ParameterSpec) -> dict[str, str]:
    """Return the entry of a parameter for generate_parameter_library, as YAML by key."""
    several = isinstance(spec.default, list)
    kind = _KINDS[type(spec.default[0] if several else spec.default)]
    entry = {"type": f"{kind}_array" if several else kind, "default_value": yaml_value(spec.default)}
    entry["description"] = json.dumps(ascii_units(spec.description), ensure_ascii=False)
    if rules := _rules(spec, several):
        entry["validation"] = f"{{{', '.join(f'{rule}: {value}' for rule, value in rules.items())}}}"
    return entry


def _rules(spec: ParameterSpec, several: bool) -> dict[str, str]:
    """Return the validation rules of a parameter for generate_parameter_library, as YAML by rule name."""
    low, high = spec.minimum, spec.maximum
    rules = {"fixed_size<>": yaml_value([len(spec.default)])} if several and len(spec.default) > 1 else {}
    if several and isinstance(spec.default[0], str):
        rules["unique<>"] = "null"
    if spec.choices:
        rules["one_of<>"] = yaml_value([list(spec.choices)])
    if low is not None and high is not None:
        rules["element_bounds<>" if several else "bounds<>"] = yaml_value([low, high])
    elif low is not None:
        rules["lower_element_bounds<>" if several else "gt_eq<>"] = yaml_value([low])
    return rules


def yaml_value(value: Any) -> str:
    """Return a value as YAML, floats with a decimal point and without an exponent.

    YAML may read a float with an exponent as text, and ROS 2 reads a number without a point as an integer.
    """
    if isinstance(value, float):
        text = f"{value:.12f}".rstrip("0")
        return f"{text}0" if text.endswith(".") else text
    if isinstance(value, list):
        return f"[{', '.join(map(yaml_value, value))}]"
    return json.dumps(value)


def ascii_units(text: str) -> str:
    """Return a text with the unit symbols in ASCII, as in the sources of the package."""
    return text.replace("·", " ").replace("²", "^2")
