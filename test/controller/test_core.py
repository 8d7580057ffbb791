"""The core alone: its tables, its settings, its terms, and that no call needs the heap."""

from __future__ import annotations

import ctypes
import math
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.control.core_library import (
    CALL,
    CXX,
    CXX_NAMES,
    FAULT,
    FAULTS,
    FINITE,
    OBJECTS,
    SEND,
    STATES,
    Core,
    CoreLibrary,
    Settings,
    c_of,
    load_of,
    needs_cxx,
    settings_lines,
)
from helpers.emdeg.c_library import compiled

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import COMPENSATED
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.gate.faults import FAULTS as RULES
from puma560_dynamics.control.gate.faults import Reaction
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.parameter_spec import ParameterSpec
from puma560_dynamics.control.torque_parameters import PARAMETERS
from puma560_dynamics.controller import CORE, core_settings
from puma560_dynamics.controller.core_links import row_code
from puma560_dynamics.controller.core_settings import NUMBERS, core_name, settings_table
from puma560_dynamics.states import LARGEST
from tools.generate.core_table import TABLE

pytestmark = needs_cxx
CLOCK = 1000.0


@pytest.fixture(scope="module")
def values(arm: Arm) -> dict:
    return core_settings(arm, LoopSettings(), largest_acceleration(load_model("generated", arm)))


def opened(library: CoreLibrary, values: dict, **changes: object) -> tuple[Core, float]:
    """A core without fade that had states at rest for a while, and the time."""
    core = Core(library, Settings.of({**values, "fade_in_time": 0.0, **changes}))
    now = 10.0
    core.activate(now)
    for _ in range(400):
        now += 0.001
        core.state(now, CLOCK + now, CLOCK + now, [0.1] * 6, [0.0] * 6)
    return core, now


def test_names_and_reactions_are_those_of_python(library: CoreLibrary):
    names = [library.state_name(state).decode() for state in range(len(STATES))]
    assert names == [state.value for state in STATES]
    for number, fault in enumerate(FAULTS):
        rule = RULES[fault]
        assert library.fault_name(number).decode() == fault.value
        assert library.fault_cause(number).decode() == rule.cause
        assert list(Reaction)[library.fault_reaction(number)] is rule.reaction
        assert bool(library.fault_restarts(number)) is rule.restarts
    for beyond in (-1, len(FAULTS)):
        assert library.fault_name(beyond) is library.fault_cause(beyond) is None
        assert library.fault_reaction(beyond) == -1


def test_the_table_of_parameters_is_up_to_date():
    """`python -m tools.generate.core_table` writes it."""
    assert TABLE.read_text(encoding="utf-8") == settings_table()


@pytest.mark.parametrize("spec", [*NUMBERS, PARAMETERS["acceleration_cutoff"]], ids=core_name)
def test_bounds_are_those_of_python(spec: ParameterSpec, library: CoreLibrary, values: dict):
    name, low, high = core_name(spec), spec.minimum, spec.maximum
    assert low is not None
    assert high is not None
    for good in (low, high):
        assert library.wrong(Settings.of({**values, name: good})) is None
    for bad in (math.nextafter(low, -math.inf), math.nextafter(high, math.inf), math.nan, math.inf):
        assert (library.wrong(Settings.of({**values, name: bad})) or "").startswith(name)


@pytest.mark.parametrize("name", ["maximum_torque", "motor_torque", "torque_rate", "removal_rate", "velocity",
                                  "acceleration_limit", "motor_inertia", "stiffness", "damping", *COMPENSATED,
                                  "position_resolution"])  # fmt: skip
@pytest.mark.parametrize("bad", [math.nan, -1.0])
def test_what_is_refused_is_named(name: str, bad: float, library: CoreLibrary, values: dict):
    wrong = [*values[name][:-1], bad]
    assert (library.wrong(Settings.of({**values, name: wrong})) or "").startswith(name)
    settings = Settings.of({**values, name: wrong})
    assert not library.create(library.model, settings)
    assert Core(library, Settings.of(values)).configure(settings) == CALL


def test_limits_that_contradict_each_other_are_refused(library: CoreLibrary, values: dict):
    def wrong(name: str, factor: float, of: str) -> str:
        return library.wrong(Settings.of({**values, name: [factor * value for value in values[of]]})) or ""

    assert wrong("maximum_torque", 1.01, "motor_torque").startswith("maximum_torque")
    assert wrong("removal_rate", 0.99, "torque_rate").startswith("removal_rate")
    assert wrong("removal_rate", 1.1e6, "motor_torque").startswith("removal_rate")
    assert wrong("lower", 1.0, "upper").startswith("lower, upper")


def test_terms_are_those_of_the_model_and_their_sum_is_the_torque(library: CoreLibrary, values: dict, arm: Arm):
    all_terms = 2 ** len(SWITCHED_TERMS) - 1
    fast = [1e6 * value for value in values["motor_torque"]]
    core, now = opened(library, values, terms=all_terms, torque_rate=fast, removal_rate=fast, jump_tolerance=1.0,
                       acceleration_limit=[1e3] * 6)  # fmt: skip
    q, qd, qdd = [0.12, 0.09, 0.1, 0.11, 0.1, 0.1], [0.3, -0.2, 0.1, 0.4, -0.3, 0.2], [1.0, -2.0, 0.5, 1.0, 2.0, -1.0]
    still = [0.0] * 6
    for velocity in (still, qd):  # a reference may not step
        now += 0.02
        assert core.reference(now, CLOCK + now, CLOCK + now, q, velocity, qdd) == SEND
    for _ in range(20):
        now += 0.001
        result, torque = core.state(now, CLOCK + now, CLOCK + now, q, qd)
        assert result == SEND
    assert torque is not None
    terms = load_model("generated", arm).terms(*map(np.array, (q, qd, qdd))).by_name(arm.motor_inertia * qdd)
    rows = core.terms()
    for name, row in zip(SWITCHED_TERMS[:-1], rows, strict=False):
        np.testing.assert_allclose(row, terms[name], rtol=0, atol=1e-13 * arm.maximum_torque.max())
    np.testing.assert_allclose(rows.sum(axis=0), torque, rtol=0, atol=1e-12 * arm.maximum_torque.max())
    assert np.abs(rows).min(axis=1).max() > 0.0


def test_settings_change_only_while_nothing_acts(library: CoreLibrary, values: dict):
    core, now = opened(library, values)
    other = Settings.of({**values, "hold_time": 1.0})
    assert core.configure(other) == CALL
    core.deactivate(now)
    while not core.status.done:
        now += 0.01
        core.update(now)
    counted = core.status.counts()
    assert core.configure(other) == SEND
    assert core.status.counts() == counted
    assert core.torque == [0.0] * 6


def test_a_renewed_core_is_as_a_new_one(library: CoreLibrary, values: dict):
    """Also while torque acts, and after a fault."""
    settings = Settings.of({**values, "hold_time": 1.0})
    core, now = opened(library, values)
    assert core.renew(Settings.of({**values, "hold_time": -1.0})) == CALL
    assert core.status.state and any(core.torque)
    core.fault(now, 0)
    assert core.renew(settings) == SEND
    new = Core(library, settings)
    assert bytes(core.status) == bytes(new.status) and core.torque == new.torque == [0.0] * 6
    for each in (core, new):
        each.activate(now)
    q = [0.1] * 6
    for _ in range(50):
        now += 0.005
        results = [each.state(now, CLOCK + now, CLOCK + now, q, [0.0] * 6) for each in (core, new)]
        assert results[0] == results[1]
    assert any(core.torque) and bytes(core.status) == bytes(new.status)


def test_a_time_that_is_no_number_changes_nothing(library: CoreLibrary, values: dict):
    core, now = opened(library, values)
    before = bytes(core.status), core.torque
    for odd in (math.nan, math.inf, -math.inf):
        assert core.state(odd, CLOCK + now, CLOCK + now, [0.1] * 6, [0.0] * 6) == (CALL, None)
        assert core.update(odd) == (CALL, None)
        assert core.reference(odd, CLOCK, CLOCK, *[[0.0] * 6] * 3) == CALL
        assert core.set_friction(odd) == CALL
        assert core.fault(odd, 0) == core.activate(odd) == core.deactivate(odd) == core.set_source(odd, 0) == CALL
    assert (bytes(core.status), core.torque) == before


def test_the_reference_that_is_followed_can_be_read(library: CoreLibrary, values: dict):
    core, now = opened(library, values)
    rows = [(ctypes.c_double * 6)() for _ in range(3)]
    assert core.followed(*rows) == 0
    now += 0.002
    core.reference(now, CLOCK + now, CLOCK + now, [0.1] * 6, [0.2] * 6, [0.0] * 6)
    assert core.state(now + 0.01, CLOCK + now + 0.01, CLOCK + now + 0.01, [0.1] * 6, [0.0] * 6)[0] == SEND
    assert core.followed(*rows) == 1
    # at the time of the state
    np.testing.assert_allclose([list(row) for row in rows], [[0.102] * 6, [0.2] * 6, [0.0] * 6], rtol=1e-12)


def test_gains_change_while_torque_acts(library: CoreLibrary, values: dict):
    """The torque of computed torque is linear in the gains; it does not change faster than the rate."""
    core, now = opened(library, values, stiffness=[0.0] * 6, damping=[0.0] * 6)
    period, q = 0.002, [0.1] * 6

    def settled(now: float) -> tuple[np.ndarray, float]:
        for _ in range(2000):
            before, now = np.array(core.torque), now + period
            core.reference(now, CLOCK + now, CLOCK + now, [0.11] * 6, [0.0] * 6, [0.0] * 6)
            assert core.state(now, CLOCK + now, CLOCK + now, q, [0.0] * 6)[0] == SEND
            assert (np.abs(core.torque - before) <= np.array(values["torque_rate"]) * period * (1.0 + 1e-9)).all()
        return np.array(core.torque), now

    none, now = settled(now)
    assert core.set_gains(20.0, 5.0) == SEND
    once, now = settled(now)
    assert core.set_gains(40.0, 0.0) == SEND
    twice, now = settled(now)
    assert np.abs(once - none).max() > 0.1
    np.testing.assert_allclose(twice - none, 2.0 * (once - none), rtol=1e-9, atol=1e-9)
    for wrong in ((-1.0, 0.0), (0.0, math.nan), (math.inf, 0.0)):
        assert core.set_gains(*wrong) == CALL
    np.testing.assert_array_equal(settled(now)[0], twice)


ABSURD = (math.nextafter(LARGEST, math.inf), -1.7976931348623157e308, math.inf, math.nan)


@pytest.mark.parametrize("bad", ABSURD)
@pytest.mark.parametrize("field", [0, 1])
def test_an_absurd_state_leaves_nothing_behind(bad: float, field: int, library: CoreLibrary, values: dict):
    """Joint 6 turns without end: the difference of two such positions would switch its checks off."""
    turns = {"lower": [*values["lower"][:5], -math.inf], "upper": [*values["upper"][:5], math.inf]}
    core, now = opened(library, values, **turns)
    for sign in (1.0, -1.0, 1.0):
        now += 0.001
        state = [[0.1] * 6, [0.0] * 6]
        state[field][5] = sign * bad
        assert core.state(now, CLOCK + now, CLOCK + now, *state) == (FINITE, None)
    assert core.status.not_finite == 3 and not any(core.status.refused)
    for _ in range(100):
        now += 0.001
        assert core.state(now, CLOCK + now, CLOCK + now, [0.1] * 6, [0.0] * 6)[0] == SEND
    slipped = [*[0.1] * 5, 1.1]
    assert core.state(now + 0.001, CLOCK + now + 0.001, CLOCK + now + 0.001, slipped, [0.0] * 6)[0] == FAULT


@pytest.mark.parametrize("bad", ABSURD)
@pytest.mark.parametrize("field", range(3))
def test_an_absurd_reference_is_not_followed(bad: float, field: int, library: CoreLibrary, values: dict):
    turns = {"lower": [*values["lower"][:5], -math.inf], "upper": [*values["upper"][:5], math.inf]}
    core, now = opened(library, values, **turns, acceleration_limit=[math.inf] * 6)
    reference = [[0.1] * 6, [0.0] * 6, [0.0] * 6]
    reference[field] = [*reference[field][:5], bad]
    assert core.reference(now, CLOCK + now, CLOCK + now + 0.02, *reference) == FINITE
    assert core.reference(now, CLOCK + now, CLOCK + now, [0.1] * 6, [0.0] * 6, [0.0] * 6) == SEND


@pytest.mark.parametrize("bad", ABSURD)
def test_an_absurd_payload_is_refused(bad: float, library: CoreLibrary, values: dict):
    core, _ = opened(library, values)
    sphere = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    for load in ((bad, [0.0] * 3, sphere), (1.0, [bad, 0.0, 0.0], sphere), (1.0, [0.0] * 3, [bad] * 3 + [0.0] * 3)):
        settings = Settings.of({**values, "payload": load_of(*load)})
        assert (library.wrong(settings) or "").startswith("payload")
        assert core.set_payload(*load) == CALL


@pytest.mark.parametrize("cxx", CXX, ids=CXX_NAMES)
def test_what_is_called_while_torque_acts_has_no_heap_lock_or_system_call(cxx: str, built: Callable[[str], Path]):
    """What an object file leaves open is all that it can call."""
    shown = subprocess.run(["nm", "-u", "torque_core.o"], cwd=built(cxx), capture_output=True, text=True, check=True)
    called = {line.split()[-1] for line in shown.stdout.splitlines()} - {"_GLOBAL_OFFSET_TABLE_"}
    mathematics = {"cos", "sin", "sincos", "fmod", "sqrt", "exp", "expm1", "remainder", "tanh"}
    assert called <= {*mathematics, "memcpy", "memset", "memmove"}


def test_a_c_program_drives_it(arm: Arm, values: dict, built: Callable[[str], Path]):
    """The header is C, and no C++ runtime is linked."""
    folder = built(CXX[0])
    gravity = row_code(arm.gravity_vector)
    (folder / "main.c").write_text(
        MAIN.replace("SETTINGS", "\n".join(settings_lines(values))).replace("GRAVITY", gravity), encoding="utf-8"
    )
    flags = ("-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{CORE}")
    compiled(c_of(CXX[0]), folder, *flags, "main.c", *OBJECTS, "-o", "main", "-lm")
    done = subprocess.run([str(folder / "main")], capture_output=True, text=True, check=True)
    wanted = load_model("generated", arm).gravity(np.full(6, 0.1))
    np.testing.assert_allclose(np.array(done.stdout.split(), dtype=float), wanted, rtol=0, atol=1e-12 * 200)


MAIN = """\
#include <stdio.h>
#include "arm.h"
#include "torque_core.h"

int main(void)
{
    const torque_core_model model = {
        6, arm_torque, arm_gravity, arm_kinetic_energy_matrix, arm_all_elements, NULL, {GRAVITY}, NULL, 0};
    torque_core_settings settings = {0};
    const double q[6] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, qd[6] = {0};
    double tau[6] = {0};
SETTINGS
    if (torque_core_check(&model, &settings))
        return 1;
    torque_core *core = torque_core_create(&model, &settings);
    torque_core_activate(core, 0.0);
    for (int k = 1; k < 3000; ++k) {
        const double now = 0.001 * k;
        if (torque_core_state(core, now, 10.0 + now, 10.0 + now, q, qd, NULL, NULL, tau) != TORQUE_CORE_SEND)
            return 2;
    }
    for (int j = 0; j < 6; ++j)
        printf("%.17g ", tau[j]);
    torque_core_destroy(core);
    return 0;
}
"""
