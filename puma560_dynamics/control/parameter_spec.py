"""Parameters of typed settings: default, bounds, unit, description and users, written once, at the field.

Declarations of nodes, the parameter file of the generated controller, the numbers of its C++ core and the tables of the
pages are made from these specifications.
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
"""Users of a parameter: the nodes, and the generated controller."""

BOTH = (NODE, CONTROLLER)

NOT_GIVEN = 0.0
"""The one number of a list that stands for "not given": ROS has no empty list of numbers."""


@dataclass(frozen=True)
class ParameterSpec:
    """A parameter as nodes and the generated controller declare it.

    Attributes:
        name: as in YAML files and ``ros2 param``.
        default: value, which gives the type; ``[0.0]`` for numbers of the joints that are not given.
        description: what it means, with its unit.
        read_only: whether it is fixed once the node runs.
        minimum, maximum: range of a number, or of each number of a list; `None` where open. A whole number has both
            or none. Nodes do not check lists: the settings class does.
        choices: values that a text may take, if they are few.
        unit: unit of the number, which the description names too.
        users: who declares it, out of `NODE` and `CONTROLLER`.

    Raises:
        ValueError: an empty list, which has no type; a range or choices that ROS would not hold to, or that leave
            the default out.
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
    """Make a field of a settings class that is a parameter too.

    Args:
        default: of the field.
        doc: what it means, without its unit.
        unit: of a number.
        low, high: least and largest value; `check_parameters` refuses others.
        choices: values that a text may take.
        per_joint: one number for each joint: the field is an array or `None`.
        otherwise: for `per_joint`, the value that counts if no number is given.
        declared: default of the parameter where it differs from that of the field.
        read_only: whether the parameter is fixed once the node runs.
        users: who declares it.
        default_factory: makes the default of the field, in place of `default`.

    Returns:
        The field.
    """
    value = ([NOT_GIVEN] if per_joint else default) if declared is MISSING else declared
    description = description_of(doc, unit, otherwise)
    offered = choices if value in choices else ()  # a default that is none of them stands for one that must be given
    spec = ParameterSpec("", value, description, read_only, low, high, offered, unit, users)
    metadata = {"parameter": spec, "choices": choices}
    if default_factory is not None:
        return field(default_factory=default_factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def number(default: float, low: float, high: float, unit: str, doc: str, **options: Any) -> Any:
    """Make a field of a settings class that is one number with bounds, and a parameter too.

    Args:
        default: of the field; a whole number for an integer.
        low, high: smallest and largest value that `check_parameters` accepts.
        unit: of the number; empty for one without a unit.
        doc: what it means, without its unit.
        options: further arguments of `parameter`.

    Returns:
        The field.
    """
    return parameter(default, doc=doc, unit=unit, low=low, high=high, **options)


def description_of(doc: str, unit: str, otherwise: str = "") -> str:
    """Return a description with the unit, and with the value that counts if no number is given for a joint."""
    return doc + (f", {unit}" if unit else "") + (f"; [0.0] for {otherwise}" if otherwise else "")


def each_joint(
    name: str, doc: str, unit: str, otherwise: str, users: tuple[str, ...] = BOTH, low: float | None = 0.0
) -> ParameterSpec:
    """Return a parameter with one number for each joint that is not a field of a settings class, but an argument."""
    return ParameterSpec(name, [NOT_GIVEN], description_of(doc, unit, otherwise), minimum=low, unit=unit, users=users)


def parameters_of(settings: type, prefix: str = "") -> tuple[ParameterSpec, ...]:
    """Return the parameters of a settings class in the order of its fields, named ``prefix`` + field."""
    found = [(item.name, item.metadata.get("parameter")) for item in fields(settings)]
    return tuple(replace(spec, name=prefix + name) for name, spec in found if spec is not None)


def documented_parameters(settings: type[T]) -> type[T]:
    """Add the fields that are parameters to the attributes in the docstring of a settings class; a decorator."""
    lines = ""
    for spec in parameters_of(settings):
        each = "(n,) " if isinstance(spec.default, list) else ""
        lines += f"        {spec.name}: {each}{spec.description.replace('[0.0] for', 'by default')}.\n"
    settings.__doc__ = (settings.__doc__ or "").replace("\n    Raises:", f"{lines}\n    Raises:", 1)
    return settings


def check_parameters(settings: Any) -> None:
    """Check the fields of settings that are parameters: kind, bounds, choices. Arrays are checked by their class.

    Args:
        settings: whose fields were made by `parameter`.

    Raises:
        StateError: a value out of bounds or of another kind; the message begins with the name of the field.
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
    """Return the fields of a settings class that parameter values give.

    Args:
        settings: class whose fields were made by `parameter`.
        given: values by the names of the parameters of a node.
        n: number of joints.
        prefix: beginning of the names of the parameters.

    Returns:
        Values by field, without parameters for each joint that are not given.

    Raises:
        StateError: another number of entries.
    """
    made = {}
    for spec in parameters_of(settings, prefix):
        if NODE in spec.users:
            value = given_each(spec.name, given, n) if isinstance(spec.default, list) else given[spec.name]
            if value is not None:
                made[spec.name.removeprefix(prefix)] = value
    return made


def given_each(name: str, given: Mapping[str, Any], n: int) -> FloatArray | None:
    """Return the parameter `name` as one number for each joint; `None` if it is ``[0.0]``, which means not given.

    Raises:
        StateError: another number of entries.
    """
    values = np.array(given[name], dtype=np.float64)
    if values.shape == (1,):
        return None if values[0] == NOT_GIVEN else np.full(n, values[0])
    if values.shape != (n,):
        raise StateError(f"parameter {name}: expected one number or {n}, one a joint, got {values.tolist()}")
    return values
