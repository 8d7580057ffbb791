"""Arbitrary doubles, under the sanitizers: no torque that is not finite, beyond its limit or beyond its rate.

0.7 s of processor time, 1.4 s in `make trials`. In 1.4 s code of -Og does what code of -O1 does in a second; the
compiler saves more. FUZZ_SECONDS=600, as in `make differential`, for ten minutes of the latter.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.control import core_library
from helpers.control.core_library import CXX, OBJECTS, WARNINGS, links_header, needs_cxx
from helpers.emdeg.c_library import compiled
from helpers.trials import SHARE

from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import CORE

SECONDS = float(os.environ.get("FUZZ_SECONDS", "1.4" if SHARE == 1 else "0.7"))
FUZZ = Path(core_library.__file__).with_name("core_fuzz.cpp")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g1")


@needs_cxx
@pytest.mark.timeout(300 + 2 * SECONDS)
@pytest.mark.skipif("ziglang" in CXX[0] if CXX else True, reason="zig brings no runtime of the sanitizers")
def test_arbitrary_doubles_lead_to_no_bad_torque(arm: Arm, built: Callable[..., Path]):
    optimised = "-O1" if "FUZZ_SECONDS" in os.environ else "-Og"
    folder = built(CXX[0], optimised, *SANITIZERS)
    (folder / "links.h").write_text(links_header(arm), encoding="utf-8")
    flags = (*WARNINGS, optimised, *SANITIZERS, "-I.", f"-I{CORE}")
    compiled(CXX[0], folder, *flags, str(FUZZ), *OBJECTS, "-o", "fuzz", "-lm")
    done = subprocess.run(["./fuzz", str(SECONDS), "1986"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 1000
