"""Convert the geometry of `puma560_dynamics.markers` to RViz markers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker

from ...arm import Link
from ...arrays import FloatArray
from ...markers import (
    FLAT,
    INERTIA,
    MASS,
    TRACK,
    Colour,
    Ellipsoid,
    TorqueGauge,
    ball_radius,
    ellipsoid,
    quaternion,
    share_colour,
    torque_arc,
    track,
)

TORQUE, CENTER_OF_MASS, INERTIA_SPACE, GRAVITY = "torque", "center_of_mass", "inertia", "gravity"
"""Namespaces of the markers, which can be switched on and off in RViz."""

WIDTHS = {"arc": 0.08, "head": 0.26, "track": 0.02, "tick": 0.12, "disc": 0.4, "thickness": 0.05}
"""Sizes of a gauge's parts as fractions of its radius: line widths, head diameter, tick length, the gravity disc."""


def torque_markers(gauge: TorqueGauge, index: int, share: float | None, lifetime: float) -> list[Marker]:
    """Return arc and arrow head of a torque, or markers that delete them if there is no torque to draw.

    Args:
        gauge: circle of the joint.
        index: index of the joint.
        share: torque as a fraction of its limit; None if unknown.
        lifetime: seconds after which RViz removes the markers unless they are sent again.
    """
    arc = None if share is None else torque_arc(share, gauge.radius, gauge.height)
    line, head = _ids(index)
    if share is None or arc is None:
        return [deletion(gauge.frame, TORQUE, number) for number in (line, head)]
    colour = share_colour(share)
    radius, length = gauge.radius, float(np.linalg.norm(arc.head[1] - arc.head[0]))
    strip = _marker(gauge.frame, TORQUE, line, Marker.LINE_STRIP, colour, lifetime)
    strip.scale.x = WIDTHS["arc"] * radius
    strip.points = _points(arc.line)
    arrow = _marker(gauge.frame, TORQUE, head, Marker.ARROW, colour, lifetime)
    # Shaft diameter, head diameter, head length. The shaft must not vanish: RViz refuses objects without size.
    arrow.scale = Vector3(x=WIDTHS["arc"] * radius, y=WIDTHS["head"] * radius, z=0.9 * length)
    arrow.points = _points(arc.head)
    return [strip, arrow]


def gravity_marker(gauge: TorqueGauge, index: int, share: float | None, lifetime: float) -> Marker:
    """Return the disc inside a gauge, coloured by the gravity load as a fraction `share` of the torque limit."""
    if share is None:
        return deletion(gauge.frame, GRAVITY, index)
    marker = _marker(gauge.frame, GRAVITY, index, Marker.CYLINDER, share_colour(share, 0.9), lifetime)
    marker.pose.position.z = gauge.height
    across = 2.0 * WIDTHS["disc"] * gauge.radius
    marker.scale = Vector3(x=across, y=across, z=WIDTHS["thickness"] * gauge.radius)
    return marker


def track_marker(gauge: TorqueGauge, index: int, lifetime: float) -> Marker:
    """Return the scale line of a gauge."""
    marker = _marker(gauge.frame, TORQUE, _ids(index)[1] + 1, Marker.LINE_STRIP, TRACK, lifetime)
    marker.scale.x = WIDTHS["track"] * gauge.radius
    marker.points = _points(track(gauge.radius, gauge.height, WIDTHS["tick"] * gauge.radius))
    return marker


def body_markers(frame: str, index: int, link: Link, scale: float, lifetime: float) -> list[Marker]:
    """Return the center of mass and inertia ellipsoid of a body in `frame`; if unknown or zero, markers to delete them.

    `scale` is the size of the ball; the ellipsoid is drawn in its true size.
    """
    ball, body = deletion(frame, CENTER_OF_MASS, index), deletion(frame, INERTIA_SPACE, index)
    if link.mass > 0.0:
        ball = _marker(frame, CENTER_OF_MASS, index, Marker.SPHERE, MASS, lifetime)
        ball.pose.position = _point(link.center_of_gravity)
        across = 2.0 * scale * ball_radius(link.mass)
        ball.scale = Vector3(x=across, y=across, z=across)
    shape = ellipsoid(link)
    if shape is not None:
        body = _marker(frame, INERTIA_SPACE, index, Marker.SPHERE, INERTIA if shape.possible else FLAT, lifetime)
        body.pose = _pose(shape)
        x, y, z = (2.0 * shape.semi_axes).tolist()
        body.scale = Vector3(x=x, y=y, z=z)
    return [ball, body]


def in_link_frame(markers: Sequence[Marker], model_frame: FloatArray) -> None:
    """Transform markers from a frame of the model to the frame of their link, which exists in tf.

    Args:
        markers: markers, changed in place; their points are relative to their pose.
        model_frame: (4, 4) pose of the model's frame in the frame of the link.
    """
    if np.array_equal(model_frame, np.eye(4)):
        return
    x, y, z, w = quaternion(model_frame[:3, :3])
    for marker in markers:
        at, own = marker.pose.position, marker.pose.orientation
        marker.pose.position = _point(model_frame[:3, :3] @ [at.x, at.y, at.z] + model_frame[:3, 3])
        marker.pose.orientation = Quaternion(
            x=w * own.x + x * own.w + y * own.z - z * own.y,
            y=w * own.y - x * own.z + y * own.w + z * own.x,
            z=w * own.z + x * own.y - y * own.x + z * own.w,
            w=w * own.w - x * own.x - y * own.y - z * own.z,
        )


def deletion(frame: str, namespace: str, index: int) -> Marker:
    """Return a marker message that deletes a marker."""
    marker = Marker(ns=namespace, id=index, action=Marker.DELETE)
    marker.header.frame_id = frame
    return marker


def _ids(index: int) -> tuple[int, int]:
    return 3 * index, 3 * index + 1


def _marker(frame: str, namespace: str, index: int, kind: int, colour: Colour, lifetime: float) -> Marker:
    """Return a marker that moves with its frame. Without a stamp, RViz uses the newest transform."""
    red, green, blue, alpha = colour
    whole = int(lifetime)
    marker = Marker(
        ns=namespace,
        id=index,
        type=kind,
        action=Marker.ADD,
        pose=Pose(orientation=Quaternion(w=1.0)),
        color=ColorRGBA(r=red, g=green, b=blue, a=alpha),
        lifetime=Duration(sec=whole, nanosec=int((lifetime - whole) * 1e9)),
        frame_locked=True,
    )
    marker.header.frame_id = frame
    return marker


def _pose(shape: Ellipsoid) -> Pose:
    x, y, z, w = quaternion(shape.rotation)
    return Pose(position=_point(shape.center), orientation=Quaternion(x=x, y=y, z=z, w=w))


def _points(points: FloatArray) -> list[Point]:
    return [_point(point) for point in points]


def _point(values: Iterable[float]) -> Point:
    x, y, z = (float(value) for value in values)
    return Point(x=x, y=y, z=z)
