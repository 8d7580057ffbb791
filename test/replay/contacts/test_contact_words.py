"""Sentences about contacts name times, torques with their bands, and joints."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import Arm
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.replay.contacts.contact_words import contact_torques, contacts_sentence


def contact(start: float, end: float, torque: dict[int, float]) -> Contact:
    values, bands = np.full((2, 6), np.nan)
    for joint, value in torque.items():
        values[joint], bands[joint] = value, 0.2 * abs(value)
    return Contact(start, end, tuple(torque), values, bands, standing=True)


def test_one_contact(arm: Arm):
    found = contacts_sentence(arm, [contact(12.31, 12.58, {1: 14.0})])
    assert found == "Something touched the arm between 12.31 and 12.58 s, 14 ± 3 N·m at joint2."


def test_several_joints_and_contacts_are_counted(arm: Arm):
    one = contact(1.0, 2.0, {2: -20.0, 0: 10.0, 1: 5.0, 3: 2.0})
    assert contact_torques(arm, one) == (
        "−20 ± 4 N·m at joint3, 10 ± 2 N·m at joint1, 5 ± 1 N·m at joint2 and at 1 more joint"
    )
    many = contacts_sentence(arm, [contact(float(k), k + 0.5, {1: 5.0}) for k in range(5)])
    assert many.count("between") == 3
    assert many.endswith("; and 2 more times.")
