"""Page, terminal and JSON state how the simulated arm differs from the model, and where it does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import JointFriction
from puma560_dynamics.arm.friction import least_friction
from puma560_dynamics.control.feed_forward.friction import MARGIN, FrictionCompensation
from puma560_dynamics.demo.plant_differences import difference_table, friction_numbers_of, plant_json, plant_sentences
from puma560_dynamics.demo.record import FRICTION_SCALE, SETTINGS, RunRecord, run_settings
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.simulation.plant_errors import NO_ERRORS, PlantErrors, simulated_arm_of


def with_plant(run: RunRecord, errors: PlantErrors) -> RunRecord:
    return replace(run, plant=simulated_arm_of(run.arm, errors))


def test_compensation_and_plant_are_compared_by_the_torques_that_act(run: RunRecord) -> None:
    numbers = friction_numbers_of(with_plant(run, PlantErrors(0.3, False, 2)))
    fast = FrictionCompensation.of(run.arm, FRICTION_SCALE).torque(np.full(run.arm.n, 5.0))
    np.testing.assert_allclose(numbers.compensated, fast)
    ratio = numbers.kinetic / numbers.known
    assert set(ratio.round(12)) == {0.7, 1.3}
    np.testing.assert_array_equal(numbers.break_away, run.arm.break_away_torque)


def test_errors_are_stated_with_their_seed(run: RunRecord) -> None:
    friction, bodies = plant_sentences(with_plant(run, PlantErrors(0.3, True, 9)))
    assert "30 % above or below" in friction and "(seed 9)" in friction
    assert f"{100 * MARGIN:.0f} % of the arm's numbers" in friction
    assert "Break-away torque is 1.7 to 3.2 times kinetic friction" in friction
    level = run.model_error / run.proportional
    joint = int(np.argmax(level))
    assert (
        "(seed 9, --plant-seed draws others; 5 % where the arm gives none)" in bodies
        and "0.23 kg that the model does not have" in bodies
    )
    named = f"largest error at {run.arm.joint_names[joint]}: {run.model_error[joint]:.2g} N·m RMS"
    assert f"{named} cause about {1e3 * level[joint]:.2g} mrad" in bodies


def test_shared_numbers_are_stated(run: RunRecord) -> None:
    friction, bodies = plant_sentences(with_plant(run, NO_ERRORS))
    assert "share the numbers of kinetic friction, so a real arm has larger errors" in friction
    assert "share the numbers of all bodies, so a real arm has larger errors" in bodies
    assert "does not know the load" not in bodies
    load = replace(with_plant(run, NO_ERRORS), payload=Payload(2.0), payload_known=False)
    assert plant_sentences(load)[1].endswith("; the model does not know the load.")


def test_an_arm_without_friction_numbers_is_one_sentence(run: RunRecord) -> None:
    motors = tuple(replace(motor, break_away_torque=0.0) for motor in run.arm.motors)
    smooth = run.arm.with_(motors=motors)
    assert run_settings(smooth, True) == SETTINGS[:3]
    drawn = simulated_arm_of(smooth, PlantErrors())
    sentence = plant_sentences(replace(run, arm=smooth, plant=drawn))[0]
    assert "akb1986 has no friction numbers" in sentence and sentence.count(".") == 1
    np.testing.assert_array_equal(drawn.break_away, 0.0)


def test_friction_below_its_tolerance_is_not_compensated_and_that_is_stated(run: RunRecord) -> None:
    quantities = dict(run.arm.quantities)
    given = run.arm.quantities["links.link4.mass"]
    assert given.tolerance is not None
    wide = replace(given, value=1.0, tolerance=replace(given.tolerance, relative=2.0))
    for joint in run.arm.joint_names:
        for name in ("coulomb_positive", "coulomb_negative"):
            quantities[f"friction.{joint}.{name}"] = wide
    vague = run.arm.with_(friction=(JointFriction(1.0, 1.0),) * run.arm.n, quantities=quantities)
    assert not any(joint.dry for joint in least_friction(vague))
    assert run_settings(vague, True) == SETTINGS[:3]
    sentence = plant_sentences(replace(run, arm=vague, plant=simulated_arm_of(vague, PlantErrors())))[0]
    assert "not above their tolerances" in sentence


def test_without_simulated_friction_there_is_no_setting_with_friction(run: RunRecord) -> None:
    assert run_settings(run.arm, False) == SETTINGS[:3]
    assert run_settings(run.arm, True) == SETTINGS
    none = replace(run, friction=False)
    assert "no friction" in plant_sentences(none)[0]
    assert plant_json(none)["dry_friction_moving"] == [0.0] * run.arm.n


def test_the_table_has_the_numbers_of_model_and_plant(run: RunRecord) -> None:
    head, rows = difference_table(run)
    numbers = friction_numbers_of(run)
    assert len(rows) == run.arm.n and {len(row) for row in rows} == {len(head)}
    for joint, row in enumerate(rows):
        assert row == [
            run.arm.joint_names[joint],
            f"{numbers.compensated[joint]:.2f}",
            f"{numbers.kinetic[joint]:.2f}",
            f"{numbers.break_away[joint]:.2f}",
            f"{run.arm.motor_inertia[joint]:#.3g}",
            f"{run.plant.arm.motor_inertia[joint]:#.3g}",
            f"{run.model_error[joint]:.3g}",
        ]


@pytest.mark.parametrize("errors", [PlantErrors(), NO_ERRORS])
def test_json_names_the_errors(run: RunRecord, errors: PlantErrors) -> None:
    found = plant_json(with_plant(run, errors))
    assert found["friction_error"] == errors.friction and found["seed"] == errors.seed
    assert found["bodies"] == ("tolerance" if errors.bodies else "exact")
    assert (found["hidden_load_kg"] > 0.2) is errors.bodies


def test_friction_compensation_reaches_its_goal_with_exact_and_with_wrong_numbers() -> None:
    """The smallest factors that a run promises on a plant with the bodies of the model: 20 and 12 times."""
    from helpers.demo.offline import offline_run

    from puma560_dynamics.demo.tracking import overall_factor

    for errors, least in ((NO_ERRORS, 20.0), (PlantErrors(0.2, False, 3), 12.0)):
        run = offline_run(5.0, errors=errors, settings=(SETTINGS[0], SETTINGS[-1]))
        assert overall_factor(run) > least, errors
