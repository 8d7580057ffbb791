"""The full explicit model: tables A2 and A4 to A7 of the paper."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...emdeg import Functions
from ...states import joint_arrays
from .constants import table_constants
from .generated import full
from .table_model import TableModel


class FullModel(TableModel):
    """Every non-zero measured parameter, exact."""

    kind = "full"
    generated: ClassVar = full

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """As `DynamicModel.torque_and_gravity`; for a loop.

        For the paper's arm the compiled functions of the generated model give it, which agree with the tables to
        rounding and take a twentieth of the time. The first call finds out whether there are any.
        """
        if self._compiled is None:
            return super().torque_and_gravity(q, qd, qdd)
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, True, self.arm.joint_names)
        return self._compiled.torque(q, qd, qdd), self._compiled.gravity(q)

    @cached_property
    def _compiled(self) -> Functions | None:
        from ..generated.generated_model import installed_functions  # imports the generator, which few need

        if dict(self.constants) != dict(table_constants(self.arm)):
            return None
        return installed_functions(self.arm)
