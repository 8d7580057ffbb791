"""Inverse dynamics of a chain by the recursive Newton-Euler equations in CasADi, for comparison."""

from __future__ import annotations

from typing import Any

import casadi

from puma560_dynamics.emdeg import Chain


def newton_euler(chain: Chain) -> Any:
    """Return the torque of the joints as a function of q, qd and qdd; all joints are revolute."""
    q, qd, qdd = (casadi.SX.sym(name, chain.n) for name in ("q", "qd", "qdd"))
    z, cross, times = casadi.DM([0, 0, 1]), casadi.cross, casadi.mtimes
    omega, alpha, linear = casadi.SX.zeros(3), casadi.SX.zeros(3), casadi.SX([-float(x) for x in chain.gravity])
    loads, steps = [], []
    for i, (joint, body) in enumerate(zip(chain.joints, chain.bodies, strict=True)):
        ca, sa, a, d = map(float, (joint.cos_alpha, joint.sin_alpha, joint.a, joint.d))
        c, s = casadi.cos(q[i] + joint.offset), casadi.sin(q[i] + joint.offset)
        turn = casadi.vertcat(casadi.horzcat(c, -s, 0), casadi.horzcat(s, c, 0), casadi.horzcat(0, 0, 1))
        rotation = times(casadi.DM([[1, 0, 0], [0, ca, -sa], [0, sa, ca]]), turn)
        origin = casadi.DM([a, -sa * d, ca * d])
        linear = times(rotation.T, linear + cross(alpha, origin) + cross(omega, cross(omega, origin)))
        before = times(rotation.T, omega)
        alpha = times(rotation.T, alpha) + cross(before, z * qd[i]) + z * qdd[i]
        omega = before + z * qd[i]
        center = casadi.DM(list(map(float, body.center)))
        xx, yy, zz, xy, xz, yz = map(float, body.inertia)
        inertia = casadi.DM([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        force = float(body.mass) * (linear + cross(alpha, center) + cross(omega, cross(omega, center)))
        moment = times(inertia, alpha) + cross(omega, times(inertia, omega)) + cross(center, force)
        loads.append((force, moment))
        steps.append((rotation, origin))
    torque, force, moment = [], casadi.SX.zeros(3), casadi.SX.zeros(3)
    for (own_force, own_moment), (rotation, origin) in zip(reversed(loads), reversed(steps), strict=True):
        force, moment = force + own_force, moment + own_moment
        torque.append(moment[2])
        force, moment = times(rotation, force), times(rotation, moment)
        moment = moment + cross(origin, force)
    value = casadi.cse([casadi.vertcat(*reversed(torque))])[0]
    return casadi.Function("torque", [q, qd, qdd], [value], ["q", "qd", "qdd"], ["tau"])
