"""The figures against values by hand, and every check made to fail."""

from __future__ import annotations

import json
from dataclasses import replace
from math import nan, sqrt

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.check import Check
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.demo.machine import BUSY
from puma560_dynamics.demo.record import SETTINGS, WITH_FRICTION, PhaseRecord, RunBag, RunRecord, Setting
from puma560_dynamics.demo.summary import FRICTION_SHARE, largest_residual, percentiles, run_checks, run_summary
from puma560_dynamics.demo.tracking import factors, friction_floor, overall_factor, peak_error, rms_error
from puma560_dynamics.simulation.plant_errors import NO_ERRORS as EXACT
from puma560_dynamics.simulation.plant_errors import PlantErrors, simulated_arm_of

N = 6


def phase(setting: Setting, errors: list[float], residual: float = 1e-14, samples: int | None = None) -> PhaseRecord:
    """A phase whose every joint has these errors, rad; joint k's are k + 1 times as large."""
    reference = np.full((len(errors), N), 0.5)
    position = reference + np.array(errors)[:, None] * np.arange(1.0, N + 1.0)
    time = np.arange(float(len(errors))) * 0.01
    residuals = np.full((len(errors) if samples is None else samples, N), residual)
    zero = np.zeros_like(reference)
    return PhaseRecord(
        setting, time, reference, position, zero, zero, dict.fromkeys(MODEL_TERMS, zero), time, residuals
    )


@pytest.fixture
def tiny(arm: Arm) -> RunRecord:
    """Two samples a setting, without friction compensation: errors of 3, -4, 2, -2, 1, -1 mrad at joint 1."""
    errors = ([0.003, -0.004], [0.002, -0.002], [0.001, -0.001])
    return RunRecord(
        arm=arm,
        model="full",
        rate=100.0,
        duration=0.01,
        friction=True,
        plant=simulated_arm_of(arm, EXACT),
        model_error=np.zeros(N),
        proportional=np.full(N, 200.0),
        derivative=np.full(N, 20.0),
        phases=tuple(phase(setting, values) for setting, values in zip(SETTINGS[:WITH_FRICTION], errors, strict=True)),
        state_latency=np.array([0.001, 0.002, 0.003]),
        torque_latency=np.zeros(0),
        model_time=np.array([5e-5]),
        rates={"joint_states": 100.0, "residual": 81.0},
        rejected={"plant_node": 0},
        worst_diagnostic={"plant_node: arm": (1, "slow")},
    )


def compensated(record: RunRecord, errors: list[float]) -> RunRecord:
    """The run with a motion with friction compensation that has these errors at joint 1, rad."""
    return replace(record, phases=(*record.phases, phase(SETTINGS[WITH_FRICTION], errors)))


def with_last(record: RunRecord, last: PhaseRecord) -> RunRecord:
    return replace(record, phases=(*record.phases[:-1], last))


def failed(record: RunRecord) -> list[str]:
    return [check.name for check in run_checks(record) if not check.ok]


def test_sound_run_passes(tiny: RunRecord) -> None:
    assert failed(tiny) == []
    assert len(run_checks(tiny)) == 7
    assert run_summary(tiny)["ok"] is True


def named(record: RunRecord, name: str) -> Check:
    return next(check for check in run_checks(record) if name in check.name)


@pytest.mark.parametrize(("others", "ok"), [(2.0, True), (BUSY, True), (0.9 * BUSY, False), (0.0, False), (nan, False)])
def test_slow_rates_of_a_busy_machine_are_inconclusive(tiny: RunRecord, others: float, ok: bool) -> None:
    slow = replace(tiny, rates={"joint_states": 40.0}, others=others)
    check = named(slow, "rates")
    assert (check.ok, check.inconclusive) == (ok, ok)
    assert ("the machine is busy" in check.detail) is ok
    assert run_summary(slow)["ok"] is ok


def test_rates_that_are_reached_are_not_inconclusive_on_a_busy_machine(tiny: RunRecord) -> None:
    check = named(replace(tiny, others=2.0), "rates")
    assert check.ok and not check.inconclusive


def test_a_motion_that_diverged_is_reported_as_that(tiny: RunRecord) -> None:
    first, second, _ = tiny.phases
    run = replace(tiny, phases=(first, replace(second, diverged="joint4 moves at 20.0 rad/s 1.20 s into the motion")))
    assert failed(run) == ["no motion diverged"]
    assert "PD + gravity: joint4 moves at 20.0 rad/s" in run_checks(run)[0].detail
    json.dumps(run_summary(run), allow_nan=False)


def test_errors_by_hand(tiny: RunRecord) -> None:
    k = np.arange(1, N + 1)
    np.testing.assert_allclose(rms_error(tiny.phases[0]), sqrt((9 + 16) / 2) * 1e-3 * k)
    np.testing.assert_allclose(peak_error(tiny.phases[0]), 4e-3 * k)
    np.testing.assert_allclose(factors(tiny), sqrt(12.5))
    assert overall_factor(tiny) == pytest.approx(sqrt(12.5))


def test_overall_factor_weighs_joints_by_their_error(tiny: RunRecord) -> None:
    last = tiny.phases[-1]
    position = last.reference.copy()
    position[:, 5] += 0.006  # only joint 6 is off
    run = with_last(tiny, replace(last, position=position))
    first = sqrt(np.mean((sqrt(12.5) * 1e-3 * np.arange(1, N + 1)) ** 2))
    with np.errstate(divide="ignore"):
        assert overall_factor(run) == pytest.approx(first / (0.006 / sqrt(6)))


def test_friction_floor_by_hand(tiny: RunRecord) -> None:
    """It is that of the plant, not that of the model."""
    arm = load_arm("akb1986")
    expected = [0.45 * motor.break_away_torque / 200.0 for motor in arm.motors]
    np.testing.assert_allclose(friction_floor(tiny), expected)
    own = simulated_arm_of(tiny.arm.with_(friction=(JointFriction(3.0, 1.0, 5.0, 0.5),) * N), EXACT)
    speed = np.sqrt(np.mean(tiny.phases[-1].velocity ** 2, axis=0))
    np.testing.assert_allclose(friction_floor(replace(tiny, plant=own)), (2.0 + 5.0 * speed) / 200.0)


def test_percentiles() -> None:
    assert percentiles(np.array([1.0, 2.0, 3.0])) == {"p50": 2.0, "p99": pytest.approx(2.98), "max": 3.0}
    assert percentiles(np.zeros(0)) == {"p50": None, "p99": None, "max": None}


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("size", [2e-9, -2e-9, 1.0])
def test_large_residual_fails_wherever_it_is(tiny: RunRecord, place: int, size: float) -> None:
    phases = list(tiny.phases)
    residual = phases[place].residual.copy()
    residual[1, 4] = size
    phases[place] = replace(phases[place], residual=residual)
    run = replace(tiny, phases=tuple(phases))
    assert largest_residual(run) == abs(size)
    assert failed(run) == ["full model against Pinocchio"]


def test_nothing_compared_fails(tiny: RunRecord) -> None:
    run = replace(tiny, phases=tuple(replace(each, residual=np.zeros((0, N))) for each in tiny.phases))
    assert failed(run) == ["full model against Pinocchio"]
    assert run_summary(run)["residuals_compared"] == 0


def test_few_torques_compared_are_no_failure_of_the_model(tiny: RunRecord) -> None:
    few = with_last(tiny, replace(tiny.phases[-1], residual=np.full((1, N), 1e-14)))
    assert failed(few) == []
    check = named(few, "torques compared")
    assert check.inconclusive and "PD + full model" in check.detail
    assert not named(tiny, "torques compared").inconclusive


def offset(record: RunRecord, joint: int, error: float) -> RunRecord:
    """The run with a constant error (rad) of one joint in the last motion."""
    last = record.phases[-1]
    position = last.position.copy()
    position[:, joint] = last.reference[:, joint] + error
    return with_last(record, replace(last, position=position))


def test_one_joint_worse_fails_and_is_named(tiny: RunRecord) -> None:
    run = offset(tiny, 0, FRICTION_SHARE * friction_floor(tiny)[0] + 0.001)
    assert factors(run)[0] < 1.0
    assert failed(run) == ["full model is better than PD alone"]
    assert "joint1" in next(check.detail for check in run_checks(run) if not check.ok)


def test_a_joint_at_its_friction_level_cannot_be_judged(tiny: RunRecord) -> None:
    """Dry friction leaves that error whatever the model: a slow motion has hardly any other."""
    run = offset(tiny, 0, friction_floor(tiny)[0])
    assert factors(run)[0] < 1.0
    assert failed(run) == []
    assert "at joint1 friction and the plant's numbers explain" in named(run, "better than PD").detail
    assert failed(replace(run, friction=False)) == ["full model is better than PD alone"]


def test_a_joint_at_the_level_of_the_plant_cannot_be_judged(tiny: RunRecord) -> None:
    """PD control turns a torque that the model lacks into that error."""
    smooth = replace(tiny, friction=False)
    error = 0.02
    run = offset(smooth, 0, error)
    assert failed(run) == ["full model is better than PD alone"]
    off = np.zeros(N)
    off[0] = 200.0 * error
    assert failed(replace(run, model_error=off)) == []
    assert failed(replace(run, model_error=0.8 * off)) == ["full model is better than PD alone"]


def test_no_better_overall_fails(tiny: RunRecord) -> None:
    same = with_last(tiny, replace(tiny.phases[0], setting=SETTINGS[2]))
    assert failed(replace(same, friction=False)) == ["full model is better than PD alone"]


FRICTION_CHECK = "friction compensation is better"


def test_friction_compensation_is_compared_with_the_model_and_leaves_its_check_alone(tiny: RunRecord) -> None:
    run = compensated(tiny, [0.0005, -0.0005])
    assert failed(run) == []
    assert overall_factor(run) == pytest.approx(2.0 * sqrt(12.5))
    assert "2.0 times smaller, smaller at every joint" in named(run, FRICTION_CHECK).detail
    assert named(run, "full model is better").detail == named(tiny, "full model is better").detail
    worse = compensated(tiny, [0.0011, -0.0011])
    assert failed(worse) == [FRICTION_CHECK]
    assert "1.1 times larger" in named(worse, FRICTION_CHECK).detail


def test_a_joint_that_compensation_makes_worse_is_named(tiny: RunRecord) -> None:
    run = offset(compensated(tiny, [0.0001, -0.0001]), 1, 0.003)
    assert failed(run) == []
    assert "larger at joint2" in named(run, FRICTION_CHECK).detail


def test_a_run_states_how_its_plant_differs(tiny: RunRecord) -> None:
    figures = json.loads(json.dumps(run_summary(tiny), allow_nan=False))["plant"]
    assert figures["friction_error"] == 0.0 and figures["bodies"] == "exact" and figures["hidden_load_kg"] == 0.0
    other = simulated_arm_of(tiny.arm, PlantErrors(0.3, seed=5))
    off = np.linspace(0.1, 0.6, N)
    run = replace(tiny, plant=other, model_error=off)
    np.testing.assert_allclose(run_summary(run)["plant_level_rad"], off / 200.0)
    figures = run_summary(run)["plant"]
    assert (figures["friction_error"], figures["bodies"], figures["seed"]) == (0.3, "tolerance", 5)
    assert figures["torque_difference_rms"] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


@pytest.mark.parametrize(("rate", "ok"), [(80.5, True), (79.5, False)])
def test_rate_too_low_fails_and_is_named(tiny: RunRecord, rate: float, ok: bool) -> None:
    run = replace(tiny, rates={**tiny.rates, "residual": rate})
    assert failed(run) == ([] if ok else ["rates reached"])
    detail = next(check.detail for check in run_checks(run) if check.name == "rates reached")
    assert ("joint_states" in detail) is ok
    assert "residual" in detail


def test_rejected_message_fails(tiny: RunRecord) -> None:
    assert failed(replace(tiny, rejected={"plant_node": 0, "feedforward_node": 1})) == ["no message refused"]


@pytest.mark.parametrize(("level", "ok"), [(0, True), (1, True), (2, False), (3, False)])
def test_diagnostics_of_level_2_fail(tiny: RunRecord, level: int, ok: bool) -> None:
    run = replace(tiny, worst_diagnostic={"plant_node: arm": (level, "no torque for 0.2 s")})
    assert failed(run) == ([] if ok else ["diagnostics without fault"])
    assert ok or "no torque for 0.2 s" in run_checks(run)[-1].detail


def test_a_recording_is_listed_and_must_be_whole(tiny: RunRecord) -> None:
    assert run_summary(tiny)["recording"] is None
    closed = replace(tiny, recording=RunBag("bag", {"/joint_states": 300, "/reference": 42}))
    assert failed(closed) == []
    assert run_checks(closed)[-1].detail == "342 messages of 2 topics in bag"
    messages = json.loads(json.dumps(run_summary(closed)))["recording"]["messages"]
    assert messages == {"/joint_states": 300, "/reference": 42}
    killed = replace(tiny, recording=RunBag("bag", {}))
    assert failed(killed) == ["recording whole"]
    assert "metadata.yaml" in run_checks(killed)[-1].detail
    lacking = replace(tiny, recording=RunBag("bag", {"/joint_states": 300, "/reference": 0}))
    assert failed(lacking) == ["recording whole"]
    assert run_checks(lacking)[-1].detail.startswith("no message of /reference in bag")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_empty_phase_fails_without_an_error(tiny: RunRecord, place: int) -> None:
    phases = list(tiny.phases)
    phases[place] = phase(SETTINGS[place], [])
    figures = run_summary(replace(tiny, phases=tuple(phases)))
    assert figures["ok"] is False
    assert figures["factor_overall"] is None
    json.dumps(figures, allow_nan=False)


def test_no_phase_at_all_fails(tiny: RunRecord) -> None:
    figures = run_summary(replace(tiny, phases=()))
    assert figures["ok"] is False
    json.dumps(figures, allow_nan=False)


def test_summary_is_json_and_agrees_with_the_functions(tiny: RunRecord) -> None:
    figures = json.loads(json.dumps(run_summary(tiny), allow_nan=False))
    assert [each["name"] for each in figures["settings"]] == [setting.name for setting in SETTINGS[:3]]
    assert [each["terms"] for each in figures["settings"]] == [list(setting.terms) for setting in SETTINGS[:3]]
    assert [each["factor_overall"] for each in figures["settings"]] == pytest.approx([1.0, sqrt(12.5) / 2, sqrt(12.5)])
    assert figures["settings"][2]["rms_error_rad"] == pytest.approx([0.001 * k for k in range(1, N + 1)])
    assert figures["factor_overall"] == pytest.approx(sqrt(12.5))
    assert figures["residual_max_Nm"] == 1e-14
    assert figures["residuals_compared"] == 6
    assert figures["latency_s"]["joint_states"]["p50"] == 0.002
    assert figures["latency_s"]["torque"]["p50"] is None
    assert figures["joints"] == [f"joint{k}" for k in range(1, N + 1)]


@pytest.mark.parametrize("rates", [{}, {"joint_states": float("nan")}, {"joint_states": 0.0}])
def test_silence_is_no_rate(tiny: RunRecord, rates: dict[str, float]) -> None:
    assert failed(replace(tiny, rates=rates)) == ["rates reached"]


def test_nothing_compared_under_one_setting_fails_and_is_named(tiny: RunRecord) -> None:
    last = replace(tiny.phases[-1], residual=np.zeros((0, N)))
    broken = with_last(tiny, last)
    assert failed(broken) == ["full model against Pinocchio"]
    assert "PD + full model" in run_checks(broken)[1].detail


def test_a_residual_that_is_no_number_is_not_hidden_by_others(tiny: RunRecord) -> None:
    last = replace(tiny.phases[-1], residual=np.full((2, N), np.nan))
    assert failed(with_last(tiny, last)) == ["full model against Pinocchio"]
    assert run_summary(with_last(tiny, last))["residual_max_Nm"] is None


def test_an_abbreviated_model_may_differ_by_what_it_leaves_out(tiny: RunRecord) -> None:
    last = replace(tiny.phases[-1], residual=np.full((2, N), 0.3))
    assert failed(with_last(tiny, last)) == ["full model against Pinocchio"]
    assert failed(replace(with_last(tiny, last), model="abbreviated")) == []
    more = replace(tiny.phases[-1], residual=np.full((2, N), 2.0))
    assert failed(replace(with_last(tiny, more), model="abbreviated")) == ["abbreviated model against Pinocchio"]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_motion_that_was_cut_short_fails(tiny: RunRecord, place: int) -> None:
    phases = list(tiny.phases)
    phases[place] = replace(phases[place], time=phases[place].time * 0.9)
    cut = replace(tiny, phases=tuple(phases))
    assert failed(cut) == ["every motion recorded whole"]
    assert run_summary(cut)["ok"] is False
    assert run_summary(cut)["factor_overall"] is not None


def test_without_friction_nothing_is_left_to_it(tiny: RunRecord) -> None:
    assert friction_floor(replace(tiny, friction=False)).tolist() == [0.0] * N
