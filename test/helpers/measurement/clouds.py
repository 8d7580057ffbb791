"""Primitives as clouds of weighted points: numeric quadrature in polar, cylindrical and cartesian coordinates.

Shares nothing with the package: Gauss-Legendre nodes, and equally spaced angles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

Cloud = tuple[np.ndarray, np.ndarray]
"""Points (N, 3), m, and their volumes or areas (N,)."""


def _span(low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    nodes, weights = np.polynomial.legendre.leggauss(8)
    return low + (high - low) * (nodes + 1) / 2, (high - low) / 2 * weights


def _angles() -> tuple[np.ndarray, np.ndarray]:
    return np.arange(16) * 2 * np.pi / 16, np.full(16, 2 * np.pi / 16)


def _grid(*spans: tuple[np.ndarray, np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    nodes = [n.ravel() for n in np.meshgrid(*(span[0] for span in spans), indexing="ij")]
    weights = np.prod(np.meshgrid(*(span[1] for span in spans), indexing="ij"), axis=0).ravel()
    return nodes, weights


def _point(z: float) -> tuple[np.ndarray, np.ndarray]:
    return np.array([z]), np.ones(1)


def cylinder(inner: float, outer: float, length: float) -> Cloud:
    """A hollow cylinder; solid if the inner radius is 0."""
    (r, a, z), w = _grid(_span(inner, outer), _angles(), _span(-length / 2, length / 2))
    return np.column_stack([r * np.cos(a), r * np.sin(a), z]), w * r


def disk(radius: float, z: float = 0.0) -> Cloud:
    """A thin disk at a height."""
    (r, a, h), w = _grid(_span(0.0, radius), _angles(), _point(z))
    return np.column_stack([r * np.cos(a), r * np.sin(a), h]), w * r


def tube(radius: float, length: float) -> Cloud:
    """A thin cylinder without ends."""
    (a, z), w = _grid(_angles(), _span(-length / 2, length / 2))
    return np.column_stack([radius * np.cos(a), radius * np.sin(a), z]), w * radius


def sphere(inner: float, outer: float) -> Cloud:
    """A hollow sphere, with the cosine of the polar angle as coordinate."""
    (r, a, c), w = _grid(_span(inner, outer), _angles(), _span(-1, 1))
    s = np.sqrt(1 - c**2)
    return np.column_stack([r * s * np.cos(a), r * s * np.sin(a), r * c]), w * r**2


def sphere_shell(radius: float) -> Cloud:
    """A thin sphere."""
    (a, c), w = _grid(_angles(), _span(-1, 1))
    s = np.sqrt(1 - c**2)
    return radius * np.column_stack([s * np.cos(a), s * np.sin(a), c]), w * radius**2


def box(size: np.ndarray) -> Cloud:
    """A solid box."""
    nodes, w = _grid(*(_span(-edge / 2, edge / 2) for edge in size))
    return np.column_stack(nodes), w


def box_shell(size: np.ndarray) -> Cloud:
    """The six faces of a box."""
    faces = []
    for normal in range(3):
        for sign in (-1, 1):
            spans = [_span(-edge / 2, edge / 2) for edge in size]
            spans[normal] = _point(sign * size[normal] / 2)
            faces.append(_grid(*spans))
    return np.vstack([np.column_stack(nodes) for nodes, _ in faces]), np.concatenate([w for _, w in faces])


def _together(*clouds: Cloud) -> Cloud:
    return np.vstack([points for points, _ in clouds]), np.concatenate([weights for _, weights in clouds])


def _size(of: Mapping[str, float]) -> np.ndarray:
    return np.array([of[f"size.{axis}"] for axis in range(3)])


CLOUDS: dict[str, Callable[[Mapping[str, float]], Cloud]] = {
    "cylinder": lambda of: cylinder(0.0, of["radius"], of["length"]),
    "hollow cylinder": lambda of: cylinder(of["inner_radius"], of["outer_radius"], of["length"]),
    "cylinder shell": lambda of: tube(of["radius"], of["length"]),
    "closed cylinder shell": lambda of: _together(
        tube(of["radius"], of["length"]),
        disk(of["radius"], of["length"] / 2),
        disk(of["radius"], -of["length"] / 2),
    ),
    "disk": lambda of: disk(of["radius"]),
    "sphere": lambda of: sphere(0.0, of["radius"]),
    "sphere shell": lambda of: sphere_shell(of["radius"]),
    "box": lambda of: box(_size(of)),
    "box shell": lambda of: box_shell(_size(of)),
    "point": lambda of: (np.zeros((1, 3)), np.ones(1)),
}
"""Cloud of each kind of primitive, given its dimensions."""


def parameters(points: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Mass, center of gravity, and Ixx, Iyy, Izz, Ixy, Ixz, Iyz about it, of points."""
    mass = masses.sum()
    center = masses @ points / mass
    x, y, z = (points - center).T
    moments = [y**2 + z**2, z**2 + x**2, x**2 + y**2, -x * y, -x * z, -y * z]
    return np.array([mass, *center, *(masses @ moment for moment in moments)])
