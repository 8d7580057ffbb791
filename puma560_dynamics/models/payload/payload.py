"""Define payloads (mass, center of mass and inertia in the frame of a link), and convert them to other frames."""

from __future__ import annotations

import numbers
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm, Link
from ...arm.transform import inverse_pose
from ...arrays import FloatArray, equal_fields, read_only
from ...errors import StateError
from ...states import LARGEST, measurable

_ROUNDING = 1e-9

MODEL_FRAME = "(the model's last frame)"
"""Value of `Payload.link` for a payload in the last frame of the model, which may have no name in a description."""


@dataclass(frozen=True, eq=False, init=False)
class Payload:
    """A rigid body on the last link, without mass by default. Arrays and lists are copied.

    Two payloads are equal if their numbers and links are equal.

    Attributes:
        mass: mass, kg; 0 for no payload.
        center_of_mass: (3,) center of mass in the frame of `link`, m.
        inertia: (3, 3) inertia about the center of mass, kg·m², axes parallel to this frame.
        link: name of the arm's last link, or of a link fixed to it in the description, such as a flange or a tool;
            empty for the arm's tip. An arm file without description has only the frame of its last link.

    Raises:
        StateError: a value is not finite or beyond `LARGEST`, the mass is negative, or the inertia is impossible.
    """

    mass: float
    center_of_mass: FloatArray
    inertia: FloatArray
    link: str

    def __init__(
        self,
        mass: float = 0.0,
        center_of_mass: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike = ((0.0, 0.0, 0.0),) * 3,
        link: str = "",
    ) -> None:
        if not isinstance(mass, numbers.Real) or isinstance(mass, bool) or not 0.0 <= mass <= LARGEST:
            raise StateError(f"payload mass: expected a finite number of 0 or more in kg, got {mass!r:.80}")
        if not isinstance(link, str):
            raise StateError(f"payload link: expected the name of a link, got {link!r:.80}")
        center = _array("center of mass: expected three finite numbers in m", center_of_mass)
        tensor = _array("inertia: expected a symmetric (3, 3) tensor of finite numbers in kg m^2", inertia)
        if center.shape != (3,) or not measurable(center.tolist()):
            raise StateError(f"payload center of mass: expected three finite numbers in m, got {center.tolist()}")
        if tensor.shape != (3, 3) or not measurable(tensor.ravel().tolist()) or not np.array_equal(tensor, tensor.T):
            raise StateError("payload inertia: expected a symmetric (3, 3) tensor of finite numbers in kg m^2")
        moments = np.linalg.eigvalsh(tensor)
        if moments[0] < -_ROUNDING * max(moments[-1], 0.0) or 2.0 * moments[-1] > (1.0 + _ROUNDING) * moments.sum():
            raise StateError(
                f"payload inertia: no body has the principal moments {moments.tolist()} kg m^2; expected none "
                "negative and none larger than the sum of the others"
            )
        if mass == 0.0 and tensor.any():
            raise StateError("payload inertia is given for a payload of no mass; give its mass too")
        object.__setattr__(self, "mass", float(mass))
        object.__setattr__(self, "center_of_mass", center)
        object.__setattr__(self, "inertia", tensor)
        object.__setattr__(self, "link", link)

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash((self.mass, self.link))

    @classmethod
    def of(
        cls,
        mass: float,
        center_of_mass: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike = (0.0,) * 6,
        link: str = "",
    ) -> Payload:
        """Create a payload from the six entries of its inertia, as in arm files.

        Args:
            mass: mass, kg; 0 for no payload.
            center_of_mass: (3,) center of mass in the frame of `link`, m.
            inertia: (6,) inertia about the center of mass, kg·m²: Ixx, Iyy, Izz, Ixy, Ixz, Iyz.
            link: name of the link, as for the class.

        Returns:
            The payload.

        Raises:
            StateError: as for the class, or `inertia` does not have six entries.
        """
        entries = _array("inertia: expected [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]", inertia)
        if entries.shape != (6,):
            raise StateError(f"payload inertia: expected [Ixx, Iyy, Izz, Ixy, Ixz, Iyz], got {entries.tolist()}")
        xx, yy, zz, xy, xz, yz = entries.tolist()
        return cls(mass, center_of_mass, np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), link)

    @property
    def symmetric(self) -> bool:
        """Whether the payload is symmetric about the axis of the last joint, like link 6 of the paper."""
        off_axis = self.inertia - np.diag(np.diag(self.inertia))
        on_axis = not self.center_of_mass[:2].any()
        return bool(on_axis and not off_axis.any() and self.inertia[0, 0] == self.inertia[1, 1])


def _array(expected: str, given: ArrayLike) -> FloatArray:
    try:
        return read_only(given)
    except (TypeError, ValueError):
        raise StateError(f"payload {expected}, got {given!r:.80}") from None


def check_end_link(link: str, known: Collection[str]) -> None:
    """Raise if a payload's link is not fixed to the last link of an arm.

    Args:
        link: name of the link; empty for the arm's tip.
        known: names of the last link and of all links that are fixed to it.

    Raises:
        StateError: the link is none of these.
    """
    if link and link not in known:
        raise StateError(
            f"payload.link {link!r} is not fixed to the arm's last link; use one of {', '.join(sorted(known))}"
        )


def placed_payload(arm: Arm, payload: Payload) -> Payload:
    """Transform a payload to the last frame of the arm's model; a payload in this frame is returned unchanged.

    Args:
        arm: the arm.
        payload: payload in the frame of its link.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    if payload.link == MODEL_FRAME:
        return payload
    known = arm.end_frames
    check_end_link(payload.link, known)
    return _moved(payload, known[payload.link] if payload.link else arm.frames[-1], MODEL_FRAME)


def last_link_payload(arm: Arm, payload: Payload) -> Payload:
    """Transform a payload to the frame of the arm's last link in the robot description, which ROS messages use.

    Args:
        arm: the arm.
        payload: payload in the frame of its link.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    return _moved(placed_payload(arm, payload), inverse_pose(arm.link_frames[-1]), arm.links[-1].name)


def payload_numbers(payload: Payload) -> FloatArray:
    """Return the ten numbers of a payload, as functions of the generator take them: mass, center of mass, inertia.

    The inertia is about the center of mass, in the order xx, yy, zz, xy, xz, yz, kg·m².
    """
    inertia = payload.inertia
    return np.array(
        [payload.mass, *payload.center_of_mass, *np.diag(inertia), inertia[0, 1], inertia[0, 2], inertia[1, 2]]
    )


def attached(arm: Arm, payload: Payload) -> Arm:
    """Return the arm with the payload merged into its last link."""
    if payload.mass == 0.0:
        return arm
    payload = placed_payload(arm, payload)
    link = arm.links[-1]
    mass, center, inertia = summed(
        (link.mass, link.center_of_gravity, link.inertia), (payload.mass, payload.center_of_mass, payload.inertia)
    )
    loaded = Link(link.name, mass, center, inertia, link.incomplete)
    return replace(arm, links=(*arm.links[:-1], loaded))


def carried_together(arm: Arm, first: Payload, second: Payload) -> Payload:
    """Return one payload with the mass, center and inertia of two, in the last frame of the arm's model.

    Args:
        arm: the arm.
        first, second: payloads in the frames of their links.

    Raises:
        StateError: a payload's link is not fixed to the last link of the arm.
    """
    parts = [placed_payload(arm, each) for each in (first, second) if each.mass > 0.0]
    if len(parts) < 2:
        return parts[0] if parts else Payload()
    mass, center, inertia = summed(*((each.mass, each.center_of_mass, each.inertia) for each in parts))
    return Payload(mass, center, inertia, MODEL_FRAME)


def summed(*bodies: tuple[float, FloatArray, FloatArray]) -> tuple[float, FloatArray, FloatArray]:
    """Return mass, center of mass and inertia about it of several bodies together, in the same frame.

    Args:
        bodies: mass, kg, center of mass (3,), m, and inertia (3, 3) about it, kg·m², of each; not all without mass.
    """
    mass = sum(each[0] for each in bodies)
    center = np.asarray(sum(part * at for part, at, _ in bodies) / mass)
    inertia = np.zeros((3, 3))
    for part, at, tensor in bodies:
        r = at - center
        inertia += tensor + part * (float(r @ r) * np.eye(3) - np.outer(r, r))
    return mass, center, inertia


def _moved(payload: Payload, frame: FloatArray, link: str) -> Payload:
    """Transform a payload to the frame of `link`, in which the payload's frame has the pose `frame` (4, 4)."""
    if np.array_equal(frame, np.eye(4)) or payload.mass == 0.0:
        return replace(payload, link=link)
    turn = frame[:3, :3]
    inertia = turn @ payload.inertia @ turn.T
    center = turn @ payload.center_of_mass + frame[:3, 3]
    return Payload(payload.mass, center, 0.5 * (inertia + inertia.T), link)
