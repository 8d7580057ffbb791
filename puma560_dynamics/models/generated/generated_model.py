"""Define the generated model: programs of the generator, as compiled C or, without a compiler, in numpy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import (
    PAPERS_ERROR,
    Abbreviated,
    Criterion,
    Functions,
    Program,
    Provenance,
    compiled_at_hand,
    criterion_of,
    guaranteed_shares,
    model_names,
)
from ...states import joint_arrays
from ..any_shape import put
from ..terms import Elements, OperationCount
from ..vanishing_inertia import may_vanish, refuse_vanishing_inertia
from .abbreviated_programs import (
    abbreviated_digest,
    abbreviated_programs,
    abbreviation_of,
    at_hand,
    kept_abbreviated_digest,
)
from .compiled_on_request import NAME, functions_of
from .factored_programs import is_derived, is_kept, programs_of_model
from .further_functions import FurtherFunctions


class GeneratedModel(FurtherFunctions):
    """Exact dynamics with the fewest operations known, for any serial arm.

    The paper's arm is compiled at installation. Other arms are derived and compiled when their model is created for the
    first time (seconds) and then cached. Without a compiler, numpy evaluates the same programs, with a warning.

    Torque, gravity, A and acceleration directly call compiled code, which includes the checks, if the arguments are
    finite, contiguous float64 arrays of equal shape, ``(n,)`` or ``(N, n)``. With ``out=`` they write the result into
    that array and return it, without allocating memory. So do the methods of `FurtherFunctions` from their second call.

    Attributes:
        functions: compiled (or numpy) functions without checks.

    Args:
        arm: the arm.
    """

    kind = "generated"
    installed: ClassVar[str] = "._puma560"
    """Extension module of the paper's arm, compiled at installation."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        installed = self._installed_functions()
        self._may_vanish = self._inertia_may_vanish()
        self.functions = installed or functions_of(NAME, self.programs, Provenance.of(arm.exact_chain))
        if self.functions.checked:
            # Instance attributes take precedence over methods: calls go to compiled code, which calls the method of
            # the class if an argument needs conversion. If inertia may vanish, acceleration remains a method, because
            # the method checks for this first.
            left_out = {"acceleration"} if self._may_vanish else set()
            names = [name for name in self.functions.signatures if hasattr(self, name) and name not in left_out]
            found = {name: self.functions.checked(name, getattr(self, name)) for name in names}
            vars(self).update(found, mass_matrix=found["kinetic_energy_matrix"])

    @classmethod
    def is_at_hand(cls, arm: Arm) -> bool:
        """Return whether the model of an arm can be created without derivation or compilation, which may take minutes.

        Args:
            arm: arm without mimic joints.
        """
        if cls._is_kept(arm) and _installed(cls.installed):
            return True
        if not cls._is_derived(arm):
            return False
        return compiled_at_hand(NAME, list(cls._programs(arm).values()), Provenance.of(arm.exact_chain))

    def _inertia_may_vanish(self) -> bool:
        """Return whether A may be singular, so that acceleration has to check it at each state."""
        return may_vanish(self.arm)

    def _installed_functions(self) -> Functions | None:
        """Return the functions of this model that were compiled at installation; None if there are none."""
        return _installed(self.installed) if self._is_kept(self.arm) else None

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """Programs of the functions, by name; loaded when first used if the functions were compiled at installation."""
        return self._programs(self.arm)

    @staticmethod
    def _programs(arm: Arm) -> Mapping[str, Program]:
        return programs_of_model(arm.exact_chain)

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
        """Evaluate `DynamicModel.elements` by one function."""
        flat = self.functions.all_elements(self._contiguous(q))
        n, pairs = self.arm.n, len(self._pairs)
        ends = np.cumsum([n * n, n * pairs, n * n])
        a, b, c, g = np.split(flat, ends, axis=-1)
        states = flat.shape[:-1]
        return Elements(a.reshape(*states, n, n), b.reshape(*states, n, pairs), c.reshape(*states, n, n), g)

    def torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        out: FloatArray | None = None,
        wrench: ArrayLike | None = None,
        link: str | None = None,
    ) -> FloatArray:
        """Evaluate `DynamicModel.torque` without computing elements."""
        given = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, contiguous=True)
        return self._result("torque", out, *given)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity` without computing elements."""
        return self.torque(q, qd, qdd), self.gravity(q)

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        """Evaluate `DynamicModel.acceleration` by L D Lᵀ factorisation of A."""
        given = joint_arrays(self.arm.n, {"q": q, "qd": qd, "tau": tau}, contiguous=True)
        if self._may_vanish:
            refuse_vanishing_inertia(self.arm, self.kinetic_energy_matrix(given[0]), given[0])
        return self._result("acceleration", out, *given)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        return MappingProxyType({name: OperationCount(*self.programs[name].count) for name in model_names()})

    def _result(self, name: str, out: FloatArray | None, *given: FloatArray) -> FloatArray:
        """Call a function without checks, and copy the result to `out` if given."""
        found: FloatArray = getattr(self.functions, name)(*given)
        return found if out is None else put(found, out)

    def _contiguous(self, q: ArrayLike) -> FloatArray:
        return np.ascontiguousarray(self._q(q))


class GeneratedAbbreviatedModel(GeneratedModel):
    """Dynamics with few calculations, without small terms, for any serial arm.

    By default, the sampled torque error is at most the error of the paper's abbreviation. For arms other than the
    paper's, the terms are chosen when the model is created for the first time (a minute) and then cached. As in the
    paper, B and C are not exactly the Christoffel symbols of A.

    Attributes:
        criterion: criterion by which terms were dropped: the paper's rule, or a permitted torque error.

    Args:
        arm: the arm; limits that it lacks are assumed for the ranges and fractions of the criterion.
        criterion: ``"paper"``, ``"torque-error=0.01"`` or another text for `criterion_of`, or a `Criterion`.

    Raises:
        AbbreviationError: the criterion is not known, or too many terms remain to be factored.
    """

    kind = "generated_abbreviated"
    derives_further = False
    installed = "._puma560_abbreviated"

    def __init__(self, arm: Arm, criterion: Criterion | str = PAPERS_ERROR) -> None:
        self.criterion = criterion_of(criterion)
        super().__init__(arm)

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """Programs of the functions, by name."""
        return abbreviated_programs(self.arm, self.criterion)

    @cached_property
    def abbreviation(self) -> Abbreviated:
        """Kept and exact terms, ranges of states and sampled errors; `emdeg.omitted_terms` lists the dropped terms."""
        return abbreviation_of(self.arm, self.criterion)

    @cached_property
    def error_bound(self) -> FloatArray:
        """(n,) bound of the torque error at every state in the ranges, N·m (N). It takes a second to compute."""
        own = self.abbreviation
        shares = guaranteed_shares(own.exact, own.kept.terms, own.ranges, own.maximum_torque)
        return np.array(shares) * own.maximum_torque

    def _inertia_may_vanish(self) -> bool:
        # A rule that drops large terms may leave an A that is not positive definite.
        return self.criterion != PAPERS_ERROR or super()._inertia_may_vanish()

    def _installed_functions(self) -> Functions | None:
        own = abbreviated_digest(self.arm, self.criterion) == kept_abbreviated_digest()
        return _installed(self.installed) if own else None

    @staticmethod
    def _programs(arm: Arm) -> Mapping[str, Program]:
        return abbreviated_programs(arm)

    @staticmethod
    def _is_derived(arm: Arm) -> bool:
        return at_hand(arm)

    @staticmethod
    def _is_kept(arm: Arm) -> bool:
        return abbreviated_digest(arm) == kept_abbreviated_digest()


def installed_functions(arm: Arm) -> Functions | None:
    """Return the functions that were compiled at installation; None if there are none for this arm."""
    return _installed(GeneratedModel.installed) if is_kept(arm.exact_chain) else None


def _installed(module: str) -> Functions | None:
    try:
        return Functions.of(import_module(module, __package__))
    except (ImportError, AttributeError):  # not built, or built by a different version of the package
        return None
