"""Define what the tasks of kinematics share: a link, the axes of the result, and starting forms."""

from __future__ import annotations

import hashlib
import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping

from ...errors import ChainError, DerivationError
from ..algebra.vectors import Scalar
from ..chain.angles import link_angles
from ..chain.chain import Chain, Placement
from ..chain.gauge import PLAIN
from ..equations.link_of_chain import BASE, LINK, LinkOfChain, link_of_chain
from ..equations.link_rates import LinkRates
from ..program.system import System
from ..program.variables import Variables
from .starting_form import StartingForm
from .task import Task

OWN, ACROSS = 0, 1
"""`StartingForm.depth` of the two forms of `equations.link_recursion`."""

EXPANDED = 2
"""`StartingForm.depth` of expanded equations, which are cheaper for some arms without general twists."""

MOST_ANGLES = 6
"""Number of angles of links up to which expanded equations are tried."""


class OfLink(Task):
    """A function of one link.

    Args:
        link: name of the link (`Chain.link`); empty for the arm's tip. Names joined by ``+`` if the function has
            `several` links.
        axes: axes in which velocities are expressed, `BASE` or `LINK`.

    Attributes:
        function: name of the function without link and axes.
        of_link: what the result describes, for `description`.
        turns: whether the result depends on `axes`.
        several: whether the function may have several links, whose results follow one another.
        links: names of the links.
    """

    function: str
    of_link: str
    turns = True
    several = False

    def __init__(self, link: str = "", axes: str = BASE) -> None:
        if axes not in (BASE, LINK) or (axes == LINK and not self.turns):
            raise DerivationError(
                f"{self.function}: axes {axes!r:.80} are not known; leave them out"
                + (f", or use {BASE} or {LINK}" if self.turns else "")
            )
        self.link, self.axes = link, axes
        self.links = tuple(link.split("+")) if self.several else (link,)
        name = re.sub(r"\W", "_", link, flags=re.ASCII)
        self.name = "_".join([self.function, *([name] if link else []), *(["link_axes"] if axes == LINK else [])])
        # Comments of emitted code must not end with the name of a link.
        who = " and ".join(
            "link " + re.sub(r"[^\w .:/-]", "_", own, flags=re.ASCII) if own else "the arm's tip" for own in self.links
        )
        seen = "" if not self.turns else f", in the axes of the {'link' if axes == LINK else 'base link'}"
        self.description = f"{self.of_link.format(who)}{seen}"

    def check(self, chain: Chain) -> None:
        """Raise if the chain does not have the links.

        Raises:
            DerivationError: there is no such link.
        """
        try:
            for own in self.links:
                chain.link(own)
        except ChainError as error:
            raise DerivationError(f"{self.function}: {error}") from None

    def key(self, chain: Chain) -> str:
        """Return the function with a digest of the link's place, which other links may share."""
        place = repr((self.axes, *self._places(chain)))
        return f"{self.function}-{hashlib.sha256(place.encode()).hexdigest()[:16]}"

    def _place(self, chain: Chain) -> LinkOfChain:
        return self._places(chain)[0]

    def _places(self, chain: Chain) -> list[LinkOfChain]:
        OfLink.check(self, chain)
        return [link_of_chain(chain, own) for own in self.links]


class LinkTask(OfLink):
    """A function of the kinematics of one link, with two forms of its equations."""

    def forms(self, chain: Chain) -> list[StartingForm]:
        moving = {joint for place in self._places(chain) for joint in chain.path(place.carrier)}
        part = chain.part(sorted(moving))
        turns = [angle.joints[0] for angle in link_angles(part) if angle is not None]
        short = len(set(turns)) <= MOST_ANGLES and not any(one.cos_alpha * one.sin_alpha for one in part.joints)
        depths = (OWN, ACROSS, EXPANDED) if short else (OWN, ACROSS)
        return [StartingForm((PLAIN,) * chain.n, depth) for depth in depths]

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        if form.depth == EXPANDED:
            return super().system(chain, form)
        variables = self.variables(chain)
        system = variables.system()
        motion = variables.joint_motion(system)
        for number, place in enumerate(self._places(chain)):
            found = LinkRates(chain, place, motion, self.axes, across=form.depth != OWN)
            for label, value in numbered(number, self.elements(found)).items():
                polynomial = system.polynomial_of(value)
                if polynomial:
                    system.output(label, polynomial)
        system.prune()
        return system, variables

    @abstractmethod
    def elements(self, found: LinkRates) -> Mapping[str, Scalar]:
        """Return the elements of a link that are not zero for every arm, by label."""


def numbered(number: int, elements: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the elements of a link with labels that depend on its number, from 0, among the links of the function."""
    return {f"l{number + 1}_{label}" if number else label: element for label, element in elements.items()}


def pose_labels() -> list[str]:
    """Return the labels of a (4, 4) pose, row-major."""
    return [f"p_{i}_{j}" for i in range(1, 5) for j in range(1, 5)]


def pose_elements(pose: Placement) -> dict[str, Scalar]:
    """Return the elements of a (4, 4) pose by label; the last row is constant."""
    rows = [*((*row, x) for row, x in zip(pose.rotation, pose.origin, strict=True)), (0, 0, 0, 1)]
    return dict(zip(pose_labels(), (entry for row in rows for entry in row), strict=True))


def column_labels(n: int) -> list[str]:
    """Return the labels of a (6, n) matrix, row-major."""
    return [f"j_{i}_{j}" for i in range(1, 7) for j in range(1, n + 1)]


def column_elements(columns: list[tuple[Scalar, ...]]) -> dict[str, Scalar]:
    """Return the elements of a (6, n) matrix by label, from the linear and angular part of its columns."""

    def entries() -> Iterator[tuple[str, Scalar]]:
        for j, (linear, angular) in enumerate(columns, 1):
            yield from ((f"j_{i}_{j}", entry) for i, entry in enumerate((*linear, *angular), 1))

    return dict(entries())
