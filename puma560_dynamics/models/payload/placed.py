"""Expresses a load in another frame: in the last frame of a model, or in that of the arm's last link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arm import Arm, Link
from ...arm.transform import inverse_pose
from ...arrays import FloatArray
from ...errors import StateError
from .payload import MODEL_FRAME, Payload


def placed_payload(arm: Arm, payload: Payload) -> Payload:
    """The load in the last frame of the arm's model; one that is there already stays as it is.

    Args:
        arm: with the frames of its description; in an arm file without one they are its own.
        payload: in the frame of its link.

    Raises:
        StateError: no link of that name carries the load.
    """
    if payload.link == MODEL_FRAME:
        return payload
    known = arm.end_frames
    if payload.link and payload.link not in known:
        raise StateError(
            f"payload.link {payload.link!r} is not fixed to the arm's last link; use one of {', '.join(sorted(known))}"
        )
    return _moved(payload, known[payload.link] if payload.link else arm.frames[-1], MODEL_FRAME)


def last_link_payload(arm: Arm, payload: Payload) -> Payload:
    """The load in the frame of the arm's last link, as the robot description has it: that of payloads on the wire.

    Args:
        arm: with the frames of its description.
        payload: in the frame of its link.

    Raises:
        StateError: no link of that name carries the load.
    """
    return _moved(placed_payload(arm, payload), inverse_pose(arm.link_frames[-1]), arm.links[-1].name)


def attached(arm: Arm, payload: Payload) -> Arm:
    """The arm with the load as part of its last link; exact for any load (parallel axis theorem)."""
    if payload.mass == 0.0:
        return arm
    payload = placed_payload(arm, payload)
    link = arm.links[-1]
    mass = link.mass + payload.mass
    center = (link.mass * link.center_of_gravity + payload.mass * payload.center_of_mass) / mass
    inertia = np.zeros((3, 3))
    for part, at, tensor in (
        (link.mass, link.center_of_gravity, link.inertia),
        (payload.mass, payload.center_of_mass, payload.inertia),
    ):
        r = at - center
        inertia += tensor + part * (float(r @ r) * np.eye(3) - np.outer(r, r))
    loaded = Link(link.name, mass, center, inertia, link.incomplete)
    return replace(arm, links=(*arm.links[:-1], loaded))


def _moved(payload: Payload, frame: FloatArray, link: str) -> Payload:
    """The load in the frame in which its own frame has the pose `frame` (4, 4)."""
    if np.array_equal(frame, np.eye(4)) or payload.mass == 0.0:
        return replace(payload, link=link)
    turn = frame[:3, :3]
    inertia = turn @ payload.inertia @ turn.T
    center = turn @ payload.center_of_mass + frame[:3, 3]
    return Payload(payload.mass, center, 0.5 * (inertia + inertia.T), link)
