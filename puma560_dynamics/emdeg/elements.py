"""Systems for the elements of A, B, C and g.

A rotating body adds Σ_ij q̇_i (ω_i · J ω_j) q̇_j to its kinetic energy, with its partial angular
velocities ω_i. Where J is diagonal in the body's frame, it is a multiple of the unit tensor plus
*dyads* S n nᵀ along axes n of the frame; each adds S e_i e_j to A with e_i = n·ω_i, and, with
e_i,k = ∂e_i/∂q_k, to the Christoffel symbols

    S/2 (e_i (e_j,k + e_k,j) + e_j (e_i,k - e_k,i) + e_k (e_i,j - e_j,i)).

The e are a few short expressions that all elements share, which no factoring of expanded elements
would find again. So the dyads of the last bodies are written with them, and the rest is expanded.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from .chain import Chain
from .christoffel import symbol
from .gauge import Gauge
from .inertia import Moments
from .inverse_dynamics import prepared, unloaded
from .newton_euler import newton_euler, outward
from .ring import Poly
from .system import Polynomial, Traced
from .variables import Variables

HALF = Fraction(1, 2)


class Dyad(NamedTuple):
    """S n nᵀ of a body: its index, the axis n of its frame (0, 1, 2 for x, y, z), and S in kg·m²."""

    body: int
    axis: int
    size: Fraction


def split(bodies: tuple[Moments, ...], last: int) -> tuple[tuple[Moments, ...], list[Dyad]]:
    """The bodies with the dyads of the `last` of them taken away; bodies with products of inertia stay whole."""
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
        even = common * HALF  # second moments of a body whose inertia is the same about every axis
        rest[i] = Moments(body.mass, body.first, (even, even, even, 0, 0, 0))
    return tuple(rest), dyads


def energy_elements(chain: Chain, bodies: tuple[Moments, ...], variables: Variables) -> dict[tuple[int, int], Poly]:
    """The upper half of A in the ring, by Newton-Euler for unit accelerations; armature included."""
    ring, n = variables.ring, chain.n
    upper = {}
    for j in range(n):
        unit = [int(i == j) for i in range(n)]
        column = newton_euler(unloaded(chain), bodies, variables.motion(None, unit, [0] * n))
        for i in range(j + 1):
            upper[i, j] = ring.sum((column[i],))
    return upper


class Elements:
    """The elements of one chain, as polynomials of a system.

    Args:
        chain: what to derive.
        gauge: of its matter.
        last: how many bodies from the tip give dyads.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...], last: int) -> None:
        self.chain, bodies, self.variables = prepared(chain, gauge)
        self.system = self.variables.system()
        rest, dyads = split(bodies, last)
        n = chain.n
        upper = energy_elements(self.chain, rest, self.variables)
        self._a = [[upper[min(i, j), max(i, j)] for j in range(n)] for i in range(n)]
        self._bodies = bodies
        partial = [_angular(self.chain, bodies, self.variables, j) for j in range(n)]
        self._dyads: list[tuple[Dyad, list[Poly | int]]] = [
            (dyad, [partial[j][dyad.body][dyad.axis] if j <= dyad.body else 0 for j in range(n)]) for dyad in dyads
        ]
        self._names: dict[Poly, Traced] = {}

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """``a_11 …``, the upper half."""
        n = self.chain.n
        return {f"a_{i + 1}{j + 1}": self._energy(i, j) for i in range(n) for j in range(i, n)}

    def coriolis(self) -> dict[str, Polynomial]:
        """``b_112 …``: twice the Christoffel symbols of different velocities."""
        n, two = self.chain.n, self.system.numbers.of(2)
        return {
            f"b_{i + 1}{j + 1}{k + 1}": self.system.scaled(self._symbol(i, j, k), two)
            for i in range(n)
            for j, k in combinations(range(n), 2)
        }

    def centrifugal(self) -> dict[str, Polynomial]:
        """``c_11 …``: the Christoffel symbols of equal velocities."""
        n = self.chain.n
        return {f"c_{i + 1}{j + 1}": self._symbol(i, j, j) for i in range(n) for j in range(n)}

    def gravity(self) -> dict[str, Polynomial]:
        """``g_1 …``."""
        still = [0] * self.chain.n
        loads = newton_euler(self.chain, self._bodies, self.variables.motion(None, still, still))
        return {f"g_{i}": self.variables.polynomial(self.system, load) for i, load in enumerate(loads, start=1)}

    def _energy(self, i: int, j: int) -> Polynomial:
        polynomial = self.variables.polynomial(self.system, self._a[i][j])
        for dyad, e in self._dyads:
            polynomial = self._plus(polynomial, self._named(e[i]) * self._named(e[j]) * dyad.size)
        return polynomial

    def _symbol(self, i: int, j: int, k: int) -> Polynomial:
        polynomial = self.variables.polynomial(self.system, symbol(self._a, i, j, k))
        for dyad, e in self._dyads:

            def slope(a: int, b: int, of: list[Poly | int] = e) -> Traced:
                element = of[a]
                return self._named(element.derivative(b) if isinstance(element, Poly) else 0)

            total = self._named(e[i]) * (slope(j, k) + slope(k, j))
            total = total + self._named(e[j]) * (slope(i, k) - slope(k, i))
            total = total + self._named(e[k]) * (slope(i, j) - slope(j, i))
            polynomial = self._plus(polynomial, total * (dyad.size * HALF))
        return polynomial

    def _plus(self, polynomial: Polynomial, traced: Traced) -> Polynomial:
        return self.system.plus(polynomial, traced.polynomial)

    def _named(self, element: Poly | int) -> Traced:
        element = self.variables.ring.sum((element,))
        if element not in self._names:
            self._names[element] = Traced(self.system, self.variables.polynomial(self.system, element)).let()
        return self._names[element]


def _angular(chain: Chain, bodies: tuple[Moments, ...], variables: Variables, joint: int) -> list[tuple[Poly, ...]]:
    """Partial angular velocity of every body for one joint, in the body's frame."""
    unit = [int(i == joint) for i in range(chain.n)]
    links = outward(unloaded(chain), bodies, variables.motion(None, unit, [0] * chain.n))
    return [link.alpha for link in links]
