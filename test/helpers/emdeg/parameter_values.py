"""Values of the parameters that multiply the columns of the generated regressors."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.inertia import moments
from puma560_dynamics.emdeg.equations.base_columns import base_columns


def standard_parameters(chain: Chain) -> FloatArray:
    """(10 n,) m, first moments and inertia about the frames' origins, in the order of the regressor."""
    found: list[float] = []
    for body in map(moments, chain.bodies):
        xx, yy, zz, xy, xz, yz = body.second
        found += map(float, (body.mass, *body.first, yy + zz, -xy, xx + zz, -xz, -yz, xx + yy))
    return np.array(found)


def base_values(chain: Chain) -> FloatArray:
    """Base parameters, in the order of the columns."""
    parameters = standard_parameters(chain)
    return np.array(
        [sum(float(factor) * parameters[k] for k, factor in own.items()) for own in base_columns(chain).sums]
    )
