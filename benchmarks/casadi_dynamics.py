"""The peer of the leaderboard: textbook recursions over CasADi's symbols, with base parameters and our sine and cosine.

Newton-Euler for torque and gravity, composite rigid bodies for A, both by mass, first moment and inertia about frames'
origins, regrouped to base parameters; forward dynamics by A, the bias and CasADi's own L D Lᵀ. Numbers of the arm are
constants, products with 0 and 1 vanish, common subexpressions are taken out by CasADi. Sines and cosines are of single
joint angles, and only of those that are needed; `casadi_code` takes them from the same code as ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import casadi

from puma560_dynamics.emdeg import Chain
from puma560_dynamics.emdeg.chain.gauge import PLAIN, gauged
from puma560_dynamics.emdeg.chain.inertia import moments

Scalar = Any
Vector = Sequence[Scalar]


class Step(NamedTuple):
    """Rotation (columns of rows) and origin of a link's frame in that of the link before it."""

    rotation: list[list[Scalar]]
    origin: list[Scalar]


class Rigid(NamedTuple):
    """Mass, first moment, and inertia tensor about the frame's origin."""

    mass: Scalar
    first: list[Scalar]
    inertia: list[list[Scalar]]


class Peer:
    """CasADi functions of one chain.

    Attributes:
        functions: task -> CasADi function of (c, s, …).
        angles: task -> indices of the joints whose sine and cosine it needs.
        counts: task -> multiplications and additions (divisions not counted).
    """

    def __init__(self, chain: Chain) -> None:
        n = chain.n
        self.chain = chain
        c, s, qd, qdd, tau = (casadi.SX.sym(name, n) for name in ("c", "s", "qd", "qdd", "tau"))
        bodies = [_rigid(body) for body in gauged(chain, tuple(map(moments, chain.bodies)), (PLAIN,) * n)]
        steps = [_step(joint, c[i], s[i]) for i, joint in enumerate(chain.joints)]
        armature = [float(joint.armature) for joint in chain.joints]
        down = [-float(x) for x in chain.gravity]
        zero = [0.0] * n
        rates, seconds = casadi.vertsplit(qd), casadi.vertsplit(qdd)
        torque = _newton_euler(steps, bodies, rates, seconds, down)
        torque = [t + own * second if own else t for t, own, second in zip(torque, armature, seconds, strict=True)]
        gravity = _newton_euler(steps, bodies, zero, zero, down)
        bias = _newton_euler(steps, bodies, rates, zero, down)
        matrix = _composite(steps, bodies, armature)
        diagonal, lower, order = casadi.ldl(matrix)
        forward = casadi.ldl_solve(tau - casadi.vertcat(*bias), diagonal, lower, order)
        outputs = {
            "torque": ([qd, qdd], casadi.vertcat(*torque)),
            "gravity": ([], casadi.vertcat(*gravity)),
            "kinetic_energy_matrix": ([], matrix),
            "acceleration": ([qd, tau], forward),
        }
        self.functions, self.angles, self.counts = {}, {}, {}
        for task, (inputs, value) in outputs.items():
            function = casadi.Function(f"peer_{task}", [c, s, *inputs], [casadi.cse(casadi.densify(value))])
            self.functions[task] = function
            self.angles[task] = [i for i in range(n) if casadi.depends_on(value, casadi.vertcat(c[i], s[i]))]
            self.counts[task] = _count(function)


def _count(function: Any) -> int:
    """Multiplications and additions, in our convention: signs are free."""
    counted = (casadi.OP_ADD, casadi.OP_SUB, casadi.OP_MUL, casadi.OP_SQ, casadi.OP_TWICE)
    return sum(function.instruction_id(k) in counted for k in range(function.n_instructions()))


def _rigid(body: Any) -> Rigid:
    xx, yy, zz, xy, xz, yz = (float(x) for x in body.second)
    inertia = [[yy + zz, -xy, -xz], [-xy, xx + zz, -yz], [-xz, -yz, xx + yy]]
    return Rigid(float(body.mass), [float(x) for x in body.first], inertia)


def _step(joint: Any, c: Scalar, s: Scalar) -> Step:
    ca, sa, a, d = (float(x) for x in (joint.cos_alpha, joint.sin_alpha, joint.a, joint.d))
    rotation = [[c, -s, 0.0], [ca * s, ca * c, -sa], [sa * s, sa * c, ca]]
    return Step(rotation, [a, -sa * d, ca * d])


def _newton_euler(
    steps: list[Step], bodies: list[Rigid], rates: Vector, seconds: Vector, down: list[float]
) -> list[Scalar]:
    omega: list[Scalar] = [0.0] * 3
    alpha: list[Scalar] = [0.0] * 3
    linear: list[Scalar] = list(down)
    forces, turns = [], []
    for step, body, rate, second in zip(steps, bodies, rates, seconds, strict=True):
        at = _plus(_cross(alpha, step.origin), _cross(omega, _cross(omega, step.origin)))
        linear = _back(step.rotation, _plus(linear, at))
        omega, alpha = _back(step.rotation, omega), _back(step.rotation, alpha)
        alpha = [alpha[0] + omega[1] * rate, alpha[1] - omega[0] * rate, alpha[2] + second]
        omega = [omega[0], omega[1], omega[2] + rate]
        own = _plus(_cross(alpha, body.first), _cross(omega, _cross(omega, body.first)))
        forces.append(_plus([body.mass * x for x in linear], own))
        spun = _plus(_times(body.inertia, alpha), _cross(omega, _times(body.inertia, omega)))
        turns.append(_plus(spun, _cross(body.first, linear)))
    torques: list[Scalar] = []
    force: list[Scalar] = [0.0] * 3
    turn: list[Scalar] = [0.0] * 3
    for step, own, spun in zip(reversed(steps), reversed(forces), reversed(turns), strict=True):
        force, turn = _plus(force, own), _plus(turn, spun)
        torques.insert(0, turn[2])
        force = _times(step.rotation, force)
        turn = _plus(_times(step.rotation, turn), _cross(step.origin, force))
    return torques


def _composite(steps: list[Step], bodies: list[Rigid], armature: list[float]) -> Any:
    n = len(steps)
    matrix = casadi.SX(n, n)
    whole = Rigid(0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)])
    columns: dict[int, tuple[list[Scalar], list[Scalar]]] = {}
    for i in reversed(range(n)):
        own, step = bodies[i], steps[i]
        inertia = [[whole.inertia[j][k] + own.inertia[j][k] for k in range(3)] for j in range(3)]
        whole = Rigid(whole.mass + own.mass, _plus(whole.first, own.first), inertia)
        columns[i] = ([-whole.first[1], whole.first[0], 0.0], [inertia[j][2] for j in range(3)])
        for k, (_, turn) in columns.items():
            matrix[i, k] = matrix[k, i] = turn[2] + (armature[i] if k == i else 0.0)
        for k, (force, turn) in columns.items():
            force = _times(step.rotation, force)
            columns[k] = force, _plus(_times(step.rotation, turn), _cross(step.origin, force))
        whole = _seen(whole, step)
    return matrix


def _seen(body: Rigid, step: Step) -> Rigid:
    """A body from the link before."""
    rows = [_times(step.rotation, row) for row in body.inertia]  # J Rᵀ
    turned = [[sum(step.rotation[i][k] * rows[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    first, o = _times(step.rotation, body.first), step.origin
    moved = _plus(first, [body.mass * x for x in o])
    dot = sum(o[k] * (first[k] + moved[k]) for k in range(3))
    inertia = [[turned[min(i, j)][max(i, j)] - first[min(i, j)] * o[max(i, j)] - o[min(i, j)] * moved[max(i, j)]
                + (dot if i == j else 0.0) for j in range(3)] for i in range(3)]  # fmt: skip
    return Rigid(body.mass, moved, inertia)


def _plus(a: Vector, b: Vector) -> list[Scalar]:
    return [x + y for x, y in zip(a, b, strict=True)]


def _cross(a: Vector, b: Vector) -> list[Scalar]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _times(matrix: Sequence[Vector], v: Vector) -> list[Scalar]:
    return [row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix]


def _back(matrix: Sequence[Vector], v: Vector) -> list[Scalar]:
    return [matrix[0][k] * v[0] + matrix[1][k] * v[1] + matrix[2][k] * v[2] for k in range(3)]
