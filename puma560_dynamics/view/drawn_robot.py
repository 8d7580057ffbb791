"""Drawing of a robot description: coloured meshes of each link, and the motion of each joint."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..arrays import FloatArray, IntegerArray, read_only
from ..errors import StateError, UrdfError
from ..extras import missing_dependency
from ..robot_xml import plain_xml

SHARP = np.radians(40.0)
"""Edges with larger angles are drawn sharp, others are shaded smoothly."""

LARGEST = 1e9
"""Largest plausible number of a robot, in SI units."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh of one colour, in the frame of its link.

    Attributes:
        vertices: (V, 3) m.
        faces: (F, 3) indices of vertices.
        colour: red, green, blue, 0 to 255.
    """

    vertices: FloatArray
    faces: IntegerArray
    colour: tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class DrawnLink:
    """A link, and its pose in the parent with all joints at zero.

    Attributes:
        path: link names from the root, such as ``base_link/link1``.
        position: (3,) m, position of the link's frame in the parent's frame.
        wxyz: (4,) unit quaternion of the link's frame in the parent's frame.
        meshes: visible meshes of the link.
    """

    path: str
    position: FloatArray
    wxyz: FloatArray
    meshes: tuple[Mesh, ...]


@dataclass(frozen=True, eq=False)
class DrawnRobot:
    """A robot to draw.

    Attributes:
        links: root first, parents before children.
        joint_names: names of the n revolute joints without ``mimic``, in the description's order.
        limits: (n,) N·m, largest torque of each joint; nan if the description has none.
        moved: for each of all m revolute joints, the index of the link that the joint rotates.
        axes: (m, 3) unit axes of the m joints, in the frames of the rotated links.
        floor: height of the ground: lowest point of the root link, m.
        following: (m, n) matrix from the n joint positions to the rotations of the m joints.
        offsets: (m,) rad, rotations of the m joints if the n joint positions are zero.
    """

    links: tuple[DrawnLink, ...]
    joint_names: tuple[str, ...]
    limits: FloatArray
    moved: tuple[int, ...]
    axes: FloatArray
    floor: float
    following: FloatArray
    offsets: FloatArray

    def orientations(self, position: FloatArray) -> FloatArray:
        """Return the quaternions (m, 4) of the rotated links in their parents' frames for joint positions (n,) rad.

        Raises:
            StateError: a wrong number of positions.
        """
        if np.shape(position) != (len(self.joint_names),):
            raise StateError(f"position: expected {len(self.joint_names)} numbers, got shape {np.shape(position)}")
        half = 0.5 * (self.following @ np.asarray(position) + self.offsets)
        w, v = np.cos(half), np.sin(half)[:, None] * self.axes
        rest = np.array([self.links[index].wxyz for index in self.moved]).reshape(-1, 4)
        w0, v0 = rest[:, 0], rest[:, 1:]
        scalar = w0 * w - np.sum(v0 * v, axis=1)
        vector = w0[:, None] * v + w[:, None] * v0 + np.cross(v0, v)
        return np.column_stack([scalar, vector])


def read_robot(description: str) -> DrawnRobot:
    """Read a URDF.

    Only `RobotReading` limits the time, and only the meshes of the description limit the memory.

    Raises:
        UrdfError: the URDF cannot be read, has no revolute joint, or contains a number that is not finite.
        MissingDependencyError: yourdfpy is not installed.
    """
    parser = import_yourdfpy()
    try:
        text = io.BytesIO(plain_xml(description))
        with np.errstate(all="ignore"):  # numbers that are not finite are refused below
            urdf = parser.URDF.load(text, build_scene_graph=True, load_meshes=True)
            robot = _robot(urdf)
    except UrdfError as error:
        raise UrdfError(f"the robot description cannot be drawn: {error}") from None
    except Exception as error:  # XML, numbers, mesh files, missing links: the parser has no error class
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise UrdfError(f"the robot description cannot be drawn: {reason}; check the URDF") from None
    _check_finite(robot)
    return robot


def _check_finite(robot: DrawnRobot) -> None:
    """Raise if a browser cannot draw the robot.

    Raises:
        UrdfError: a number that is not finite, or too large.
    """
    parts = {link.path: [link.position, link.wxyz, *(mesh.vertices for mesh in link.meshes)] for link in robot.links}
    parts["joints"] = [robot.axes, robot.following, robot.offsets]
    for path, arrays in parts.items():
        if not all((np.abs(values) <= LARGEST).all() for values in arrays):  # also true for nan
            raise UrdfError(
                f"the robot description cannot be drawn: numbers of {path.rpartition('/')[2]} are not finite or above "
                f"{LARGEST:g}; correct them"
            )


def import_yourdfpy() -> ModuleType:
    """Return the yourdfpy module.

    Raises:
        MissingDependencyError: yourdfpy is not installed.
    """
    try:
        import yourdfpy
    except ImportError:
        raise missing_dependency("the live page", "viser", "yourdfpy") from None
    module: ModuleType = yourdfpy
    return module


def _robot(urdf: Any) -> DrawnRobot:
    meshes = _meshes(urdf.scene)
    joints = {joint.child: joint for joint in urdf.robot.joints}
    links: list[DrawnLink] = []
    index: dict[str, int] = {}
    waiting = [urdf.base_link]
    while waiting:
        name = waiting.pop(0)
        joint = joints.get(name)
        origin = np.eye(4) if joint is None or joint.origin is None else joint.origin
        parent = "" if joint is None else links[index[joint.parent]].path + "/"
        index[name] = len(links)
        links.append(
            DrawnLink(
                parent + name.replace("/", "_"), read_only(origin[:3, 3]), _quaternion(origin), meshes.get(name, ())
            )
        )
        waiting += [joint.child for joint in urdf.robot.joints if joint.parent == name]
    moving = [joint for joint in urdf.robot.joints if joint.type in ("revolute", "continuous")]
    if not moving:
        raise UrdfError("it has no revolute joint; give the URDF of an arm")
    following, offsets = _following(moving)
    own = [place for place in range(len(moving)) if following[place, place]]
    limits = [moving[place].limit.effort if moving[place].limit is not None else None for place in own]
    axes = np.array([joint.axis for joint in moving], dtype=np.float64)
    ground = [mesh.vertices[:, 2].min() for mesh in links[0].meshes]
    return DrawnRobot(
        links=tuple(links),
        joint_names=tuple(moving[place].name for place in own),
        limits=read_only([np.nan if limit is None else limit for limit in limits]),
        moved=tuple(index[joint.child] for joint in moving),
        axes=read_only(axes / np.linalg.norm(axes, axis=1, keepdims=True)),
        floor=float(min(ground, default=0.0)),
        following=read_only(following[:, own]),
        offsets=read_only(offsets),
    )


def _following(moving: Sequence[Any]) -> tuple[FloatArray, FloatArray]:
    """Return the factors (m, m) from each revolute joint to the joints that mimic it, and the offsets (m,) rad."""
    places = {joint.name: place for place, joint in enumerate(moving)}
    following, offsets = np.zeros((len(moving), len(moving))), np.zeros(len(moving))
    for place, joint in enumerate(moving):
        factor, leader = 1.0, joint
        for _ in moving:  # a chain of mimic joints leads to one joint; a cycle ends here
            if leader.mimic is None or leader.mimic.joint not in places:
                break
            offsets[place] += factor * (leader.mimic.offset or 0.0)
            factor *= 1.0 if leader.mimic.multiplier is None else leader.mimic.multiplier
            leader = moving[places[leader.mimic.joint]]
        following[place, places[leader.name]] = factor
    return following, offsets


def _quaternion(transform: FloatArray) -> FloatArray:
    """Return the quaternion (w, x, y, z) of a homogeneous transform."""
    x, y, z, w = Rotation.from_matrix(transform[:3, :3]).as_quat()
    return read_only([w, x, y, z])


def _meshes(scene: Any) -> dict[str, tuple[Mesh, ...]]:
    """Return one mesh per link and colour, because each mesh costs the browser a draw call per frame."""
    import trimesh  # comes with yourdfpy

    parts: dict[tuple[str, tuple[int, int, int]], list[Any]] = defaultdict(list)
    for node in scene.graph.nodes_geometry:
        link = scene.graph.transforms.parents[node]
        place, geometry = scene.graph.get(node, link)
        # Vertices are doubled along sharp edges, so that a cylinder looks round and its rim sharp.
        mesh = trimesh.graph.smooth_shade(scene.geometry[geometry], angle=SHARP)
        red, green, blue = (int(value) for value in scene.geometry[geometry].visual.main_color[:3])
        parts[link, (red, green, blue)].append(mesh.apply_transform(place))
    result: dict[str, tuple[Mesh, ...]] = {}
    for (link, colour), pieces in parts.items():
        whole: Any = trimesh.util.concatenate(pieces)
        mesh = Mesh(read_only(whole.vertices), np.array(whole.faces, dtype=np.int64), colour)
        result[link] = (*result.get(link, ()), mesh)
    return result
