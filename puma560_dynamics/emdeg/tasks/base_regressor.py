"""Define the task of the regressor of the torque, of the base parameters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..chain.chain import Chain
from ..equations.base_columns import base_columns
from ..equations.torque_regressor import PARAMETERS
from .regressor import TorqueRegressor, label
from .task import ResultLayout


class BaseRegressor(TorqueRegressor):
    """Regressor Y_b of the torque: τ = Y_b β for the base parameters β, without motor inertia.

    Its columns are the independent columns of `TorqueRegressor`; `sums` has the base parameters.
    """

    name = "base_regressor"
    description = (
        "the regressor of the torque: element (i, k) is the torque of joint i per base parameter beta_k+1, without "
        "motor inertia"
    )

    def layout(self, chain: Chain) -> ResultLayout:
        n, columns = chain.n, base_columns(chain).columns
        places = {label(i, k): (i * len(columns) + at,) for i in range(n) for at, k in enumerate(columns)}
        return ResultLayout(places, (n, len(columns)))

    def sums(self, chain: Chain) -> Mapping[str, Mapping[str, Fraction]]:
        return {
            f"beta_{number}": {parameter_name(k): factor for k, factor in own.items()}
            for number, own in enumerate(base_columns(chain).sums, start=1)
        }


def parameter_name(column: int) -> str:
    """Return the name of a standard parameter: ``Ixx3`` of the third link."""
    link, number = divmod(column, len(PARAMETERS))
    return f"{PARAMETERS[number]}{link + 1}"


TASK = BaseRegressor()
