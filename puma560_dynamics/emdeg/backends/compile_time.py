"""How long the compiler at hand takes for emitted C, in processor time."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import CompileError
from . import compile as own
from .limited_run import run_limited

LONGEST = 60.0
"""Seconds of processor time after which the measurement ends."""


@dataclass(frozen=True)
class CompileTime:
    """What a compiler took.

    Attributes:
        compiler: its command.
        seconds: processor time, s; `LONGEST` if it took longer.
        ended: whether it ended within `LONGEST`.
    """

    compiler: str
    seconds: float
    ended: bool


def compile_time(files: Mapping[str, str]) -> CompileTime | None:
    """Compile emitted C with the options of generated code, and keep nothing of it.

    Args:
        files: text of the sources and headers by name.

    Returns:
        The time; `None` where there is no C compiler, or it fails.
    """
    sources = sorted(name for name in files if name.endswith(".c"))
    try:
        compiler = own.find_compiler()
    except CompileError:
        return None
    with tempfile.TemporaryDirectory(prefix="time-") as scratch:
        folder = Path(scratch)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        for native in own.NATIVE:
            done = run_limited([*compiler, *own.FLAGS, *native, *sources, "-o", "made.so", "-lm"], folder, LONGEST)
            if done.exceeded:
                return CompileTime(compiler[0], LONGEST, ended=False)
            if done.code == 0:
                return CompileTime(compiler[0], done.seconds, ended=True)
    return None
