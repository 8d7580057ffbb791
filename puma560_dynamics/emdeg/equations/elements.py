"""Derive systems for the elements of A, B, C and g.

Rotation of a body with inertia J and partial angular velocities ω_i adds ω_i · J ω_j to a_ij. If J is diagonal in the
body's frame, it is a multiple of the unit tensor plus *dyads* S n nᵀ along axes n of the frame. A dyad adds S e_i e_j
to a_ij, with e_i = n·ω_i, and adds

    S/2 (e_i (e_j,k + e_k,j) + e_j (e_i,k - e_k,i) + e_k (e_i,j - e_j,i)),    e_i,k = ∂e_i/∂q_k,

to the Christoffel symbol of i, j, k. All elements share the short expressions e_i, which factoring could not recover
from expanded elements. So the dyads of the last bodies are written in terms of e_i; everything else is expanded.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ..algebra.ring import Coefficient, Poly
from ..chain.chain import Chain
from ..chain.gauge import Gauge
from ..chain.groups import groups
from ..chain.inertia import Moments
from ..program.program import element_label
from ..program.system import Polynomial, System, Traced, polynomial_cost
from ..program.variables import Variables, prepared
from .kane import christoffel_symbol
from .link_motion import outward
from .newton_euler import newton_euler

HALF = Fraction(1, 2)


class Dyad(NamedTuple):
    """Dyad S n nᵀ of a body: index of the body, axis n of its frame (0, 1, 2 for x, y, z), and size S, kg·m²."""

    body: int
    axis: int
    size: Fraction


def without_dyads(bodies: tuple[Moments, ...], last: int) -> tuple[tuple[Moments, ...], list[Dyad]]:
    """Return the bodies without the dyads of the last `last` bodies, and these dyads.

    Bodies with products of inertia are not changed.
    """
    rest, dyads = list(bodies), []
    for i in range(len(bodies) - last, len(bodies)):
        body = bodies[i]
        xx, yy, zz, *products = body.second
        if any(products):
            continue
        principal = (yy + zz, xx + zz, xx + yy)
        common = 0 if principal.count(0) else max(principal, key=principal.count)
        sizes = [value - common for value in principal]
        dyads += [Dyad(i, axis, size) for axis, size in enumerate(sizes) if size]
        even = common * HALF  # second moments of a body with equal inertia about all axes
        rest[i] = Moments(body.mass, body.first, (even, even, even, 0, 0, 0))
    return tuple(rest), dyads


def steady(chain: Chain, bodies: tuple[Moments, ...]) -> Variables:
    """Return the variables of A, B and C, which do not depend on the first joint's angle (there is no gravity)."""
    return Variables(chain, groups(chain.without_gravity(), bodies))


def energy_elements(chain: Chain, bodies: tuple[Moments, ...], variables: Variables) -> dict[tuple[int, int], Poly]:
    """Return the upper triangle of A in the ring of `variables`, from Newton-Euler with unit accelerations."""
    ring, n = variables.ring, chain.n
    upper = {}
    for j in range(n):
        unit = [int(i == j) for i in range(n)]
        column = newton_euler(chain.without_gravity(), bodies, variables.joint_motion(None, unit, [0] * n))
        for i in range(j + 1):
            upper[i, j] = ring.sum((column[i],))
    return upper


class ElementDerivation:
    """Derivation of the elements of a chain, as polynomials of a system.

    Args:
        chain: the chain.
        gauge: inertial gauge of each joint.
        last: number of bodies, counted from the tip, whose dyads are written separately.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...], last: int) -> None:
        self.chain, bodies, self.variables = prepared(chain, gauge)
        self.system = self.variables.system()
        rest, dyads = without_dyads(bodies, last)
        n = chain.n
        self._steady = steady(self.chain, bodies)
        upper = energy_elements(self.chain, rest, self._steady)
        self._a = [[upper[min(i, j), max(i, j)] for j in range(n)] for i in range(n)]
        self._bodies = bodies
        self._named: dict[Poly, Traced] = {}
        partial = [self._angular(j) for j in range(n)]
        self._dyads = [(dyad, [partial[j][dyad.body][dyad.axis] for j in range(n)]) for dyad in dyads]

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """Return the elements of the upper triangle of A, by label ``a_11 …``."""
        n = self.chain.n
        return {element_label("a", i, j): self._energy(i, j) for i in range(n) for j in range(i, n)}

    def coriolis(self) -> dict[str, Polynomial]:
        """Return the elements of B, by label ``b_112 …``: twice the Christoffel symbols of two different velocities."""
        n, two = self.chain.n, self.system.numbers.of(2)
        return {
            element_label("b", i, j, k): self.system.scaled(self._symbol(i, j, k), two)
            for i in range(n)
            for j, k in combinations(range(n), 2)
        }

    def centrifugal(self) -> dict[str, Polynomial]:
        """Return the elements of C, by label ``c_11 …``: the Christoffel symbols of equal velocities."""
        n = self.chain.n
        return {element_label("c", i, j): self._symbol(i, j, j) for i in range(n) for j in range(n)}

    def gravity(self) -> dict[str, Polynomial]:
        """Return the elements of g, by label ``g_1 …``."""
        still = [0] * self.chain.n
        loads = newton_euler(self.chain, self._bodies, self.variables.joint_motion(None, still, still))
        return {f"g_{i}": self.variables.polynomial(self.system, load) for i, load in enumerate(loads, start=1)}

    def _energy(self, i: int, j: int) -> Polynomial:
        polynomial = self._steady.polynomial(self.system, self._a[i][j])
        for dyad, e in self._dyads:
            polynomial = self._plus(polynomial, self._name(e[i]) * self._name(e[j]) * dyad.size)
        return polynomial

    def _symbol(self, i: int, j: int, k: int) -> Polynomial:
        polynomial = self._steady.polynomial(self.system, christoffel_symbol(self._a, i, j, k))
        for dyad, e in self._dyads:

            def slope(a: int, b: int, of: list[Poly] = e) -> Traced:
                return self._name(of[a].derivative(b))

            total = self._name(e[i]) * (slope(j, k) + slope(k, j))
            total = total + self._name(e[j]) * (slope(i, k) - slope(k, i))
            total = total + self._name(e[k]) * (slope(i, j) - slope(j, i))
            polynomial = self._plus(polynomial, total * (dyad.size * HALF))
        return polynomial

    def _plus(self, polynomial: Polynomial, traced: Traced) -> Polynomial:
        return self.system.plus(polynomial, traced.polynomial)

    def _name(self, element: Poly) -> Traced:
        """Return the definition of a polynomial: from the recursion if it computes it, otherwise expanded."""
        if element not in self._named:
            self._named[element] = Traced(self.system, self._steady.polynomial(self.system, element)).let()
        return self._named[element]

    def _angular(self, joint: int) -> list[tuple[Poly, ...]]:
        """Return the partial angular velocities of all bodies with respect to one joint, in the bodies' frames."""
        unit, still = [int(i == joint) for i in range(self.chain.n)], [0] * self.chain.n
        chain, ring, result = self.chain.without_gravity(), self._steady.ring, []
        exact = outward(chain, self._bodies, self._steady.joint_motion(None, unit, still))
        traced = outward(chain, self._bodies, self._steady.joint_motion(self.system, unit, still))
        for number, (link, form) in enumerate(zip(exact, traced, strict=True)):
            elements = tuple(
                ring.sum((component if joint in chain.ancestors[number] else 0,)) for component in link.alpha
            )
            for element, component in zip(elements, form.alpha, strict=True):
                if isinstance(component, Traced):
                    self._named.setdefault(element, component.let())
            result.append(elements)
        return result


def share_multiples(system: System, variables: Variables) -> None:
    """Remove outputs that are zero, and replace an output that is a multiple of an earlier output by that multiple."""
    values = system.evaluate(variables.elements, variables.ring.constant(1))
    first: dict[Poly, tuple[int, Coefficient]] = {}
    for label, index in list(system.outputs.items()):
        value = variables.ring.sum((values[label],))
        if not value:
            del system.outputs[label]
            continue
        _, lead = min(value.items())
        normal = value * Fraction(1, lead)
        if normal in first:
            other, factor = first[normal]
            multiple: Polynomial = {(other,): system.numbers.of(Fraction(lead, factor))}
            if polynomial_cost(multiple) < polynomial_cost(system.definitions[index]):
                system.definitions[index] = multiple
        else:
            first[normal] = index, lead
    system.prune()
