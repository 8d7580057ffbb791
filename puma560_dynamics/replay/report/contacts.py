"""Table of the contacts in a recording, and of the torques from which contacts are found."""

from __future__ import annotations

from html import escape

from ...control.observer.contact_events import Contact
from ...report.formatting import MISSING, number
from ...report.page import Markup, table
from ..causes.cause import with_error
from ..result import Analysis


def contacts(analysis: Analysis) -> str:
    """Return a table with one row per contact, and the limits in the last rows."""
    joints = [Markup(f"{escape(joint.name)}<br>{joint.effort_text}") for joint in analysis.arm.joints]
    limits = analysis.contact_limits
    rows = [
        *(_row(contact) for contact in analysis.contacts),
        ["limit", "", "stands", *(_limit(each) for each in limits.standing.tolist())],
        ["limit", "", "moves", *(_limit(each) for each in limits.moving.tolist())],
    ]
    none = "" if analysis.contacts else '<p class="soft">No contact was found.</p>'
    return none + table([Markup("from<br>s"), Markup("to<br>s"), "arm", *joints], rows)


def _row(contact: Contact) -> list[str]:
    pairs = zip(contact.torque.tolist(), contact.band.tolist(), strict=True)
    sizes = [with_error(*pair) if joint in contact.joints else "" for joint, pair in enumerate(pairs)]
    return [f"{contact.start:.2f}", f"{contact.end:.2f}", "stands" if contact.standing else "moves", *sizes]


def _limit(value: float) -> str:
    return f"± {number(value)}" if value == value else MISSING
