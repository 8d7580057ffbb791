"""Analyses of bags that are no bags, for workers: each leaves a trace, some do harm."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from puma560_dynamics.replay.many.rows import BagRow
from puma560_dynamics.replay.settings import ReplaySettings


def harmless(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """Write down that it was done."""
    with Path(bag).with_suffix(".done").open("a") as stream:
        stream.write("x")
    time.sleep(0.02)
    return BagRow(bag, key, {"size": Path(bag).stat().st_size})


def deadly_once(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """On bag 3, kill the own worker the first time."""
    mark = Path(bag).with_suffix(".killed")
    if Path(bag).stem == "bag3" and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return harmless(bag, key, settings)


def deadly_always(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """On bag 3, kill the own worker every time."""
    if Path(bag).stem == "bag3":
        os.kill(os.getpid(), signal.SIGKILL)
    return harmless(bag, key, settings)


def failing_for_now(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """On bag 3, what a defect of ours gives."""
    if Path(bag).stem == "bag3":
        return BagRow(bag, key, error="a defect", again=True)
    return harmless(bag, key, settings)


def endless_from_four(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """From bag 4 on, do not end."""
    while int(Path(bag).stem.removeprefix("bag")) >= 4:
        time.sleep(1.0)
    return harmless(bag, key, settings)
