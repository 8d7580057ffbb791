"""Kane's equations at one state, in numbers: generalized active and inertia forces from partial velocities.

Every vector is in frame 0. Nothing here is shared with the recursion in link frames, the gauge or the factoring that
it judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..algebra.vectors import Matrix, Scalar, Vector, Z, cross, dot, plus, product, scaled, transposed, turned
from ..chain.chain import Chain
from ..chain.rigid_body import inertia_matrix


@dataclass(frozen=True)
class ChainState:
    """Of a chain; numbers of any kind that knows ``+ - *``.

    Attributes:
        turns: cosine and sine of each joint's whole angle, its constant part included (what stands for a sliding
            joint is not read).
        positions: q of each joint, m (read for sliding ones only).
        rates: qd of each joint.
        seconds: qdd of each joint.
    """

    turns: Sequence[tuple[Scalar, Scalar]]
    positions: Sequence[Scalar]
    rates: Sequence[Scalar]
    seconds: Sequence[Scalar]


def kane_torque(chain: Chain, state: ChainState) -> list[Scalar]:
    """The torque of each joint, N·m (N)."""
    rotation: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    origin = spin = acceleration = turning = (0, 0, 0)  # turning: angular acceleration
    axes: list[Vector] = []
    origins: list[Vector] = []
    total: list[Scalar] = [joint.armature * second for joint, second in zip(chain.joints, state.seconds, strict=True)]
    for i, (joint, body) in enumerate(zip(chain.joints, chain.bodies, strict=True)):
        cosine, sine = state.turns[i] if joint.revolute else (joint.cos_offset, joint.sin_offset)
        out = joint.d if joint.revolute else joint.d + state.positions[i]
        twist: Matrix = ((1, 0, 0), (0, joint.cos_alpha, -joint.sin_alpha), (0, joint.sin_alpha, joint.cos_alpha))
        before = product(rotation, twist)
        axis = turned(before, Z)
        step = plus(turned(rotation, (joint.a, 0, 0)), scaled(out, axis))
        origin = plus(origin, step)
        acceleration = plus(acceleration, plus(cross(turning, step), cross(spin, cross(spin, step))))
        along = scaled(state.rates[i], axis)
        second = scaled(state.seconds[i], axis)
        if joint.revolute:
            turning = plus(plus(turning, second), cross(spin, along))
            spin = plus(spin, along)
        else:
            acceleration = plus(plus(acceleration, second), scaled(2, cross(spin, along)))
        rotation = product(before, ((cosine, -sine, 0), (sine, cosine, 0), (0, 0, 1)))
        axes.append(axis)
        origins.append(origin)

        arm = turned(rotation, body.center)
        inertia = product(rotation, product(inertia_matrix(body), transposed(rotation)))
        moved = plus(acceleration, plus(cross(turning, arm), cross(spin, cross(spin, arm))))
        force = scaled(body.mass, plus(moved, scaled(-1, chain.gravity)))
        moment = plus(turned(inertia, turning), cross(spin, turned(inertia, spin)))
        center = plus(origin, arm)
        for j in range(i + 1):
            if chain.joints[j].revolute:
                lever = cross(axes[j], plus(center, scaled(-1, origins[j])))
                total[j] = total[j] + dot(force, lever) + dot(moment, axes[j])
            else:
                total[j] = total[j] + dot(force, axes[j])
    return total


def expected_at(chain: Chain, name: str, state: ChainState) -> dict[str, Scalar]:
    """What a program must give at a state: output label -> number, for one of `PROGRAM_NAMES`."""
    n = chain.n
    if name == "torque":
        return {f"tau_{i + 1}": value for i, value in enumerate(kane_torque(chain, state))}
    still = [0] * n

    def at(rates: Sequence[int], seconds: Sequence[int]) -> list[Scalar]:
        return kane_torque(chain, replace(state, rates=rates, seconds=seconds))

    def unit(*joints: int) -> list[int]:
        return [int(j in joints) for j in range(n)]

    g = at(still, still)
    if name == "gravity":
        return {f"g_{i + 1}": g[i] for i in range(n)}
    a = [[value - g[i] for i, value in enumerate(at(still, unit(j)))] for j in range(n)]
    result = {f"a_{i + 1}{j + 1}": a[j][i] for i in range(n) for j in range(i, n)}
    if name == "kinetic_energy_matrix":
        return result
    c = [[value - g[i] for i, value in enumerate(at(unit(j), still))] for j in range(n)]
    for j, k in combinations(range(n), 2):
        both = at(unit(j, k), still)
        result |= {f"b_{i + 1}{j + 1}{k + 1}": both[i] - g[i] - c[j][i] - c[k][i] for i in range(n)}
    result |= {f"c_{i + 1}{j + 1}": c[j][i] for i in range(n) for j in range(n)}
    return result | {f"g_{i + 1}": g[i] for i in range(n)}
