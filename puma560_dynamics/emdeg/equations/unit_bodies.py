"""Compute the columns of a regressor from a function that is linear in the bodies, such as Kane's torque.

A column is the function of a chain with one body. A `Body` is described by mass, center of mass and inertia about this
center, so it cannot have a first moment or a product of mass and distance alone. Columns of first moments are therefore
differences: a mass of 1 kg at 1 m along x has m = 1, m c_x = 1, and the inertia 1 about y and z.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..algebra.vectors import Scalar
from ..chain.chain import Body, Chain

SIX = (0, 3, 1, 4, 5, 2)
"""Places of Ixx, Ixy, Iyy, Ixz, Iyz, Izz, the order of a regressor's columns, in `Body.inertia`."""

AROUND = ((2, 5), (0, 5), (0, 2))
"""Moments of inertia, in the order of the columns, of a point on the axis x, y or z."""


def regressor_of(chain: Chain, function: Callable[[Chain], Sequence[Scalar]]) -> list[list[Scalar]]:
    """Return the columns of the regressor of a function, ten per link in the order of `torque_regressor.PARAMETERS`.

    Args:
        chain: the chain; its bodies and armatures are replaced.
        function: function of a chain that is linear in the bodies.
    """
    bare = chain.without_armature()

    def column(link: int, body: Body) -> list[Scalar]:
        bodies = tuple(body if i == link else Body() for i in range(chain.n))
        return list(function(replace(bare, bodies=bodies)))

    found: list[list[Scalar]] = []
    for link in range(chain.n):
        mass = column(link, Body(1))
        inertia = [column(link, Body(0, (0, 0, 0), tuple(int(place == k) for k in range(6)))) for place in SIX]
        first = []
        for axis, around in enumerate(AROUND):
            point = column(link, Body(1, tuple(int(axis == k) for k in range(3))))  # type: ignore[arg-type]
            parts = [mass, *(inertia[place] for place in around)]
            first.append([whole - sum(own) for whole, *own in zip(point, *parts, strict=True)])
        found += [mass, *first, *inertia]
    return found
