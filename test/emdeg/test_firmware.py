"""Emitted C as firmware: one state, nothing from libc but sine and cosine, small, and right on a Cortex-M7."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location(
    "benchmark_of_firmware", Path(__file__).parents[2] / "benchmarks" / "firmware.py"
)
assert SPEC is not None and SPEC.loader is not None
firmware = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = firmware
SPEC.loader.exec_module(firmware)

pytestmark = pytest.mark.skipif(
    not shutil.which(firmware.COMPILER), reason=f"needs {firmware.COMPILER}: Debian's gcc-arm-none-eabi"
)


@pytest.mark.parametrize("flags", ["-Os", "-O2 -ffast-math"])
def test_cortex_m7(flags: str, tmp_path: Path):
    built = firmware.build(tmp_path, *flags.split())
    assert built.outside == {"sin", "cos"}
    assert built.code < 20_000
    assert built.image < 20_000
    assert max(built.stack.values()) < 1024
    if shutil.which(firmware.EMULATOR):
        share, stack = firmware.run(tmp_path)
        assert share < 1
        assert 0 < stack < 2048
