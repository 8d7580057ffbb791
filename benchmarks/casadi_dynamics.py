"""The peer of the leaderboard: recursions over CasADi's symbols, with base parameters and our sine and cosine.

The peer uses Newton-Euler for torque and gravity, and composite rigid bodies for A, both about the frames' origins and
in several forms (`casadi_forms`), regrouped to base parameters. Forward dynamics use A, the bias and CasADi's L D Lᵀ
decomposition. The arm's parameters are constants, products with 0 and 1 vanish, and CasADi eliminates common
subexpressions. Sines and cosines are those of single joint angles, as far as needed; `casadi_code` computes them by the
same code as ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import casadi
from casadi_forms import FORMS, Plain, Scalar, Step, Tensor, Vector, cross, plus, tensor

from puma560_dynamics.emdeg import Chain, regrouped_bodies


class Rigid(NamedTuple):
    """Mass, first moment, inertia tensor about the frame's origin, and the form's quantity for `moment` (`spread`)."""

    mass: Scalar
    first: list[Scalar]
    inertia: Tensor
    spread: Tensor = ()


class Peer:
    """CasADi functions of one chain.

    Args:
        chain: chain with numeric parameters.
        form: name in `FORMS`.

    Attributes:
        functions: CasADi function of (c, s, …) by task.
        angles: indices of the joints whose sine and cosine a task needs, by task.
        counts: multiplications and additions (without divisions) by task.
    """

    def __init__(self, chain: Chain, form: str) -> None:
        n, how = chain.n, FORMS[form]
        self.chain = chain
        c, s, qd, qdd, tau = (casadi.SX.sym(name, n) for name in ("c", "s", "qd", "qdd", "tau"))
        bodies = [rigid(body, how) for body in regrouped_bodies(chain)]
        steps = [Step.of(joint, c[i], s[i]) for i, joint in enumerate(chain.joints)]
        armature = [float(joint.armature) for joint in chain.joints]
        down = [-float(x) for x in chain.gravity]
        zero = [0.0] * n
        rates, seconds = casadi.vertsplit(qd), casadi.vertsplit(qdd)
        torque = newton_euler(how, steps, bodies, rates, seconds, down)
        torque = [t + own * second if own else t for t, own, second in zip(torque, armature, seconds, strict=True)]
        gravity = newton_euler(how, steps, bodies, zero, zero, down)
        bias = newton_euler(how, steps, bodies, rates, zero, down)
        matrix = composite(how, steps, bodies, armature)
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
            self.counts[task] = count(function)


def count(function: Any) -> int:
    """Return the multiplications and additions of a function in our convention, where signs are free."""
    counted = (casadi.OP_ADD, casadi.OP_SUB, casadi.OP_MUL, casadi.OP_SQ, casadi.OP_TWICE)
    return sum(function.instruction_id(k) in counted for k in range(function.n_instructions()))


def rigid(body: Any, how: Plain) -> Rigid:
    """Return a body of a chain as numbers, for a form."""
    second = [float(x) for x in body.second]
    return Rigid(float(body.mass), [float(x) for x in body.first], tensor(second), how.spread(second))


def newton_euler(
    how: Plain,
    steps: list[Step],
    bodies: list[Rigid],
    rates: Vector,
    seconds: Vector,
    down: list[float],
    parents: Sequence[int] = (),
) -> list[Scalar]:
    """Return the torques, without armature.

    Args:
        how: the form.
        steps, bodies: steps to all links, and their bodies.
        rates, seconds: velocities and accelerations of the joints.
        down: upward acceleration of the base, which stands for gravity.
        parents: index of each link's parent link, -1 for the base; by default the previous link.
    """
    parents = parents or range(-1, len(steps) - 1)
    base = [0.0] * 3, [0.0] * 3, list(down)
    motions: list[tuple[list[Scalar], list[Scalar], list[Scalar]]] = []
    forces, turns = [], []
    for step, body, rate, second, parent in zip(steps, bodies, rates, seconds, parents, strict=True):
        omega, alpha, linear = motions[parent] if parent >= 0 else base
        linear = how.back(step, plus(linear, how.at(omega, alpha, step.origin)))
        omega, alpha = how.back(step, omega), how.back(step, alpha)
        if step.slides:
            twice = rate + rate
            linear = [linear[0] + omega[1] * twice, linear[1] - omega[0] * twice, linear[2] + second]
        else:
            alpha = [alpha[0] + omega[1] * rate, alpha[1] - omega[0] * rate, alpha[2] + second]
            omega = [omega[0], omega[1], omega[2] + rate]
        motions.append((omega, alpha, linear))
        forces.append(plus([body.mass * x for x in linear], how.at(omega, alpha, body.first)))
        turns.append(plus(how.moment(body.spread, omega, alpha), cross(body.first, linear)))
    torques = [0.0] * len(steps)
    for i in reversed(range(len(steps))):
        step, parent = steps[i], parents[i]
        torques[i] = forces[i][2] if step.slides else turns[i][2]
        if parent >= 0:
            force = how.forth(step, forces[i])
            turn = plus(how.forth(step, turns[i]), cross(step.origin, force))
            forces[parent], turns[parent] = plus(forces[parent], force), plus(turns[parent], turn)
    return torques


def composite(how: Plain, steps: list[Step], bodies: list[Rigid], armature: Sequence[float]) -> Any:
    """Return A as a CasADi matrix, by composite rigid bodies."""
    n = len(steps)
    matrix = casadi.SX(n, n)
    whole = Rigid(0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)])
    columns: dict[int, tuple[list[Scalar], list[Scalar]]] = {}
    for i in reversed(range(n)):
        own, step = bodies[i], steps[i]
        inertia = [plus(one, other) for one, other in zip(whole.inertia, own.inertia, strict=True)]
        whole = Rigid(whole.mass + own.mass, plus(whole.first, own.first), inertia)
        columns[i] = ([-whole.first[1], whole.first[0], 0.0], [row[2] for row in inertia])
        for k, (_, turn) in columns.items():
            matrix[i, k] = matrix[k, i] = turn[2] + (armature[i] if k == i else 0.0)
        for k, (force, turn) in columns.items():
            force = how.forth(step, force)
            columns[k] = force, plus(how.forth(step, turn), cross(step.origin, force))
        whole = _seen(how, whole, step)
    return matrix


def _seen(how: Plain, body: Rigid, step: Step) -> Rigid:
    """Transform a body to the frame of the previous link."""
    first = how.forth(step, body.first)
    moved = plus(first, [body.mass * x for x in step.origin])
    return Rigid(body.mass, moved, how.seen(step, body.inertia, first, moved))
