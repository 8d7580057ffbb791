"""Regroup bodies whose numbers are inputs, so that the moments that programs need are computed once.

The moments of a load, or parameters of links, change seldom. Programs do not take them as they are given, but as the
moments of all bodies that depend on them, in one of two gauges (`prepared_gauges`): matter on a joint's axis is already
part of the body before the joint, or of the body after it. These *prepared* numbers are computed from the given numbers
by a separate program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar, Vector
from ..chain.chain import Chain
from ..chain.gauge import PLAIN, Gauge, gauged
from ..chain.inertia import Moments, step
from ..chain.pose import three

PREPARED = "prepared"
"""Name of the input that holds the prepared numbers."""

FIRST_OUTER = 3
"""Index of the first joint beyond which mass may stay (`outward`)."""


def outward(chain: Chain) -> tuple[Gauge, ...]:
    """Return gauges that keep the mass of the outer bodies away from the inner ones, which then have fewer moments.

    Mass stays in the outer body as long as this makes a first moment of the inner body zero. On the first joints this
    does not save calculations.
    """
    gauge = [PLAIN] * chain.n
    for joint in range(FIRST_OUTER, chain.n):
        apart = step(chain.joints[joint])[1]
        gauge[joint] = Gauge(level=next((axis for axis, length in zip("xyz", apart, strict=True) if length), ""))
    return tuple(gauge)


def regrouped(
    chain: Chain, bodies: tuple[Moments, ...], ring: Ring, gauge: tuple[Gauge, ...]
) -> tuple[tuple[Moments, ...], Mapping[str, Poly]]:
    """Regroup bodies, and replace moments that depend on inputs by variables ``prepared1 …``.

    Args:
        chain: the chain.
        bodies: bodies of the chain, whose moments are numbers or polynomials of inputs.
        ring: ring of the variables.
        gauge: gauge of each joint; if it is none of `prepared_gauges`, moments may be sums of variables.

    Returns:
        The bodies, and the polynomial of each variable, by name; the variables are the same for all gauges. Without
        inputs, there are none.
    """
    given = [entry for body in bodies for entry in _entries(body) if isinstance(entry, Poly)]
    if not given:
        return gauged(chain, bodies, gauge), {}
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

    found = {
        each: tuple(_moments(map(named, _entries(body))) for body in gauged(chain, bodies, each))
        for each in prepared_gauges(chain)
    }
    wanted = tuple(replace(own, carried=False) for own in gauge)
    made = found.get(wanted) or gauged(chain, found[(PLAIN,) * chain.n], wanted)
    # Parameters that torque does not show still make an array, because C has no arrays without elements.
    return made, definitions or {f"{PREPARED}1": given[0]}


def prepared_gauges(chain: Chain) -> tuple[tuple[Gauge, ...], ...]:
    """Return the gauges of functions that have numbers of bodies as inputs, for which moments are prepared."""
    return tuple(dict.fromkeys(((PLAIN,) * chain.n, outward(chain))))


def within_ring(chain: Chain, ring: Ring) -> Chain:
    """Return the chain with gravity and wrenches as polynomials of a ring where they are polynomials of inputs."""

    def own(values: Iterable[Scalar]) -> Vector:
        return three(value.in_ring(ring) if isinstance(value, Poly) else value for value in values)

    wrenches = (replace(wrench, force=own(wrench.force), moment=own(wrench.moment)) for wrench in chain.wrenches)
    return replace(chain, gravity=own(chain.gravity), wrenches=tuple(wrenches))


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
