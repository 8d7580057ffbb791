"""Parameters of the torque path: bounds of every number hold in its settings class, and no number is without."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from helpers.control.gate import settings

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.guiding.guiding_settings import GuidingSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.parameter_spec import ParameterSpec, fields_given, given_each, parameter, parameters_of
from puma560_dynamics.control.torque_parameters import FIELDS, FRICTION, GUIDING
from puma560_dynamics.errors import StateError

NUMBERS = [spec for spec in FIELDS if type(spec.default) in (float, int)]


@pytest.mark.parametrize("spec", NUMBERS, ids=lambda spec: spec.name)
def test_the_bounds_of_every_number_hold(spec: ParameterSpec, arm: Arm):
    name = spec.name.removeprefix(FRICTION).removeprefix(GUIDING)

    def made(value: Any) -> Any:
        if spec.name.startswith(FRICTION):
            return FrictionCompensation.of(arm, **{name: value})
        if spec.name.startswith(GUIDING):
            return GuidingSettings(**{name: value})
        return settings(**{name: value}) if spec in parameters_of(GateSettings) else LoopSettings(**{name: value})

    low, high = spec.minimum, spec.maximum
    assert low is not None
    assert high is not None
    for value in (low, high):
        assert getattr(made(value), name) == value
    step = 1 if isinstance(spec.default, int) else 1e-6
    wrong: list[Any] = [low - step, high + step, -1.0, np.inf, -np.inf, np.nan, "many", True]
    for bad in wrong:
        with pytest.raises(StateError, match=f"^{name}: expected .* of {low:g} to {high:g}"):
            made(bad)


@pytest.mark.parametrize("kind", [GateSettings, FrictionCompensation, GuidingSettings, LoopSettings])
def test_every_number_and_switch_is_a_parameter(kind: type):
    plain = {item.name for item in fields(kind) if item.type in ("float", "int", "bool", "str")}
    assert plain <= {spec.name for spec in parameters_of(kind)}


def test_one_number_a_joint_is_given_once_or_each_or_not():
    assert given_each("x", {"x": [0.0]}, 3) is None
    assert given_each("x", {"x": [2.0]}, 2).tolist() == [2.0, 2.0]  # type: ignore[union-attr]
    assert given_each("x", {"x": [1.0, 2.0]}, 2).tolist() == [1.0, 2.0]  # type: ignore[union-attr]
    with pytest.raises(StateError, match="parameter x: expected one number or 3"):
        given_each("x", {"x": [1.0, 2.0]}, 3)
    given = {"friction.scale": 0.1, "friction.dead_band": 0.2, "friction.smoothing": 0.3}
    made = fields_given(FrictionCompensation, {**given, "friction.position_resolution": [0.0]}, 6, FRICTION)
    assert made == {"scale": 0.1, "dead_band": 0.2, "smoothing": 0.3}


@pytest.mark.parametrize(
    ("default", "options", "words"),
    [
        (3, {"minimum": 1}, "give both bounds"),
        (3, {"maximum": 9}, "give both bounds"),
        (True, {"minimum": 0, "maximum": 1}, "a range is for numbers"),
        (["a"], {"minimum": 0.0}, "a range is for numbers"),
        ([], {}, "an empty list"),
        ([0.5], {"minimum": 1.0}, "outside its range"),
        (0.5, {"minimum": 1.0}, "outside its range"),
        (3, {"minimum": 0, "maximum": 2}, "outside its range"),
        ("a", {"choices": ("b", "c")}, "none of its choices"),
    ],
)
def test_a_range_that_ros_would_not_hold_to_is_refused(default: object, options: dict, words: str):
    with pytest.raises(ValueError, match=words):
        ParameterSpec("x", default, "a number", **options)
    with pytest.raises(ValueError, match="outside its range"):
        parameter(2.0, doc="a number", low=0.0, high=1.0)
