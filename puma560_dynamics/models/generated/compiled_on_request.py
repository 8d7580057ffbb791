"""Provide functions of the generator that are not part of every generated model; they are compiled on request."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cached_property

from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import Functions, Program, Provenance, compiled_functions, numpy_functions, task_of
from ...errors import CompileError
from ...states import broadcast_inputs
from ..any_shape import put
from .factored_programs import programs_of

log = logging.getLogger(__name__)

NAME = "arm"
"""Prefix of the C functions of arms that are compiled on the user's machine."""


class CompiledOnRequest:
    """Functions of the generator by name, of which each is derived and compiled when it is first used."""

    arm: Arm
    functions: Functions

    @cached_property
    def _on_request(self) -> dict[str, Functions]:
        """Compiled functions that are not part of the model, by name."""
        return {}

    def prepare(self, *names: str) -> None:
        """Derive and compile functions now, all in one unit, so that no later call takes seconds.

        The results are kept in the user's cache.

        Args:
            names: names as for `evaluate`.

        Raises:
            DerivationError: a function is unknown, or the arm does not have it.
        """
        lacking = [name for name in names if name not in self._on_request and name not in self.functions.signatures]
        if lacking:
            chain = self.arm.exact_chain
            made = functions_of(NAME, programs_of(chain, names=lacking), Provenance.of(chain))
            self._on_request.update(dict.fromkeys(lacking, made))

    def function(self, name: str) -> Callable[..., FloatArray]:
        """Return a function of the generator as a callable, for loops in which the overhead of `evaluate` counts.

        Args:
            name: as for `evaluate`.

        Returns:
            A function of the inputs, with the checks and results of `evaluate`. With ``out=`` it writes the result into
            that array and returns it.

        Raises:
            DerivationError: the function is unknown, or the arm does not have it.
        """
        CompiledOnRequest.prepare(self, name)
        functions = self._on_request.get(name, self.functions)
        own = name if name in functions.signatures else task_of(name).name

        def slow(*states: ArrayLike, out: FloatArray | None = None) -> FloatArray:
            found = _evaluated(functions, own, self.arm, states)
            return found if out is None else put(found, out)

        return functions.checked(own, slow) if functions.checked else slow

    def _functions_with(self, name: str) -> Functions:
        """Return functions that include the function `name`, derived if needed."""
        CompiledOnRequest.prepare(self, name)
        return self._on_request.get(name, self.functions)

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
        return self.function(name)(*states)


def functions_of(name: str, programs: Mapping[str, Program], provenance: Provenance) -> Functions:
    """Return programs as compiled functions, from the cache if possible; without a compiler, warn and use numpy."""
    try:
        return compiled_functions(name, list(programs.values()), provenance)
    except CompileError as error:
        log.warning("the generated model of %s runs over numpy, far slower: %s", provenance.arm, error)
        return numpy_functions(list(programs.values()), provenance)


def _evaluated(functions: Functions, name: str, arm: Arm, states: tuple[ArrayLike, ...]) -> FloatArray:
    """Evaluate a function for states of any shape."""
    inputs, shape = functions.signatures[name]
    if len(states) != len(inputs):
        raise TypeError(f"{name} takes {', '.join(inputs)}")
    values = dict(zip(inputs, states, strict=True))
    given = broadcast_inputs(arm.n, values, functions.own_sizes(name), arm.joint_names)
    rows = (array.reshape(-1, array.shape[-1]) for array in given)
    found: FloatArray = getattr(functions, name)(*rows)
    return found.reshape(*given[0].shape[:-1], *shape)
