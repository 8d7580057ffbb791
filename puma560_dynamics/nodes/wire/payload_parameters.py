"""Parameters of the payload: a load is set as a whole, and mass zero removes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arm import Arm
from ...control.torque_parameters import PAYLOAD
from ...errors import StateError
from ...models.payload.payload import Payload, placed_payload

NAMES = tuple(item.name for item in PAYLOAD)


def check_whole(changes: Mapping[str, Any]) -> None:
    """Accept a change of parameters that sets a load as a whole, removes it, or does not concern it.

    ``ros2 param set`` and ``ros2 param load`` set one parameter after another: in between, the model would have a load
    that the arm does not carry.

    Args:
        changes: values by name, all of one call.

    Raises:
        StateError: some parameters of the load are missing.
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
    """Return the load in the arm's own last frame.

    Raises:
        StateError: no body has these numbers, or no such link carries it.
    """
    return placed_payload(arm, unplaced_payload(given))


def unplaced_payload(given: Mapping[str, Any]) -> Payload:
    """Return the load in the frame in which it is given; none where its mass is zero, whatever else is given.

    Raises:
        StateError: no body has these numbers.
    """
    if given["payload.mass"] == 0.0:
        return Payload()
    return Payload.of(
        given["payload.mass"], given["payload.center_of_mass"], given["payload.inertia"], given["payload.link"]
    )
