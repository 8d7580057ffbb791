r"""Simulate an arm with MuJoCo, independently of our models.

The arm is loaded from our generated URDF; motor inertia, which a URDF cannot express, is added as armature. Torque
limits are those of table 7. Friction is `arm_friction`: from the arm file, or otherwise the break-away torque as dry
friction.

MuJoCo has symmetric dry friction and damping. The asymmetric part of the friction law is added as a constant torque
(`JointFriction.bias`): with the mean F of dry friction and half the difference d of its directions, a moving joint has
friction F + d in positive and F - d in negative direction, and a joint at rest is held from -(F - d) to F + d.

With a break-away torque F_s, F depends on the velocity (Stribeck), and is set before each integration step:

.. math:: F(\dot q) = F + (F_s - F)\, e^{-(\dot q / v_s)^2}.

Inertia and friction of a motor that moves several joints act at its velocity (`Arm.transmission`), by a tendon.

Mimic joints are coupled by MuJoCo's equality constraints, as stiff as its dry friction; in typical motions their
position errors are a few microradians.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.consistent import possible_arm
from ..arm.follower import motor_places
from ..arm.friction import arm_friction
from ..arm.joint_friction import JointFriction
from ..arrays import FloatArray
from ..description.mjcf import FRICTION_IMPEDANCE, FRICTION_STEPS, TIMESTEP
from ..description.urdf import urdf
from ..errors import StateError, UrdfError
from ..extras import missing_dependency
from ..models.load import load_model
from ..models.payload.payload import Payload, placed_payload, summed
from ..models.vanishing_inertia import may_vanish, refuse_vanishing_inertia
from ..states import joint_array

log = logging.getLogger(__name__)

STRIBECK_VELOCITY = 0.02
"""v_s: velocity at which 37 % of the difference between break-away torque and kinetic friction remains, rad/s. An
assumption; for a prismatic joint it is multiplied by `Arm.motion_scale`."""


def import_mujoco() -> ModuleType:
    """Import and return the mujoco module.

    Raises:
        MissingDependencyError: MuJoCo is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise missing_dependency("the simulated arm", "mujoco") from None
    mujoco.set_mju_user_warning(_log_warning)
    module: ModuleType = mujoco
    return module


def _log_warning(words: str) -> None:
    """Log a warning of MuJoCo, which otherwise writes the file MUJOCO_LOG.TXT into the working folder."""
    log.warning("MuJoCo: %s", words)


def reduced_acceleration(mujoco: ModuleType, model: Any, data: Any, arm: Arm, torque: FloatArray) -> FloatArray:
    """Return the accelerations of the driven joints, (n,) rad/s², at the evaluated state of `data`.

    The couplings of mimic joints are exact here, independent of MuJoCo's constraints.

    Args:
        mujoco, model, data: module, and model and data of the arm after ``mj_forward`` without constraints.
        arm: the arm.
        torque: (n,) torque, N·m.
    """
    if not arm.followers:
        return np.array(data.qacc)
    mass = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, mass)
    turned = arm.following.T
    return np.linalg.solve(turned @ mass @ turned.T, torque - turned @ (data.qfrc_bias - data.qfrc_passive))


def _description(arm: Arm) -> str:
    """Return a URDF whose inertias MuJoCo accepts, and log their differences from the arm's inertias."""
    possible = possible_arm(arm)
    for change in possible.changes:
        log.warning("%s: %s", arm.name, change)
    return urdf(possible.arm)


def _tendon(spec: Any, joints: Sequence[Any], shares: FloatArray) -> Any:
    """Add a tendon with the position of a coupled motor, and return it.

    Args:
        spec: MuJoCo's description of the arm.
        joints: driven joints of `spec`.
        shares: (n,) row of `Arm.transmission`.
    """
    tendon = spec.add_tendon()
    for joint, share in zip(joints, shares.tolist(), strict=True):
        if share:
            tendon.wrap_joint(joint.name, share)
    return tendon


class Plant:
    """Simulated arm, driven by torque.

    Args:
        arm: arm with motor inertia, limits, friction and gravity.
        description: URDF text; by default generated from `arm`.
        friction: whether to simulate friction.
        break_away: (n,) dry friction at rest, of motors if they are coupled, N·m; by default, and where it is smaller,
            the kinetic dry friction.
        timestep: integration step, s.

    Attributes:
        external: (n,) torque of external forces on the joints, N·m. It acts in addition to the motors' torque and is
            not part of `effort`. The caller sets it before each step; it is zero at first and after a reset.

    Raises:
        MissingDependencyError: MuJoCo is not installed.
        UrdfError: MuJoCo refuses the description, or its joints differ from the arm's.
        StateError: a joint has no inertia in the zero pose, so that its acceleration is undefined.
    """

    def __init__(
        self,
        arm: Arm,
        description: str | None = None,
        *,
        friction: bool = True,
        break_away: ArrayLike | None = None,
        timestep: float = TIMESTEP,
    ) -> None:
        self.arm = arm
        # Without mimic joints, all joints are driven; indexing with a slice is faster than with a list.
        self._own = motor_places(arm.n, arm.followers) if arm.followers else slice(None)
        self._mujoco = mujoco = import_mujoco()
        if may_vanish(arm):
            q = np.array([min(max(0.0, joint.lower), joint.upper) for joint in arm.joints])
            refuse_vanishing_inertia(arm, load_model("newton_euler", arm).kinetic_energy_matrix(q), q)
        self._tied = np.count_nonzero(arm.transmission, axis=1) > 1
        lost = arm_friction(arm)[0] if friction else (JointFriction(),) * arm.n
        try:
            spec = mujoco.MjSpec.from_string(_description(arm) if description is None else description)
            if len(spec.joints) == arm.chain.n:
                # Set before compiling, which derives the stiffness of the friction constraint from the inertia.
                own = [spec.joints[place] for place in motor_places(arm.n, arm.followers)]
                for motor, (joint, row) in enumerate(zip(own, arm.transmission, strict=True)):
                    drive = joint
                    if self._tied[motor]:
                        joint.armature = joint.frictionloss = 0.0
                        drive = _tendon(spec, own, row)
                    drive.armature = arm.motors[motor].inertia
                    drive.frictionloss = lost[motor].dry
                    drive.solimp_friction[:2] = FRICTION_IMPEDANCE
                    drive.solref_friction[:] = (FRICTION_STEPS * timestep, 1.0)
                for tie in spec.equalities:
                    tie.solimp[:2] = FRICTION_IMPEDANCE
                    tie.solref[:] = (FRICTION_STEPS * timestep, 1.0)
            model = spec.compile()
        except (ValueError, RuntimeError) as error:
            raise UrdfError(
                f"MuJoCo refuses the robot description: {' '.join(str(error).split())}; use a URDF with consistent "
                "inertias (`puma560 arm urdf`)"
            ) from None
        names = tuple(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, i) for i in range(model.njnt))
        if names != arm.chain.joint_names or model.neq != len(arm.followers):
            tied = f", {len(arm.followers)} of which mimic others" if arm.followers or model.neq else ""
            raise UrdfError(
                f"the robot description has joints {', '.join(names) or 'none'}; expected "
                f"{', '.join(arm.chain.joint_names)}{tied}"
            )
        viscous = np.array([one.viscous for one in lost])
        model.tendon_damping[:] = viscous[self._tied]
        model.dof_damping[self._own] = self._viscous = np.where(self._tied, 0.0, viscous)
        self._bias = arm.transmission.T @ np.array([one.bias for one in lost])
        self._dry = np.array([one.dry for one in lost])
        still = np.zeros(arm.n) if break_away is None or not friction else self._vector("break_away", break_away)
        self._rise = np.maximum(still - self._dry, 0.0)
        self._sticks = bool(self._rise.any())
        self._slow = STRIBECK_VELOCITY * arm.motion_scale
        model.opt.timestep = timestep
        model.opt.gravity[:] = arm.base_gravity
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)  # links are drawn overlapping
        model.opt.integrator = int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST)
        self._model: Any = model
        self._data: Any = mujoco.MjData(model)
        self._effort, self._most, self.external = np.zeros(arm.n), arm.maximum_torque, np.zeros(arm.n)
        self._debt = 0.0
        self._own_body = _Inertia.of(model)
        mujoco.mj_forward(model, self._data)

    @property
    def time(self) -> float:
        """Simulated time since the last reset, s."""
        return float(self._data.time)

    @property
    def timestep(self) -> float:
        """Integration step, s."""
        return float(self._model.opt.timestep)

    @property
    def position(self) -> FloatArray:
        """(n,) joint positions, rad."""
        return np.array(self._data.qpos[self._own])

    @property
    def velocity(self) -> FloatArray:
        """(n,) joint velocities, rad/s."""
        return np.array(self._data.qvel[self._own])

    @property
    def effort(self) -> FloatArray:
        """(n,) torque that acted in the last step, within the motors' limits, N·m."""
        return np.array(self._effort)

    def reset(self, q: ArrayLike, qd: ArrayLike | None = None) -> None:
        """Set positions `q` (n,) rad and velocities `qd` (n,) rad/s (default: 0), and reset time and torque."""
        q = self._vector("q", q)
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[:] = self.arm.chain_positions(q)
        self._data.qvel[:] = 0.0 if qd is None else self.arm.following @ self._vector("qd", qd)
        self._effort[:] = 0.0
        self.external = np.zeros(self.arm.n)
        self._debt = 0.0
        self._mujoco.mj_forward(self._model, self._data)

    def carry(self, load: Payload) -> None:
        """Let the last link carry a load from now on, instead of any other load; a payload without mass puts it down.

        The load has the velocity of the link at once, as if it had moved with it before.

        Args:
            load: load in the frame of its link.

        Raises:
            StateError: the load's link is not fixed to the last link of the arm.
        """
        model = self._model
        self._own_body.with_load(placed_payload(self.arm, load)).put(self._mujoco, model)
        self._mujoco.mj_setConst(model, self._mujoco.MjData(model))
        self._mujoco.mj_forward(model, self._data)

    def brake(self) -> None:
        """Stop the arm instantly and set the torque to zero, as an idealisation of brakes on all joints."""
        self._data.qvel[:] = 0.0
        self._effort[:] = 0.0
        self._debt = 0.0
        self._mujoco.mj_forward(self._model, self._data)

    def advance(self, duration: float, torque: ArrayLike, damping: ArrayLike | None = None) -> None:
        """Apply a torque, limited by the motors' limits, for `duration` seconds.

        The rest of `duration` that is not a whole integration step is added to the next call.

        Args:
            duration: simulated time, s.
            torque: (n,) torque, N·m.
            damping: (n,) damping, N·m·s/rad. Damping times the velocity at the end of each step is subtracted from
                `torque`, as by a drive with a fast velocity loop. It does not act on a motor at its torque limit.
        """
        wanted, most = self._vector("torque", torque), self._most
        if damping is None:
            self._effort = _within(wanted, most)
            self._step(duration, self._effort, self._viscous)
            return
        brake = self._vector("damping", damping)
        total = wanted - brake * self._data.qvel[self._own]
        free = np.abs(total) <= most
        brake, applied = np.where(free, brake, 0.0), np.where(free, wanted, _within(total, most))
        self._step(duration, applied, self._viscous + brake)
        self._effort = _within(applied - brake * self._data.qvel[self._own], most)

    def _step(self, duration: float, torque: FloatArray, damping: FloatArray) -> None:
        self._model.dof_damping[self._own] = damping
        self._data.qfrc_applied[self._own] = torque + self.external - self._bias
        self._debt += duration
        steps = int(self._debt / self._model.opt.timestep)
        self._debt -= steps * self._model.opt.timestep
        if not self._sticks:
            self._mujoco.mj_step(self._model, self._data, steps)
            return
        for _ in range(steps):
            share = np.exp(-((self._motor_velocity() / self._slow) ** 2))
            dry = self._dry + self._rise * share
            self._model.dof_frictionloss[self._own] = np.where(self._tied, 0.0, dry)
            self._model.tendon_frictionloss[:] = dry[self._tied]
            self._mujoco.mj_step(self._model, self._data)

    def _motor_velocity(self) -> FloatArray:
        velocity: FloatArray = self._data.qvel[self._own]
        return self.arm.transmission @ velocity if self.arm.coupled else velocity

    def acceleration(self, q: ArrayLike, qd: ArrayLike, torque: ArrayLike) -> FloatArray:
        """Return MuJoCo's acceleration without friction and limits, (n,) rad/s², without changing the plant's state."""
        scratch = self._mujoco.MjData(self._model)
        scratch.qpos[:] = self.arm.chain_positions(self._vector("q", q))
        scratch.qvel[:] = self.arm.following @ self._vector("qd", qd)
        torque = self._vector("torque", torque)
        scratch.qfrc_applied[self._own] = torque
        flags = self._model.opt.disableflags
        damping, tendon_damping = self._model.dof_damping.copy(), self._model.tendon_damping.copy()
        self._model.opt.disableflags |= int(self._mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
        self._model.dof_damping[:] = self._model.tendon_damping[:] = 0.0
        try:
            self._mujoco.mj_forward(self._model, scratch)
        finally:
            self._model.opt.disableflags = flags
            self._model.dof_damping[:], self._model.tendon_damping[:] = damping, tendon_damping
        return reduced_acceleration(self._mujoco, self._model, scratch, self.arm, torque)

    def _vector(self, name: str, values: ArrayLike) -> FloatArray:
        array = joint_array(name, values, self.arm.n, self.arm.joint_names)
        if array.ndim != 1:
            raise StateError(f"{name}: expected shape ({self.arm.n},), got {array.shape}; one state at a time")
        return array


class _Inertia(NamedTuple):
    """Mass, center and inertia about the center of the last body of a MuJoCo model, in the axes of its frame."""

    body: int
    mass: float
    center: FloatArray
    tensor: FloatArray

    @classmethod
    def of(cls, model: Any) -> _Inertia:
        """Return those of a compiled model."""
        body = int(model.jnt_bodyid[-1])
        turn = _rotation(model.body_iquat[body])
        tensor = turn @ np.diag(model.body_inertia[body]) @ turn.T
        return cls(body, float(model.body_mass[body]), np.array(model.body_ipos[body]), tensor)

    def with_load(self, load: Payload) -> _Inertia:
        """Return the sum with a load in the same frame."""
        if load.mass == 0.0:
            return self
        own = self.mass, self.center, self.tensor
        return _Inertia(self.body, *summed(own, (load.mass, load.center_of_mass, load.inertia)))

    def put(self, mujoco: ModuleType, model: Any) -> None:
        """Give the body of a compiled model this inertia."""
        moments, axes = np.linalg.eigh(self.tensor)
        axes[:, 2] *= np.linalg.det(axes)
        model.body_mass[self.body], model.body_ipos[self.body] = self.mass, self.center
        model.body_inertia[self.body] = moments
        mujoco.mju_mat2Quat(model.body_iquat[self.body], axes.ravel())


def _rotation(quaternion: FloatArray) -> FloatArray:
    w, x, y, z = quaternion
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


def _within(values: FloatArray, most: FloatArray) -> FloatArray:
    """Limit values to ±most, as `np.clip`, but with less overhead for few values."""
    return np.minimum(np.maximum(values, -most), most)
