"""Random robot descriptions: arbitrary axes and origins, fixed links in between, sliding joints, special geometry."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from hypothesis import strategies as st

from helpers.emdeg.random_chains import LENGTHS, bodies, decimals
from puma560_dynamics.emdeg.chain.chain import Body

SQUARE = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0))
AXES = st.one_of(st.sampled_from(SQUARE), st.tuples(*[st.integers(-3, 3)] * 3).filter(any))
TYPES = st.sampled_from(("revolute", "revolute", "prismatic", "fixed"))
LIMIT = '<limit lower="-9" upper="9" effort="1" velocity="1"/>'


def words(values: tuple[float, ...]) -> str:
    """Numbers as an attribute holds them."""
    return " ".join(repr(float(value)) for value in values)


@cache
def origins() -> st.SearchStrategy[str]:
    """An ``<origin>``, square or not."""
    quarters = st.integers(-2, 2).map(lambda n: n * math.pi / 2)
    angles = st.one_of(st.just((0.0,) * 3), st.tuples(*[quarters] * 3), st.tuples(*[decimals(3)] * 3))
    places = st.tuples(*[LENGTHS] * 3)
    return st.tuples(places, angles).map(lambda pair: f'<origin xyz="{words(pair[0])}" rpy="{words(pair[1])}"/>')


def inertial(body: Body, origin: str) -> str:
    """An ``<inertial>``; the body's own center is not used, `origin` places it."""
    if not body.mass:
        return ""
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    entries = " ".join(f'{name}="{float(value)!r}"' for name, value in zip(names, body.inertia, strict=True))
    return f'<inertial>{origin}<mass value="{float(body.mass)!r}"/><inertia {entries}/></inertial>'


@cache
@st.composite
def urdfs(draw: st.DrawFn, most: int = 4) -> str:
    """A serial arm; its links are called link0 … in order, its joints joint1 …."""
    kinds = draw(st.lists(TYPES, max_size=most + 1))
    kinds.insert(draw(st.integers(0, len(kinds))), "revolute")
    parts = ['<link name="link0"/>']
    for k, kind in enumerate(kinds, 1):
        axis = draw(AXES)
        moving = "" if kind == "fixed" else f'<axis xyz="{words(axis)}"/>{LIMIT}'
        parts.append(f'<link name="link{k}">{inertial(draw(bodies()), draw(origins()))}</link>')
        parts.append(
            f'<joint name="joint{k}" type="{kind}"><parent link="link{k - 1}"/><child link="link{k}"/>'
            f"{draw(origins())}{moving}</joint>"
        )
    return f'<robot name="random">{"".join(parts)}</robot>'


def configurations(n: int, count: int = 2) -> list[np.ndarray]:
    """(3, n) positions, velocities and accelerations."""
    return list(np.random.default_rng(7).uniform(-2.5, 2.5, (count, 3, n)))


@cache
@st.composite
def branched_urdfs(draw: st.DrawFn, most: int = 6) -> tuple[str, list[str]]:
    """A description with branches, all of whose bodies move, and the names of the links at their ends."""
    count = draw(st.integers(3, most))
    parents = [draw(st.integers(0, k - 1)) for k in range(1, count + 1)]
    parts = ['<link name="link0"/>']
    for k, parent in enumerate(parents, 1):
        kind = draw(TYPES)
        kind = "revolute" if kind == "fixed" and k not in parents else kind  # the ends move
        moving = "" if kind == "fixed" else f'<axis xyz="{words(draw(AXES))}"/>{LIMIT}'
        parts.append(f'<link name="link{k}">{inertial(draw(bodies()), draw(origins()))}</link>')
        parts.append(
            f'<joint name="joint{k}" type="{kind}"><parent link="link{parent}"/><child link="link{k}"/>'
            f"{draw(origins())}{moving}</joint>"
        )
    ends = [f"link{k}" for k in range(1, count + 1) if k not in parents]
    return f'<robot name="random">{"".join(parts)}</robot>', ends
