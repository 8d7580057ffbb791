"""Start the nodes of each part of a run as processes, with their parameters."""

from __future__ import annotations

import sys

from ..arm import load_arm
from ..demo.record import FRICTION_SCALE
from ..demo.summary import residual_limit
from ..system.processes import Processes
from .run_options import RunOptions
from .wire.payload_parameters import payload_parameters

REST_S = 0.5
"""Simulated time of rest between a change of settings and the motion, s."""

STATE_TIMEOUT_S = 1.0
"""`state_timeout` of the real-time part, s: a busy desktop machine pauses for longer than is allowed on a robot."""


def real_time(options: RunOptions) -> dict[str, dict[str, object]]:
    """Return nodes and parameters of the part in real time."""
    return {
        "plant_node": {**_plant(options), "rate": float(options.rate)},
        "feedforward_node": {
            "model": options.model,
            **payload_parameters(options.modelled),
            "autostart": True,
            "guard": "none",  # the plant is simulated, and ends with this process
            "controller_manager": "none",
            "controller_joints": "unchecked",
            "brakes": "supported",
            "late_step": 1.0,  # simulated hardware: no slower fades
            "state_timeout": STATE_TIMEOUT_S,
            "restart_after_fault": True,
            "jump_tolerance": 3.0,  # simulated encoders do not slip; late states are no jump
        },
        "reference_node": {"rate": float(options.rate), "duration": float(options.duration), "autostart": True},
    }


def lock_step(options: RunOptions) -> dict[str, dict[str, object]]:
    """Return nodes and parameters of the comparison: the gate as on a robot, but without guard and check of jumps."""
    shared: dict[str, object] = {"lock_step": True, "use_sim_time": True}
    rate = {"rate": float(options.rate)}
    nodes: dict[str, dict[str, object]] = {
        "plant_node": {**shared, **_plant(options), **rate},
        "lock_step_feedforward_node": {
            "model": options.model,
            **payload_parameters(options.modelled),
            "autostart": True,
            "guard": "none",
            "controller_manager": "none",
            "controller_joints": "unchecked",
            "brakes": "supported",
            "late_step": 1.0,  # in lock-step no command is late
            "jump_tolerance": 3.0,  # before each motion the arm is put at its initial position
            "friction.scale": FRICTION_SCALE,
            "use_sim_time": True,
        },
        "validator_node": {"tolerance": residual_limit(options.model, load_arm(options.arm)), "use_sim_time": True},
        "reference_node": {**shared, **rate, "duration": float(options.duration), "delay": REST_S},
    }
    if options.view:
        nodes["view_node"] = {"port": options.view_port, "use_sim_time": True}
    if options.record is not None:
        nodes["bag_recorder_node"] = {"folder": str(options.record), "use_sim_time": True}
    return nodes


def _plant(options: RunOptions) -> dict[str, object]:
    """Return the parameters for the load and the numbers of the simulated arm."""
    return {
        **payload_parameters(options.payload),
        "friction": options.friction,
        "friction_error": float(options.errors.friction),
        "body_errors": options.errors.bodies,
        "seed": options.errors.seed,
    }


def start_nodes(processes: Processes, options: RunOptions, nodes: dict[str, dict[str, object]]) -> None:
    """Start `nodes`, names with their parameters, as processes in the run's ROS domain."""
    environment = {"ROS_DOMAIN_ID": str(options.domain)}
    for name, values in nodes.items():
        if name not in ("view_node", "bag_recorder_node"):
            values["arm"] = options.arm
        arguments = [f"{key}:={_yaml(value)}" for key, value in values.items()]
        flags = [part for argument in arguments for part in ("-p", argument)]
        processes.start(
            name,
            [sys.executable, "-m", f"puma560_dynamics.nodes.{name}", "--ros-args", "--log-level", "warn", *flags],
            environment,
        )


def _yaml(value: object) -> str:
    """Return a parameter value as YAML, which rcl parses."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value).lower() if isinstance(value, bool) else str(value)
