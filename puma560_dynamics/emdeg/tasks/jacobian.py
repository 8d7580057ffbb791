"""Define the task of the geometric Jacobian of a link."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.kinematics import link_jacobian
from ..equations.link_at_state import jacobian_at_state
from ..equations.link_rates import LinkRates
from .link_task import LinkTask, column_elements, column_labels
from .task import ResultLayout


class Jacobian(LinkTask):
    """Geometric Jacobian of the origin of a link's frame: linear velocity, then angular velocity."""

    function = "jacobian"
    of_link = "the (6, n) Jacobian of the origin of {}: linear, then angular velocity"

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({label: (place,) for place, label in enumerate(column_labels(chain.n))}, (6, chain.n))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        return column_elements(found.columns)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        rows = link_jacobian(chain, ring, self._place(chain), self.axes)
        return dict(zip(column_labels(chain.n), (entry for row in rows for entry in row), strict=True))

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        entries = jacobian_at_state(chain, state, self._place(chain), self.axes)
        return dict(zip(column_labels(chain.n), entries, strict=True))


TASK = Jacobian()
