"""Other tools that fit an arm to a recording, used as their documentation shows, on the same samples.

Each peer receives positions, velocities and accelerations as replay computes them, and the measured effort. It returns
a function that predicts the effort of other samples.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.identification.unknowns import Unknowns

CHUNK = 4096
"""Number of samples whose columns are in memory at a time."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples of one recording, (N, n) each, in rad, rad/s, rad/s² and N·m."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    effort: FloatArray

    def every(self, step: int) -> Samples:
        """Return every `step`-th sample."""
        return Samples(*(values[::step] for values in (self.q, self.qd, self.qdd, self.effort)))


Predict = Callable[[Samples], FloatArray]
Peer = Callable[[Arm, Samples], Predict]


def least_squares(arm: Arm, train: Samples) -> Predict:
    """Fit regressor, motor inertia, viscous and Coulomb friction and offset by least squares (minimum norm)."""
    unknowns = Unknowns(arm)

    def columns(some: Samples) -> FloatArray:
        parts = [
            unknowns.columns(*(values[start : start + CHUNK] for values in (some.q, some.qd, some.qdd)))
            for start in range(0, len(some.q), CHUNK)
        ]
        return np.concatenate(parts)

    matrix = columns(train).reshape(-1, unknowns.size)
    known = np.isfinite(train.effort).ravel()
    scale = np.linalg.norm(matrix, axis=0)
    scale[scale == 0.0] = 1.0
    x, *_ = np.linalg.lstsq(matrix[known] / scale, train.effort.ravel()[known], rcond=1e-5)
    return lambda some: np.asarray(columns(some) @ (x / scale))


def figaroh(arm: Arm, train: Samples) -> Predict:
    """Fit by FIGAROH: Pinocchio's regressor, base parameters by QR, and weighted least squares after Gautier (1997)."""
    import pandas  # noqa: F401 - FIGAROH needs it
    from figaroh.tools.qrdecomposition import QRDecomposer
    from figaroh.tools.regressor import RegressorBuilder, RegressorConfig, build_regressor_reduced, get_index_eliminate

    if arm.coupled:
        raise UnsupportedArmError("FIGAROH's regressor has no coupled transmission")
    n = arm.n

    class Robot:
        model = _pinocchio(arm)
        data = model.createData()

    builder = RegressorBuilder(
        Robot(), RegressorConfig(has_friction=True, has_actuator_inertia=True, has_joint_offset=True)
    )
    names = [f"p{index}" for index in range(14 * n)]

    def regressor(some: Samples) -> Any:
        return builder.build_basic_regressor(some.q, some.qd, some.qdd, {"act_idxv": list(range(n))})

    whole = regressor(train)
    right = train.effort.T.ravel()
    known = np.isfinite(right)
    away, active = get_index_eliminate(whole, dict.fromkeys(names, 0.0), 1e-3)
    reduced = build_regressor_reduced(whole, away)
    decomposer = QRDecomposer(tolerance=1e-6)
    base, _, _, phi, _ = decomposer.double_decomposition(
        right[known], reduced[known], list(active), dict.fromkeys(names, 0.0)
    )
    joint = np.repeat(np.arange(n), len(train.q))[known]
    left = right[known] - base @ phi
    deviation = np.array([np.sqrt(np.mean(left[joint == each] ** 2)) for each in range(n)])
    weight = 1.0 / deviation[joint]
    phi, *_ = np.linalg.lstsq(base * weight[:, None], right[known] * weight, rcond=None)
    places = decomposer.get_base_indices()

    def predict(some: Samples) -> FloatArray:
        return np.asarray((build_regressor_reduced(regressor(some), away)[:, places] @ phi).reshape(n, -1).T)

    assert np.allclose(build_regressor_reduced(whole, away)[known][:, places], base)
    return predict


SYSID_SAMPLES = 1200
"""Number of samples for MuJoCo's system identification, whose Jacobian is computed by finite differences."""


MOST_ITERATIONS = 200
"""Largest number of function evaluations of MuJoCo's system identification, Jacobians not counted."""


def mujoco_sysid(arm: Arm, train: Samples) -> Predict:
    """Fit bodies (log-Cholesky form), armature, damping and frictionloss by MuJoCo's system identification.

    The residual is that of MuJoCo's inverse dynamics, which is a smoother objective than that of simulated motion.
    """
    import mujoco
    from mujoco import sysid

    from puma560_dynamics.description.mjcf import mjcf

    names, bodies = arm.joint_names, [link.name for link in arm.links]
    text = mjcf(arm)
    spec = mujoco.MjSpec.from_string(text)
    parameters = sysid.ParameterDict()
    scale = np.asarray(arm.maximum_torque)
    compiled = spec.compile()
    fitted = [body for body in bodies if spec.body(body) is not None and spec.body(body).joints]
    for body in fitted:
        change = partial(_body_change, body)
        parameters.add(sysid.body_inertia_param(spec, compiled, body, sysid.InertiaType.Pseudo, modifier=change))
    for index, name in enumerate(names):
        for key, most in (("armature", 0.1), ("damping", 2.0), ("frictionloss", 0.3)):
            parameters.add(_joint_parameter(sysid, name, key, float(most * scale[index])))

    def model_of(values: Any) -> Any:
        changed = mujoco.MjSpec.from_string(text)
        changed.compile()
        sysid.apply_param_modifiers_spec(values, changed)
        return changed.compile()

    def predicted(values: Any, some: Samples) -> FloatArray:
        model = model_of(values)
        data = mujoco.MjData(model)
        result = np.empty_like(some.q)
        for row in range(len(some.q)):
            data.qpos[:], data.qvel[:], data.qacc[:] = some.q[row], some.qd[row], some.qdd[row]
            mujoco.mj_inverse(model, data)
            result[row] = data.qfrc_inverse
        return result

    few = train.every(max(1, len(train.q) // SYSID_SAMPLES))
    size = np.nanstd(few.effort, axis=0)

    def residual(x: Any, values: Any, **_: Any) -> Any:
        values.update_from_vector(x)
        left = np.nan_to_num((predicted(values, few) - few.effort) / size)
        return [left.ravel()], [], []

    found, _ = sysid.optimize(parameters, residual, optimizer="scipy", max_iters=MOST_ITERATIONS, verbose=False)
    return lambda some: predicted(found, some)


def _body_change(body: str, spec: Any, parameter: Any) -> None:
    from mujoco import sysid

    sysid.apply_body_inertia(spec, body, parameter)
    spec.body(body).iquat = [1.0, 0.0, 0.0, 0.0]  # NaN after the modifier, which the compiler rejects


def _joint_parameter(sysid: Any, joint: str, key: str, most: float) -> Any:
    def change(spec: Any, parameter: Any) -> None:
        before, value = getattr(spec.joint(joint), key), float(parameter.value[0])
        setattr(spec.joint(joint), key, value if np.ndim(before) == 0 else [value, *list(before)[1:]])

    return sysid.Parameter(f"{joint}_{key}", nominal=0.1 * most, min_value=0.0, max_value=most, modifier=change)


def _pinocchio(arm: Arm) -> Any:
    """Return Pinocchio's model of the arm's links, without rotors."""
    import pinocchio as pin

    from puma560_dynamics.description.urdf import urdf

    return pin.buildModelFromXML(urdf(arm))


def available() -> dict[str, Peer]:
    """Return the peers whose packages are installed, by name."""
    found: dict[str, Peer] = {"least squares": least_squares}
    for name, peer, module in (("FIGAROH 1.0.2", figaroh, "figaroh"), ("MuJoCo sysid", mujoco_sysid, "mujoco.sysid")):
        try:
            __import__(module)
            if module == "mujoco.sysid":
                from mujoco.sysid import optimize  # noqa: F401 - an extra of the package
        except ImportError as error:
            print(f"{name} is not installed ({error}), so it is not compared", file=sys.stderr)
        else:
            found[name] = peer
    return found
