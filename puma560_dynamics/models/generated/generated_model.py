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
from ..payload.payload import Payload
from ..terms import Elements, OperationCount
from .abbreviated_programs import (
    abbreviated_digest,
    abbreviated_programs,
    abbreviation_of,
    at_hand,
    kept_abbreviated_digest,
)
from .compiled_methods import NAME, CompiledMethods, functions_of
from .factored_programs import is_derived, is_kept, programs_of_model
from .generated_with_payload import GeneratedWithPayload
from .method_table import METHODS


class GeneratedModel(CompiledMethods):
    """Exact dynamics with the fewest operations known, for any serial arm.

    The paper's arm is compiled at installation. Other arms are derived and compiled when their model is created for the
    first time (seconds) and then cached. Without a compiler, numpy evaluates the same programs, with a warning.

    Torque, gravity, A and acceleration are compiled when the model is created; `CompiledMethods` states when the others
    are.

    Attributes:
        functions: compiled (or numpy) functions of the model, without checks.

    Args:
        arm: the arm.
    """

    kind = "generated"
    installed: ClassVar[str] = "._puma560"
    """Extension module of the paper's arm, compiled at installation."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        installed = self._installed_functions()
        self.functions = installed or functions_of(NAME, self.programs, Provenance.of(arm.exact_chain))
        self._functions = self.functions
        for name, row in METHODS.items():
            if row.function in self.functions.signatures:
                self._call(name)

    def with_payload(self, payload: Payload) -> GeneratedWithPayload:
        """Return the model of the arm with a payload on its last link, in less than a millisecond.

        Raises:
            StateError: the payload's link is not fixed to the last link of the arm.
        """
        return GeneratedWithPayload(self, payload)

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

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate `DynamicModel.elements` by one function."""
        flat = self.functions.all_elements(np.ascontiguousarray(self._q(q)))
        n, pairs = self.arm.n, len(self._pairs)
        ends = np.cumsum([n * n, n * pairs, n * n])
        a, b, c, g = np.split(flat, ends, axis=-1)
        states = flat.shape[:-1]
        return Elements(a.reshape(*states, n, n), b.reshape(*states, n, pairs), c.reshape(*states, n, n), g)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        return MappingProxyType({name: OperationCount(*self.programs[name].count) for name in model_names()})


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
