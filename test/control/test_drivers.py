"""Presets of drivers: the values that they set, and one sentence for every value that does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.control.drivers import DRIVER, DRIVERS, Driver, Rule, check_driver, driver_rates, preset
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS
from puma560_dynamics.control.parameter_spec import NODE
from puma560_dynamics.control.torque_parameters import parameters_for
from puma560_dynamics.errors import StateError

PARAMETERS = parameters_for(NODE)
EACH = pytest.mark.parametrize("driver", DRIVERS.values(), ids=DRIVERS)
RULES = [
    pytest.param(each.name, rule, id=f"{each.name}-{rule.parameter}")
    for each in DRIVERS.values()
    if not each.takes_position
    for rule in each.rules
]


def given(driver: str, **changes: Any) -> dict[str, Any]:
    """Values of the parameters of a node with a driver; two underscores in a name stand for a point."""
    values = {spec.name: spec.default for spec in preset(PARAMETERS, driver)} | {"driver": driver}
    return values | {name.replace("__", "."): value for name, value in changes.items()}


@EACH
def test_the_preset_leaves_out_what_the_robot_adds(driver: Driver):
    values = given(driver.name)
    assert "gravity" in driver.adds
    assert values["hardware_compensates_gravity"]
    ours = {term for term in SWITCHED_TERMS if values[f"terms.{term}"]}
    assert ours == {"inertia", "motor_inertia", "coriolis", "centrifugal"} - set(driver.adds)
    assert (values["friction.scale"] == 0.0) == ("friction" in driver.adds)


def test_without_a_driver_nothing_changes():
    assert preset(PARAMETERS, DRIVER.default) == PARAMETERS
    check_driver(given("none", terms__gravity=True, payload__mass=3.0, effort_unit="current"))


@EACH
def test_every_fact_has_a_source(driver: Driver):
    for fact in driver.facts:
        assert fact.words.endswith(".")
        assert fact.source.startswith("https://")
        assert fact.version


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_what_does_not_fit_is_refused_by_its_name(name: str, rule: Rule):
    other: Any = "current" if isinstance(rule.value, str) else not rule.value if isinstance(rule.value, bool) else 0.5
    check_driver(given(name))
    with pytest.raises(StateError, match=f"^{rule.parameter}: .*set it to ") as refusal:
        check_driver(given(name) | {rule.parameter: other})
    assert str(refusal.value) == rule.reason


def test_a_node_refuses_torque_for_a_robot_that_needs_the_position_as_well():
    with pytest.raises(StateError, match=r"^driver: kuka_fri .* use the controller"):
        check_driver(given("kuka_fri"))


def test_rates_are_at_most_those_of_the_robot():
    names, usual = ("a", "b"), np.array([870.0, 1500.0])
    for found in driver_rates("franka", names, usual, None, None):
        assert found is not None
        np.testing.assert_array_equal(found, [870.0, 1000.0])
    _, removal = driver_rates("franka", names, usual, np.array([950.0, 10.0]), None)
    assert removal is not None
    np.testing.assert_array_equal(removal, [950.0, 1000.0])
    with pytest.raises(StateError, match=r"^torque_rate: 1001 N·m/s for joint b .*set it to at most 1000"):
        driver_rates("franka", names, usual, np.array([1.0, 1001.0]), None)
    with pytest.raises(StateError, match=r"^removal_rate: 1001 N·m/s for joint a "):
        driver_rates("franka", names, usual, None, np.array([1001.0, 1.0]))
    for driver in ("none", "universal_robots"):
        assert driver_rates(driver, names, usual, usual, None) == (usual, None)
