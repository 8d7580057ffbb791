"""Read a MuJoCo model (MJCF) with MuJoCo's own compiler, which applies defaults, includes and angle units.

The zero position of a joint is where its coordinate in MuJoCo is zero; the pose in the file is the pose at ``ref``.
Links are MuJoCo's bodies; the root is the world. A body with several joints becomes a chain of massless links, one per
joint except the last. Files of meshes and textures are not needed for bodies whose inertia is given.

The description includes armature, damping and friction loss of joints and of actuators of single joints, mimic joints
(linear equalities of two joints), position limits, the smallest force limit, and gravity. An arm is refused if it has
springs, gravity compensation, ball or free joints, or other couplings (`mjcf_couplings`). Features that a flag of the
model disables are ignored, as are contacts, sensors and the dynamics of actuators.
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
from .mjcf_couplings import Couplings

if TYPE_CHECKING:
    from .formats import Source

KINDS = {0: "free", 1: "ball", 2: PRISMATIC, 3: REVOLUTE}
"""Kinds of joints, by MuJoCo's number of the type."""

WRITTEN = 1e-9
"""Relative difference between the inertia tensor of the file and the compiled one up to which the file's is used."""


SWITCHES = {
    "mjDSBL_GRAVITY": ("body_gravcomp",),
    "mjDSBL_SPRING": ("jnt_stiffness", "jnt_stiffnesspoly", "tendon_stiffness", "tendon_stiffnesspoly"),
    "mjDSBL_DAMPER": (
        "dof_damping", "dof_dampingpoly", "tendon_damping", "tendon_dampingpoly", "actuator_damping",
        "actuator_dampingpoly",
    ),
    "mjDSBL_EQUALITY": ("eq_active0",),
    "mjDSBL_CONSTRAINT": ("eq_active0", "dof_frictionloss", "tendon_frictionloss"),
    "mjDSBL_FRICTIONLOSS": ("dof_frictionloss", "tendon_frictionloss"),
}  # fmt: skip
"""Fields of a compiled model that have no effect if a disable flag is set, by flag."""


def read_mjcf(source: Source) -> Description:
    """Return the description of a MuJoCo model.

    Raises:
        ChainError: MuJoCo cannot compile the model.
        MissingDependencyError: MuJoCo is not installed or is too old.
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
        _switch_off(model, mujoco)
    except (ValueError, RuntimeError, TypeError, mujoco.FatalError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ChainError(f"MuJoCo cannot compile the model: {reason}; correct that place") from None
    return _Reader(mujoco, spec, model, source.snap).description()


def _without_shapes(spec: Any, mujoco: Any) -> None:
    """Remove all materials, and shapes of bodies whose inertia is given, so that their files need not exist."""
    from_geoms = spec.compiler.inertiafromgeom == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    for drawn in (*spec.geoms, *spec.sites, *spec.tendons, *spec.flexes):
        drawn.material = ""
    for light in spec.lights:
        if hasattr(light, "texture"):  # not in all versions
            light.texture = ""
    for geom in spec.geoms:
        given = geom.parent == spec.worldbody or (geom.parent.explicitinertial and not from_geoms)
        if given and (geom.meshname or geom.hfieldname):
            geom.type, geom.meshname, geom.hfieldname = mujoco.mjtGeom.mjGEOM_SPHERE, "", ""
            geom.size = [0.01, 0.0, 0.0]
    needed = {geom.meshname for geom in spec.geoms}
    unused = [mesh for mesh in spec.meshes if mesh.name not in needed]
    for each in (*unused, *spec.hfields, *spec.skins, *spec.materials, *spec.textures):
        spec.delete(each)


def _switch_off(model: Any, mujoco: Any) -> None:
    """Set fields to zero that the model disables by a flag (`SWITCHES`)."""
    for name, fields in SWITCHES.items():
        if not model.opt.disableflags & int(getattr(mujoco.mjtDisableBit, name, 0)):
            continue
        for field in fields:
            if hasattr(model, field):  # not in all versions
                getattr(model, field)[:] = 0
        if name == "mjDSBL_GRAVITY":
            model.opt.gravity[:] = 0.0


class _Reader:
    """Reader of a description from a compiled model and its source `spec`."""

    def __init__(self, mujoco: Any, spec: Any, model: Any, snap: float) -> None:
        self.mujoco, self.spec, self.model, self.snap = mujoco, spec, model, snap
        self.written = {body.id: body.fullinertia for body in spec.bodies if body.explicitinertial}
        self.links = [model.body(number).name or f"body {number}" for number in range(model.nbody)]
        self.joints = [model.joint(number).name or f"joint {number}" for number in range(model.njnt)]
        spans = zip(model.body_jntadr.tolist(), model.body_jntnum.tolist(), strict=True)
        self.own = [range(first, first + count) for first, count in spans]
        self.couplings = Couplings(mujoco, model, self.joints)
        self.remarks, self.angles = list(self.couplings.remarks), list[str]()

    def description(self) -> Description:
        """Return the description of the whole model."""
        model, option = self.model, self.model.opt
        if option.density or option.viscosity:
            self.remarks.append("the resistance of the medium (density, viscosity) is ignored")
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
            except ChainError as error:  # raised later only if the body is part of the arm
                odd[link] = str(error)
                impossible.add(link)
            if not model.body_mass[number]:
                lacking[link] = "has mass 0" if any(bodies[link].inertia) else "has mass 0 and no inertia"
        return Description(
            self.spec.modelname, bodies, tuple(joints), lacking, tuple(dict.fromkeys(self.angles)), odd,
            frozenset(impossible), _vector(option.gravity), tuple(dict.fromkeys(self.remarks)),
        )  # fmt: skip

    def _pose(self, position: Iterable[float], quaternion: Sequence[float], where: str) -> Placement:
        """Return a pose; a rotation within `snap` of a multiple of 90° is rounded to that multiple."""
        largest, parts = max(quaternion, key=abs), list[Fraction]()
        for value in quaternion:
            angle = 2.0 * math.atan(value / largest)
            quarters = round(angle / (math.pi / 2))
            near = abs(angle - quarters * (math.pi / 2)) <= self.snap
            parts.append(Fraction(quarters if near else float(value / largest)))
            self.angles += filter(None, [None if near else near_quarter(where, angle, self.snap)])
        return Placement(rotation_of_quaternion(parts), _vector(position))

    def _body(self, body: int) -> Body:
        """Return a body in its frame, with the inertia tensor of the file if it agrees with the compiled tensor.

        Raises:
            ChainError: the body has gravity compensation.
        """
        model, name, given = self.model, f"body {self.links[body]!r}", self.written.get(body)
        if model.body_gravcomp[body]:
            raise ChainError(
                f"{name} has gravcomp {model.body_gravcomp[body]:g}: the simulator compensates its weight, which an "
                "arm's motors must carry; set gravcomp to 0 for the torque of the arm"
            )
        frame = self._pose(model.body_ipos[body], model.body_iquat[body], f"{name}, inertial")
        moments = (*map(exact, model.body_inertia[body].tolist()), 0, 0, 0)
        found = moved_body(Body(exact(float(model.body_mass[body])), (0, 0, 0), moments), frame)
        compiled = np.array([float(entry) for entry in found.inertia])
        if given is None or not np.abs(compiled - given).max() <= WRITTEN * np.abs(given).max():
            return found  # not given as a full tensor (NaN), or changed by the compiler
        return Body(found.mass, found.center, tuple(map(exact, given.tolist())))

    def _joints_of(self, body: int) -> Iterator[DescribedJoint]:
        """Yield the joints between a body and its parent; several joints are connected by massless links."""
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
        model, name, couplings = self.model, self.joints[joint], self.couplings
        if (kind := KINDS[int(model.jnt_type[joint])]) not in (REVOLUTE, PRISMATIC):
            return DescribedJoint(name, kind, parent, child, place)
        dof, at = int(model.jnt_dofadr[joint]), _vector(model.jnt_pos[joint])
        axis = near_axis(unit(_vector(model.jnt_axis[joint])), self.snap)
        back = -couplings.reference[joint]
        if back and kind == PRISMATIC:
            place = compose(place, Placement(origin=three(back * x for x in axis)))
        elif back:
            turn = Placement(rotation_about(axis, *rational_cos_sin(float(back), self.snap)))
            place = compose(
                place, compose(Placement(origin=at), compose(turn, Placement(origin=three(-x for x in at))))
            )
        if couplings.largest("jnt_stiffness", joint) or couplings.largest("jnt_stiffnesspoly", joint):
            couplings.refuse([joint], "has a spring (stiffness), which an arm does not have; set stiffness to 0")
        ways = (int(self.mujoco.mjtTrn.mjTRN_JOINT), int(self.mujoco.mjtTrn.mjTRN_JOINTINPARENT))
        driven = couplings.actuation(joint, *ways)
        if driven.nonlinear or couplings.largest("dof_dampingpoly", dof):
            couplings.refuse([joint], "has damping that is not linear; give one number")
        limited = bool(model.jnt_limited[joint])
        lower, upper = model.jnt_range[joint].tolist() if limited else (0.0, 0.0)
        forces = [*driven.limits, *([model.jnt_actfrcrange[joint]] if model.jnt_actfrclimited[joint] else [])]
        effort = min((float(np.abs(force).min()) for force in forces), default=0.0)
        leader, multiplier, offset = couplings.mimics.get(joint, (None, Fraction(1), Fraction(0)))
        limits = {"lower": lower, "upper": upper, "velocity": 0.0, "effort": effort}
        friction = Friction(float(model.dof_damping[dof]) + driven.damping, float(model.dof_frictionloss[dof]))
        armature = exact(float(model.dof_armature[dof])) + exact(driven.armature)
        return DescribedJoint(
            name, kind, parent, child, place, axis, None if leader is None else self.joints[leader],
            kind == REVOLUTE and not limited, offset, multiplier, limits, friction, armature, at,
            couplings.refusals.get(joint, ""),
        )  # fmt: skip


def _vector(values: Iterable[float]) -> Vector:
    return three(exact(float(value)) for value in values)
