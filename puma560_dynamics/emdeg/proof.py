"""Prove that a factored system equals Kane's equations, or the definition of the function.

`prove` expands the system and compares it, coefficient by coefficient in the canonical ring, with `Task.exact`: A, B, C
and g from partial velocities and Christoffel symbols, which are independent of the recursion, the gauge and the
factoring. Since the search may begin with `Task.exact`, `prove` ends with the identity test, which shares no equation
with either.

`check_identity`, the identity test, compares with `Task.at_state` at a random state; it is sufficient on its own if
equations are too long to be expanded. Both sides are polynomials with rational coefficients in sines and cosines of
joint angles, positions of prismatic joints, velocities and accelerations. With cos q = (1 - t²)/(1 + t²) and
sin q = 2t/(1 + t²), the difference of both sides, multiplied by powers of 1 + t², is a polynomial D in t and the other
variables. If D is not zero, it is not zero modulo a random prime of 256 bits unless the prime divides all its
coefficients: a numerator of 2^40 bits has fewer than 2^33 such divisors, and there are more than 2^246 primes of this
length. At a random point modulo the prime, a nonzero D is zero with a probability of at most its degree divided by the
prime (Schwartz and Zippel). `degree` bounds the degree. So a wrong system passes with a probability below 2^-200, or
below 2^-100 if the probability that the prime is composite is included.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import DerivationError
from .algebra.residue import PrimeField, Residue
from .algebra.ring import Ring, collection_paused
from .chain.angles import link_angles
from .chain.chain import Chain
from .equations.kane_at_state import random_state, turned_at_state
from .program.system import System
from .program.variables import Variables
from .tasks import task_of

DEGREE = 2**32
"""Limit of the total degree in the random variables, up to which the stated probability holds."""


@collection_paused()
def prove(chain: Chain, name: str, system: System, variables: Variables) -> int:
    """Prove that a factored system equals the expanded equations, exactly and at a random state.

    Args:
        chain: the chain.
        name: name of the program, one of `TASK_NAMES`.
        system: the factored system.
        variables: variables of the system.

    Returns:
        Number of terms of the canonical form that were compared.

    Raises:
        DerivationError: an output differs, which is a defect of the generator.
    """
    ring = Ring()
    task = task_of(name)
    wanted = task.exact(chain, ring)
    values = variables.within(ring, link_angles(chain))
    given = system.evaluate(values, ring.constant(1))
    _compare(
        wanted, given, f"of {chain.name!r} as factored does not agree with {task.reference}; expected equal polynomials"
    )
    check_identity(chain, name, system, variables)
    return sum(len(element) for element in wanted.values())


@collection_paused()
def check_identity(chain: Chain, name: str, system: System, variables: Variables) -> None:
    """Check that a factored system equals independent equations at a random state, in a prime field.

    Args:
        chain: the chain.
        name: name of the program, one of `TASK_NAMES`.
        system: the factored system.
        variables: variables of the system.

    Raises:
        DerivationError: an output differs, which is a defect of the generator.
    """
    assert degree(system, chain.n) < DEGREE
    while True:
        try:
            wanted, given = _both(chain, name, system, variables, PrimeField())
            break
        except ZeroDivisionError:  # the prime divides a denominator: try a new prime
            continue
    reference = task_of(name).reference
    _compare(
        wanted,
        given,
        f"of {chain.name!r} as factored does not agree with {reference}; expected equal numbers at a random state",
    )


def _compare(wanted: Mapping[str, Any], given: Mapping[str, Any], difference: str) -> None:
    """Raise `DerivationError` for the first element that differs; missing elements are 0."""
    for label in (*wanted, *given):
        if given.get(label, 0) != wanted.get(label, 0):
            raise DerivationError(f"{label} {difference}; this is a defect of the generator, please report the arm")


def degree(system: System, joints: int) -> int:
    """Return an upper bound of the total degree of the two polynomials that are compared at random values.

    The denominator of a sine or cosine of a sum of angles has at most one factor 1 + t² per joint, so its degree after
    multiplication by the denominators is at most 2n; all other atoms have a degree of at most 3. `Task.at_state` has at
    most degree 6 in the cosine and sine of each joint, so 12 in each t, 6 in each position, and 6 in other variables.
    """
    known = dict.fromkeys(range(system.atoms), max(2 * joints, 3))
    for index in system.order():
        terms = (sum(known[factor] for factor in monomial) for monomial in system.definitions[index])
        known[index] = max(terms, default=0)
    return max((known[index] for index in system.outputs.values()), default=0) + 12 * joints + 6 * joints + 6


def _both(
    chain: Chain, name: str, system: System, variables: Variables, field: PrimeField
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the results of `Task.at_state` and of the system at a random state."""
    joints = range(chain.n)
    state = random_state(chain.n, field, task_of(name).elements_given(chain))
    one = field.of(1)
    values: dict[str, Residue] = dict(state.given)
    for prepared, definition in variables.prepared.items():
        values[prepared] = sum(definition.products(state.given.__getitem__, one), field.of(0))
    for i in joints:
        values |= {f"q{i + 1}": state.positions[i], f"qd{i + 1}": state.rates[i], f"qdd{i + 1}": state.seconds[i]}
    for angle in variables.angles:
        values[f"c{angle.label}"], values[f"s{angle.label}"] = (one * value for value in turned_at_state(angle, state))
    wanted = {label: value * one for label, value in task_of(name).at_state(chain, state).items()}
    return wanted, system.evaluate(values, one)
