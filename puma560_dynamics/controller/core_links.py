"""The links of an arm as the C++ core takes them, for a payload and for another direction of gravity."""

from __future__ import annotations

from ..arm import Arm
from ..arm.transform import cos_sin
from ..arrays import FloatArray

LinkNumbers = tuple[float, ...]
"""Fields of ``torque_core_link`` in their order: cos_alpha, sin_alpha, a, d, offset, mass, center (3), slides."""


def core_links(arm: Arm) -> list[LinkNumbers]:
    """Steps, masses and centers of gravity of the links, from the base outwards; what is left open counts as 0."""
    return [
        (
            *cos_sin(joint.alpha), joint.a, joint.d, joint.offset,
            link.mass, *link.center_of_gravity.tolist(), float(joint.slides),
        )
        for joint, link in zip(arm.joints, arm.links, strict=True)
    ]  # fmt: skip


def links_code(arm: Arm) -> str:
    """`core_links` as rows of a C initialiser."""
    rows = []
    for *step, mass, x, y, z, slides in core_links(arm):
        numbers = ", ".join(map(repr, (*step, mass)))
        rows.append(f"  {{{numbers}, {{{x!r}, {y!r}, {z!r}}}, {int(slides)}, 0}},")
    return "\n".join(rows)


def vector_code(vector: FloatArray) -> str:
    """Numbers of a C initialiser, between the braces."""
    return ", ".join(map(repr, vector.tolist()))
