"""Find the place of a link on a chain, with rotations that are exactly orthogonal."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..chain.chain import Chain, Placement
from ..chain.pose import orthogonal

BASE, LINK = "base", "link"
"""Axes in which a result is expressed: of the base link, or of the link."""


class LinkOfChain(NamedTuple):
    """A link of a chain, with exactly orthogonal rotations.

    Attributes:
        base: pose of frame 0 in the base link's frame.
        carrier: number of the moving link that the link is fixed to, from 1; 0 for the base.
        pose: pose of the link in frame `carrier`, or in the base link's frame if `carrier` is 0.
    """

    base: Placement
    carrier: int
    pose: Placement


def link_of_chain(chain: Chain, name: str) -> LinkOfChain:
    """Return a link by name; the arm's tip for an empty name.

    Raises:
        ChainError: the chain has no such link.
    """
    link = chain.link(name)
    base, pose = (replace(one, rotation=orthogonal(one.rotation)) for one in (chain.links.base, link.pose))
    return LinkOfChain(base, link.carrier, pose)
