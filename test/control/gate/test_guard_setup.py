"""What the node gives its guard: without loss, checked, and of one digest for the same numbers."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.guard_setup import GuardSetup, setup_digest
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import MessageError, Puma560Error, StateError
from puma560_dynamics.models.payload.payload import Payload


def setup(arm: Arm, **changes: Any) -> GuardSetup:
    """In the units of a drive with currents."""
    scale = np.linspace(-0.5, 2.0, arm.n) + 0.01
    return replace(GuardSetup(arm, GateSettings.of(arm, hold_time=0.7), scale, 0.3), **changes)


@pytest.mark.parametrize(
    ("source", "tip"), [("akb1986", None), (urdf(load_arm()), None), (light_arm(fingers=False), "tool")],
    ids=["arm file", "description", "tip"],
)  # fmt: skip
def test_there_and_back_it_is_the_same_to_the_last_digit(source: str, tip: str | None):
    arm = load_arm(source, tip=tip)
    sent = setup(arm)
    text = sent.text
    got = GuardSetup.parse(text)
    assert got.text == text
    load = Payload.of(2.0, (0.02, 0.01, 0.1), link=arm.links[-1].name)
    rng = np.random.default_rng(1)
    for q in rng.uniform(-3.0, 3.0, (20, arm.n)):
        for payload in (None, load):
            expected = load_model("newton_euler", arm, payload).gravity(q)
            np.testing.assert_array_equal(load_model("newton_euler", got.arm, payload).gravity(q), expected)
    np.testing.assert_array_equal(got.effort_per_torque, sent.effort_per_torque)
    for name in ("maximum_torque", "torque_rate", "removal_rate", "lower", "upper", "velocity"):
        np.testing.assert_array_equal(getattr(got.settings, name), getattr(sent.settings, name))
    assert (got.settings.joint_names, got.settings.hold_time) == (arm.joint_names, 0.7)


def test_a_guard_made_from_it_does_what_one_made_from_the_arm_does(arm: Arm):
    got = GuardSetup.parse(setup(arm, effort_per_torque=np.ones(arm.n)).text)
    guard = got.guard(load_model("newton_euler", got.arm))
    assert guard.timeout == 0.3
    q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
    for now in np.arange(0.0, 1.0, 0.01).tolist():
        guard.handle_state(now, 100.0 + now, 100.0 + now, q, np.zeros(6))
        guard.handle_command(now, np.full(6, 50.0))
        guard.watch(now)
    torques = []
    for now in np.arange(1.0, 1.9, 0.01).tolist():
        guard.handle_state(now, 100.0 + now, 100.0 + now, q, np.zeros(6))
        torques.append(guard.watch(now))
    held = next(output.torque for output in reversed(torques) if output is not None)
    np.testing.assert_allclose(held, load_model("pinocchio", arm).gravity(q), atol=1e-9)


def test_every_number_has_its_part_in_the_digest(arm: Arm):
    text = setup(arm).text
    plain = json.loads(text)
    seen = {setup_digest(text)}
    assert setup_digest(setup(arm).text) in seen

    def numbers(value: Any) -> Any:
        if isinstance(value, dict):
            for key in value:
                yield from ((value, key), *numbers(value[key]))
        elif isinstance(value, list):
            for index in range(len(value)):
                yield from ((value, index), *numbers(value[index]))

    count = 0
    for holder, key in list(numbers(plain)):
        if isinstance(holder[key], float):
            before = holder[key]
            holder[key] = before + 1e-9
            seen.add(setup_digest(json.dumps(plain, sort_keys=True, separators=(",", ":"))))
            holder[key] = before
            count += 1
    assert len(seen) == count + 1 > 100


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "{}",
        "[]",
        "null",
        "7",
        "<robot/>",
        "{" * 5000,
        '{"arm": 3}',
        '{"arm": {}}',
        "\x00",
        '{"arm": {"name": "a"}}',
    ],
)
def test_what_is_no_setup_is_refused(broken: str):
    with pytest.raises(MessageError, match="setup of the guard"):
        GuardSetup.parse(broken)


@pytest.mark.parametrize("change", [{"carrier": 9}, {"carrier": -1}, {"carrier": 1.5}, {"pose": [[1.0]]}, None])
def test_a_link_at_no_place_of_the_arm_is_refused(change: dict[str, object] | None):
    plain = json.loads(setup(load_arm(light_arm(fingers=False), tip="tool")).text)
    assert GuardSetup.parse(json.dumps(plain)).arm.place_of("tool").carrier == 4
    if change is None:
        del plain["arm"]["places"]["hand"]  # the last link, in whose frame payloads are
    else:
        plain["arm"]["places"]["tool"] |= change
    with pytest.raises(MessageError, match="setup of the guard"):
        GuardSetup.parse(json.dumps(plain))


@given(st.data())
def test_a_damaged_setup_gives_a_guard_or_an_error_of_this_package(data: st.DataObject):
    plain = json.loads(setup(load_arm()).text)
    holder: Any = plain
    while True:
        key = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        if not isinstance(holder[key], dict | list) or not holder[key] or data.draw(st.integers(0, 3)) == 0:
            break
        holder = holder[key]
    holder[key] = data.draw(
        st.one_of(
            st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=5), st.just([]), st.just({}),
            st.just("inf"), st.lists(st.floats(), max_size=7),
        )
    )  # fmt: skip
    with contextlib.suppress(Puma560Error):
        got = GuardSetup.parse(json.dumps(plain))
        with np.errstate(all="ignore"):
            load_model("newton_euler", got.arm).gravity(np.ones(got.arm.n))


def test_units_and_times_that_make_no_sense_are_refused(arm: Arm):
    for scale in (np.zeros(6), np.full(6, np.nan), np.full(6, np.inf), np.ones(5)):
        with pytest.raises(MessageError):
            setup(arm, effort_per_torque=scale)
    for timeout in (0.0, 0.1, 5.0, np.nan):
        with pytest.raises(StateError, match="command_timeout"):
            setup(arm, command_timeout=timeout)
