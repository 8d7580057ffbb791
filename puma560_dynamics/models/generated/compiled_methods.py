"""Evaluate methods of `DynamicModel` by functions of the generator, which are compiled when they are needed."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from inspect import Parameter, signature
from types import MethodType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import COMBINED_NAMES, Chain, Functions, Program, Provenance, compiled_functions, numpy_functions, task_of
from ...errors import CompileError, MissingDependencyError
from ...states import broadcast_inputs, joint_arrays
from ..any_shape import any_shape, put
from ..external_wrench import with_wrench
from ..interface import DynamicModel
from ..vanishing_inertia import may_vanish, refuse_vanishing_inertia
from .factored_programs import programs_of
from .method_table import LINK_METHODS, MAY_BE_SINGULAR, METHODS, OF_BODIES, Method

log = logging.getLogger(__name__)

NAME = "arm"
"""Prefix of the C functions of arms that are compiled on the user's machine."""

USUAL = 1e6
"""Largest element of a result that is not that of a pose close to a singularity."""

Result = TypeVar("Result")
Call = Callable[..., Any]


def by_function(default: Callable[..., Result]) -> Callable[..., Result]:
    """Return a method that calls a function of the generator, for the body of a class.

    Args:
        default: the method of `DynamicModel`, one of `METHODS` or `LINK_METHODS`, which is called where there is no
            function.
    """
    name, parameters = default.__name__, list(signature(default).parameters.values())
    method = _of_link(name, LINK_METHODS[name]) if name in LINK_METHODS else _of_arm(name)
    out = Parameter("out", Parameter.KEYWORD_ONLY, default=None)
    places = [each for each in parameters if each.kind is not Parameter.KEYWORD_ONLY]
    named = [each for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
    method.__name__, method.__qualname__, method.__doc__ = name, default.__qualname__, default.__doc__
    described: Any = method
    described.__signature__ = signature(default).replace(parameters=[*places, out, *named])
    described.takes_any_shape = True
    return method


def _of_arm(name: str) -> Call:
    def method(self: CompiledMethods, *states: ArrayLike, **named: Any) -> Any:
        return (self._calls.get(name) or self._call(name))(*states, **named)

    return method


def _of_link(name: str, row: Method) -> Call:
    def evaluate(self: CompiledMethods, states: tuple[ArrayLike, ...], link: Any, axes: str, out: Any) -> Any:
        lacks = name in OF_BODIES and (self._prepared is not None or not self.derives_further)
        call = None if lacks else self._links.get((row.function, link, axes))
        found = None if call is None else call(*states) if out is None else call(*states, out=out)
        if found is None or (name in MAY_BE_SINGULAR and not _usual(found)):
            place = (link, axes) if axes != "base" else () if link is None else (link,)  # not all methods have both
            found = getattr(DynamicModel, name)(self, *states, *place)
            found = found if out is None else put(found, out)
        return found

    def of_position(
        self: CompiledMethods, q: ArrayLike, link: str | None = None, axes: str = "base", *, out: Any = None
    ) -> Any:
        return evaluate(self, (q,), link, axes, out)

    def of_velocity(
        self: CompiledMethods,
        q: ArrayLike,
        qd: ArrayLike,
        link: str | None = None,
        axes: str = "base",
        *,
        out: Any = None,
    ) -> Any:
        return evaluate(self, (q, qd), link, axes, out)

    return of_position if len(row.inputs) == 1 else of_velocity


def _usual(found: FloatArray) -> bool:
    return bool(np.abs(found).max(initial=0.0) < USUAL)  # False if an element is not a number


class CompiledMethods(DynamicModel):
    """Base class of generated models.

    A method of the whole arm (`METHODS`) calls the function of the generator that has its name. If this function is not
    part of the model, it is derived and compiled (seconds, once for an arm), or read from the cache, at the first call
    of the method or when `prepare` names it. A method of a link (`LINK_METHODS`) uses compiled code only for the links
    that `prepare` names, because an arm has many links, and numpy takes 0.1 ms. Otherwise the method of `DynamicModel`
    is used; also, with a warning, if the generator's search was not compiled at installation.

    Afterwards, calls go directly to compiled code, which includes the checks, if the arguments are finite, contiguous
    float64 arrays of equal shape, ``(n,)`` or ``(N, n)``. With ``out=`` they write the result into that array and
    return it, without allocating memory.
    """

    _functions: Functions
    """Functions of the model, without checks."""

    derives_further: bool = True
    """Whether further functions are derived. They are exact, so a model that leaves terms out does not use them."""

    _prepared: FloatArray | None = None
    """Prepared numbers of a payload, the last input of functions; None without a payload."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self._calls: dict[str, Call] = {}
        self._bare: dict[str, Call] = {}
        self._links: dict[tuple[str, str | None, str], Call] = {}
        self._on_request: dict[str, Functions] = {}
        self._loaded: dict[str, Functions] = {}
        self._may_vanish = self._inertia_may_vanish()

    @property
    @abstractmethod
    def programs(self) -> Mapping[str, Program]:
        """Programs of the functions of the model, by name."""

    def _inertia_may_vanish(self) -> bool:
        """Return whether A may be singular, so that acceleration has to check it at each state."""
        return may_vanish(self.arm)

    kinetic_energy_matrix = by_function(DynamicModel.kinetic_energy_matrix)
    mass_matrix = by_function(DynamicModel.mass_matrix)
    gravity = by_function(DynamicModel.gravity)
    torque = by_function(DynamicModel.torque)
    acceleration = by_function(DynamicModel.acceleration)
    coriolis_matrix = by_function(DynamicModel.coriolis_matrix)
    coriolis_torque = by_function(DynamicModel.coriolis_torque)
    transposed_coriolis_torque = by_function(DynamicModel.transposed_coriolis_torque)
    momentum = by_function(DynamicModel.momentum)
    kinetic_energy = by_function(DynamicModel.kinetic_energy)
    potential_energy = by_function(DynamicModel.potential_energy)
    gravity_derivative = by_function(DynamicModel.gravity_derivative)
    torque_derivatives = by_function(DynamicModel.torque_derivatives)
    acceleration_derivatives = by_function(DynamicModel.acceleration_derivatives)
    regressor = by_function(DynamicModel.regressor)
    base_regressor = by_function(DynamicModel.base_regressor)
    forward_kinematics = by_function(DynamicModel.forward_kinematics)
    jacobian = by_function(DynamicModel.jacobian)
    jacobian_rate = by_function(DynamicModel.jacobian_rate)
    bias_acceleration = by_function(DynamicModel.bias_acceleration)
    operational_inertia = by_function(DynamicModel.operational_inertia)
    consistent_inverse = by_function(DynamicModel.consistent_inverse)
    inverse_jacobian = by_function(DynamicModel.inverse_jacobian)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity` by two functions."""
        return self.torque(q, qd, qdd), self.gravity(q)

    def prepare(self, *names: str) -> None:
        self._compiled(names)  # all in one unit
        for name in names:
            task: Any = None if name in COMBINED_NAMES else task_of(name)
            if hasattr(task, "link") and not task.several:  # the function of one link
                place, call = self.arm.place_of(task.link or None), self.function(name)
                same = {task.link or None, *(link for link in (None, self.arm.tip) if self._has(link, place))}
                self._links.update({(task.function, link, task.axes): call for link in same})
            for method, row in METHODS.items():
                if row.function == name:
                    self._call(method)

    def _has(self, link: str | None, place: object) -> bool:
        return (link is None or link in self.arm.link_names) and self.arm.place_of(link) == place

    def function(self, name: str) -> Call:
        """Return a function of the generator as a callable, for loops in which the overhead of `evaluate` counts.

        Args:
            name: as for `evaluate`.

        Returns:
            A function of the inputs, with the checks and results of `evaluate`. With ``out=`` it writes the result into
            that array and returns it.

        Raises:
            DerivationError: the function is unknown, or the arm does not have it.
        """
        functions, own = self._compiled([name])[0]
        last = self._last
        inputs, shape = functions.signatures[own]
        given = inputs[: len(inputs) - len(last)]

        def slow(*states: ArrayLike, out: FloatArray | None = None) -> FloatArray:
            if len(states) != len(given):
                raise TypeError(f"{own} takes {', '.join(given)}")
            values = dict(zip(inputs, (*states, *last), strict=True))
            arrays = broadcast_inputs(self.arm.n, values, functions.own_sizes(own), self.arm.joint_names)
            rows = (array.reshape(-1, array.shape[-1]) for array in arrays)
            found: FloatArray = getattr(functions, own)(*rows).reshape(*arrays[0].shape[:-1], *shape)
            return found if out is None else put(found, out)

        return functions.checked(own, slow, *last) if functions.checked else slow

    def evaluate(self, name: str, *states: ArrayLike) -> FloatArray:
        """Evaluate any function of the generator by name, including functions that `DynamicModel` does not have.

        A function that is not part of the model is derived and compiled at its first use.

        Args:
            name: name for `emdeg.task_of`, or one of `emdeg.COMBINED_NAMES`.
            states: inputs of the function in order, each (…, n): q, or q, qd and qdd. Inputs that do not belong to
                joints, such as a wrench, have their own size (`Functions.sizes`) in place of n.

        Returns:
            Results, with shape (…) followed by the shape of one result.

        Raises:
            DerivationError: the function is unknown, or the arm does not have it.
            StateError: an input has a wrong shape or is not finite.
            TypeError: the number of inputs is wrong.
        """
        found: FloatArray = self.function(name)(*states)
        return found

    def _call(self, name: str) -> Call:
        """Return what the method `name` calls from now on."""
        row, call, n = METHODS[name], self._default(name), self.arm.n
        checks = self._may_vanish and row.inputs[-1] == "tau"  # A, at each state
        found = None if checks and row.kind is not np.ndarray else self._function_of(row.function)
        if found is not None:
            functions, own = found
            self._bare[row.function] = getattr(functions, own)
            call = slow = MethodType(_slow(name), self)
            if functions.checked and row.kind is np.ndarray and not checks:
                call = functions.checked(own, slow, *self._last)
            elif functions.parts and issubclass(row.kind, tuple):
                call = functions.parts(own, slow, row.kind, ((n,), (n, n), (n, n), (n, n)), *self._last)
            vars(self)[name] = call  # takes precedence over the method of the class
        self._calls[name] = call
        return call

    @property
    def _last(self) -> tuple[FloatArray, ...]:
        """Last inputs of all functions."""
        return () if self._prepared is None else (self._prepared,)

    def _default(self, name: str) -> Call:
        """Return the method of `DynamicModel`, with the argument ``out``."""
        default = getattr(DynamicModel, name)

        def call(*states: ArrayLike, out: Any = None, **named: Any) -> Any:
            found = default(self, *states, **named)
            return found if out is None else put(found, out)

        return call

    def _function_of(self, function: str) -> tuple[Functions, str] | None:
        """Return the functions that include the function of a method, and its name there; None without a function."""
        part = self._part(self._task(function))
        if part or not self.derives_further or function in COMBINED_NAMES:  # an arm may lack the last
            return (self._functions, part) if part else None
        try:
            return self._compiled([function])[0]
        except MissingDependencyError as error:
            log.warning("%s of %s is computed without a derived function, slower: %s", function, self.arm.name, error)
            return None

    def _task(self, name: str) -> str:
        """Return the name of a function for the generator, with the inputs that the model adds."""
        return name

    def _part(self, task: str) -> str:
        """Return the name of a function in the model's own functions; an empty text if they do not have it."""
        return task if task in self._functions.signatures else ""

    def _compiled(self, names: Sequence[str]) -> list[tuple[Functions, str]]:
        """Return for each name the functions that include it and its name there; derive and compile what is missing."""
        tasks = [self._task(name) for name in names]
        lacking = [task for task in tasks if not self._part(task) and task not in self._on_request]
        if lacking:
            made = functions_of(NAME, programs_of(self._chain, names=lacking), Provenance.of(self._chain))
            self._on_request.update(dict.fromkeys(lacking, made))
        parts = [(task, self._part(task)) for task in tasks]
        return [
            (self._functions, part) if part else (self._on_request[task], task_of(task).name) for task, part in parts
        ]

    @property
    def _chain(self) -> Chain:
        """Chain of the functions that are derived on request."""
        return self.arm.exact_chain

    @cached_property
    def _energy_of_frame_0(self) -> float:
        """Potential energy of all mass in the origin of the generator's base frame, J."""
        base = [float(x) for x in self.arm.exact_chain.base.origin]
        mass = sum(link.mass for link in self.arm.links)
        return float(-mass * (self.arm.base_gravity @ (self.arm.base[:3, 3] - base)))


@cache
def _slow(name: str) -> Call:
    """Return a method for arguments that compiled code does not take: it converts them, or states what is wrong."""
    row = METHODS[name]

    def method(self: CompiledMethods, *states: ArrayLike, out: Any = None) -> Any:
        given = joint_arrays(self.arm.n, dict(zip(row.inputs, states, strict=True)), contiguous=True)
        if name == "acceleration" and self._may_vanish:
            refuse_vanishing_inertia(self.arm, self.kinetic_energy_matrix(given[0]), given[0])
        last = [np.broadcast_to(each, (*given[0].shape[:-1], each.size)) for each in self._last]
        found = self._bare[row.function](*given, *map(np.ascontiguousarray, last))
        if row.kind is float:
            found = np.asarray(found[..., 0] + (self._energy_of_frame_0 if name == "potential_energy" else 0.0))
        elif row.kind is not np.ndarray:
            n = self.arm.n
            vector, *matrices = np.split(found, [n, n + n * n, n + 2 * n * n], axis=-1)
            found = row.kind(vector, *(matrix.reshape(*vector.shape, n) for matrix in matrices))
        return found if out is None else put(found, out)

    method.__name__ = name
    wrapped = any_shape(method, row.inputs)
    return with_wrench(wrapped) if name == "torque" else wrapped


def functions_of(name: str, programs: Mapping[str, Program], provenance: Provenance) -> Functions:
    """Return programs as compiled functions, from the cache if possible; without a compiler, warn and use numpy."""
    try:
        return compiled_functions(name, list(programs.values()), provenance)
    except CompileError as error:
        log.warning("the generated model of %s runs over numpy, far slower: %s", provenance.arm, error)
        return numpy_functions(list(programs.values()), provenance)
