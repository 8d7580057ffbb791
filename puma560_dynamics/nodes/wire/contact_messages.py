"""Convert contacts to messages and sentences."""

from __future__ import annotations

import math

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from ...arm import Arm
from ...control.observer.contact_events import CONTACT_KEYS, Contact
from .diagnostics import WARN
from .effort_status import joint_row
from .stamps import stamp_of


def contact_message(name: str, arm: Arm, contact: Contact, origin: int) -> DiagnosticArray:
    """Return a message on a contact that has begun or ended; its stamp is the onset.

    Args:
        name: name of the node.
        arm: arm with the joint names of the messages.
        contact: the contact, with times since `origin`.
        origin: stamp, ns.
    """
    over, joints = not math.isnan(contact.end), list(contact.joints)
    figures = [
        "ended" if over else "began",
        " ".join(arm.joint_names[joint] for joint in joints),
        joint_row(contact.torque[joints]),
        joint_row(contact.band[joints]),
        f"{contact.confidence:.4f}",
        str(contact.standing),
    ]
    if over:
        figures.append(f"{contact.end - contact.start:.3f}")
    status = DiagnosticStatus(
        level=bytes([WARN]),
        name=f"{name}: contact",
        message=f"something touched the arm, {contact_torques(arm, contact)}",
        hardware_id="puma560",
        values=[KeyValue(key=key, value=value) for key, value in zip(CONTACT_KEYS, figures, strict=False)],
    )
    message = DiagnosticArray(status=[status])
    message.header.stamp = stamp_of(max(0, origin + round(1e9 * contact.start)))
    return message


def contact_torques(arm: Arm, contact: Contact) -> str:
    """Return the torques of a contact as ``14 ± 3 N·m at joint2``, the clearest first."""
    return ", ".join(
        f"{contact.torque[joint]:.3g} ± {contact.band[joint]:.2g} {arm.joints[joint].effort_text} at "
        f"{arm.joint_names[joint]}"
        for joint in contact.joints
    )
