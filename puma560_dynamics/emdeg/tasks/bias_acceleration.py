"""Define the task of a link's acceleration without joint accelerations, for operational-space control."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.kinematics import link_jacobian_rate
from ..equations.link_at_state import jacobian_at_state
from ..equations.link_rates import LinkRates
from ..equations.slopes_at_state import motion_slopes
from .link_task import LinkTask
from .task import ResultLayout


class BiasAcceleration(LinkTask):
    """Derivative of the Jacobian by time, times the joints' velocities.

    In the axes of the base it is the acceleration of the link's origin and its angular acceleration if the joints have
    no acceleration. In the axes of the link it is the derivative of the velocity's components.
    """

    function = "bias_acceleration"
    of_link = "the derivative of the Jacobian of {} by time, times qd"
    inputs = ("q", "qd")

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({f"a_{i + 1}": (i,) for i in range(6)}, (6,))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        linear, angular = found.bias
        return {f"a_{i}": entry for i, entry in enumerate((*linear, *angular), 1)}

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        rate = [ring.variable(f"qd{j + 1}") for j in range(chain.n)]
        rows = link_jacobian_rate(chain, ring, self._place(chain), self.axes)
        sums = (ring.sum(entry * own for entry, own in zip(row, rate, strict=True)) for row in rows)
        return {f"a_{i}": element for i, element in enumerate(sums, 1)}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        link, n = self._place(chain), chain.n
        entries = motion_slopes(chain, state, lambda own, at: jacobian_at_state(own, at, link, self.axes))
        return {
            f"a_{i + 1}": sum(entry * rate for entry, rate in zip(entries[i * n : i * n + n], state.rates, strict=True))
            for i in range(6)
        }


TASK = BiasAcceleration()
