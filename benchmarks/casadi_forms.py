"""Forms of the leaderboard's peer: computation of rotations and inertia terms, with operators only, without CasADi.

*Plain* is the textbook form. *With U* uses the common matrix U = [α]× + [ω]×² for the acceleration of a link's origin
and for the force of its first moment, like Khalil and Kleinfinger's customised Newton-Euler method. *Customised* also
uses second moments K = ∫ r rᵀ dm instead of the inertia tensor for torque, and rotates vectors and tensors first about
z, then about x, where a symmetric tensor takes one difference and one product for its diagonal and xy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Scalar = Any
Vector = Sequence[Scalar]
Tensor = Sequence[Vector]


class Step(NamedTuple):
    """Pose of a link's frame in the frame of its parent link: rotated about x by α, then about z by the joint angle.

    Attributes:
        c, s: cosine and sine of the joint angle.
        ca, sa: cosine and sine of α.
        origin: origin in the parent's frame.
        cg, sg: cosine and sine of the angle about the parent's z that comes first, if the parent has branches.
        slides: whether the joint is prismatic.
    """

    c: Scalar
    s: Scalar
    ca: float
    sa: float
    origin: list[Scalar]
    cg: float = 1.0
    sg: float = 0.0
    slides: bool = False

    @classmethod
    def of(cls, joint: Any, c: Scalar, s: Scalar, q: Scalar = 0.0) -> Step:
        """Make a step from a row of modified Denavit-Hartenberg parameters.

        Args:
            joint: the joint.
            c, s: cosine and sine of the angle of a revolute joint.
            q: position of a prismatic joint.
        """
        ca, sa, a, d = (float(x) for x in (joint.cos_alpha, joint.sin_alpha, joint.a, joint.d))
        branch = joint.branch
        cg, sg, b = (1.0, 0.0, 0.0) if branch is None else map(float, (branch.cos_gamma, branch.sin_gamma, branch.b))
        if not joint.revolute:
            c, s, d = float(joint.cos_offset), float(joint.sin_offset), d + q
        x, y = _plane(cg, sg, a, -sa * d)
        return cls(c, s, ca, sa, [x, y, ca * d + b], cg, sg, not joint.revolute)


class Plain:
    """The textbook form: rotation matrices, and inertia tensors about the frames' origins."""

    def forth(self, step: Step, v: Vector) -> list[Scalar]:
        """Rotate a vector to the parent's frame."""
        return times(_matrix(step), v)

    def back(self, step: Step, v: Vector) -> list[Scalar]:
        """Rotate a vector from the parent's frame to this frame."""
        return times(list(zip(*_matrix(step), strict=True)), v)

    def spread(self, second: Sequence[float]) -> Tensor:
        """Return the quantity for `moment` from second moments xx, yy, zz, xy, xz, yz: the inertia tensor."""
        return tensor(second)

    def at(self, omega: Vector, alpha: Vector, r: Vector) -> list[Scalar]:
        """Return the acceleration of a point r of a rotating link."""
        return plus(cross(alpha, r), cross(omega, cross(omega, r)))

    def moment(self, inertia: Tensor, omega: Vector, alpha: Vector) -> list[Scalar]:
        """Return the moment that accelerates a body with its frame."""
        return plus(times(inertia, alpha), cross(omega, times(inertia, omega)))

    def seen(self, step: Step, inertia: Tensor, first: Vector, moved: Vector) -> Tensor:
        """Transform an inertia tensor to the previous frame of a serial chain.

        `first` and `moved` are the first moment in the previous frame, about this origin and about that origin.
        """
        rotation, o = _matrix(step), step.origin
        rows = [times(rotation, row) for row in inertia]
        dot = sum(o[k] * (first[k] + moved[k]) for k in range(3))
        return _symmetric(
            lambda i, j: sum(rotation[i][k] * rows[k][j] for k in range(3))
            - first[i] * o[j] - o[i] * moved[j] + (dot if i == j else 0.0)
        )  # fmt: skip


class WithU(Plain):
    """Form in which U is computed once per link, by elimination of common subexpressions."""

    def at(self, omega: Vector, alpha: Vector, r: Vector) -> list[Scalar]:
        """Return the acceleration U r of a point r."""
        return times(_u(omega, alpha), r)


class Customised(WithU):
    """Form with second moments, and two plane rotations per step."""

    def forth(self, step: Step, v: Vector) -> list[Scalar]:
        """Rotate a vector to the parent's frame: about z, then about x, and about z at a branch."""
        x, y = _plane(step.c, step.s, v[0], v[1])
        y, z = _plane(step.ca, step.sa, y, v[2])
        return [*_plane(step.cg, step.sg, x, y), z]

    def back(self, step: Step, v: Vector) -> list[Scalar]:
        """Rotate a vector from the parent's frame: about z at a branch, about x, then about z."""
        x, y = _plane(step.cg, -step.sg, v[0], v[1])
        y, z = _plane(step.ca, -step.sa, y, v[2])
        return [*_plane(step.c, -step.s, x, y), z]

    def spread(self, second: Sequence[float]) -> Tensor:
        """Return the second moments, of which fewer remain after regrouping to base parameters."""
        xx, yy, zz, xy, xz, yz = second
        return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]

    def moment(self, inertia: Tensor, omega: Vector, alpha: Vector) -> list[Scalar]:
        """Return the moment ∫ r × U r dm, with common factors combined."""
        u, k, found = _u(omega, alpha), inertia, []
        for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            skew = k[y][z] * (omega[z] * omega[z] - omega[y] * omega[y])
            found.append(k[x][y] * u[z][x] - k[x][z] * u[y][x] + k[y][y] * u[z][y] - k[z][z] * u[y][z] + skew)
        return found

    def seen(self, step: Step, inertia: Tensor, first: Vector, moved: Vector) -> Tensor:
        """Transform an inertia tensor by rotations about z and x, without terms that cancel."""
        j, o = inertia, step.origin
        xx, yy, xy, xz, yz = _turned(step.c, step.s, j[0][0], j[1][1], j[0][1], j[0][2], j[1][2])
        yy, zz, yz, xy, xz = _turned(step.ca, step.sa, yy, j[2][2], yz, xy, xz)
        turned = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        dot = [o[k] * (first[k] + moved[k]) for k in range(3)]
        return _symmetric(
            lambda i, k: turned[i][k] - first[i] * o[k] - o[i] * moved[k]
            if i != k else turned[i][i] + dot[i - 1] + dot[i - 2]
        )  # fmt: skip


FORMS: Mapping[str, Plain] = {"plain": Plain(), "with U": WithU(), "customised": Customised()}

STRAIGHT = ", one number at a time"
THROUGH = ", through the caches"

PEERS: Mapping[str, tuple[str, Sequence[str]]] = {
    **{form + how: (form, flags) for form in FORMS
       for how, flags in (("", ()), (STRAIGHT, ("-fno-tree-slp-vectorize",)))},
    **{form + THROUGH: (form, ("-DSTREAMED_FROM=SIZE_MAX",)) for form in FORMS},
}  # fmt: skip
"""Form and compiler flags of each timed peer, by name. *One number at a time*: gcc does not combine different values of
one state in vector registers, as in generated C code. *Through the caches*: large results are stored like small ones,
not with streaming stores as in generated C code."""

ONE_CALL_PEERS = tuple(name for name in PEERS if not name.endswith(THROUGH))
BATCH_PEERS = tuple(FORMS)
LARGE_BATCH_PEERS = (*FORMS, *(form + THROUGH for form in FORMS))
"""Peers that are timed in each case; other peers would be the same code."""


def tensor(second: Sequence[float]) -> Tensor:
    """Return the inertia tensor from second moments xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = second
    return [[yy + zz, -xy, -xz], [-xy, xx + zz, -yz], [-xz, -yz, xx + yy]]


def plus(a: Vector, b: Vector) -> list[Scalar]:
    """Return the sum of two vectors."""
    return [x + y for x, y in zip(a, b, strict=True)]


def cross(a: Vector, b: Vector) -> list[Scalar]:
    """Return the cross product of two vectors."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def times(matrix: Tensor, v: Vector) -> list[Scalar]:
    """Return a matrix times a vector."""
    return [row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix]


def _matrix(step: Step) -> Tensor:
    c, s, ca, sa, _, cg, sg, _ = step
    rows = [[c, -s, 0.0], [ca * s, ca * c, -sa], [sa * s, sa * c, ca]]
    if cg == 1.0:
        return rows
    across = [_plane(cg, sg, x, y) for x, y in zip(rows[0], rows[1], strict=True)]
    return [[x for x, _ in across], [y for _, y in across], rows[2]]


def _u(omega: Vector, alpha: Vector) -> Tensor:
    x, y, z = omega
    return [
        [-(y * y + z * z), x * y - alpha[2], x * z + alpha[1]],
        [x * y + alpha[2], -(x * x + z * z), y * z - alpha[0]],
        [x * z - alpha[1], y * z + alpha[0], -(x * x + y * y)],
    ]


def _plane(c: Scalar, s: Scalar, x: Scalar, y: Scalar) -> list[Scalar]:
    return [c * x - s * y, s * x + c * y]


def _turned(c: Scalar, s: Scalar, xx: Scalar, yy: Scalar, xy: Scalar, xz: Scalar, yz: Scalar) -> list[Scalar]:
    """Rotate a symmetric tensor about its third axis, and return xx, yy, xy, xz, yz."""
    if isinstance(s, float) and c * s == 0.0:  # a multiple of 90° only exchanges elements and changes signs
        diagonal = [yy, xx, -xy] if s else [xx, yy, xy]
    else:
        w = s * (xx - yy) + (c + c) * xy
        diagonal = [xx - s * w, yy + s * w, c * w - xy]
    return [*diagonal, *_plane(c, s, xz, yz)]


def _symmetric(element: Any) -> Tensor:
    return [[element(min(i, j), max(i, j)) for j in range(3)] for i in range(3)]
