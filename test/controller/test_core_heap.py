"""No call between create and destroy uses the heap or a lock: counted while a program runs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.arm.palletiser import palletiser
from helpers.control import core_library
from helpers.control.core_library import CXX, CXX_NAMES, OBJECTS, c_of, links_header, needs_cxx, settings_lines
from helpers.emdeg.c_library import WARNINGS, compiled, linked

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import CORE, core_settings

SOURCE = Path(core_library.__file__).with_name("core_heap.c")


@needs_cxx
@pytest.mark.parametrize("follows", [False, True], ids=["generated", "joints that follow others"])
@pytest.mark.parametrize("cxx", CXX, ids=CXX_NAMES)
def test_no_call_uses_heap_or_lock(cxx: str, follows: bool, arm: Arm, built: Callable[[str], Path]):
    folder = built(cxx)
    arm = load_arm(palletiser(friction=True)) if follows else arm
    values = core_settings(arm, LoopSettings(), largest_acceleration(load_model("newton_euler", arm)))
    (folder / "links.h").write_text(links_header(arm), encoding="utf-8")
    (folder / "settings.inc").write_text("\n".join([*settings_lines(values), ""]), encoding="utf-8")
    flags = ("-std=c11", *WARNINGS, "-O1", "-fno-builtin", "-I.", f"-I{CORE}")
    compiled(c_of(cxx), folder, *flags, "-c", str(SOURCE), "-o", "heap.o")
    linked(folder, "heap.o", *OBJECTS, "-o", "heap")
    done = subprocess.run(["./heap"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    created, acting, destroyed, states = map(int, done.stdout.split())
    assert (created, destroyed) == (1, 1)
    assert acting == 0
    assert states == 7  # the program came through every state of the gate
