"""Jitted functions of frax, and a process that times them with another version of JAX.

frax recommends JAX 0.4.30 on a CPU, which cannot be installed together with the version of the extra `bench`. So the
Python of another environment runs this file, and times frax on request: ``python frax_functions.py URDF STATE``.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from timeit import Timer
from typing import Any

import numpy as np

INPUTS = {"torque": ("q", "qd", "qdd"), "gravity": ("q",), "kinetic_energy_matrix": ("q",),
          "acceleration": ("q", "qd", "tau")}  # fmt: skip
GRAVITY = 9.81
"""Gravity, m/s^2."""


def code(task: str) -> str:
    """Return the expression to time: one call, including the wait for its result."""
    return f"f({', '.join(INPUTS[task])}).block_until_ready()"


def functions(urdf: Path, state: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return, by task, the jitted function `f` and its inputs as JAX arrays, which need no conversion in a call.

    All functions use double precision and run in the calling thread, which is timed.

    Args:
        urdf: file of the arm.
        state: values of each joint by name.

    Raises:
        ImportError: frax or JAX is not installed.
    """
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # frax recommends settings
        import jax
        from frax import Robot

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_cpu_enable_async_dispatch", False)
        robot = Robot(str(urdf))
    up = np.array([0.0, 0.0, GRAVITY, 0.0, 0.0, 0.0])
    made = {
        "torque": lambda q, qd, qdd: robot.rnea(q, qd, qdd, up, None),
        "gravity": robot.gravity_vector,
        "kinetic_energy_matrix": robot.mass_matrix,
        "acceleration": lambda q, qd, tau: robot.forward_dynamics(q, qd, tau, None),
    }
    given = {name: jax.device_put(np.asarray(numbers, dtype=float)) for name, numbers in state.items()}
    return {
        task: {"f": jax.jit(function), **{name: given[name] for name in INPUTS[task]}}
        for task, function in made.items()
    }


def main() -> None:
    """Print the results and the version of JAX; then time one task per input line, which has name and calls."""
    made = functions(Path(sys.argv[1]), json.loads(sys.argv[2]))
    results = {task: np.asarray(eval(code(task), dict(names))).tolist() for task, names in made.items()}
    print(json.dumps({"jax": metadata.version("jax"), "results": results}), flush=True)
    timers = {task: Timer(code(task), timer=time.thread_time, globals=dict(names)) for task, names in made.items()}
    for line in sys.stdin:
        task, number = line.split()
        print(timers[task].timeit(int(number)), flush=True)


if __name__ == "__main__":
    main()
