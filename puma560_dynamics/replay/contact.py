"""Contacts in a recording, as a replay reports them."""

from __future__ import annotations

from dataclasses import dataclass

from ..arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Contact:
    """Time in which something touched the arm.

    Attributes:
        start: beginning, s since the first stamp.
        end: end, s since the first stamp.
        joints: indices of the joints that show the contact, the clearest first.
        torque: (n,) external torque at each joint, N·m, positive where it pushes the joint in its positive direction:
            the mean of the time in which it is above 85 % of the largest. NaN where it is not clear.
        band: (n,) half width of the band of `torque`, N·m; NaN where the torque is. For a joint at rest it contains dry
            friction, which holds a part of the contact that the motor does not show.
        standing: whether the whole arm stood.
    """

    start: float
    end: float
    joints: tuple[int, ...]
    torque: FloatArray
    band: FloatArray
    standing: bool


@dataclass(frozen=True, eq=False)
class ContactLimits:
    """Smallest external torques of a contact that are found in a recording.

    Attributes:
        standing: (n,) while the whole arm stands, N·m, dry friction included; NaN if it never stands.
        moving: (n,) while the joint moves, N·m, in nine of ten samples; NaN for a joint that hardly moves.
    """

    standing: FloatArray
    moving: FloatArray
