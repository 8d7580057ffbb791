"""Contacts as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...arm import Arm
from ...control.observer.contact_events import Contact
from ...report.formatting import whole
from ..causes.cause import and_joined, with_error

NAMED_JOINTS = 3
"""Largest number of joints that a sentence lists."""

NAMED_CONTACTS = 3
"""Largest number of contacts that a verdict lists."""


def contact_time(contact: Contact) -> str:
    """Return the time of a contact as ``between 12.31 and 12.58 s``."""
    return f"between {contact.start:.2f} and {contact.end:.2f} s"


def contact_torques(arm: Arm, contact: Contact) -> str:
    """Return the torques of a contact as ``14 ± 3 N·m at joint2``, for at most `NAMED_JOINTS` joints."""
    phrases = [
        f"{with_error(float(contact.torque[joint]), float(contact.band[joint]))} {arm.joints[joint].effort_text} at "
        f"{arm.joint_names[joint]}"
        for joint in contact.joints[:NAMED_JOINTS]
    ]
    more = len(contact.joints) - NAMED_JOINTS
    if more > 0:
        phrases.append(f"at {more} more joint{'s' if more > 1 else ''}")
    return and_joined(phrases)


def contacts_sentence(arm: Arm, contacts: Sequence[Contact]) -> str:
    """Return a sentence with the contacts of a recording, the first `NAMED_CONTACTS` with their torques."""
    named = [f"{contact_time(each)}, {contact_torques(arm, each)}" for each in contacts[:NAMED_CONTACTS]]
    more = len(contacts) - len(named)
    rest = f"; and {whole(more)} more time{'s' if more > 1 else ''}" if more else ""
    return f"Something touched the arm {'; '.join(named)}{rest}."
