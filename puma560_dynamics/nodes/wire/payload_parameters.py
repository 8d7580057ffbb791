"""The parameters ``payload.*`` of a node: the payload made from them, and the check of their changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arm import Arm
from ...control.torque_parameters import PAYLOAD
from ...errors import StateError
from ...models.payload.payload import Payload, placed_payload

NAMES = tuple(item.name for item in PAYLOAD)


def check_whole(changes: Mapping[str, Any]) -> None:
    """Check that a change of parameters sets all values of the payload, removes the payload, or does not concern it.

    ``ros2 param set`` and ``ros2 param load`` set one parameter after another: in between, the model would have a
    wrong payload.

    Args:
        changes: new values of one call, by parameter name.

    Raises:
        StateError: some parameters of the payload are missing.
    """
    given = [name for name in NAMES if name in changes]
    if not given or changes.get("payload.mass") == 0.0 or len(given) == len(NAMES):
        return
    missing = ", ".join(name for name in NAMES if name not in changes)
    raise StateError(
        f"{', '.join(given)}: a load is set as a whole, {missing} missing; set all four by one call of "
        "set_parameters_atomically, as `puma560 arm payload` does; payload.mass 0.0 alone removes the load"
    )


def payload(given: Mapping[str, Any], arm: Arm) -> Payload:
    """Return the payload in the frame of the arm's last link.

    Raises:
        StateError: the numbers are not those of a physical body, or the named link cannot hold it.
    """
    return placed_payload(arm, unplaced_payload(given))


def unplaced_payload(given: Mapping[str, Any]) -> Payload:
    """Return the payload in the frame in which it is given; an empty payload if its mass is zero.

    Raises:
        StateError: the numbers are not those of a physical body.
    """
    if given["payload.mass"] == 0.0:
        return Payload()
    return Payload.of(
        given["payload.mass"], given["payload.center_of_mass"], given["payload.inertia"], given["payload.link"]
    )


def payload_parameters(load: Payload) -> dict[str, Any]:
    """Return the parameters that set a payload; the mass alone if it is 0, which removes the payload.

    Args:
        load: payload in the frame of its link.
    """
    if load.mass == 0.0:
        return {"payload.mass": 0.0}
    i = load.inertia
    return {
        "payload.mass": load.mass,
        "payload.link": load.link,
        "payload.center_of_mass": load.center_of_mass.tolist(),
        "payload.inertia": [float(i[place]) for place in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))],
    }
