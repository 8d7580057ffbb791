"""Timing of frax in another process, with the JAX version that it recommends, or else with ours.

`make bench` sets up the separate environment; ``FRAX_PYTHON`` names the Python of another one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import frax_functions
from native import Unavailable
from timing import Job

RECOMMENDED = "0.4.30"
"""Version of JAX that frax recommends on a CPU; newer versions take longer for such small functions."""

ENVIRONMENT = Path(__file__).parent.parent / ".venv-frax"


class FraxProcess:
    """A process with frax's jitted functions for one arm and one state, which times them on request.

    Args:
        python: path of the Python that runs the process.
        urdf: text of the arm's URDF.
        state: values of each joint by name.

    Attributes:
        jax: version of JAX.
        results: result of frax by task.

    Raises:
        Unavailable: that Python does not have frax, or frax fails.
    """

    def __init__(self, python: Path, urdf: str, state: Mapping[str, Any]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "arm.urdf"
            path.write_text(urdf, encoding="utf-8")
            numbers = json.dumps({name: list(map(float, values)) for name, values in state.items()})
            self._process = subprocess.Popen(
                [str(python), frax_functions.__file__, str(path), numbers],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            assert self._process.stdin and self._process.stdout and self._process.stderr
            first = self._process.stdout.readline()
        if not first:
            lines = self._process.stderr.read().splitlines()
            raise Unavailable(lines[-1] if lines else "it ended without a message")
        ready = json.loads(first)
        self.jax: str = ready["jax"]
        self.results: dict[str, Any] = ready["results"]

    def seconds(self, task: str, number: int) -> float:
        """Return the processor time of the calling thread for `number` calls, s."""
        assert self._process.stdin and self._process.stdout
        print(task, number, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def __del__(self) -> None:
        if process := getattr(self, "_process", None):
            process.kill()
            process.communicate()


@dataclass(frozen=True)
class FraxTimer:
    """Timer with the method of `timeit.Timer` that `measure` calls."""

    process: FraxProcess
    task: str

    def timeit(self, number: int) -> float:
        """Return the time of `number` calls, s."""
        return self.process.seconds(self.task, number)


@dataclass(frozen=True)
class FraxJob(Job):
    """A job that another process times.

    Attributes:
        process: process that times the job.
    """

    process: FraxProcess = field(kw_only=True, repr=False)

    def timer(self) -> FraxTimer:
        """Return a timer that asks the process."""
        return FraxTimer(self.process, self.task)


def python() -> Path:
    """Return the Python of the environment with the recommended JAX; the current Python if there is none."""
    named = os.environ.get("FRAX_PYTHON")
    found = Path(named) if named else ENVIRONMENT / "bin" / "python"
    return found if found.exists() else Path(sys.executable)
