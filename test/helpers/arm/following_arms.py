"""Random arms in URDF with joints that follow others, behind or before their leaders, also followers of followers."""

from __future__ import annotations

import random

from helpers.arm.palletiser import palletiser

TELESCOPE = palletiser(
    level='<mimic joint="flange" multiplier="0.7" offset="-0.2"/>',
    wrist='<mimic joint="elbow" multiplier="0.5" offset="0.1"/>',
    wrist_kind="prismatic",
)
"""A leader behind its follower, and a slide that follows a joint that turns."""

MOST_LINKS = 9


def following_arm(seed: int) -> tuple[str, tuple[str, ...]]:
    """A serial arm whose link ``l3`` is moved by joint ``j3``, and the names of its joints with motors."""
    rng = random.Random(seed)
    m = rng.randint(2, MOST_LINKS)
    order = rng.sample(range(1, m + 1), m)
    driven = set(order[: rng.randint(1, m - 1)])
    ties, led = {}, sorted(driven)
    for follower in order[len(driven) :]:
        leader = rng.choice(led)  # also one that follows itself
        multiplier = 0.0 if rng.random() < 0.05 else rng.choice((-1.0, 1.0, -0.5, 0.3, 2.0, -1.7))
        ties[follower] = leader, multiplier, rng.choice((0.0, rng.uniform(-0.4, 0.4)))
        led.append(follower)
    free = rng.choice([0, *(j for j in driven if j not in {leader for leader, _, _ in ties.values()})])
    parts = ['<link name="l0"/>']
    for j in range(1, m + 1):
        kind = "continuous" if j == free else "prismatic" if rng.random() < 0.25 else "revolute"
        mimic = ""
        if j in ties:
            leader, multiplier, offset = ties[j]
            mimic = f'<mimic joint="j{leader}" multiplier="{multiplier!r}" offset="{offset!r}"/>'
        wide = 1.5 if j in driven else 9.0 if rng.random() < 0.7 else 1.2
        known = j in driven or rng.random() < 0.7
        limit = (
            f'<limit lower="{-wide!r}" upper="{0.9 * wide!r}" effort="{rng.uniform(50, 900) * known!r}" '
            f'velocity="{rng.uniform(1, 4) * known!r}"/><dynamics damping="{rng.uniform(0, 2)!r}" '
            f'friction="{rng.uniform(0, 3)!r}"/>'
        )
        parts += [
            f'<link name="l{j}">{_body(rng)}</link><joint name="j{j}" type="{kind}"><parent link="l{j - 1}"/>'
            f'<child link="l{j}"/><origin xyz="{_words(rng, 0.4)}" rpy="{_words(rng, 1.5)}"/>'
            f'<axis xyz="{rng.choice(("0 0 1", "0 -1 0", _words(rng, 1.0)))}"/>{limit}{mimic}</joint>'
        ]
    parts.append('<link name="tool"/><joint name="flange" type="fixed">')
    parts.append(f'<parent link="l{m}"/><child link="tool"/><origin xyz="{_words(rng, 0.2)}"/></joint>')
    return f'<robot name="following{seed}">{"".join(parts)}</robot>', tuple(f"j{j}" for j in sorted(driven))


def _body(rng: random.Random) -> str:
    xx, yy, zz = (rng.uniform(0.2, 0.3) for _ in range(3))
    mass = rng.uniform(0.5, 20.0)
    size = 0.05 * mass
    return (
        f'<inertial><origin xyz="{_words(rng, 0.2)}" rpy="{_words(rng, 1.0)}"/><mass value="{mass!r}"/>'
        f'<inertia ixx="{size * xx!r}" iyy="{size * yy!r}" izz="{size * zz!r}" ixy="{0.02 * size!r}" '
        f'ixz="{-0.01 * size!r}" iyz="{0.03 * size!r}"/></inertial>'
    )


def _words(rng: random.Random, size: float) -> str:
    return " ".join(repr(rng.uniform(-size, size)) for _ in range(3))
