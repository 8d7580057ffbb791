"""Define the task of pose and Jacobian of a link in one function, which share their calculations."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.link_rates import LinkRates
from .jacobian import Jacobian
from .link_task import LinkTask, column_labels, pose_labels
from .pose import Pose
from .task import ResultLayout


class Kinematics(LinkTask):
    """Pose of a link, (4, 4), and its Jacobian, (6, n)."""

    function = "kinematics"
    of_link = "the pose and the Jacobian of {}, (4, 4) and (6, n), row-major, one after another"

    def layout(self, n: int) -> ResultLayout:
        labels = [*pose_labels(), *column_labels(n)]
        return ResultLayout({label: (place,) for place, label in enumerate(labels)}, (len(labels),))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        return Pose(self.link).elements(found) | Jacobian(self.link, self.axes).elements(found)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        return Pose(self.link).exact(chain, ring) | Jacobian(self.link, self.axes).exact(chain, ring)

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return Pose(self.link).at_state(chain, state) | Jacobian(self.link, self.axes).at_state(chain, state)


TASK = Kinematics()
