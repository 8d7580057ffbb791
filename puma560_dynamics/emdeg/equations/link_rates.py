"""Compute the derivative of a link's Jacobian by time, and its product with the velocities, by recursion.

The forms *own* and *across* are those of `link_recursion`. An angular velocity is that of an unturned frame or of a
link relative to the axes of the result. If these are the axes of the link, they turn with it.
"""

from __future__ import annotations

from functools import cached_property

from ..algebra.vectors import ZERO, Scalar, Vector, cross, plus, product, scaled, transposed, turned
from .link_motion import named
from .link_of_chain import BASE, LINK
from .link_recursion import LinkRecursion, sums_from_each, third_column


class LinkRates(LinkRecursion):
    """Kinematics of one link with velocities; the arguments are those of `LinkRecursion`."""

    @cached_property
    def _rates(self) -> list[Scalar]:
        """Velocity of each link about its axis, relative to its unturned frame; 0 for a prismatic joint."""
        rate = self._motion.rate
        return [
            0 if angle is None else self._motion.let(sum(sign * rate[joint] for joint, sign in angle.joints))
            for angle in self._angles
        ]

    def _spins(self) -> tuple[list[Vector], list[Vector]]:
        """Return angular velocities of unturned frames and links relative to the axes, each in its unturned frame."""
        let, steps = self._motion.let, self._steps
        turning: list[Vector] = [ZERO] * len(steps)
        if self._axes == BASE:
            spin: Vector = ZERO
            for i, step in enumerate(steps):
                if i:
                    before = turning[i - 1] if self._continued(i) else spin
                    turning[i] = named(let, turned(transposed(step.rotation), before))
                spin = plus(turning[i], (0, 0, self._rates[i]))
        else:
            last = len(steps) - 1
            for i in reversed(range(len(steps))):
                outer: Vector = ZERO
                if i < last:
                    outer = named(let, turned(steps[i + 1].rotation, turning[i + 1]))
                same = i < last and self._continued(i + 1)
                turning[i] = outer if same else plus(outer, (0, 0, -self._rates[i]))
        spins = [named(let, plus(own, (0, 0, rate))) for own, rate in zip(turning, self._rates, strict=True)]
        return turning, spins

    def _continued(self, i: int) -> bool:
        """Return whether the axis of a joint is parallel to the previous one, so that unturned frames coincide."""
        angle = self._angles[i]
        return angle is not None and len(angle.joints) > 1

    @cached_property
    def column_rates(self) -> list[tuple[Vector, Vector]]:
        """Derivative by time of each of the `columns`."""
        if not self._steps:
            return self._of_all([])
        return self._of_all(self._rates_across() if self._across else self._own_rates())

    def _rates_across(self) -> list[tuple[Vector, Vector]]:
        let, frames, joints = self._motion.let, self._frames, self._chain.joints
        own_turning, own_spins = self._spins()
        # The part of an angular velocity along an axis does not turn the axis.
        turning = [named(let, turned(axes, (x, y, 0))) for axes, (x, y, _) in zip(frames, own_turning, strict=True)]
        spins = [named(let, turned(axes, own)) for axes, own in zip(frames, own_spins, strict=True)]
        parts = [named(let, cross(spin, arm)) for spin, arm in zip(spins, self._arms, strict=True)]
        for i, joint in enumerate(joints[1:], 1):
            if not joint.revolute:
                parts[i - 1] = plus(parts[i - 1], scaled(self._motion.rate[i], third_column(frames[i])))
        changes = sums_from_each(let, parts)  # derivatives of the levers
        result = []
        for i, joint in enumerate(joints):
            z = third_column(frames[i])
            z_rate = named(let, cross(turning[i], z))
            if joint.revolute:
                result.append((plus(cross(z_rate, self._levers[i]), cross(z, changes[i])), z_rate))
            else:
                result.append((z_rate, ZERO))
        return result

    def _own_rates(self) -> list[tuple[Vector, Vector]]:
        let, joints, steps = self._motion.let, self._chain.joints, self._steps
        turning, spins = self._spins()
        changes: list[Vector] = []  # derivatives of the levers, from the last joint inwards
        for i in reversed(range(len(steps))):
            if not changes:
                changes.append(named(let, cross(spins[i], self._end.origin)))
                continue
            outer = changes[-1] if joints[i + 1].revolute else plus(changes[-1], (0, 0, self._motion.rate[i + 1]))
            own = named(let, cross(spins[i], steps[i + 1].displacement))
            changes.append(named(let, plus(own, turned(steps[i + 1].rotation, outer))))
        result = []
        for i, (joint, axes, (u, v, _)) in enumerate(zip(joints, self._frames, reversed(changes), strict=True)):
            x, y, _ = turning[i]
            z_rate = (y, -x, 0)
            if joint.revolute:
                local = named(let, plus(cross(z_rate, self._own_levers[i]), (-v, u, 0)))
                result.append((turned(axes, local), turned(axes, z_rate)))
            else:
                result.append((turned(axes, z_rate), ZERO))
        return result

    @cached_property
    def bias(self) -> tuple[Vector, Vector]:
        """Linear and angular part of the sum of the `column_rates` times the joints' velocities."""
        if not self._steps:
            return ZERO, ZERO
        if self._axes == LINK:
            return self._spatial_bias()
        return self._bias_across() if self._across else self._bias_inward()

    def _bias_across(self) -> tuple[Vector, Vector]:
        """Return the acceleration of the link's origin and its angular acceleration, summed from the base outwards."""
        let, rate = self._motion.let, self._motion.rate
        spin = turning = linear = ZERO  # turning: angular acceleration
        for i, (joint, frame) in enumerate(zip(self._chain.joints, self._frames, strict=True)):
            along = scaled(rate[i], third_column(frame))
            if joint.revolute:
                turning = named(let, plus(turning, cross(spin, named(let, along))))
                spin = named(let, plus(spin, along))
            else:
                linear = plus(linear, scaled(2, cross(spin, along)))
            linear = plus(linear, self._swung(spin, turning, self._arms[i]))
        return linear, turning

    def _bias_inward(self) -> tuple[Vector, Vector]:
        """Return the same accelerations, summed in unturned frames from the link inwards."""
        let, rate, steps, joints = self._motion.let, self._motion.rate, self._steps, self._chain.joints
        turning, spins = self._spins()
        changes: list[Vector] = []  # of the angular velocity, in each frame
        angular: list[Vector] = []  # accelerations of links
        for i, step in enumerate(steps):
            x, y, _ = turning[i]
            changes.append(named(let, scaled(rate[i] if joints[i].revolute else 0, (y, -x, 0))))
            before = named(let, turned(transposed(step.rotation), angular[-1])) if i else ZERO
            angular.append(named(let, plus(before, changes[i])))
        arms = [*(step.displacement for step in steps[1:]), self._end.origin]
        linear = turned_in = ZERO
        for i in reversed(range(len(steps))):
            if i + 1 < len(steps):
                rotation = steps[i + 1].rotation
                if not joints[i + 1].revolute:
                    x, y, _ = turning[i + 1]
                    linear = plus(linear, scaled(rate[i + 1], (2 * y, -2 * x, 0)))
                linear, turned_in = (turned(rotation, named(let, own)) for own in (linear, turned_in))
            linear = named(let, plus(linear, self._swung(spins[i], angular[i], arms[i])))
            turned_in = named(let, plus(turned_in, changes[i]))
        first = product(self._link.base.rotation, steps[0].rotation)
        return turned(first, linear), turned(first, turned_in)

    def _swung(self, spin: Vector, turning: Vector, arm: Vector) -> Vector:
        let = self._motion.let
        return plus(cross(turning, arm), cross(spin, named(let, cross(spin, arm))))

    def _spatial_bias(self) -> tuple[Vector, Vector]:
        """Return the derivatives of the components of the link's velocities in its own axes."""
        let, rate, joints = self._motion.let, self._motion.rate, self._chain.joints
        spin = turning = linear = velocity = ZERO  # linear: derivative of the velocity's components
        for i, step in enumerate(self._steps):
            if i:
                velocity = plus(velocity, cross(spin, step.displacement))
                linear = plus(linear, cross(turning, step.displacement))
                back = transposed(step.rotation)
                velocity, linear, spin, turning = (
                    named(let, turned(back, named(let, own))) for own in (velocity, linear, spin, turning)
                )
            (x, y, _), (u, v, _) = spin, velocity
            if joints[i].revolute:
                turning = named(let, plus(turning, scaled(rate[i], (y, -x, 0))))
                linear = named(let, plus(linear, scaled(rate[i], (v, -u, 0))))
                spin = named(let, plus(spin, (0, 0, rate[i])))
            else:
                linear = named(let, plus(linear, scaled(rate[i], (y, -x, 0))))
                velocity = named(let, plus(velocity, (0, 0, rate[i])))
        arm, back = self._end.origin, transposed(self._end.rotation)
        linear = named(let, plus(linear, cross(turning, arm)))
        return turned(back, linear), turned(back, turning)
