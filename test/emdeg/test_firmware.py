"""Emitted C as firmware: one state, nothing from libc but sine and cosine, small, and right on a Cortex-M7."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from fractions import Fraction
from pathlib import Path

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


def test_one_angle_alone_needs_no_memset_either(tmp_path: Path):
    """A register of four angles that is not full: without optimisation gcc would call libc to fill it up."""
    cosine = Value((Group(Fraction(3), (Term(1, ("c1",)),)),))
    one = Program("gravity", 1, ("q",), (Trig("c1", "cos", Angle(((0, 1),))),), (), (Output("g", (0,), cosine),), (1,))
    built = firmware.build(tmp_path, [one], "-O0")
    assert built.outside == {"sin", "cos"}


@pytest.mark.parametrize("flags", ["-O0", "-Os", "-O2 -ffast-math"])
def test_cortex_m7(flags: str, tmp_path: Path):
    built = firmware.build(tmp_path, firmware.puma(), *flags.split())
    assert built.outside == {"sin", "cos"}
    if flags != "-O0":
        assert built.sizes["arm_torque"] + built.sizes["arm_gravity"] < built.code < 20_000
        assert built.image < 20_000
        assert max(built.stack.values()) < 1024
    if shutil.which(firmware.EMULATOR):
        share, stack = firmware.run(tmp_path)
        assert share < 1
        assert 0 < stack < (2048 if flags != "-O0" else 8192)
