"""List the methods of `DynamicModel` that a function of the generator evaluates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..any_shape import STATES
from ..derivatives import TorqueDerivatives
from ..forward_derivatives import AccelerationWithDerivatives


class Method(NamedTuple):
    """How a function of the generator evaluates a method of `DynamicModel`.

    Attributes:
        function: name of the function.
        inputs: names of the states, arguments of method and function.
        kind: type of the result: an array, ``float`` for one number per state, or a named tuple of a vector and three
            matrices.
    """

    function: str
    inputs: tuple[str, ...]
    kind: type = np.ndarray


METHODS: Mapping[str, Method] = {
    **{
        name: Method(name, STATES[name])
        for name in (
            *("kinetic_energy_matrix", "gravity", "torque", "acceleration", "coriolis_matrix", "coriolis_torque"),
            *("transposed_coriolis_torque", "momentum", "gravity_derivative", "regressor", "base_regressor"),
        )
    },
    "mass_matrix": Method("kinetic_energy_matrix", ("q",)),
    "kinetic_energy": Method("kinetic_energy", ("q", "qd"), float),
    "potential_energy": Method("potential_energy", ("q",), float),
    "torque_derivatives": Method("torque_derivatives", ("q", "qd", "qdd"), TorqueDerivatives),
    "acceleration_derivatives": Method("acceleration_derivatives", ("q", "qd", "tau"), AccelerationWithDerivatives),
}
"""Methods of the whole arm. Their functions are compiled at the first call, or by `DynamicModel.prepare`."""

LINK_METHODS: Mapping[str, Method] = {
    "forward_kinematics": Method("pose", ("q",)),
    "jacobian": Method("jacobian", ("q",)),
    "jacobian_rate": Method("jacobian_rate", ("q", "qd")),
    "bias_acceleration": Method("bias_acceleration", ("q", "qd")),
    "operational_inertia": Method("operational_inertia", ("q",)),
    "consistent_inverse": Method("consistent_inverse", ("q",)),
    "inverse_jacobian": Method("inverse_jacobian", ("q",)),
}
"""Methods of a link. Their functions are compiled by `DynamicModel.prepare` only, for the links that it names."""

MAY_BE_SINGULAR = ("operational_inertia", "consistent_inverse", "inverse_jacobian")
"""Methods of a link whose functions divide by numbers that vanish where the link is singular."""

OF_BODIES = ("operational_inertia", "consistent_inverse")
"""Methods of a link that depend on the bodies of the arm, not on geometry alone."""
