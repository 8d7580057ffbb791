r"""Find the base parameters of a chain exactly: the combinations of standard parameters that torque can show.

Some columns of the regressor are linear combinations of other columns in every motion. Matter on the axis of a joint
can be assigned to either neighbouring link (`torque_regressor.following_elements`); other combinations follow from the
limited motion of the first links. The regressor at random states in a prime field shows all of them: columns that are
independent there are independent, and each combination is proven at a new random state in a new field. With the
independent columns Y_b and the matrix M of these combinations,

.. math:: Y \pi = Y_b M \pi = Y_b \beta.

The choice of the independent columns is free; as Khalil and Dombre (2002, section 9.4) we prefer all elements except
m, m c_z and I_yy, which are grouped with the parameters of the previous link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from ...errors import DerivationError
from ..algebra.residue import PrimeField, Residue
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.angles import Angle, JointMotion
from ..chain.chain import Body, Chain
from .torque_regressor import PARAMETERS, following_elements, torque_regressor

PREFERRED = (9, 4, 5, 7, 8, 1, 2)
"""Parameters of a link (indices in `PARAMETERS`) that are chosen first: Izz, Ixx, Ixy, Ixz, Iyz, mcx, mcy."""

LONG_PRIME = 2**4423 - 1
"""A known prime, for combinations whose coefficients have too many digits for a random prime."""

SPARE = 4
"""Number of random states beyond the number of columns per link, each of which gives at least one row."""


class BaseColumns(NamedTuple):
    """Independent columns of the regressor and the base parameters that they multiply.

    Attributes:
        columns: (b,) rising indices of the independent columns.
        sums: (b,) base parameters: factor of each standard parameter, by its column; 1 for that of `columns`.
    """

    columns: tuple[int, ...]
    sums: tuple[dict[int, Fraction], ...]


def base_columns(chain: Chain) -> BaseColumns:
    """Return the base parameters of a chain, of which only joints and gravity are used.

    Raises:
        DerivationError: a combination is not confirmed, which is a defect of the generator.
    """
    joints = tuple(replace(joint, name="", armature=0) for joint in chain.joints)
    return _base_columns(Chain("", joints, (Body(),) * chain.n, chain.gravity))


@lru_cache(maxsize=64)
def _base_columns(chain: Chain) -> BaseColumns:
    for prime in (None, None, LONG_PRIME):
        try:
            columns = _combinations(chain, PrimeField(prime))
            if _confirmed(chain, columns, PrimeField()):
                break
        except ZeroDivisionError:  # the prime divides a denominator
            continue
    else:
        raise DerivationError(
            f"the base parameters of {chain.n} joints are not confirmed; this is a defect of the generator, please "
            "report the arm"
        )
    base = sorted({column for own in columns for column in own})
    return BaseColumns(
        tuple(base),
        tuple({k: own[column] for k, own in enumerate(columns) if column in own} for column in base),
    )


def _combinations(chain: Chain, field: PrimeField) -> list[dict[int, Fraction]]:
    """Return each column as a combination of independent columns, by their index."""
    order = _candidates(chain)
    rows = [[row[k] for k in order] for _ in range(len(PREFERRED) + SPARE) for row in _regressor(chain, field)]
    found = _reduced(rows, field)
    ring = Ring()
    known = {
        order[place]: ring.sum(_fraction(value, field.prime) * _variable(ring, order[pivot]) for pivot, value in own)
        for place, own in enumerate(found)
    }
    nothing = [ring.constant(0)] * len(PARAMETERS)
    every: list[Poly] = []
    for j, (joint, parent) in enumerate(zip(chain.joints, chain.parents, strict=True)):
        before = every[10 * parent : 10 * parent + 10] if parent >= 0 else nothing
        row = [known.get(10 * j + k, ring.constant(0)) for k in range(len(PARAMETERS))]
        following = following_elements(joint, row, before)
        every += [ring.sum((following[k],)) if 10 * j + k not in known else own for k, own in enumerate(row)]
    return [
        {int(ring.factors(monomial)[0][0][1:]): Fraction(factor) for monomial, factor in own.items()} for own in every
    ]


def _variable(ring: Ring, column: int) -> Poly:
    return ring.variable(f"y{column}")


def _candidates(chain: Chain) -> list[int]:
    """Return the columns that do not follow from the previous link, the preferred ones first."""
    own = [[k for k in range(10) if k not in following_elements(joint, *_NOTHING)] for joint in chain.joints]
    first = [10 * j + k for j, kinds in enumerate(own) for k in PREFERRED if k in kinds]
    return first + [10 * j + k for j, kinds in enumerate(own) for k in kinds if k not in PREFERRED]


_NOTHING = ([0] * 10, [0] * 10)


def _regressor(chain: Chain, field: PrimeField) -> list[list[Residue]]:
    """Return the regressor (n, 10 n) at a random state."""
    joints = range(chain.n)
    turns = [field.random_turn() for _ in joints]

    def trigonometry(angle: Angle) -> tuple[Scalar, Scalar]:
        cosine, sine = field.of(1), field.of(0)
        for joint, sign in angle.joints:
            c, s = turns[joint][0], sign * turns[joint][1]
            cosine, sine = cosine * c - sine * s, sine * c + cosine * s
        return cosine, sine

    position, rate, second = ([field.random() for _ in joints] for _ in range(3))
    zero = field.of(0)
    result = [[zero] * (10 * chain.n) for _ in joints]
    for j, rows in enumerate(torque_regressor(chain, JointMotion(trigonometry, position, rate, second))):
        for i, row in zip(chain.path(j + 1), rows, strict=True):
            result[i][10 * j : 10 * j + 10] = [zero + value for value in row]
    return result


def _reduced(rows: Sequence[Sequence[Residue]], field: PrimeField) -> list[list[tuple[int, int]]]:
    """Return each column as pairs (index, factor) of columns before it, or of itself if it is independent of them."""
    prime = field.prime
    numbers = [[element.value for element in row] for row in rows]
    pivots: list[int] = []
    for column in range(len(numbers[0])):
        done = len(pivots)
        found = next((row for row in range(done, len(numbers)) if numbers[row][column]), None)
        if found is None:
            continue
        numbers[done], numbers[found] = numbers[found], numbers[done]
        factor = field.reciprocal(numbers[done][column])
        own = numbers[done] = [factor * value % prime for value in numbers[done]]
        for place, row in enumerate(numbers):
            if place != done and (factor := row[column]):
                numbers[place] = [(a - factor * b) % prime if b else a for a, b in zip(row, own, strict=True)]
        pivots.append(column)
    return [
        [(pivot, numbers[place][column]) for place, pivot in enumerate(pivots) if numbers[place][column]]
        for column in range(len(numbers[0]))
    ]


def _fraction(value: int, prime: int) -> Fraction:
    """Return the fraction with the smallest numerator and denominator that has the residue `value`."""
    limit = isqrt(prime // 2)
    before, now, (old, new) = prime, value, (0, 1)
    while now > limit:
        quotient = before // now
        before, now, old, new = now, before - quotient * now, new, old - quotient * new
    return Fraction(now, new)


def _confirmed(chain: Chain, columns: Sequence[dict[int, Fraction]], field: PrimeField) -> bool:
    """Return whether the combinations give every column at a random state."""
    for row in _regressor(chain, field):
        for k, own in enumerate(columns):
            if field.of(0) + sum(factor * row[column] for column, factor in own.items()) != row[k]:
                return False
    return True
