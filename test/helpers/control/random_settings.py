"""Settings of a torque loop by chance."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.friction_terms import COMPENSATED
from puma560_dynamics.control.feed_forward.change_over import SOURCES
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.gate.gate_settings import BRAKES, SUPPORTED, GateSettings
from puma560_dynamics.control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, GuidingSettings
from puma560_dynamics.control.loop_settings import CONTACT_POLICIES, FLOAT, LoopSettings
from puma560_dynamics.control.observer.contact_estimate import WITHOUT


def random_settings(
    rng: random.Random, arm: Arm, acceleration: np.ndarray, together: bool, floats: bool = False
) -> LoopSettings:
    """Settings of an episode: often extreme, always accepted.

    Args:
        rng: of the whole run.
        arm: whose they are.
        acceleration: (n,) rad/s², the usual limit of references.
        together: whether Coriolis and centrifugal term are both on or both off.
        floats: whether a contact mostly begins hand guiding.
    """
    brakes = rng.choice(BRAKES) if rng.random() < 0.3 else SUPPORTED
    gate = GateSettings.of(
        arm,
        # Where a fault is an overload, it is no other one: mostly not.
        rng.choice((1.0, 0.5, 0.05)) if brakes == SUPPORTED else rng.choice((1.0, 1.0, 1.0, 0.5, 0.05)),
        torque_rate=arm.maximum_torque * rng.choice((0.5, 10.0, 1e4)),
        soft_margin=rng.choice((0.0, 0.05, 1.0)),
        position_tolerance=rng.choice((0.0, 0.2)),
        jump_tolerance=rng.choice((1e-4, 0.01, 0.5)),
        state_timeout=rng.choice((0.005, 0.03, 0.1, 0.5)),
        recovery_time=rng.choice((0.0, 0.05, 0.2)),
        fade_in_time=rng.choice((0.0, 0.1, 1.0)),
        fade_out_time=rng.choice((0.0, 0.1, 0.5)),
        hold_time=rng.choice((0.0, 0.2, 2.0)),
        damping_time=rng.choice((0.05, 0.1, 2.0)),
        velocity_margin=rng.choice((1.0, 1.2, 3.0)),
        clock_offset_limit=rng.choice((0.0, 0.0, 0.2)),
        fault_policy=rng.choice(("hold_gravity", "hold_gravity", "zero")),
        restart_after_fault=rng.random() < 0.5,
        brakes=brakes,
        brake_release_time=rng.choice((0.0, 0.05, 0.2)),
        brake_engage_time=rng.choice((0.0, 0.05, 0.2)),
        brake_sag=rng.choice((1e-4, 0.02, 1.0)),
        brake_feedback=rng.random() < 0.3,
    )
    friction = FrictionCompensation.of(
        arm, rng.choice((0.0, 0.5, 1.0)), position_resolution=np.full(1, rng.choice((0.0, 1e-4))),
        dead_band=rng.choice((0.0, 0.02, 0.3)), smoothing=rng.choice((0.005, 0.05, 1.0)),
    )  # fmt: skip
    shares = {name: rng.choice((1.0, 0.6, 0.0)) for name in COMPENSATED}
    joints = [
        {name: share * (getattr(joint, name) or 0.3) for name, share in shares.items()} for joint in friction.joints
    ]
    friction = replace(friction, joints=tuple(JointFriction(**numbers) for numbers in joints))
    off = {name for name in SWITCHED_TERMS if rng.random() > 0.85}
    if together and off & {"coriolis", "centrifugal"}:
        off |= {"coriolis", "centrifugal"}
    terms = tuple(name for name in SWITCHED_TERMS if name not in off)
    guiding = random_guiding(rng, arm)
    policy = rng.choice(CONTACT_POLICIES if guiding.enabled else CONTACT_POLICIES[:-1])
    if floats:
        guiding, policy = replace(guiding, enabled=True, limit_margin=rng.choice((0.0, 1.0))), FLOAT
    return LoopSettings(
        gate=gate, terms=terms, friction=friction, acceleration_source=rng.choice(SOURCES[1:] * 2 + SOURCES),
        acceleration_cutoff=rng.choice((1.0, 10.0, 500.0)), reference_timeout=rng.choice((0.02, 0.2)),
        hardware_compensates_gravity=rng.random() < 0.15,
        acceleration_limit=acceleration * rng.choice((1.0, 0.01)),
        contact_policy=policy, contact_bandwidth=rng.choice((5.0, 50.0, 1000.0)),
        contact_threshold_scale=rng.choice((0.3, 1.0) if floats else (0.3, 1.0, 10.0)),
        effort_without=rng.choice(WITHOUT), guiding=guiding,
        mode=HAND_GUIDING if guiding.enabled and not floats and rng.random() < 0.3 else FEEDFORWARD,
    )  # fmt: skip


def random_guiding(rng: random.Random, arm: Arm) -> GuidingSettings:
    """Settings of hand guiding, in half of the episodes enabled."""
    walls = [
        value
        for _ in range(rng.randrange(4))
        for value in (*(rng.uniform(-0.5, 0.5) for _ in range(3)), *(rng.gauss(0.0, 1.0) for _ in range(3)))
    ]
    return GuidingSettings(
        enabled=rng.random() < 0.5,
        hold_torque=rng.choice((None, rng.choice((0.0, 0.01, 0.1)) * arm.maximum_torque)),
        walls=tuple(walls),
        tool_point=tuple(rng.uniform(-0.2, 0.2) for _ in range(3)),
        timeout=rng.choice((0.0, 0.3, 60.0)),
        hold_speed=rng.choice((0.0, 0.1, 0.5)),
        speed=rng.choice((0.05, 0.25, 1.0)),
        limit_margin=rng.choice((0.0, 0.15, 1.0)),
        wall_torque=rng.choice((0.0, 0.3, 1.0)),
        wall_force=rng.choice((0.0, 10.0, 1e4)),
        wall_depth=rng.choice((0.001, 0.05, 1.0)),
    )
