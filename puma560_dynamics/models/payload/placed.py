"""A load given in the frame of any link that is fixed to the arm's last one, as a gripper's flange or a tool frame."""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...errors import StateError
from .payload import Payload


def placed(arm: Arm, payload: Payload, link: str = "") -> Payload:
    """The load as models take it: in the last frame of the model.

    Args:
        arm: with the frames of its description; in an arm file without one they are its own.
        payload: center of mass and inertia in the frame of `link`, m and kg·m².
        link: name of the last link, or of one that its description fixes to it; empty for the arm's tip.

    Returns:
        The same body, for `load_model(..., payload=...)`.

    Raises:
        StateError: no link of that name carries the load.
    """
    known = {arm.links[-1].name: np.eye(4), **arm.last_frames}
    if link and link not in known:
        raise StateError(f"payload.link {link!r} is not fixed to the arm's last link; use one of {sorted(known)}")
    frame = known[link] if link else arm.frames[-1]
    if np.array_equal(frame, np.eye(4)) or payload.mass == 0.0:
        return payload
    turn = frame[:3, :3]
    inertia = turn @ payload.inertia @ turn.T
    return Payload(payload.mass, turn @ payload.center_of_mass + frame[:3, 3], 0.5 * (inertia + inertia.T))
