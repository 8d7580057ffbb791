"""A run without ROS: the same settings and plant in one loop, for tests of what comes after a run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS, SWITCHED_TERMS, FeedForward
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.observer.residual import ResidualCheck
from puma560_dynamics.control.trajectory.trajectory import pick_and_place
from puma560_dynamics.demo.record import FRICTION_SCALE, SETTINGS, PhaseRecord, RunRecord, Setting
from puma560_dynamics.simulation.gains import critically_damped
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.plant_errors import PlantErrors, simulated_arm_of, torque_difference
from puma560_dynamics.simulation.servo import Servo


def offline_run(
    duration: float = 5.0,
    rate: float = 250.0,
    errors: PlantErrors | None = None,
    settings: Sequence[Setting] = SETTINGS,
) -> RunRecord:
    """A `RunRecord` as a real run would leave it; latencies are made up, everything else is computed."""
    arm = load_arm("akb1986")
    model = load_model("full", arm)
    gains = critically_damped(model)
    drawn = simulated_arm_of(arm, errors or PlantErrors())
    plant = Plant(drawn.arm, break_away=drawn.break_away)
    friction = FrictionCompensation.of(arm, FRICTION_SCALE)
    check = ResidualCheck(load_model("pinocchio", arm))
    trajectory = pick_and_place(duration)
    rng = np.random.default_rng(0)

    def phase(setting: Setting) -> PhaseRecord:
        forward = FeedForward(model, setting.terms, friction=friction)
        servo = Servo(arm)
        plant.reset(HOME)
        rows: dict[str, list] = {key: [] for key in ("t", "r", "q", "qd", "tau", "residual", *SWITCHED_TERMS)}
        for k in range(int((duration + 0.6) * rate)):
            time = k / rate - 0.6
            reference = trajectory.at(time)
            q, qd = plant.position, plant.velocity
            command = forward.compute_torque(q, qd, reference)
            servo.follow(time, reference)
            servo.drive(plant, time + 1.0 / rate, 1.0 / rate, command.torque)
            if time < 0:
                continue
            terms = dict(command.terms)
            residual = check.check_terms(q, qd, command.acceleration, terms).torque
            for key, value in zip(rows, (time, reference.position, q, qd, plant.effort, residual), strict=False):
                rows[key].append(value)
            for name in SWITCHED_TERMS:
                rows[name].append(terms[name])
        arrays = {key: np.array(value) for key, value in rows.items()}
        return PhaseRecord(
            setting, arrays["t"], arrays["r"], arrays["q"], arrays["qd"], arrays["tau"],
            {name: arrays[name] for name in {*MODEL_TERMS, *setting.terms}}, arrays["t"], arrays["residual"],
        )  # fmt: skip

    return RunRecord(
        arm=arm,
        model="full",
        rate=rate,
        duration=duration,
        friction=True,
        plant=drawn,
        model_error=torque_difference(model, drawn.arm, trajectory),
        proportional=gains[0],
        derivative=gains[1],
        phases=tuple(phase(setting) for setting in settings),
        state_latency=rng.gamma(4.0, 1e-4, 3000),
        torque_latency=rng.gamma(4.0, 2.5e-4, 3000),
        model_time=rng.gamma(20.0, 2e-6, 3000),
        rates={"joint_states": 249.8, "effort_controller/commands": 249.5, "residual": 249.3},
        rejected={"feedforward_node": 0, "plant_node": 0},
        worst_diagnostic={"feedforward_node: torque": (0, "ok")},
        versions={"puma560_dynamics": "0.1.0", "python": "3.11"},
        wall_time=19.0,
    )
