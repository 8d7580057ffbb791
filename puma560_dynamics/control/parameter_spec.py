"""Parameters of settings classes: default, bounds, unit, description and users, written once, at the field.

Declarations of nodes, the parameter file of the C++ controller, the numbers of its C++ core and the tables of the
documentation are generated from these specifications.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np

from ..arrays import FloatArray
from ..errors import StateError

T = TypeVar("T")

NODE, CONTROLLER = "node", "controller"
"""Users of a parameter: the nodes, and the C++ controller."""

BOTH = (NODE, CONTROLLER)

NOT_GIVEN = 0.0
"""The only number in a list that means "not given": ROS has no empty list of numbers."""


@dataclass(frozen=True)
class ParameterSpec:
    """A parameter as nodes and the C++ controller declare it.

    Attributes:
        name: name in YAML files and for ``ros2 param``.
        default: default value, which also sets the type; ``[0.0]`` if numbers for the joints are not given.
        description: meaning of the parameter, with its unit.
        read_only: whether the parameter is fixed once the node runs.
        minimum, maximum: range of a number, or of each number of a list; `None` for no bound. An integer has both
            bounds or none. Nodes do not check lists: the settings class does.
        choices: allowed values of a text; empty for any text.
        unit: unit of the number, which the description contains as well.
        users: who declares the parameter, out of `NODE` and `CONTROLLER`.

    Raises:
        ValueError: an empty list, which has no type; a range or choices that ROS would not enforce, or that exclude
            the default.
    """

    name: str
    default: Any
    description: str
    read_only: bool = True
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    users: tuple[str, ...] = (NODE,)

    def __post_init__(self) -> None:
        if isinstance(self.default, list) and not self.default:
            raise ValueError(
                f"parameter {self.name}: an empty list is an array of bytes for ROS; give [0.0] for 'not given'"
            )
        bounds = [bound for bound in (self.minimum, self.maximum) if bound is not None]
        default = self.default[0] if isinstance(self.default, list) else self.default
        if bounds and (isinstance(default, bool) or not isinstance(default, int | float)):
            raise ValueError(f"parameter {self.name}: a range is for numbers, the default is {self.default!r}")
        if len(bounds) == 1 and isinstance(default, int):
            raise ValueError(f"parameter {self.name}: ROS ignores half a range of a whole number; give both bounds")
        if (self.minimum is not None and default < self.minimum) or (
            self.maximum is not None and default > self.maximum
        ):
            raise ValueError(f"parameter {self.name}: the default {self.default!r} is outside its range")
        if self.choices and self.default not in self.choices:
            raise ValueError(f"parameter {self.name}: the default {self.default!r} is none of its choices")


def parameter(
    default: Any = MISSING,
    *,
    doc: str,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    per_joint: bool = False,
    otherwise: str = "",
    declared: Any = MISSING,
    read_only: bool = True,
    users: tuple[str, ...] = BOTH,
    default_factory: Callable[[], Any] | None = None,
) -> Any:
    """Return a field of a settings class that is also a parameter.

    Args:
        default: default of the field.
        doc: meaning of the parameter, without its unit.
        unit: unit of a number.
        low, high: smallest and largest value; `check_parameters` rejects others.
        choices: allowed values of a text.
        per_joint: whether there is one number for each joint: the field is an array or `None`.
        otherwise: for `per_joint`, text for the value that is used if no number is given.
        declared: default of the parameter, if it differs from that of the field.
        read_only: whether the parameter is fixed once the node runs.
        users: who declares the parameter.
        default_factory: function that returns the default of the field, in place of `default`.

    Returns:
        The field.
    """
    value = ([NOT_GIVEN] if per_joint else default) if declared is MISSING else declared
    description = description_of(doc, unit, otherwise)
    offered = choices if value in choices else ()  # a default outside the choices means that the user must give a value
    spec = ParameterSpec("", value, description, read_only, low, high, offered, unit, users)
    metadata = {"parameter": spec, "choices": choices}
    if default_factory is not None:
        return field(default_factory=default_factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def number(default: float, low: float, high: float, unit: str, doc: str, **options: Any) -> Any:
    """Return a field of a settings class that is one number with bounds, and also a parameter.

    Args:
        default: default of the field; an `int` for an integer parameter.
        low, high: smallest and largest value that `check_parameters` accepts.
        unit: unit of the number; empty for a number without a unit.
        doc: meaning of the parameter, without its unit.
        options: further arguments of `parameter`.

    Returns:
        The field.
    """
    return parameter(default, doc=doc, unit=unit, low=low, high=high, **options)


def description_of(doc: str, unit: str, otherwise: str = "") -> str:
    """Return a description with its unit, and with the value that is used if no number per joint is given."""
    return doc + (f", {unit}" if unit else "") + (f"; [0.0] for {otherwise}" if otherwise else "")


def each_joint(
    name: str, doc: str, unit: str, otherwise: str, users: tuple[str, ...] = BOTH, low: float | None = 0.0
) -> ParameterSpec:
    """Return a parameter with one number per joint that is an argument instead of a field of a settings class."""
    return ParameterSpec(name, [NOT_GIVEN], description_of(doc, unit, otherwise), minimum=low, unit=unit, users=users)


def parameters_of(settings: type, prefix: str = "") -> tuple[ParameterSpec, ...]:
    """Return the parameters of a settings class in the order of its fields, named ``prefix`` + field."""
    found = [(item.name, item.metadata.get("parameter")) for item in fields(settings)]
    return tuple(replace(spec, name=prefix + name) for name, spec in found if spec is not None)


def documented_parameters(settings: type[T]) -> type[T]:
    """Decorate a settings class: add its parameters to the attributes in its docstring."""
    lines = ""
    for spec in parameters_of(settings):
        each = "(n,) " if isinstance(spec.default, list) else ""
        lines += f"        {spec.name}: {each}{spec.description.replace('[0.0] for', 'by default')}.\n"
    settings.__doc__ = (settings.__doc__ or "").replace("\n    Raises:", f"{lines}\n    Raises:", 1)
    return settings


def check_parameters(settings: Any) -> None:
    """Check type, bounds and choices of the parameters of a settings object. Its class checks the arrays.

    Args:
        settings: object with fields made by `parameter`.

    Raises:
        StateError: a value out of bounds or of a wrong type; the message begins with the name of the field.
    """
    for item in fields(settings):
        spec: ParameterSpec | None = item.metadata.get("parameter")
        if spec is None or isinstance(spec.default, list):
            continue
        value = getattr(settings, item.name)
        choices = item.metadata["choices"]
        if choices and value not in choices:
            raise StateError(f"{item.name}: {value!r:.80} is not known; use one of {', '.join(choices)}")
        if isinstance(spec.default, bool) and not isinstance(value, bool):
            raise StateError(f"{item.name}: expected True or False, got {value!r:.80}")
        if spec.minimum is not None and spec.maximum is not None:
            whole = isinstance(spec.default, int)
            fits = isinstance(value, numbers.Integral if whole else numbers.Real) and not isinstance(value, bool)
            if not fits or not spec.minimum <= value <= spec.maximum:  # NaN is neither
                kind, unit = "a whole number" if whole else "a number", f" {spec.unit}" if spec.unit else ""
                raise StateError(
                    f"{item.name}: expected {kind} of {spec.minimum:g} to {spec.maximum:g}{unit}, got {value!r:.80}"
                )


def fields_given(settings: type, given: Mapping[str, Any], n: int, prefix: str = "") -> dict[str, Any]:
    """Return field values of a settings class from the parameters of a node.

    Args:
        settings: class with fields made by `parameter`.
        given: parameter values by parameter name.
        n: number of joints.
        prefix: prefix of the parameter names.

    Returns:
        Values by field name. Parameters with one number per joint are left out if they are not given.

    Raises:
        StateError: a wrong number of entries.
    """
    made = {}
    for spec in parameters_of(settings, prefix):
        if NODE in spec.users:
            value = given_each(spec.name, given, n) if isinstance(spec.default, list) else given[spec.name]
            if value is not None:
                made[spec.name.removeprefix(prefix)] = value
    return made


def given_each(name: str, given: Mapping[str, Any], n: int) -> FloatArray | None:
    """Return the parameter `name` as one number for each joint, or `None` if it is ``[0.0]`` (not given).

    Raises:
        StateError: a wrong number of entries.
    """
    values = np.array(given[name], dtype=np.float64)
    if values.shape == (1,):
        return None if values[0] == NOT_GIVEN else np.full(n, values[0])
    if values.shape != (n,):
        raise StateError(f"parameter {name}: expected one number or {n}, one per joint, got {values.tolist()}")
    return values
