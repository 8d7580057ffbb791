"""Processor time of others, from the kernel's own text and from a program that keeps a core busy."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puma560_dynamics.demo.machine import OtherPrograms, busy_seconds, domain_lock, process_seconds
from puma560_dynamics.errors import RunError

TICK = os.sysconf("SC_CLK_TCK")


def test_idle_time_and_waiting_for_disks_are_not_busy():
    text = "cpu  100 20 30 99999 88888 4 5 6 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
    assert busy_seconds(text) == pytest.approx((100 + 20 + 30 + 4 + 5 + 6) / TICK)


def test_a_process_may_have_any_name():
    fields = " ".join(str(number) for number in range(4, 53))
    assert process_seconds(f"12 (a) b (c d) S {fields}") == pytest.approx((14 + 15) / TICK)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_busy_program_counts_unless_it_is_ours():
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as program:
        try:
            all_others, but_ours = OtherPrograms([]), OtherPrograms([program.pid])
            time.sleep(1.0)
            took = [meter.cores() for meter in (all_others, but_ours)]
            used = process_seconds(Path(f"/proc/{program.pid}/stat").read_text(encoding="utf-8"))
        finally:
            program.kill()
    assert took[0] - took[1] == pytest.approx(used, rel=0.5)
    assert took[0] - took[1] > 0.05


def test_a_process_that_has_gone_makes_it_unknown():
    with subprocess.Popen([sys.executable, "-c", ""]) as program:
        meter = OtherPrograms([program.pid])
        program.wait()
    assert meter.cores() != meter.cores()  # nan


def test_a_second_run_is_refused_and_a_later_one_is_not():
    with domain_lock(99):
        with pytest.raises(RunError, match="ROS domain 99"), domain_lock(99):
            pass
        with domain_lock(98):
            pass
    with domain_lock(99):
        pass
