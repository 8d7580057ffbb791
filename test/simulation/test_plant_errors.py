"""The simulated arm differs from the model by known amounts, the same in every process."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.consistent import possible_arm
from puma560_dynamics.arm.friction import TYPICAL_SHARE, least_friction
from puma560_dynamics.control.trajectory.trajectory import pick_and_place
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.simulation import plant_errors
from puma560_dynamics.simulation.plant_errors import (
    ASSUMED,
    HIDDEN_SHARE,
    NO_ERRORS,
    PlantErrors,
    simulated_arm_of,
    torque_difference,
)

SEEDS = range(40)
OWN = tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 + j, 0.2, 0.01) for j in range(6))


def dry(friction: tuple[JointFriction, ...]) -> np.ndarray:
    return np.array([joint.dry for joint in friction])


def test_without_errors_plant_and_model_share_every_number(arm: Arm):
    drawn = simulated_arm_of(arm, NO_ERRORS)
    assert drawn.arm == arm.with_(friction=least_friction(arm))
    assert drawn.hidden_load == 0.0
    own = arm.with_(friction=OWN)
    assert simulated_arm_of(own, NO_ERRORS).arm == own


def test_the_same_seed_gives_the_same_plant_and_another_seed_another(arm: Arm):
    first, second, other = (simulated_arm_of(arm, PlantErrors(seed=seed)) for seed in (3, 3, 4))
    assert first.arm == second.arm != other.arm
    np.testing.assert_array_equal(first.break_away, second.break_away)


def test_friction_and_bodies_are_drawn_separately(arm: Arm):
    whole = simulated_arm_of(arm, PlantErrors(0.2, True, 7)).arm
    assert simulated_arm_of(arm, PlantErrors(0.2, False, 7)).arm.friction == whole.friction
    assert simulated_arm_of(arm, PlantErrors(0.0, True, 7)).arm.links == whole.links


@pytest.mark.parametrize("friction", [(), OWN])
def test_friction_is_that_much_above_or_below_and_both_occur(arm: Arm, friction: tuple[JointFriction, ...]):
    given = arm.with_(friction=friction)
    known = friction or least_friction(arm)
    seen = set()
    for seed in SEEDS:
        drawn = simulated_arm_of(given, PlantErrors(0.3, seed=seed)).arm.friction
        for name in ("coulomb_positive", "coulomb_negative", "viscous", "bend"):
            for one, new in zip(known, drawn, strict=True):
                if getattr(one, name):
                    ratio = round(getattr(new, name) / getattr(one, name), 12)
                    assert ratio in (0.7, 1.3)
                    seen.add((name, ratio))
        assert [joint.offset for joint in drawn] == [joint.offset for joint in known]
    assert len(seen) == (8 if friction else 4)


def test_break_away_torque_is_that_of_table_7_and_above_kinetic_friction(arm: Arm):
    for seed in SEEDS:
        drawn = simulated_arm_of(arm, PlantErrors(0.5, seed=seed))
        np.testing.assert_array_equal(drawn.break_away, arm.break_away_torque)
        assert (drawn.break_away > dry(drawn.arm.friction)).all()


def test_break_away_torque_is_assumed_where_it_is_not_known_or_below_kinetic_friction(arm: Arm):
    weak = arm.with_(
        friction=OWN,
        motors=tuple(replace(motor, break_away_torque=0.1 * place) for place, motor in enumerate(arm.motors)),
    )
    drawn = simulated_arm_of(weak, PlantErrors())
    np.testing.assert_allclose(drawn.break_away, dry(drawn.arm.friction) / TYPICAL_SHARE)


def test_bodies_stay_within_the_tolerances_and_reach_far_into_them(arm: Arm):
    reached: dict[str, float] = {}

    def check(path: str, old: float, new: float, assumed: float) -> None:
        quantity = arm.quantities.get(path)
        width = quantity.half_width if quantity is not None and quantity.half_width else assumed
        assert abs(new - old) <= width * (1 + 1e-9) + 1e-15, path
        if width > 0.0:
            reached[path] = max(reached.get(path, 0.0), abs(new - old) / width)

    mass = sum(link.mass for link in arm.links)
    for seed in SEEDS:
        drawn = simulated_arm_of(arm, PlantErrors(seed=seed))
        assert drawn.hidden_load == HIDDEN_SHARE * mass
        for name, old, new in zip(arm.joint_names, arm.motors, drawn.arm.motors, strict=True):
            check(f"motors.{name}.inertia", old.inertia, new.inertia, ASSUMED * old.inertia)
        for link, other in zip(arm.links[:-1], drawn.arm.links[:-1], strict=True):  # the last one carries the load
            check(f"links.{link.name}.mass", link.mass, other.mass, ASSUMED * link.mass)
            radius = np.sqrt(np.trace(link.inertia) / 2.0 / link.mass) if link.mass else 0.0
            for axis in range(3):
                check(f"links.{link.name}.center_of_gravity.{axis}", link.center_of_gravity[axis],
                      other.center_of_gravity[axis], ASSUMED * radius)  # fmt: skip
            factor = np.trace(other.inertia) / np.trace(link.inertia)
            np.testing.assert_allclose(other.inertia, factor * link.inertia, rtol=1e-12)
            assert factor != 1.0
    assert min(reached.values()) > 0.7
    assert len(reached) == 6 + 4 + 4 * 3


def test_a_plant_is_physically_possible_where_the_arm_is(arm: Arm):
    """Inertias of links 4 to 6 have tolerances of 50 %, with which single moments would become impossible."""
    changes = possible_arm(simulated_arm_of(arm, NO_ERRORS).arm).changes
    for seed in SEEDS:
        assert len(possible_arm(simulated_arm_of(arm, PlantErrors(seed=seed)).arm).changes) == len(changes)


def test_a_tolerance_larger_than_the_number_leaves_it_positive(arm: Arm):
    quantities = dict(arm.quantities)
    quantity = quantities["links.link4.mass"]
    assert quantity.tolerance is not None
    quantities["links.link4.mass"] = replace(quantity, tolerance=replace(quantity.tolerance, relative=5.0))
    wide = arm.with_(quantities=quantities)
    masses = [simulated_arm_of(wide, PlantErrors(seed=seed)).arm.links[3].mass for seed in SEEDS]
    assert min(masses) > 0.05 * arm.links[3].mass
    assert max(masses) > 1.5 * arm.links[3].mass


def test_the_difference_in_torque_is_that_of_a_load(arm: Arm):
    model, load, motion = load_model("full", arm), Payload(2.0, [0.0, 0.0, 0.1]), pick_and_place(4.0)
    times = np.linspace(0.0, 4.0, 500)
    states = [np.array([getattr(motion.at(time), name) for time in times]) for name in
              ("position", "velocity", "acceleration")]  # fmt: skip
    expected = load_model("full", arm, load).torque(*states) - model.torque(*states)
    found = torque_difference(model, attached(arm, load), motion)
    np.testing.assert_allclose(found, np.sqrt(np.mean(expected**2, axis=0)), rtol=1e-9, atol=1e-12)
    assert found[1] > 1.0
    np.testing.assert_allclose(torque_difference(model, arm, motion), 0.0, atol=1e-12)


def test_the_description_of_an_arm_without_tolerances_gives_a_plant(tmp_path):
    from helpers.arm.descriptions import light_arm

    path = tmp_path / "light.urdf"
    path.write_text(light_arm(fingers=False))
    arm = load_arm(path)
    drawn = simulated_arm_of(arm, PlantErrors())
    for old, new in zip(arm.links[:-1], drawn.arm.links[:-1], strict=True):
        assert 0.0 < abs(new.mass / old.mass - 1.0) <= ASSUMED


@pytest.mark.parametrize(
    ("bad", "words"),
    [({"friction": -0.1}, "0 to 0.5, got -0.1"), ({"friction": 0.6}, "got 0.6"), ({"friction": np.nan}, "got nan"),
     ({"seed": -1}, "seed of the simulated arm: expected 0 to 2147483647, got -1"), ({"seed": 2**31}, "seed")],
)  # fmt: skip
def test_bad_errors_are_refused(bad: dict, words: str):
    with pytest.raises(StateError, match=words):
        PlantErrors(**bad)


def test_the_hidden_load_is_on_the_arm(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    loaded = simulated_arm_of(arm, PlantErrors())
    monkeypatch.setattr(plant_errors, "HIDDEN_SHARE", 0.0)
    bare = simulated_arm_of(arm, PlantErrors())
    assert (bare.hidden_load, loaded.hidden_load) == (0.0, pytest.approx(0.2345))
    assert loaded.arm == attached(bare.arm, Payload(loaded.hidden_load)) != bare.arm
