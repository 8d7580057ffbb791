"""General description of the machine: properties on which results depend, without the machine's name."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from importlib import metadata
from pathlib import Path

from native import Unavailable, compiler

PACKAGES = ("numpy", "pin", "mujoco", "casadi", "adam-robotics", "dynibo", "frax", "jax")
CPUINFO = Path("/proc/cpuinfo")

_SCHEDULED = 2
"""Number of Linux's clock for a process that the scheduler uses: user and system time together."""


def machine() -> dict[str, str | int | float]:
    """Return processor, cores, system load of the last minute, compiler, and versions of packages."""
    found: dict[str, str | int | float] = {
        "processor": _processor(),
        "widest registers": _registers(),
        "cores": os.cpu_count() or 1,
        "load of the last minute": round(os.getloadavg()[0], 1),
        "compiler": _compiler(),
        "Python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def _processor() -> str:
    return _line("model name") or platform.machine()


def _registers() -> str:
    flags = _line("flags").split()
    return next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "128 bits")


def _line(key: str) -> str:
    if not CPUINFO.exists():
        return ""
    lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")


def _compiler() -> str:
    try:
        command = [*compiler(), "--version"]
    except Unavailable:
        return "none"
    first = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()[:1]
    return first[0].partition(" (")[0] + " " + first[0].split()[-1] if first else "unknown"


def processor_time(pid: int) -> float:
    """Return the processor time of all threads of a process, s.

    This reads Linux's clock of the process, which counts nanoseconds; ``/proc/<pid>/stat`` counts ticks of 10 ms.
    """
    return time.clock_gettime((~pid << 3) | _SCHEDULED)
