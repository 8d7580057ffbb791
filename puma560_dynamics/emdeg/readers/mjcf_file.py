"""Read a MuJoCo model (MJCF), as MuJoCo's own compiler interprets it: with defaults, includes and angle units.

A hinge or slide is at position zero when its coordinate is zero; the pose in the file is that of its ``ref``. Links are
MuJoCo's bodies, the root is the world. A body with several joints hangs on links without mass, one a joint but for the
last. Meshes and textures need not be there: bodies whose inertia is given do not need them.

Taken: armature, damping and friction loss of joints, and those of actuators that act on one joint; couplings of two
joints by a linear equality, as mimic; limits of position; the smallest limit of force; gravity. Refused where the arm
would have them: springs, gravity compensation, nonlinear couplings, closed loops, tendons with forces or inertia, ball
and free joints. Contact, sensors and what drives the actuators are no part of the arm's dynamics.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import ChainError, MissingDependencyError
from ...extras import missing_dependency
from ..algebra.exact import exact, near_quarter, rational_cos_sin
from ..algebra.vectors import Vector
from ..chain.chain import PRISMATIC, REVOLUTE, Body, Placement
from ..chain.pose import compose, near_axis, rotation_about, rotation_of_quaternion, three, unit
from ..chain.rigid_body import body_remark, moved_body
from ..program.specialise import Friction
from .description import FIXED, DescribedJoint, Description

if TYPE_CHECKING:
    from .formats import Source

KINDS = {0: "free", 1: "ball", 2: PRISMATIC, 3: REVOLUTE}
"""MuJoCo's types of joints, by their number."""

WRITTEN = 1e-9
"""Relative difference to the compiled tensor within which that of the file is taken, whose decimals are exact."""


def read_mjcf(source: Source) -> Description:
    """Return the values of a MuJoCo model.

    Raises:
        ChainError: MuJoCo cannot compile the model.
        MissingDependencyError: MuJoCo is not installed, or too old.
    """
    try:
        import mujoco
    except ImportError:
        raise missing_dependency("a MuJoCo model", "mujoco") from None
    if not hasattr(mujoco.MjSpec, "delete"):
        what = f"a MuJoCo model needs mujoco 3.4 or newer, not {mujoco.__version__}; upgrade it"
        raise MissingDependencyError(what)
    try:
        if source.path is None:
            text = source.text if isinstance(source.text, str) else source.text.decode("utf-8")
            spec = mujoco.MjSpec.from_string(text)
        else:
            spec = mujoco.MjSpec.from_file(str(source.path))
        _without_shapes(spec, mujoco)
        model = spec.compile()
    except (ValueError, RuntimeError, TypeError, mujoco.FatalError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ChainError(f"MuJoCo cannot compile the model: {reason}; correct that place") from None
    return _Reader(mujoco, spec, model, source.snap).description()


def _without_shapes(spec: Any, mujoco: Any) -> None:
    """Take away what draws bodies whose inertia is given, and with it the need for files of meshes and textures."""
    from_geoms = spec.compiler.inertiafromgeom == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    for geom in spec.geoms:
        geom.material = ""
        given = geom.parent == spec.worldbody or (geom.parent.explicitinertial and not from_geoms)
        if given and (geom.meshname or geom.hfieldname):
            geom.type, geom.meshname, geom.hfieldname = mujoco.mjtGeom.mjGEOM_SPHERE, "", ""
            geom.size = [0.01, 0.0, 0.0]
    needed = {geom.meshname for geom in spec.geoms}
    unused = [mesh for mesh in spec.meshes if mesh.name not in needed]
    for each in (*unused, *spec.hfields, *spec.skins, *spec.materials, *spec.textures):
        spec.delete(each)


class _Reader:
    """Makes a description of a compiled model, `spec` being what it was compiled from."""

    def __init__(self, mujoco: Any, spec: Any, model: Any, snap: float) -> None:
        self.mujoco, self.spec, self.model, self.snap = mujoco, spec, model, snap
        self.written = {body.id: body.fullinertia for body in spec.bodies if body.explicitinertial}
        self.links = [model.body(number).name or f"body {number}" for number in range(model.nbody)]
        self.joints = [model.joint(number).name or f"joint {number}" for number in range(model.njnt)]
        spans = zip(model.body_jntadr.tolist(), model.body_jntnum.tolist(), strict=True)
        self.own = [range(first, first + count) for first, count in spans]
        self.reference = [Fraction(exact(place)) for place in model.qpos0[model.jnt_qposadr].tolist()]
        self.remarks, self.angles = list[str](), list[str]()
        self.refusals: dict[int, str] = {}
        self.mimics: dict[int, tuple[int, Fraction, Fraction]] = {}

    def description(self) -> Description:
        """Return the whole model."""
        model, option = self.model, self.model.opt
        for equality in range(model.neq):
            self._equality(equality)
        for tendon in range(model.ntendon):
            self._tendon(tendon)
        if option.density or option.viscosity:
            self.remarks.append("the resistance of the medium (density, viscosity) is left out")
        weightless = option.disableflags & int(self.mujoco.mjtDisableBit.mjDSBL_GRAVITY)
        bodies, joints = {self.links[0]: Body()}, list[DescribedJoint]()
        lacking, odd, impossible = dict[str, str](), dict[str, str](), set[str]()
        for number in range(1, model.nbody):
            link = self.links[number]
            for joint in self._joints_of(number):
                joints.append(joint)
                bodies[joint.child] = Body()
            try:
                bodies[link] = self._body(number)
                remark = body_remark(bodies[link], f"body {link!r}")
                if remark is not None:
                    odd[link] = remark
            except ChainError as error:  # of no consequence where no joint of the arm moves it
                odd[link] = str(error)
                impossible.add(link)
            if not model.body_mass[number]:
                lacking[link] = "has mass 0" if any(bodies[link].inertia) else "has mass 0 and no inertia"
        gravity = (0, 0, 0) if weightless else _vector(option.gravity)
        return Description(
            self.spec.modelname, bodies, tuple(joints), lacking, tuple(dict.fromkeys(self.angles)), odd,
            frozenset(impossible), gravity, tuple(dict.fromkeys(self.remarks)),
        )  # fmt: skip

    def _pose(self, position: Iterable[float], quaternion: Sequence[float], where: str) -> Placement:
        """Return a frame; an orientation within `snap` of quarter turns is one of them."""
        largest, parts = max(quaternion, key=abs), list[Fraction]()
        for value in quaternion:
            angle = 2.0 * math.atan(value / largest)
            quarters = round(angle / (math.pi / 2))
            near = abs(angle - quarters * (math.pi / 2)) <= self.snap
            parts.append(Fraction(quarters if near else float(value / largest)))
            self.angles += filter(None, [None if near else near_quarter(where, angle, self.snap)])
        return Placement(rotation_of_quaternion(parts), _vector(position))

    def _body(self, body: int) -> Body:
        """Return a body in its frame: with the decimals of the file, if they are the compiled tensor.

        Raises:
            ChainError: the simulator carries its weight.
        """
        model, name, given = self.model, f"body {self.links[body]!r}", self.written.get(body)
        if model.body_gravcomp[body]:
            raise ChainError(
                f"{name} has gravcomp {model.body_gravcomp[body]:g}: the simulator carries its weight, which an arm's "
                "motors have to carry; set gravcomp to 0 for the torque of the arm"
            )
        frame = self._pose(model.body_ipos[body], model.body_iquat[body], f"{name}, inertial")
        moments = (*map(exact, model.body_inertia[body].tolist()), 0, 0, 0)
        found = moved_body(Body(exact(float(model.body_mass[body])), (0, 0, 0), moments), frame)
        compiled = np.array([float(entry) for entry in found.inertia])
        if given is None or not np.abs(compiled - given).max() <= WRITTEN * np.abs(given).max():
            return found  # given in another form (NaN), or changed by the compiler
        return Body(found.mass, found.center, tuple(map(exact, given.tolist())))

    def _joints_of(self, body: int) -> Iterator[DescribedJoint]:
        """Yield the joints from what carries a body to the body; between several there are links without mass."""
        model, link, joints = self.model, self.links[body], self.own[body]
        place = self._pose(model.body_pos[body], model.body_quat[body], f"body {link!r}")
        parent = self.links[model.body_parentid[body]]
        if not joints:
            yield DescribedJoint(f"{link} (fixed)", FIXED, parent, link, place)
        for joint in joints:
            child = link if joint == joints[-1] else f"{link} ({self.joints[joint]})"
            yield self._joint(joint, parent, child, place)
            parent, place = child, Placement()

    def _joint(self, joint: int, parent: str, child: str, place: Placement) -> DescribedJoint:
        model, name = self.model, self.joints[joint]
        if (kind := KINDS[int(model.jnt_type[joint])]) not in (REVOLUTE, PRISMATIC):
            return DescribedJoint(name, kind, parent, child, place)
        dof, at = int(model.jnt_dofadr[joint]), _vector(model.jnt_pos[joint])
        axis = near_axis(unit(_vector(model.jnt_axis[joint])), self.snap)
        back = -self.reference[joint]
        if back and kind == PRISMATIC:
            place = compose(place, Placement(origin=three(back * x for x in axis)))
        elif back:
            turn = Placement(rotation_about(axis, *rational_cos_sin(float(back), self.snap)))
            place = compose(
                place, compose(Placement(origin=at), compose(turn, Placement(origin=three(-x for x in at))))
            )
        if self._largest("jnt_stiffness", joint) or self._largest("jnt_stiffnesspoly", joint):
            self._refuse([joint], "has a spring (stiffness), which an arm's equations do not have; set stiffness to 0")
        ways = (int(self.mujoco.mjtTrn.mjTRN_JOINT), int(self.mujoco.mjtTrn.mjTRN_JOINTINPARENT))
        armature, damping, curved, forces = self._actuated(joint, *ways)
        if curved or self._largest("dof_dampingpoly", dof):
            self._refuse([joint], "has damping that is not linear; give one number")
        limited = bool(model.jnt_limited[joint])
        lower, upper = model.jnt_range[joint].tolist() if limited else (0.0, 0.0)
        forces += [model.jnt_actfrcrange[joint]] if model.jnt_actfrclimited[joint] else []
        effort = min((float(np.abs(force).min()) for force in forces), default=0.0)
        leader, multiplier, offset = self.mimics.get(joint, (None, Fraction(1), Fraction(0)))
        limits = {"lower": lower, "upper": upper, "velocity": 0.0, "effort": effort}
        friction = Friction(float(model.dof_damping[dof]) + damping, float(model.dof_frictionloss[dof]))
        armature = exact(float(model.dof_armature[dof])) + exact(armature)
        return DescribedJoint(
            name, kind, parent, child, place, axis, None if leader is None else self.joints[leader],
            kind == REVOLUTE and not limited, offset, multiplier, limits, friction, armature, at,
            self.refusals.get(joint, ""),
        )  # fmt: skip

    def _largest(self, name: str, index: int) -> float:
        """Return the largest number of a field that older versions of MuJoCo may not have."""
        values = getattr(self.model, name, None)
        return 0.0 if values is None else float(np.max(np.abs(values[index])))

    def _actuated(self, number: int, *ways: int) -> tuple[float, float, float, list[Any]]:
        """Return what the actuators of a joint or tendon add to armature and damping, and the limits of their force."""
        model, armature, damping, curved, limits = self.model, 0.0, 0.0, 0.0, list[Any]()
        for actuator in range(model.nu):
            if model.actuator_trnid[actuator][0] != number or int(model.actuator_trntype[actuator]) not in ways:
                continue
            gear = abs(float(model.actuator_gear[actuator][0]))
            armature += gear**2 * self._largest("actuator_armature", actuator)
            damping += gear**2 * self._largest("actuator_damping", actuator)
            curved += self._largest("actuator_dampingpoly", actuator)
            if model.actuator_forcelimited[actuator]:
                limits.append(gear * model.actuator_forcerange[actuator])
            plain = int(model.actuator_biastype[actuator]) == int(self.mujoco.mjtBias.mjBIAS_NONE)
            if plain and model.actuator_ctrllimited[actuator]:
                limits.append(gear * abs(model.actuator_gainprm[actuator][0]) * model.actuator_ctrlrange[actuator])
        return armature, damping, curved, limits

    def _refuse(self, joints: Iterable[int], reason: str) -> None:
        """Let no arm have these joints moving."""
        for joint in joints:
            name = self.joints[joint]
            self.refusals.setdefault(joint, f"joint {name!r} {reason}, or hold the joint with --hold {name}")

    def _above(self, body: int) -> set[int]:
        """Return the joints between a body and the world."""
        found: set[int] = set()
        while body:
            found.update(self.own[body])
            body = int(self.model.body_parentid[body])
        return found

    def _equality(self, equality: int) -> None:
        """Take a coupling of two joints as mimic; refuse the joints of closed loops."""
        model, kinds = self.model, self.mujoco.mjtEq
        kind, one, other = (int(each[equality]) for each in (model.eq_type, model.eq_obj1id, model.eq_obj2id))
        if not model.eq_active0[equality]:
            self.remarks.append("equalities that are not active at the start are left out")
        elif kind == int(kinds.mjEQ_JOINT):
            self._coupling(one, other, model.eq_data[equality][:5].tolist())
        elif kind in (int(kinds.mjEQ_CONNECT), int(kinds.mjEQ_WELD)):
            sites = int(model.eq_objtype[equality]) == int(self.mujoco.mjtObj.mjOBJ_SITE)
            ends = [int(model.site_bodyid[end]) if sites else end for end in (one, other)]
            loop = self._above(ends[0]) ^ self._above(ends[1])
            self._refuse(loop, "is in a closed loop (connect or weld), and an arm is a chain; remove the equality")
        elif kind == int(kinds.mjEQ_TENDON):
            coupled = set[int]().union(*(self._wrapped(tendon) for tendon in (one, other) if tendon >= 0))
            self._refuse(coupled, "is coupled by the equality of a tendon; couple joints, of which mimic is made")

    def _coupling(self, follower: int, leader: int, coefficients: Sequence[float]) -> None:
        """Take ``follower - its ref = c0 + c1 (leader - its ref)`` as a joint that mimics another one."""
        if leader < 0:
            self._refuse([follower], "is fixed by an equality; remove that")
        elif any(coefficients[2:]):
            self._refuse([follower], f"follows {self.joints[leader]!r} by a polynomial; keep two coefficients")
        else:
            offset, multiplier = (Fraction(exact(value)) for value in coefficients[:2])
            offset += self.reference[follower] - multiplier * self.reference[leader]
            self.mimics[follower] = (leader, multiplier, offset)

    def _tendon(self, tendon: int) -> None:
        """Refuse the joints of a tendon that is more than the way of an actuator's force."""
        fields = ("stiffness", "damping", "frictionloss", "armature", "stiffnesspoly", "dampingpoly")
        driven = self._actuated(tendon, int(self.mujoco.mjtTrn.mjTRN_TENDON))[:3]
        if any(driven) or any(self._largest(f"tendon_{field}", tendon) for field in fields):
            reason = (
                "is moved by a tendon with stiffness, damping, friction or armature; take these out, and give motors "
            )
            reason += "that turn with several joints as `transmission:` of an arm file on the model"
            self._refuse(self._wrapped(tendon), reason)

    def _wrapped(self, tendon: int) -> set[int]:
        """Return the joints that change the length of a tendon."""
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


def _vector(values: Iterable[float]) -> Vector:
    return three(exact(float(value)) for value in values)
