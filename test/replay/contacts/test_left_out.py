"""Samples of contacts, and those around them, are not used."""

from __future__ import annotations

import numpy as np
from helpers.replay.driven import FRICTION, driven, evaluator

from puma560_dynamics import Arm
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.replay.contacts.left_out import AFTER, BEFORE, in_contact, outside_contacts, without_contacts

NAN = np.full(6, np.nan)
CONTACT = Contact(4.0, 4.5, (1,), NAN, NAN, standing=False)


def test_a_contact_takes_the_time_around_it_too():
    time = np.array([3.0, 4.0 - BEFORE, 4.2, 4.5 + AFTER, 6.0])
    assert in_contact(time, [CONTACT]).tolist() == [False, True, True, True, False]
    assert not in_contact(time, []).any()


def test_samples_of_a_contact_are_kept_but_not_used(arm: Arm):
    motion = driven(arm, 6.0, friction=FRICTION)
    (without,) = without_contacts([motion], [CONTACT])
    expected = ~in_contact(motion.time, [CONTACT])
    assert without.used.tolist() == expected.tolist()
    assert len(without.effort) == len(motion.effort)
    assert next(iter(without_contacts([motion], []))) is motion
    piece = evaluator(arm).evaluate(motion)
    left, count = outside_contacts(piece, [CONTACT])
    assert count == (~expected).sum()
    assert (np.isnan(left.target).all(axis=1) == ~expected).all()
    assert left.motion.used.tolist() == expected.tolist()
    same, none = outside_contacts(piece, [])
    assert same is piece
    assert none == 0
