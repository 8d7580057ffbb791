"""Define the task of the derivative of a link's Jacobian by time."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.kinematics import link_jacobian_rate
from ..equations.link_at_state import jacobian_at_state
from ..equations.link_rates import LinkRates
from ..equations.slopes_at_state import motion_slopes
from .link_task import LinkTask, column_elements, column_labels
from .task import ResultLayout


class JacobianRate(LinkTask):
    """Derivative by time of the elements of the task `jacobian`."""

    function = "jacobian_rate"
    of_link = "the derivative by time of the (6, n) Jacobian of {}"
    inputs = ("q", "qd")

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({label: (place,) for place, label in enumerate(column_labels(chain.n))}, (6, chain.n))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        return column_elements(found.column_rates)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        rows = link_jacobian_rate(chain, ring, self._place(chain), self.axes)
        return dict(zip(column_labels(chain.n), (entry for row in rows for entry in row), strict=True))

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        link = self._place(chain)
        entries = motion_slopes(chain, state, lambda own, at: jacobian_at_state(own, at, link, self.axes))
        return dict(zip(column_labels(chain.n), entries, strict=True))


TASK = JacobianRate()
