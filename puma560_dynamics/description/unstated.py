"""Name the numbers of an arm that a URDF or a MuJoCo model cannot state, for the comment at its beginning."""

from __future__ import annotations

from collections.abc import Iterator

from ..arm.arm import Arm
from ..arm.friction_terms import DRY, FRICTION_TERMS

_STATED = (*DRY, "viscous")


def unstated(arm: Arm, *, motors: bool) -> Iterator[str]:
    """Yield a sentence for each kind of number that the description of an arm does not contain.

    Args:
        arm: the arm.
        motors: whether the description contains motor inertia, friction of coupled motors, and gravity, as a MuJoCo
            model does and a URDF does not.
    """
    if motors:
        yield "Motor inertias are armature of the joints."
    else:
        inertias = ", ".join(
            f"{joint.name} {motor.inertia!r} {'kg' if joint.slides else 'kg m^2'}"
            for joint, motor in zip(arm.joints, arm.motors, strict=True)
        )
        yield f"Motor inertias are not part of the links: give them to the engine as armature ({inertias})."
        if arm.coupled:
            yield (
                "Motors move several joints: the transmission of the arm file is not part of this description, and "
                "inertia and friction are those of the motors at the joint of their row."
            )
        if not arm.upright:
            x, y, z = arm.base_gravity.tolist()
            yield f"Gravity is ({x!r}, {y!r}, {z!r}) m/s^2 in the frame of the base link: give it to the engine."
    lost = [
        term.meaning
        for name, term in FRICTION_TERMS.items()
        if name not in _STATED and any(getattr(one, name) for one in arm.friction)
    ]
    if any(one.coulomb_positive != one.coulomb_negative for one in arm.friction):
        lost.insert(0, "difference of dry friction between the directions (the mean is here)")
    if lost:
        yield f"Friction of the arm file that this format cannot express: {'; '.join(lost)}."
