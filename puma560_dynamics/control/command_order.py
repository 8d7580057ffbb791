"""Which joints a controller takes commands for, and in which order: its commands carry numbers without names."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import StateError

EFFORT = "effort"
"""The interface that torque goes to."""


def check_command_order(
    controller: str, expected: Sequence[str], found: Sequence[str], interface: str | None = None
) -> None:
    """Accept a controller for torques of the joints `expected`.

    Args:
        controller: its name.
        expected: joints in the order in which torques are sent.
        found: its parameter ``joints``.
        interface: its parameter ``interface_name``; `None` where it has none.

    Raises:
        StateError: another order, other joints, or an interface that is not effort.
    """
    if interface is not None and interface != EFFORT:
        raise StateError(
            f"{controller} commands interface {interface!r}; expected {EFFORT!r}: a torque would be taken for a "
            f"{interface}"
        )
    if list(found) == list(expected):
        return
    if sorted(found) == sorted(expected):
        what = "has its joints in another order"
    else:
        missing = [name for name in expected if name not in found]
        more = [name for name in found if name not in expected]
        lacks = f"lacks joints {missing}" if missing else ""
        what = " and ".join(filter(None, (lacks, f"has other joints {more}" if more else ""))) or "names joints twice"
    raise StateError(
        f"{controller} {what}: it takes {list(found)}, torques are of {list(expected)}; commands carry no names, so "
        "list them there in that order, from the base outwards"
    )


class CommandOrder:
    """What is known of the controller that gets the torques; pure, a node hands in what it learns.

    Args:
        controller: its name.
        expected: joints in the order in which torques are sent.
        stated: the order was given by hand, for a controller that cannot be asked.
    """

    def __init__(self, controller: str, expected: Sequence[str], stated: bool = False) -> None:
        self._controller, self._expected, self._stated = controller, tuple(expected), stated
        self._problem: str | None = f"no controller {controller} yet: no node of that name"
        if stated:
            self._problem = None

    def answered(self, joints: Sequence[str] | None, interface: str | None) -> None:
        """It has these parameters ``joints`` and ``interface_name``; `None` for one that it does not have."""
        try:
            if joints is not None:
                check_command_order(self._controller, self._expected, joints, interface)
            elif not self._stated:
                raise StateError(
                    f"{self._controller} has no parameter joints, so the order of its commands is not known; give "
                    "joints, from the base outwards, as it takes them"
                )
            elif interface is not None:
                check_command_order(self._controller, self._expected, self._expected, interface)
            self._problem = None
        except StateError as error:
            self._problem = str(error)

    def gone(self) -> None:
        """It can no longer be asked: the next one of that name may have another order."""
        if not self._stated:
            self._problem = f"no controller {self._controller}: its node is gone"

    @property
    def problem(self) -> str | None:
        """Why no torque may be sent to it, a sentence; `None` if it may."""
        return self._problem
