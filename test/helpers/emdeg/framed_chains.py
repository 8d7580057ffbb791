"""Chains on a tilted base, with frames of the user."""

from __future__ import annotations

from dataclasses import replace

from puma560_dynamics.emdeg.algebra.exact import rational_cos_sin
from puma560_dynamics.emdeg.algebra.vectors import about_x, about_z, product
from puma560_dynamics.emdeg.chain.chain import Chain, Placement

TILTED = product(about_x(*rational_cos_sin(0.7)), about_z(*rational_cos_sin(-1.9)))


TURNED = product(about_z(*rational_cos_sin(2.5)), about_x(*rational_cos_sin(0.3)))


def with_frames(chain: Chain) -> Chain:
    """The same chain on a tilted base with other user's frames."""
    frames = (Placement(TURNED, (0.1, -0.2, 0.3)),) * chain.n
    return replace(chain, base=Placement(TILTED, (1, 2, 3)), frames=frames)
