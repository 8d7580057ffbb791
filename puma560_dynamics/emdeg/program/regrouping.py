"""Regroup bodies whose numbers are inputs, so that the moments that programs need are computed once.

The moments of a load, or parameters of links, change seldom. Programs do not take them as they are given, but as the
moments of all bodies in the gauge `PLAIN` that depend on them: matter on a joint's axis is already part of the body
before the joint. These *prepared* numbers are computed from the given numbers by a separate program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar, Vector
from ..chain.chain import Chain
from ..chain.gauge import PLAIN, gauged
from ..chain.inertia import Moments
from ..chain.pose import three

PREPARED = "prepared"
"""Name of the input that holds the prepared numbers."""


def regrouped(chain: Chain, bodies: tuple[Moments, ...], ring: Ring) -> tuple[tuple[Moments, ...], Mapping[str, Poly]]:
    """Replace moments that depend on inputs by variables ``prepared1 …``, in the gauge `PLAIN`.

    Args:
        chain: the chain.
        bodies: bodies of the chain, whose moments are numbers or polynomials of inputs.
        ring: ring of the variables.

    Returns:
        The bodies, and the polynomial of each variable, by name. Without inputs, the same bodies and no variables.
    """
    given = [entry for body in bodies for entry in _entries(body) if isinstance(entry, Poly)]
    if not given:
        return bodies, {}
    definitions: dict[str, Poly] = {}
    known: dict[Poly, str] = {}

    def named(entry: Scalar) -> Scalar:
        if not isinstance(entry, Poly):
            return entry
        constant = dict(entry.items()).get(0, 0)
        if len(entry) <= bool(constant):
            return constant
        for sign in (1, -1):
            if sign * entry in known:
                return sign * ring.variable(known[sign * entry])
        name = f"{PREPARED}{len(known) + 1}"
        known[entry], definitions[name] = name, entry
        return ring.variable(name)

    plain = gauged(chain, bodies, (PLAIN,) * chain.n)
    made = tuple(_moments(map(named, _entries(body))) for body in plain)
    # Parameters that torque does not show still make an array, because C has no arrays without elements.
    return made, definitions or {f"{PREPARED}1": given[0]}


def within_ring(chain: Chain, ring: Ring) -> Chain:
    """Return the chain with gravity and wrench as polynomials of a ring where they are polynomials of inputs."""

    def own(values: Iterable[Scalar]) -> Vector:
        return three(value.in_ring(ring) if isinstance(value, Poly) else value for value in values)

    wrench = chain.wrench and replace(chain.wrench, force=own(chain.wrench.force), moment=own(chain.wrench.moment))
    return replace(chain, gravity=own(chain.gravity), wrench=wrench)


def names_of_inputs(values: Iterable[Scalar]) -> tuple[str, ...]:
    """Return the names of the variables in numbers that are polynomials of inputs, each once."""
    found = (
        name
        for value in values
        if isinstance(value, Poly)
        for monomial, _ in value.items()
        for name, _ in value.ring.factors(monomial)
    )
    return tuple(dict.fromkeys(found))


def _entries(body: Moments) -> tuple[Scalar, ...]:
    return (body.mass, *body.first, *body.second)


def _moments(entries: Iterable[Scalar]) -> Moments:
    mass, x, y, z, *second = entries
    return Moments(mass, (x, y, z), tuple(second))
