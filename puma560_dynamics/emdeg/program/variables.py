"""Manage the variables of a chain's dynamics: as atoms of a system, in the ring, and as inputs of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.angles import Angle, JointMotion, link_angles, single
from ..chain.chain import Chain
from ..chain.gauge import PLAIN, Gauge, slid
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments, matter
from .program import Trig
from .regrouping import names_of_inputs, regrouped, within_ring
from .system import Polynomial, System, Traced

Groups = tuple[tuple[Turn, ...], ...]
"""Orientations of links, by group of parallel axes (`chain.groups`)."""


class Variables:
    """Variables that a chain's dynamics depend on.

    Args:
        chain: the chain.
        ordered: groups of parallel axes, whose angle sums are the variables of the canonical form.
        also: groups of the chain under a different condition (e.g. without gravity), whose angles may also be used.
        prepared: polynomials of inputs that are computed before the program, by name (`regrouping`).
        ring: ring of the canonical form; by default a new one.
        direct: names of elements of inputs that the program reads, besides those of joints.

    Attributes:
        angles: angles whose sines and cosines may be used: single angles and sums of the groups.
        ring: ring of the canonical form, with only the angle sums of `ordered`.
        elements: ring polynomial of each variable, by name.
    """

    def __init__(
        self,
        chain: Chain,
        ordered: Groups,
        also: Groups = (),
        prepared: Mapping[str, Poly] = MappingProxyType({}),
        ring: Ring | None = None,
        direct: Sequence[str] = (),
    ) -> None:
        self.chain = chain
        self.prepared = prepared
        every = (*ordered, *also)
        found = [angle for group in every for turn in group for angle in (turn.own, turn.total) if angle is not None]
        self.angles: tuple[Angle, ...] = tuple(dict.fromkeys(found))
        self._direct = direct
        self._sums = tuple(dict.fromkeys((a.total, b.own, b.total) for group in every for a, b in pairwise(group)))
        self.ring = ring or Ring()
        elements = self.within(self.ring, [turn.total for group in ordered for turn in group])
        self.elements = elements | {name: self.ring.variable(name) for name in prepared}

    @classmethod
    def of_links(cls, chain: Chain, also: Groups = ()) -> Variables:
        """Return the variables of expanded equations: the angles of the links (`link_angles`), and those of `also`.

        The ring has the same variables as Kane's equations, so that their polynomials need no conversion.
        """
        groups: list[tuple[Turn, ...]] = []
        for i, total in enumerate(link_angles(chain)):
            if total is not None and len(total.joints) > 1:
                groups[-1] += (Turn(i, single(chain, i), total, 1),)
            else:
                groups.append((Turn(i, total, total, 1),))
        return cls(chain, tuple(groups), also)

    def within(self, ring: Ring, basis: Sequence[Angle | None]) -> dict[str, Poly]:
        """Return each variable as a polynomial of a ring whose angles are `basis`, by name.

        Args:
            ring: the ring.
            basis: angle of each joint; None for a prismatic joint, and if the dynamics do not depend on the angle.
        """
        elements = {}
        for i, joint in enumerate(self.chain.joints):
            if not joint.revolute:
                elements[f"q{i + 1}"] = ring.position(i)
            for name in (f"qd{i + 1}", f"qdd{i + 1}"):
                elements[name] = ring.variable(name)
        own = _own_angles(ring, basis)
        for angle in self.angles:
            c, s = ring.constant(1), ring.constant(0)
            for k, sign in angle.joints:
                c1, s1 = own[k]
                s1 = s1 * sign
                c, s = c * c1 - s * s1, s * c1 + c * s1
            elements |= {f"c{angle.label}": c, f"s{angle.label}": s}
        for number in self._direct:
            elements[number] = ring.variable(number)
        return elements | {name: definition.in_ring(ring) for name, definition in self.prepared.items()}

    def system(self) -> System:
        """Return a system without definitions, with the atoms and the identities of the angles."""
        system = System(self.elements)
        atom = system.atom
        system.circles = [(atom(f"c{a.label}"), atom(f"s{a.label}")) for a in self.angles]
        for before, own, total in self._sums:
            assert before is not None and own is not None and total is not None
            # total = own ± before, own = total ∓ before, ± before = total - own.
            sign = _sense(before, total)
            for result, one, two, second in (
                (total, own, before, sign),
                (own, total, before, -sign),
                (before, total, own, -1),
            ):
                turned = sign if result is before else 1
                c1, s1, c2, s2 = (atom(f"{f}{a.label}") for a in (one, two) for f in "cs")
                cosine: Polynomial = {_pair(c1, c2): 1, _pair(s1, s2): -second}
                sine: Polynomial = {_pair(s1, c2): turned, _pair(c1, s2): turned * second}
                for polynomial, name in ((cosine, f"c{result.label}"), (sine, f"s{result.label}")):
                    lead = polynomial[min(polynomial)]
                    system.free.append(({m: k * lead for m, k in polynomial.items()}, atom(name), lead))
        return system

    def joint_motion(
        self, system: System | None = None, second: list[Any] | None = None, rate: list[Any] | None = None
    ) -> JointMotion:
        """Return the state of the joints for `newton_euler`, as traced values of a system or as ring polynomials.

        Args:
            system: system that records the calculations; None for ring polynomials.
            second: accelerations; by default the variables ``qdd``.
            rate: velocities; by default the variables ``qd``.
        """

        def value(name: str) -> Scalar:
            return self.elements[name] if system is None else Traced(system, {(system.atom(name),): 1})

        def trigonometry(angle: Angle) -> tuple[Scalar, Scalar]:
            return value(f"c{angle.label}"), value(f"s{angle.label}")

        numbers = range(1, self.chain.n + 1)
        return JointMotion(
            trigonometry,
            [0 if joint.revolute else value(f"q{i}") for i, joint in zip(numbers, self.chain.joints, strict=True)],
            [value(f"qd{i}") for i in numbers] if rate is None else rate,
            [value(f"qdd{i}") for i in numbers] if second is None else second,
            (lambda x: x) if system is None else lambda x: _let(system, x),
        )

    def polynomial(self, system: System, element: Poly | int | Fraction) -> Polynomial:
        """Convert a ring polynomial or a number to a polynomial in the atoms of a system."""
        if not isinstance(element, Poly):
            return {(): system.numbers.of(element)} if element else {}
        result: Polynomial = {}
        for monomial, coefficient in element.items():
            factors = [system.atom(name) for name, e in self.ring.factors(monomial) for _ in range(e)]
            result[tuple(sorted(factors))] = system.numbers.of(coefficient)
        return result

    def trigonometry(self) -> dict[str, Trig]:
        """Return the sines and cosines of `angles`, by name."""
        both = (("cos", "c"), ("sin", "s"))
        return {
            f"{letter}{angle.label}": Trig(f"{letter}{angle.label}", function, angle)
            for angle in self.angles
            for function, letter in both
        }


def _let(system: System, value: Any) -> Any:
    if isinstance(value, Poly):  # of inputs
        value = Traced(system, system.polynomial_of(value))
    return value.let() if isinstance(value, Traced) else value


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _sense(before: Angle, total: Angle) -> int:
    """Return the sign of the angle `before` in the sum `total`: -1 if a twist of 180° is between them."""
    return dict(total.joints)[before.joints[0][0]] * before.joints[0][1]


def _own_angles(ring: Ring, basis: Sequence[Angle | None]) -> dict[int, tuple[Poly, Poly]]:
    """Return cosine and sine of each joint's own angle: the link's angle minus the previous link's in its group."""
    result: dict[int, tuple[Poly, Poly]] = {}
    for i, angle in enumerate(basis):
        if angle is None:
            continue
        c, s = ring.angle(angle.label, angle.joints)
        if len(angle.joints) > 1:
            before = basis[i - 1]
            assert before is not None
            cb, sb = ring.angle(before.label, before.joints)
            sb = sb * _sense(before, angle)
            c, s = c * cb + s * sb, s * cb - c * sb
        result[i] = (c, s)
    return result


def prepared(chain: Chain, gauge: tuple[Gauge, ...]) -> tuple[Chain, tuple[Moments, ...], Variables]:
    """Apply `slid` and a gauge to a chain; return the chain, its bodies, and the variables of its dynamics.

    Numbers of the chain that are inputs become polynomials in the ring of the variables.
    """
    ring = Ring()
    chain, bodies = slid(chain, matter(chain))
    bodies, definitions = regrouped(chain, bodies, ring, gauge)
    chain = within_ring(chain, ring)
    every = groups(chain, bodies), groups(chain.without_gravity(), bodies)
    direct = names_of_inputs((*chain.gravity, *(x for wrench in chain.wrenches for x in wrench.numbers)))
    return chain, bodies, Variables(chain, *every, definitions, ring, direct)


def prepared_variables(chain: Chain) -> Variables:
    """Return the variables of a chain's dynamics, which are the same for all gauges."""
    return prepared(chain, (PLAIN,) * chain.n)[2]
