"""Emitted C as firmware: one state, nothing from any library, small, and right on a Cortex-M7 and a Cortex-M4F."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Term, Trig, Value

SPEC = importlib.util.spec_from_file_location(
    "benchmark_of_firmware", Path(__file__).parents[2] / "benchmarks" / "firmware.py"
)
assert SPEC is not None and SPEC.loader is not None
firmware = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = firmware
SPEC.loader.exec_module(firmware)

pytestmark = [
    pytest.mark.tools,
    pytest.mark.skipif(
        not shutil.which(firmware.COMPILER), reason=f"needs {firmware.COMPILER}: Debian's gcc-arm-none-eabi"
    ),
]


TARGETS = pytest.mark.parametrize("target", [firmware.CORTEX_M7, firmware.CORTEX_M4F], ids=lambda target: target.name)


@TARGETS
def test_one_angle_alone_needs_no_memset_either(target: Any, tmp_path: Path):
    """Without optimisation, gcc would call libc to fill an array that is not initialised in full."""
    cosine = Value((Group(Fraction(3), (Term(1, ("c1",)),)),))
    one = Program("gravity", 1, ("q",), (Trig("c1", "cos", Angle(((0, 1),))),), (), (Output("g", (0,), cosine),), (1,))
    built = firmware.build(tmp_path, [one], target, "-O0")
    assert built.outside == set()


@TARGETS
@pytest.mark.parametrize("flags", ["-O0", "-Os", "-O2 -ffast-math"])
def test_the_puma(flags: str, target: Any, tmp_path: Path):
    built = firmware.build(tmp_path, firmware.puma(), target, *flags.split())
    assert built.outside == set()
    if flags != "-O0":
        assert built.memory <= 8  # the zero that a compiler does not know, for -ffast-math
        assert built.sizes["arm_torque"] + built.sizes["arm_gravity"] < built.used < 5000
        assert built.used < built.code < 6000
        assert max(built.stack.values()) < 1024
    if shutil.which(firmware.EMULATOR):
        share, stack = firmware.run(tmp_path, target)
        assert share < 1
        assert 0 < stack < (2048 if flags != "-O0" else 8192)
