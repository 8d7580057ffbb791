"""Parameters of the torque path, in the order of the documentation.

Most are fields of `LoopSettings`, `FrictionCompensation` and `GateSettings`, or arguments from which these make arrays.
The parameters of terms and payload are defined here, because no settings class contains them; `drivers` defines the
driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .drivers import DRIVER
from .feed_forward.feed_forward import MODEL_TERMS, SWITCHED_TERMS
from .feed_forward.friction import OF_THE_ARM as FRICTION_OF_THE_ARM
from .feed_forward.friction import FrictionCompensation
from .gate.gate_settings import OF_THE_ARM as LIMITS_OF_THE_ARM
from .gate.gate_settings import GateSettings
from .guiding.guiding_settings import OF_THE_ARM as GUIDING_OF_THE_ARM
from .guiding.guiding_settings import PREFIX, GuidingSettings
from .loop_settings import LoopSettings
from .parameter_spec import BOTH, NOT_GIVEN, ParameterSpec, each_joint, parameters_of

FRICTION = "friction."
"""Prefix of the parameters of `FrictionCompensation`."""

GUIDING = PREFIX
"""Prefix of the parameters of `GuidingSettings`."""

TERMS = tuple(
    ParameterSpec(
        f"terms.{name}", name in MODEL_TERMS, f"whether the {name} term is part of the torque", False, users=BOTH
    )
    for name in SWITCHED_TERMS
)
"""Switches of the terms."""

PAYLOAD = (
    ParameterSpec("payload.mass", 0.0, "mass on the last link, kg", False, 0.0, 1000.0, users=BOTH),
    ParameterSpec(
        "payload.link",
        "",
        "link that defines the frame of the payload: the last one, or one that is fixed to it; empty: the tip",
        False,
        users=BOTH,
    ),
    ParameterSpec("payload.center_of_mass", [NOT_GIVEN] * 3, "center of mass in that frame, m", False, users=BOTH),
    ParameterSpec(
        "payload.inertia",
        [NOT_GIVEN] * 6,
        "Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the center of mass, along the axes of that frame, kg·m²",
        False,
        users=BOTH,
    ),
)
"""Parameters that define a payload."""

DESCRIPTION_TOLERANCE = each_joint(
    "description_tolerance",
    "largest difference between the torques of the model and those of the robot's description, one per joint",
    "N·m",
    "a tenth of the joint's largest torque, at least 1 % of its maximum torque",
)

FIELDS = (
    *parameters_of(LoopSettings),
    *parameters_of(FrictionCompensation, FRICTION),
    *parameters_of(GuidingSettings, GUIDING),
    *parameters_of(GateSettings),
)
"""Parameters that are fields of the settings classes."""

PARAMETERS: Mapping[str, ParameterSpec] = MappingProxyType(
    {
        spec.name: spec
        for spec in (
            DRIVER,
            *TERMS,
            *parameters_of(LoopSettings),
            *parameters_of(FrictionCompensation, FRICTION),
            *FRICTION_OF_THE_ARM,
            *parameters_of(GuidingSettings, GUIDING),
            *GUIDING_OF_THE_ARM,
            *PAYLOAD,
            DESCRIPTION_TOLERANCE,
            *LIMITS_OF_THE_ARM,
            *parameters_of(GateSettings),
        )
    }
)
"""Every parameter of the torque path by its name."""


def parameters_for(user: str) -> tuple[ParameterSpec, ...]:
    """Return the parameters that `NODE` or `CONTROLLER` declares."""
    return tuple(spec for spec in PARAMETERS.values() if user in spec.users)
