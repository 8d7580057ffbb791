"""Derive the parts of the inverse of the Jacobian of a chain with a spherical wrist (Burdick 1986, section 5).

Joints 1 to 3 alone move the wrist's center, so that two (3, 3) blocks are inverted instead of a (6, 6) matrix:

.. math::
    \\dot q_{123} = J_{11}^{-1} v_c, \\qquad \\dot q_{456} = J_{22}^{-1} (\\omega - J_{21} \\dot q_{123}), \\qquad
    v_c = v + \\omega \\times d

with the lever d from the end to the center.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import DerivationError, NoInverseError
from ..algebra.quotients import Inverse, inverse_matrix
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import ZERO, Matrix, Scalar, Vector, cross, plus, product, scaled, transposed, turned
from ..chain.angles import link_angles
from ..chain.chain import Chain
from .kane_at_state import ChainState, links_at_state, turned_at_state
from .kinematics import Rows, has_spherical_wrist, wrist_rows

FACTORS = 3
"""Number of factors that the determinant of a (3, 3) block can have."""


@dataclass(frozen=True)
class WristInverse:
    """Parts of the inverse of the Jacobian.

    Attributes:
        arm: inverse of J_11.
        wrist: inverse of J_22.
        coupling: J_21.
        linear_axes: (3, 3) rotation from the user's base to the axes of v_c.
        angular_axes: (3, 3) rotation from the user's base to the axes of ω.
        lever: (3,) vector d in the user's base, m.
    """

    arm: Inverse
    wrist: Inverse
    coupling: Rows
    linear_axes: Matrix
    angular_axes: Matrix
    lever: Vector

    def singularities(self) -> str:
        """Return the factors that are zero where the chain is singular, as text with rounded numbers."""
        factors = [*self.arm.factors, *self.wrist.factors]
        return " and ".join(", ".join(map(_text, factors)).rsplit(", ", 1)) or "none"

    def parts(self) -> dict[str, Scalar]:
        """Return factors, numerators and further elements by label; factors that the arm lacks are 0."""
        found: dict[str, Any] = {}
        matrices: dict[str, Any] = {"coupling": self.coupling, "v": self.linear_axes, "w": self.angular_axes}
        for name, inverse in (("arm", self.arm), ("wrist", self.wrist)):
            factors = (*inverse.factors, *[0] * FACTORS)[:FACTORS]
            found |= {f"{name}_factor_{k}": factor for k, factor in enumerate(factors, start=1)}
            matrices[name] = [[entry.numerator for entry in row] for row in inverse.entries]
        for name, matrix in matrices.items():
            found |= {f"{name}_{i}_{j}": x for i, row in enumerate(matrix, 1) for j, x in enumerate(row, 1)}
        return found | {f"lever_{i}": x for i, x in enumerate(self.lever, start=1)}


def part_labels() -> list[str]:
    """Return the labels of `WristInverse.parts`."""
    factors = [f"{name}_factor_{k}" for name in ("arm", "wrist") for k in range(1, FACTORS + 1)]
    names = ("arm", "wrist", "coupling", "v", "w")
    elements = [f"{name}_{i}_{j}" for name in names for i in range(1, 4) for j in range(1, 4)]
    return [*factors, *elements, *(f"lever_{i}" for i in range(1, 4))]


def check_spherical_wrist(chain: Chain) -> None:
    """Raise if a chain has no spherical wrist.

    Raises:
        DerivationError: the number of joints is not six, or the axes of the last three do not meet in one point.
    """
    if chain.n != 6:
        raise DerivationError(
            f"inverse_jacobian needs six joints, and {chain.name!r} has {chain.n}; use consistent_inverse, or a "
            "pseudoinverse of the Jacobian"
        )
    if not has_spherical_wrist(chain):
        raise DerivationError(
            f"inverse_jacobian needs a spherical wrist, and the axes of the last three joints of {chain.name!r} do not "
            "meet in one point; invert the Jacobian numerically"
        )


def wrist_inverse(chain: Chain, ring: Ring) -> WristInverse:
    """Derive the parts of the inverse of the Jacobian of the last user frame in the axes of the user's base.

    Raises:
        DerivationError: the chain has no spherical wrist, or is singular in every configuration.
    """
    check_spherical_wrist(chain)
    found = wrist_rows(chain, ring)
    try:
        arm = inverse_matrix([row[:3] for row in found.rows[:3]])
        wrist = inverse_matrix([row[3:] for row in found.rows[3:]])
    except NoInverseError as error:
        raise DerivationError(f"inverse_jacobian: {error}") from None
    coupling: tuple[tuple[Poly, ...], ...] = tuple(row[:3] for row in found.rows[3:])
    return WristInverse(arm, wrist, coupling, found.linear_axes, found.angular_axes, found.lever)


def parts_at_state(chain: Chain, state: ChainState, found: WristInverse) -> dict[str, Scalar]:
    """Return the values of `WristInverse.parts` at one state, after a check that they invert the Jacobian.

    The Jacobian is computed from frames in the axes of frame 0, independently of `wrist_rows`.

    Raises:
        DerivationError: the blocks are not those of the Jacobian or are not inverted, a defect of the generator.
    """
    values: dict[str, Scalar] = {f"q{i + 1}": position for i, position in enumerate(state.positions)}
    for angle in link_angles(chain):
        if angle is not None:
            values[f"c{angle.label}"], values[f"s{angle.label}"] = turned_at_state(angle, state)
    parts = {label: _value(part, values) for label, part in found.parts().items()}
    columns = _columns_at_state(chain, state, tuple(parts[f"lever_{k}"] for k in (1, 2, 3)))
    v, w, coupling = (_matrix(parts, name) for name in ("v", "w", "coupling"))
    moving = _of_columns(turned(v, linear) for linear, _ in columns[:3])
    turning = _of_columns(turned(w, angular) for _, angular in columns[3:])
    is_block = _of_columns(turned(w, angular) for _, angular in columns[:3]) == coupling
    still = not any(x for linear, _ in columns[3:] for x in turned(v, linear))
    inverted = all(
        _inverts(parts, name, inverse, block)
        for name, inverse, block in (("arm", found.arm, moving), ("wrist", found.wrist, turning))
    )
    if not (is_block and still and inverted):
        raise DerivationError(
            f"the inverse of the Jacobian of {chain.name!r} times the Jacobian is not 1; this is a defect of the "
            "generator, please report the arm"
        )
    return parts


def _of_columns(columns: Iterable[Vector]) -> Matrix:
    a, b, c = columns
    return transposed((a, b, c))


def _columns_at_state(chain: Chain, state: ChainState, lever: Vector) -> list[tuple[Vector, Vector]]:
    """Return the columns of the Jacobian of the wrist's center, in the axes of the user's base."""
    base, tip = chain.base.rotation, chain.frames[-1]
    links, origin, origins = links_at_state(chain, state), ZERO, []
    for link in links:
        origin = plus(origin, link.step)
        origins.append(origin)
    end = plus(origin, turned(links[-1].rotation, tip.origin))
    center = plus(end, turned(transposed(base), lever))
    columns = []
    for joint, link, at in zip(chain.joints, links, origins, strict=True):
        linear = cross(link.axis, plus(center, scaled(-1, at))) if joint.revolute else link.axis
        columns.append((turned(base, linear), turned(base, link.axis) if joint.revolute else ZERO))
    return columns


def _inverts(parts: Mapping[str, Scalar], name: str, inverse: Inverse, block: Matrix) -> bool:
    """Return whether the quotients of a block are its inverse, multiplied by all factors of its determinant."""
    every = range(len(inverse.factors))
    factors = [parts[f"{name}_factor_{k + 1}"] for k in every]

    def whole(i: int, j: int) -> Scalar:
        value = parts[f"{name}_{i + 1}_{j + 1}"]
        for k in every:
            value = value if k in inverse.entries[i][j].divisors else value * factors[k]
        return value

    numerators = tuple(tuple(whole(i, j) for j in range(3)) for i in range(3))
    one: Scalar = 1
    for factor in factors:
        one = one * factor
    found = product(block, numerators)  # type: ignore[arg-type]
    return all(found[i][j] == (one if i == j else 0) for i in range(3) for j in range(3))


def _text(factor: Poly) -> str:
    """Return a factor as text, without the sign of its first term."""
    terms = []
    for monomial, coefficient in factor.items():
        names = [name for name, exponent in factor.ring.factors(monomial) for _ in range(exponent)]
        size = f"{abs(float(coefficient)):.7g}"
        terms.append((coefficient > 0, "*".join(([] if size == "1" and names else [size]) + names)))
    first, *rest = terms
    return first[1] + "".join(f" {'+' if positive == first[0] else '-'} {text}" for positive, text in rest)


def _matrix(parts: Mapping[str, Scalar], name: str) -> Matrix:
    a, b, c = (tuple(parts[f"{name}_{i}_{j}"] for j in (1, 2, 3)) for i in (1, 2, 3))
    return (a, b, c)


def _value(part: Any, values: Mapping[str, Scalar]) -> Scalar:
    if not isinstance(part, Poly):
        return part
    total: Scalar = 0
    for monomial, coefficient in part.items():
        term: Scalar = coefficient
        for name, exponent in part.ring.factors(monomial):
            for _ in range(exponent):
                term = term * values[name]
        total = total + term
    return total
