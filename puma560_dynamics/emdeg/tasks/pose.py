"""Define the task of forward kinematics: the pose of a link."""

from __future__ import annotations

from dataclasses import replace

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar, plus, product, turned
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.kinematics import link_pose
from ..equations.link_at_state import pose_at_state
from ..equations.link_rates import LinkRates
from .link_task import LinkTask, pose_elements, pose_labels
from .task import ResultLayout


class Pose(LinkTask):
    """Pose of a link's frame in the frame of the base link, as a homogeneous transform."""

    function = "pose"
    of_link = "the pose of {} in the frame of the base link, (4, 4), positions in m"
    turns = False

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({label: (place,) for place, label in enumerate(pose_labels())}, (4, 4))

    def elements(self, found: LinkRates) -> dict[str, Scalar]:
        return pose_elements(found.pose)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        link = self._place(chain)
        pose, base = link_pose(chain, ring, link), link.base
        if link.carrier:
            origin = plus(base.origin, turned(base.rotation, pose.origin))
            pose = replace(pose, rotation=product(base.rotation, pose.rotation), origin=origin)
        return {label: ring.sum((entry,)) for label, entry in pose_elements(pose).items()}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return pose_elements(pose_at_state(chain, state, self._place(chain)))


TASK = Pose()
