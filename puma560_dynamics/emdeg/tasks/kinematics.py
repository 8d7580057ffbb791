"""Define the task of pose and Jacobian of links in one function, which share their calculations."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.link_rates import LinkRates
from .jacobian import Jacobian
from .link_task import LinkTask, column_labels, numbered, pose_labels
from .pose import Pose
from .task import ResultLayout


class Kinematics(LinkTask):
    """Pose of each link, (4, 4), and its Jacobian, (6, n)."""

    function = "kinematics"
    of_link = "the pose and the Jacobian of {}, (4, 4) and (6, n), row-major, one after another"
    several = True

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        own = dict.fromkeys((*pose_labels(), *column_labels(n)))
        labels = [label for number in range(len(self.links)) for label in numbered(number, own)]
        return ResultLayout({label: (place,) for place, label in enumerate(labels)}, (len(labels),))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        return Pose().elements(found) | Jacobian().elements(found)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        result: dict[str, Poly] = {}
        for number, (pose, jacobian) in enumerate(self._parts()):
            result |= numbered(number, pose.exact(chain, ring) | jacobian.exact(chain, ring))
        return result

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        result: dict[str, Scalar] = {}
        for number, (pose, jacobian) in enumerate(self._parts()):
            result |= numbered(number, pose.at_state(chain, state) | jacobian.at_state(chain, state))
        return result

    def _parts(self) -> list[tuple[Pose, Jacobian]]:
        return [(Pose(link), Jacobian(link, self.axes)) for link in self.links]


TASK = Kinematics()
