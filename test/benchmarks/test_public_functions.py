"""Every function of the generator for the leaderboard's arms, compared with Pinocchio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from helpers.emdeg.parameter_values import base_values
from helpers.trials import SHARE, search

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Chain, Provenance, derive, emit, task_of
from puma560_dynamics.emdeg.tasks import combined_programs, with_preparations
from puma560_dynamics.errors import DerivationError

CHAINS = 43
FEW = ("PUMA 560 (URDF)", "SO-100")
"""Arms that are tried if not all are."""

STATES = 10
LOAD = np.array([1.7, 0.02, -0.03, 0.1, 0.02, 0.03, 0.025, 0.002, -0.001, 0.003])
WRENCH = np.array([4.0, -7.0, 11.0, 0.3, -0.5, 0.2])
GRAVITY = np.array([1.0, -2.0, -9.0])
"""Values of inputs, N, N·m, kg, m, kg·m² and m/s²."""

BOUND = 1e-12
SOLVED = 1e-16
"""Permitted error of functions that solve equations, relative, times the condition of what is solved."""

Function = Callable[..., FloatArray]


class Compared:
    """Functions of one arm, and Pinocchio's model of it."""

    def __init__(self, number: int) -> None:
        import pinocchio
        from native import Unavailable
        from pinocchio_models import offsets
        from public_arms import ARMS

        assert len(ARMS) == CHAINS
        arm = ARMS[number]
        if SHARE != 1 and arm.name not in FEW:
            pytest.skip("only `make trials` tries every arm")
        try:
            self.chain: Chain = arm.chain()
        except Unavailable as reason:
            pytest.skip(str(reason))
        self.number, self.pin, self.n = number, pinocchio, self.chain.n
        self.offsets, self.new = offsets(self.chain), lambda: self.of(self.chain)
        self.model = self.new()
        base, tip = self.chain.links.base, self.chain.link("")
        self.base, self.tip = self.se3(base.rotation, base.origin), self.se3(tip.pose.rotation, tip.pose.origin)
        self.carrier = tip.carrier
        self.middle = next(link.name for link in self.chain.links.links if link.carrier == self.n // 2)

    def se3(self, rotation: Any, origin: Any) -> Any:
        turned, _, back = np.linalg.svd(np.array([[float(x) for x in row] for row in rotation]))
        return self.pin.SE3(turned @ back, np.array([float(x) for x in origin]))

    def derived(self, *names: str, chain: Chain | None = None) -> dict[str, Function]:
        """Derive functions and return them by name, over numpy."""
        own = chain or self.chain
        found = derive(own, tuple(with_preparations(names)), search()).programs
        programs = list(found.values())
        programs += combined_programs(programs)[0]
        space: dict[str, Any] = {}
        exec(emit("arm", programs, Provenance.of(own), ("python",))["arm.py"], space)
        named = {name: program.name for name, program in found.items()} | {p.name: p.name for p in programs}

        def shaped(name: str) -> Function:
            call, shape = space[name], next(p.shape for p in programs if p.name == name)
            return lambda *given: np.array(call(*given, trigonometry=np), dtype=float).reshape(shape)

        return {name: shaped(in_code) for name, in_code in named.items()}

    def of(self, chain: Chain) -> Any:
        """Return Pinocchio's model of another chain."""
        from pinocchio_models import model

        return model(chain)

    def states(self) -> Any:
        """Positions, velocities and accelerations of joints at random."""
        return np.random.default_rng(self.number).uniform(-3, 3, (STATES, 3, self.n))

    def frames(self, *links: str) -> tuple[Any, list[int]]:
        """Return the model with frames of links, and their numbers."""
        model, found = self.new(), []
        for name in links:
            link = self.chain.link(name)
            place = self.se3(link.pose.rotation, link.pose.origin)
            frame = self.pin.Frame(f"{name} of the test", link.carrier, place, self.pin.FrameType.OP_FRAME)
            found.append(model.addFrame(frame))
        return model, found

    def torque(self, model: Any, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return np.array(self.pin.rnea(model, model.createData(), q + self.offsets, qd, qdd))

    def gravity(self, model: Any, q: FloatArray) -> FloatArray:
        return np.array(self.pin.computeGeneralizedGravity(model, model.createData(), q + self.offsets))

    def inertia(self, model: Any, q: FloatArray) -> FloatArray:
        upper = np.triu(self.pin.crba(model, model.createData(), q + self.offsets))
        return np.asarray(upper + np.triu(upper, 1).T)


compared = cache(Compared)


@pytest.fixture(params=range(CHAINS))
def arm(request: pytest.FixtureRequest) -> Compared:
    pytest.importorskip("pinocchio")
    return compared(request.param)


def close(found: FloatArray, expected: FloatArray, bound: float = BOUND, least: float = 1.0) -> None:
    """Within the bound, relative to the largest element."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=bound * max(np.abs(expected).max(), least))


def test_kinematics(arm: Compared):
    links = ("", arm.middle)
    names = [f"{function}:{link}" for link in links for function in ("pose", "jacobian", "jacobian_rate")]
    names += [f"{name}:{axes}" for name in names if not name.startswith("pose") for axes in ("link",)]
    names += [f"bias_acceleration:{link}" for link in links] + [f"kinematics:{arm.middle}"]
    found = arm.derived(*names)
    model, frames = arm.frames(*links)
    data, reference = model.createData(), arm.pin.ReferenceFrame
    turn = np.kron(np.eye(2), arm.base.rotation)
    for q, qd, _ in arm.states():
        arm.pin.computeJointJacobiansTimeVariation(model, data, q + arm.offsets, qd)
        arm.pin.forwardKinematics(model, data, q + arm.offsets, qd, np.zeros(arm.n))
        arm.pin.updateFramePlacements(model, data)
        for link, frame in zip(links, frames, strict=True):
            pose = (arm.base * data.oMf[frame]).homogeneous
            close(found[f"pose:{link}"](q), pose)
            rows = [arm.pin.getFrameJacobian(model, data, frame, axes).copy()
                    for axes in (reference.LOCAL_WORLD_ALIGNED, reference.LOCAL)]  # fmt: skip
            close(found[f"jacobian:{link}"](q), turn @ rows[0])
            close(found[f"jacobian:{link}:link"](q), rows[1])
            rate = arm.pin.getFrameJacobianTimeVariation(model, data, frame, reference.LOCAL).copy()
            close(found[f"jacobian_rate:{link}:link"](q, qd), rate)
            bias = arm.pin.getFrameClassicalAcceleration(model, data, frame, reference.LOCAL_WORLD_ALIGNED).vector
            close(found[f"bias_acceleration:{link}"](q, qd), turn @ bias)
            close(found[f"jacobian_rate:{link}"](q, qd) @ qd, turn @ bias)
        both = found[f"kinematics:{arm.middle}"](q)
        close(both.ravel()[:16], pose.ravel())
        close(both.ravel()[16:], (turn @ rows[0]).ravel())


def test_velocities_and_energies(arm: Compared):
    names = ("coriolis_torque", "transposed_coriolis_torque", "momentum", "kinetic_energy", "potential_energy")
    found = arm.derived(*names, "all_elements") if arm.n < 7 else arm.derived(*names)
    plain = arm.new()
    plain.armature = np.zeros(arm.n)
    data, still = plain.createData(), np.zeros(arm.n)

    def height(q: FloatArray) -> FloatArray:
        """Pinocchio's energy, whose zero is that of another point: the difference from one pose."""
        energies = [arm.pin.computePotentialEnergy(plain, data, angles + arm.offsets) for angles in (q, still)]
        return np.array([energies[0] - energies[1]]) + found["potential_energy"](still)

    for q, qd, _ in arm.states():
        matrix = arm.inertia(arm.model, q)
        close(found["coriolis_torque"](q, qd), arm.torque(arm.model, q, qd, still) - arm.gravity(arm.model, q))
        coriolis = arm.pin.computeCoriolisMatrix(plain, data, q + arm.offsets, qd)
        close(found["transposed_coriolis_torque"](q, qd), coriolis.T @ qd)
        close(found["momentum"](q, qd), matrix @ qd)
        close(found["kinetic_energy"](q, qd), np.array([qd @ matrix @ qd / 2]))
        close(found["potential_energy"](q), height(q))
        if "all_elements" in found:
            flat, n = found["all_elements"](q), arm.n
            pairs = np.triu_indices(n, 1)
            a, b, c, g = np.split(flat, np.cumsum([n * n, n * len(pairs[0]), n * n]))
            products = qd[pairs[0]] * qd[pairs[1]]
            close(a.reshape(n, n), matrix)
            close(g, arm.gravity(arm.model, q))
            speeds = b.reshape(n, -1) @ products + c.reshape(n, n) @ qd**2
            close(speeds, found["coriolis_torque"](q, qd))


def test_regressors(arm: Compared):
    found = arm.derived("regressor", "base_regressor")
    values, data = base_values(arm.chain), arm.model.createData()
    for q, qd, qdd in arm.states():
        given = q + arm.offsets, qd, qdd
        close(found["regressor"](q, qd, qdd), arm.pin.computeJointTorqueRegressor(arm.model, data, *given))
        motors = arm.model.armature * qdd
        close(found["base_regressor"](q, qd, qdd) @ values, arm.torque(arm.model, q, qd, qdd) - motors)


def test_forward_dynamics(arm: Compared):
    found = arm.derived("torque", "kinetic_energy_matrix", "acceleration_derivatives")
    data, n = arm.model.createData(), arm.n
    for q, qd, tau in arm.states():
        matrix = arm.inertia(arm.model, q)
        bound = max(BOUND, SOLVED * np.linalg.cond(matrix))
        given = q + arm.offsets, qd, tau
        close(found["kinetic_energy_matrix"](q), matrix)
        close(found["acceleration"](q, qd, tau), arm.pin.aba(arm.model, data, *given), bound)
        flat = found["acceleration_derivatives"](q, qd, tau)
        acceleration, derivatives = flat[:n], flat[n:].reshape(3, n, n)
        close(acceleration, arm.pin.aba(arm.model, data, *given), bound)
        expected = arm.pin.computeABADerivatives(arm.model, data, *given)
        for one, other in zip(derivatives, expected, strict=True):
            close(one, np.array(other), bound)


def test_operational_space(arm: Compared):
    names = ["operational_inertia", "consistent_inverse", "inverse_jacobian"]
    for name in list(names):
        try:
            task_of(name).check(arm.chain)
        except DerivationError:
            names.remove(name)
    if not names:
        pytest.skip("fewer than six joints")
    found = arm.derived(*names)
    model, (tip,) = arm.frames("")
    data, turn = model.createData(), np.kron(np.eye(2), arm.base.rotation)
    for q, _, _ in arm.states():
        place = arm.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        rows = turn @ arm.pin.computeFrameJacobian(model, data, q + arm.offsets, tip, place)
        matrix = arm.inertia(model, q)
        seen = rows @ np.linalg.solve(matrix, rows.T)
        bound = max(BOUND, SOLVED * np.linalg.cond(matrix) * np.linalg.cond(seen))
        inertia = np.linalg.inv(seen)
        if "operational_inertia" in names:
            close(found["operational_inertia"](q), inertia, bound)
            close(found["consistent_inverse"](q), np.linalg.solve(matrix, rows.T) @ inertia, bound)
        if "inverse_jacobian" in names:
            close(found["inverse_jacobian"](q), np.linalg.inv(rows), max(BOUND, SOLVED * np.linalg.cond(rows)))


def test_inputs(arm: Compared):
    """Each input changes the function as a change of Pinocchio's model does."""
    mass = "link2.mass"
    wrenches = ["torque+wrench", f"torque+wrench@{arm.middle}"]
    found = arm.derived("torque+payload", "gravity+gravity_vector", f"torque+{mass}", "momentum+payload",
                        "torque_derivatives+payload")  # fmt: skip
    for name in wrenches:  # both have the same name in code
        found |= arm.derived(name)
    prepared = found["prepare+payload"](LOAD)
    loaded, n = arm.new(), arm.n
    tensor = LOAD[4:][[[0, 3, 4], [3, 1, 5], [4, 5, 2]]]
    loaded.appendBodyToJoint(arm.carrier, arm.pin.Inertia(LOAD[0], LOAD[1:4], tensor), arm.tip)
    heavier = replace(arm.chain.bodies[1], mass=arm.chain.bodies[1].mass + 1)
    bodies = (arm.chain.bodies[0], heavier, *arm.chain.bodies[2:])
    changed = arm.of(replace(arm.chain, bodies=bodies))
    falling = arm.new()
    falling.gravity.linear = arm.base.rotation.T @ GRAVITY
    model, frames = arm.frames("", arm.middle)
    data, turn = model.createData(), np.kron(np.eye(2), arm.base.rotation)
    for q, qd, qdd in arm.states():
        own = arm.torque(arm.model, q, qd, qdd)
        for name, frame in zip(wrenches, frames, strict=True):
            place = arm.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
            rows = turn @ arm.pin.computeFrameJacobian(model, data, q + arm.offsets, frame, place)
            close(found[name](q, qd, qdd, WRENCH), own - rows.T @ WRENCH)
        close(found["torque+payload"](q, qd, qdd, prepared), arm.torque(loaded, q, qd, qdd))
        close(found["momentum+payload"](q, qd, prepared), arm.inertia(loaded, q) @ qd)
        flat = found["torque_derivatives+payload"](q, qd, qdd, prepared)
        again = loaded.createData()
        arm.pin.computeRNEADerivatives(loaded, again, q + arm.offsets, qd, qdd)
        close(flat[n:].reshape(3, n, n)[:2], np.array([again.dtau_dq, again.dtau_dv]))
        close(found["gravity+gravity_vector"](q, GRAVITY), arm.gravity(falling, q))
        weight = found[f"prepare+{mass}"](np.array([float(heavier.mass)]))
        close(found[f"torque+{mass}"](q, qd, qdd, weight), arm.torque(changed, q, qd, qdd))
