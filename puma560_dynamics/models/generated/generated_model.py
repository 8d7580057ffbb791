"""The model that the generator derives: compiled C, or the same programs over numpy where there is no compiler."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import Functions, Program, Provenance, compiled_at_hand, compiled_functions, numpy_functions
from ...errors import CompileError
from ...states import broadcast_joint_arrays, joint_arrays
from ..any_shape import put
from ..interface import DynamicModel
from ..terms import Elements, OperationCount
from ..vanishing_inertia import may_vanish, refuse_vanishing_inertia
from .abbreviated_programs import abbreviated_digest, abbreviated_programs, at_hand, kept_abbreviated_digest
from .factored_programs import is_derived, is_kept, programs_of

log = logging.getLogger(__name__)

NAME = "arm"
"""Prefix of the C functions of an arm that is compiled on the machine where it runs."""


class GeneratedModel(DynamicModel):
    """Exact dynamics with the fewest operations known, for any serial arm.

    The paper's arm is compiled at installation; any other is derived when the model is made (seconds,
    then kept in the user's cache). Without a compiler numpy evaluates the same programs, and says so.

    Torque, gravity, A and acceleration are called directly in compiled code, checks included, where they are given
    what needs no conversion: finite, contiguous float64 arrays of one shape, ``(n,)`` or ``(N, n)``. With ``out=`` they
    write into that array and return it, and nothing is allocated.

    Attributes:
        functions: the bare functions, without checks.

    Args:
        arm: the arm.
    """

    kind = "generated"
    installed: ClassVar[str] = "._puma560"
    """The paper's arm, compiled when the package was installed."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        installed = _installed(self.installed) if self._is_kept(arm) else None
        self._may_vanish = may_vanish(arm)
        self._further: dict[str, Functions] = {}
        self.functions = installed or functions_of(NAME, self.programs, Provenance.of(arm.exact_chain))
        if self.functions.checked:
            # Python finds attributes of the instance before methods of the class: a call goes to compiled code, which
            # calls the class's method if an argument needs converting. The acceleration of an arm that may lack
            # inertia stays with the class, whose method checks this first.
            left_out = {"acceleration"} if self._may_vanish else set()
            names = [name for name in self.functions.signatures if hasattr(self, name) and name not in left_out]
            found = {name: self.functions.checked(name, getattr(self, name)) for name in names}
            vars(self).update(found, mass_matrix=found["kinetic_energy_matrix"])

    @classmethod
    def is_at_hand(cls, arm: Arm) -> bool:
        """Return whether the model of an arm is made at once: neither derived nor compiled, which take up to minutes.

        Args:
            arm: the arm, none of whose joints follows another.
        """
        if cls._is_kept(arm) and _installed(cls.installed):
            return True
        if not cls._is_derived(arm):
            return False
        return compiled_at_hand(NAME, list(cls._programs(arm).values()), Provenance.of(arm.exact_chain))

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """Programs of the functions; read at the first request where the functions were compiled at installation."""
        return self._programs(self.arm)

    @staticmethod
    def _programs(arm: Arm) -> Mapping[str, Program]:
        return programs_of(arm.exact_chain)

    @staticmethod
    def _is_derived(arm: Arm) -> bool:
        return is_derived(arm.exact_chain)

    @staticmethod
    def _is_kept(arm: Arm) -> bool:
        return is_kept(arm.exact_chain)

    def kinetic_energy_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result("kinetic_energy_matrix", out, self._contiguous(q))

    def mass_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self.kinetic_energy_matrix(q, out=out)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self._result("gravity", out, self._contiguous(q))

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate `DynamicModel.elements`, in one pass."""
        flat = self.functions.all_elements(self._contiguous(q))
        n, pairs = self.arm.n, len(self._pairs)
        ends = np.cumsum([n * n, n * pairs, n * n])
        a, b, c, g = np.split(flat, ends, axis=-1)
        states = flat.shape[:-1]
        return Elements(a.reshape(*states, n, n), b.reshape(*states, n, pairs), c.reshape(*states, n, n), g)

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        """Evaluate `DynamicModel.torque`, without forming the elements."""
        given = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, contiguous=True)
        return self._result("torque", out, *given)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity`, without forming the elements."""
        return self.torque(q, qd, qdd), self.gravity(q)

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        """Evaluate `DynamicModel.acceleration`, by the factors L D Lᵀ of A."""
        given = joint_arrays(self.arm.n, {"q": q, "qd": qd, "tau": tau}, contiguous=True)
        if self._may_vanish:
            refuse_vanishing_inertia(self.arm, self.kinetic_energy_matrix(given[0]), given[0])
        return self._result("acceleration", out, *given)

    def evaluate(self, name: str, *states: ArrayLike) -> FloatArray:
        """Evaluate a function of the generator by its name, also one that `DynamicModel` does not have.

        It is derived and compiled when it is first asked for, unless it is part of the model.

        Args:
            name: one of `emdeg.TASK_NAMES` or `emdeg.COMBINED_NAMES`.
            states: its inputs in their order, each (…, n): q, or q, qd and qdd.

        Returns:
            (…, shape of one result).

        Raises:
            DerivationError: there is no such function.
            StateError: another shape, or a number that is not finite.
            TypeError: another number of inputs.
        """
        functions = self._functions_with(name)
        inputs, shape = functions.signatures[name]
        if len(states) != len(inputs):
            raise TypeError(f"{name} takes {', '.join(inputs)}")
        given = broadcast_joint_arrays(self.arm.n, dict(zip(inputs, states, strict=True)), self.arm.joint_names)
        rows = (np.ascontiguousarray(array.reshape(-1, self.arm.n)) for array in given)
        found: FloatArray = getattr(functions, name)(*rows)
        return found.reshape(*given[0].shape[:-1], *shape)

    def _functions_with(self, name: str) -> Functions:
        if name in self.functions.signatures:
            return self.functions
        if name not in self._further:
            chain = self.arm.exact_chain
            self._further[name] = functions_of(NAME, programs_of(chain, names=(name,)), Provenance.of(chain))
        return self._further[name]

    def operation_counts(self) -> Mapping[str, OperationCount]:
        return MappingProxyType({name: OperationCount(*program.count) for name, program in self.programs.items()})

    def _result(self, name: str, out: FloatArray | None, *given: FloatArray) -> FloatArray:
        """Call a function without checks; copy the result if it cannot be written into `out` directly."""
        found: FloatArray = getattr(self.functions, name)(*given)
        return found if out is None else put(found, out)

    def _contiguous(self, q: ArrayLike) -> FloatArray:
        return np.ascontiguousarray(self._q(q))


class GeneratedAbbreviatedModel(GeneratedModel):
    """Dynamics with few calculations: the torque error is at most that of the paper's abbreviation.

    For an arm other than the paper's the terms are chosen when the model is made (a minute, then kept
    in the user's cache). B and C are not exactly the Christoffel symbols of A, as in the paper.
    """

    kind = "generated_abbreviated"
    installed = "._puma560_abbreviated"

    @staticmethod
    def _programs(arm: Arm) -> Mapping[str, Program]:
        return abbreviated_programs(arm)

    @staticmethod
    def _is_derived(arm: Arm) -> bool:
        return at_hand(arm)

    @staticmethod
    def _is_kept(arm: Arm) -> bool:
        return abbreviated_digest(arm) == kept_abbreviated_digest()


def functions_of(name: str, programs: Mapping[str, Program], provenance: Provenance) -> Functions:
    """Compile programs, or read them from the cache; if neither is possible, warn and evaluate them with numpy."""
    try:
        return compiled_functions(name, list(programs.values()), provenance)
    except CompileError as error:
        log.warning("the generated model of %s runs over numpy, far slower: %s", provenance.arm, error)
        return numpy_functions(list(programs.values()), provenance)


def installed_functions(arm: Arm) -> Functions | None:
    """Return the functions compiled at installation; None for an arm other than the paper's, or without a compiler."""
    return _installed(GeneratedModel.installed) if is_kept(arm.exact_chain) else None


def _installed(module: str) -> Functions | None:
    try:
        return Functions.of(import_module(module, __package__))
    except (ImportError, AttributeError):  # it was not built, or of another version of the package
        return None
