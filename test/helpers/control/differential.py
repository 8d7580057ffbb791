"""Random events to the Python loop and to the C++ core, which must do the same.

An episode has random settings. After each event result, state, times and flags of both are compared bit for bit, the
torque relative to the maximum torque.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.observer.contact_bounds import contact_bounds

from .carried_models import model_of
from .core_library import CALL, FAULT, FINITE, LIMIT, NONE, SEND, STAMP, STEP, CoreLibrary
from .episode import Episode

BOUNDED = ("puma560_dynamics.control.loop_settings", "puma560_dynamics.controller.core_settings")
"""Modules that compute the bounds of an arm."""

OTHER: tuple[dict[str, Any], ...] = ({"gravity_direction": np.array([0.6, 0.0, 0.8])}, {"gravity": 1.62})
"""Tilted and hanging; on the moon."""


def turning(arm: Arm) -> Arm:
    """The arm with joints 4 and 6 that turn without end."""
    joints = list(arm.joints)
    for i in (3, 5)[: arm.n - 3]:
        joints[i] = replace(joints[i], lower=-math.inf, upper=math.inf)
    return arm.with_(joints=joints)


def check_core(library: CoreLibrary, arm: Arm, events: int, seed: int) -> Counter[str]:
    """So many events in episodes of 500; how often each result, state and fault came."""
    rng, seen = random.Random(seed), Counter[str]()
    plain = [model_of(library, each) for each in (arm, turning(arm))]
    hanging = [model_of(library, each.arm.with_(**change)) for each, change in zip(plain, OTHER, strict=True)]
    models = [*plain * 3, *hanging]
    acceleration = largest_acceleration(load_model("newton_euler", arm))
    bounds = {_key(each.arm): contact_bounds(each) for each in models}  # takes longer than an episode
    with ExitStack() as stack:
        for module in map(sys.modules.__getitem__, BOUNDED):
            stack.enter_context(patch.object(module, "contact_bounds", lambda model: bounds[_key(model.arm)]))
        while sum(count for name, count in seen.items() if " " in name) < events:
            episode = Episode(rng, library, rng.choice(models), acceleration, seen)
            with np.errstate(all="ignore"):  # a payload of 1e308 kg
                episode.run(500)
            seen.update(episode.core.status.counts())
    return seen


def _key(arm: Arm) -> tuple[float, ...]:
    """What the arms of `check_core` differ in; `load_model` copies the arm if joints follow others."""
    return (*arm.upper.tolist(), *arm.gravity_vector.tolist())


def check_floating(library: CoreLibrary, arm: Arm, episodes: int, seed: int) -> Counter[str]:
    """So many episodes in which slow arms are touched and mostly float; how often each result and state came."""
    rng, seen, model = random.Random(seed), Counter[str](), model_of(library, arm)
    acceleration = largest_acceleration(load_model("newton_euler", arm))
    for _ in range(episodes):
        episode = Episode(rng, library, model, acceleration, seen, floats=True)
        with np.errstate(all="ignore"):
            episode.do_slow_touch()
            episode.run(20)
    return seen


def expected_names() -> set[str]:
    """What a run has to come across: every state of the gate, every fault, every result of every call."""
    of_states = {Fault.JUMP, Fault.OUTSIDE, Fault.OVERSPEED, Fault.INCONSISTENT}
    return {
        *(state.value for state in GateState), *(f"fault.{fault.value}" for fault in Fault),
        *(fault.value for fault in of_states), "torque_limit", "soft_limit", "torque_rate", "not_finite", "stamp",
        *(f"state {result}" for result in (NONE, SEND, STAMP, FINITE, FAULT)),
        *(f"reference {result}" for result in (NONE, SEND, STAMP, FINITE, LIMIT, STEP)),
        "set_mode 1", f"set_mode {CALL}", "guided_open", "guided_fading_in", "released",
        f"reference {CALL}", "set_payload 1", f"set_payload {CALL}", "set_friction 1", f"set_friction {CALL}",
        "touched", "untouched", "update 0", "update 1",
        "resume 1", "brakes 1", "acting 1", f"acting {CALL}", f"acting {FINITE}", "reset 1",
        f"reset {CALL}",
    }  # fmt: skip
