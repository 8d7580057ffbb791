"""Read the couplings between joints of a MuJoCo model: equalities, tendons and deformable bodies.

A linear equality of two joints becomes a mimic joint. All other couplings cause torques that the equations of a serial
arm do not include, so their joints are refused with a message that states how to change the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..algebra.exact import exact


class Actuation(NamedTuple):
    """Total contribution of actuators to a joint or tendon.

    Attributes:
        armature: reflected rotor inertia, kg·m² (kg).
        damping: viscous damping, N·m·s/rad (N·s/m).
        nonlinear: sum of the coefficients of nonlinear damping.
        limits: ranges of torque or force, one per limited actuator.
    """

    armature: float
    damping: float
    nonlinear: float
    limits: list[Any]


class Couplings:
    """Couplings between the joints of a compiled model.

    Args:
        mujoco: the package mujoco.
        model: the compiled model.
        joints: names of the model's joints.

    Attributes:
        refusals: reason why a joint cannot be a moving joint of an arm, and what to do, by joint number.
        mimics: leader, multiplier and offset (rad or m) of each mimic joint, by joint number.
        remarks: sentences on parts of the model that are ignored.
    """

    def __init__(self, mujoco: Any, model: Any, joints: Sequence[str]) -> None:
        self.mujoco, self.model, self.joints = mujoco, model, joints
        self.reference = [Fraction(exact(place)) for place in model.qpos0[model.jnt_qposadr].tolist()]
        self.refusals: dict[int, str] = {}
        self.mimics: dict[int, tuple[int, Fraction, Fraction]] = {}
        self.remarks: list[str] = []
        for equality in range(model.neq):
            self._equality(equality)
        for tendon in range(model.ntendon):
            self._tendon(tendon)
        for flex in range(model.nflex):
            self._flex(flex)

    def refuse(self, joints: Iterable[int], reason: str) -> None:
        """Record why joints cannot be moving joints of an arm; the first reason of a joint is kept.

        Args:
            joints: numbers of the joints.
            reason: predicate of a sentence whose subject is the joint.
        """
        for joint in joints:
            name = self.joints[joint]
            self.refusals.setdefault(joint, f"joint {name!r} {reason}, or hold the joint with --hold {name}")

    def largest(self, name: str, index: int) -> float:
        """Return the largest magnitude in entry `index` of a model's field; 0 if MuJoCo does not have the field."""
        values = getattr(self.model, name, None)
        return 0.0 if values is None else float(np.max(np.abs(values[index])))

    def actuation(self, number: int, *transmissions: int) -> Actuation:
        """Return the total contribution of actuators to a joint or tendon.

        Args:
            number: number of the joint or tendon.
            transmissions: transmission types (MuJoCo's numbers) of the actuators to include.
        """
        model, armature, damping, nonlinear, limits = self.model, 0.0, 0.0, 0.0, list[Any]()
        for actuator in range(model.nu):
            if model.actuator_trnid[actuator][0] != number or model.actuator_trntype[actuator] not in transmissions:
                continue
            gear = abs(float(model.actuator_gear[actuator][0]))
            armature += gear**2 * self.largest("actuator_armature", actuator)
            damping += gear**2 * self.largest("actuator_damping", actuator)
            nonlinear += self.largest("actuator_dampingpoly", actuator)
            if model.actuator_forcelimited[actuator]:
                limits.append(gear * model.actuator_forcerange[actuator])
            plain = int(model.actuator_biastype[actuator]) == int(self.mujoco.mjtBias.mjBIAS_NONE)
            if plain and model.actuator_ctrllimited[actuator]:
                limits.append(gear * abs(model.actuator_gainprm[actuator][0]) * model.actuator_ctrlrange[actuator])
        return Actuation(armature, damping, nonlinear, limits)

    def _equality(self, equality: int) -> None:
        """Read an equality of two joints as a mimic joint; refuse the joints of all other active equalities."""
        model, kinds = self.model, self.mujoco.mjtEq
        kind, one, other = (int(each[equality]) for each in (model.eq_type, model.eq_obj1id, model.eq_obj2id))
        if not model.eq_active0[equality]:
            self.remarks.append("equalities that are not active at the start are ignored")
        elif kind == int(kinds.mjEQ_JOINT):
            self._coupling(one, other, model.eq_data[equality][:5].tolist())
        elif kind in (int(kinds.mjEQ_CONNECT), int(kinds.mjEQ_WELD)):
            sites = int(model.eq_objtype[equality]) == int(self.mujoco.mjtObj.mjOBJ_SITE)
            ends = [int(model.site_bodyid[end]) if sites else end for end in (one, other)]
            loop = self._above(ends[0]) ^ self._above(ends[1])
            self.refuse(loop, "is in a closed loop (connect or weld), and an arm is a chain; remove the equality")
        elif kind == int(kinds.mjEQ_TENDON):
            coupled = set[int]().union(*(self._wrapped(tendon) for tendon in (one, other) if tendon >= 0))
            self.refuse(coupled, "is coupled by the equality of a tendon; couple the joints themselves instead")

    def _coupling(self, follower: int, leader: int, coefficients: Sequence[float]) -> None:
        """Convert the equality ``q_f - ref_f = c0 + c1 (q_l - ref_l)`` of follower and leader to a mimic joint."""
        if leader < 0:
            self.refuse([follower], "is fixed by an equality; remove the equality")
        elif any(coefficients[2:]):
            self.refuse([follower], f"follows {self.joints[leader]!r} by a polynomial; keep two coefficients")
        elif follower in self.mimics:
            self.refuse([follower], "is coupled to other joints by several equalities; keep one of them")
        else:
            offset, multiplier = (Fraction(exact(value)) for value in coefficients[:2])
            offset += self.reference[follower] - multiplier * self.reference[leader]
            self.mimics[follower] = (leader, multiplier, offset)

    def _tendon(self, tendon: int) -> None:
        """Refuse the joints of a tendon with stiffness, damping, friction or armature."""
        fields = ("stiffness", "damping", "frictionloss", "armature", "stiffnesspoly", "dampingpoly")
        driven = self.actuation(tendon, int(self.mujoco.mjtTrn.mjTRN_TENDON))[:3]
        if any(driven) or any(self.largest(f"tendon_{field}", tendon) for field in fields):
            reason = (
                "is moved by a tendon with stiffness, damping, friction or armature; remove these from the tendon, and "
                "describe motors that move several joints as `transmission:` in an arm file based on the model"
            )
            self.refuse(self._wrapped(tendon), reason)

    def _flex(self, flex: int) -> None:
        """Refuse the joints that deform a flexible body (flex)."""
        model = self.model
        bodies = {
            int(body)
            for first, count, of in (
                (model.flex_vertadr[flex], model.flex_vertnum[flex], model.flex_vertbodyid),
                (model.flex_nodeadr[flex], model.flex_nodenum[flex], model.flex_nodebodyid),
            )
            for body in of[first : first + count]
            if body >= 0
        }
        above = [self._above(body) for body in bodies]
        deforming = {joint for joints in above for joint in joints if not all(joint in others for others in above)}
        self.refuse(deforming, "deforms a flexible body (flex), whose forces an arm does not have; remove the flex")

    def _above(self, body: int) -> set[int]:
        """Return the numbers of the joints between a body and the world."""
        found: set[int] = set()
        while body:
            first = int(self.model.body_jntadr[body])
            found.update(range(first, first + int(self.model.body_jntnum[body])))
            body = int(self.model.body_parentid[body])
        return found

    def _wrapped(self, tendon: int) -> set[int]:
        """Return the numbers of the joints that affect the length of a tendon."""
        model, kinds = self.model, self.mujoco.mjtWrap
        places = {int(kinds.mjWRAP_SITE): model.site_bodyid}
        places |= dict.fromkeys((int(kinds.mjWRAP_SPHERE), int(kinds.mjWRAP_CYLINDER)), model.geom_bodyid)
        own = slice(model.tendon_adr[tendon], model.tendon_adr[tendon] + model.tendon_num[tendon])
        found: set[int] = set()
        for kind, number in zip(model.wrap_type[own].tolist(), model.wrap_objid[own].tolist(), strict=True):
            if kind == int(kinds.mjWRAP_JOINT):
                found.add(number)
            elif kind in places:
                found |= self._above(int(places[kind][number]))
        return found
