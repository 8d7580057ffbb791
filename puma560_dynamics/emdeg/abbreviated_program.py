"""Factor the programs of an abbreviated model, and prove that they have exactly the terms that the model keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import AbbreviationError, DerivationError
from .abbreviation.abbreviate import Abbreviated
from .abbreviation.criterion import Criterion
from .abbreviation.omitted_terms import terms_in
from .abbreviation.ranges import Ranges
from .abbreviation.terms import ChainEquations, equations_of_motion
from .algebra.ring import collection_paused
from .chain.chain import Chain
from .program.system import System
from .proof import check_identity
from .simplify.search import Stop, simplify_system
from .tasks import TASK_NAMES, task_of


def abbreviated_names() -> tuple[str, ...]:
    """Return the names of the functions of which there are abbreviated programs."""
    return tuple(name for name in TASK_NAMES if task_of(name).abbreviated)


def abbreviated_system(
    model: Abbreviated, name: str, rounds: int, seed: int = 0, stop: Stop = lambda done, cost: False
) -> System:
    """Factor one function of an abbreviated model.

    Args:
        model: the model with its terms.
        name: name of the function, one of `abbreviated_names`.
        rounds: rounds of factoring.
        seed: seed of the factoring.
        stop: function that is called regularly with the number of rounds and the lowest cost; True ends the factoring.

    Raises:
        AbbreviationError: there is no abbreviated program of this function.
        DerivationError: the factored equations have other terms than the model, which is a defect of the generator.
    """
    parts = task_of(name).abbreviated
    if not parts:
        raise AbbreviationError(
            f"program {name!r} has no abbreviated form; use some of {', '.join(abbreviated_names())}"
        )
    system = simplify_system(model.task_system(parts), rounds, seed, stop)
    prove_kept(model, name, system)
    return system


@collection_paused()
def prove_kept(model: Abbreviated, name: str, system: System) -> None:
    """Prove that a factored function of an abbreviated model has exactly the terms of the model.

    Both sides are expanded and compared coefficient by coefficient. That the exact equations, from which the terms
    were chosen, agree with Kane's equations is checked by `check_exact_terms`.

    Args:
        model: the model with its terms.
        name: name of the function, one of `abbreviated_names`.
        system: the factored function.

    Raises:
        DerivationError: a coefficient differs.
    """
    elements, ring = model.exact.variables.elements, model.exact.variables.ring
    parts = task_of(name).abbreviated
    unfactored = model.kept.torque_system() if parts == "torque" else model.element_system(parts)
    wanted, given = (each.evaluate(elements, ring.constant(1)) for each in (unfactored, system))
    zero = ring.constant(0)
    for label in {*wanted, *given}:
        if given.get(label, zero) != wanted.get(label, zero):
            raise DerivationError(
                f"{label} of {model.exact.chain.name!r} as factored does not have the terms that were kept; this is a "
                "defect of the generator, please report the arm"
            )


def check_exact_terms(equations: ChainEquations) -> None:
    """Check that the terms, before any are dropped, agree with Kane's equations (`check_identity`).

    Raises:
        DerivationError: they differ, which is a defect of the generator.
    """
    check_identity(equations.chain, "torque", equations.torque_system(), equations.variables)


def recovered(
    chain: Chain, ranges: Ranges, maximum_torque: Sequence[float], criterion: Criterion, every_element: System
) -> Abbreviated:
    """Return the abbreviated model of which a factored system, such as a stored one, has all elements.

    Args:
        chain, ranges, maximum_torque, criterion: the arguments with which `abbreviate` chose the terms.
        every_element: system of the function ``all_elements``.
    """
    equations = equations_of_motion(chain)
    variables = equations.variables
    terms = terms_in(equations, every_element.evaluate(variables.elements, variables.ring.constant(1)))
    kept = replace(equations, terms=terms)
    return Abbreviated(equations, kept, ranges, tuple(map(float, maximum_torque)), criterion, kept.torque_system())
