"""Who looks on goes last: by niceness, and by its session where it leads one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from puma560_dynamics.nodes.priority import NICENESS

SCRIPT = """
import os
from pathlib import Path
from puma560_dynamics.nodes.priority import step_back

def session():
    group = Path("/proc/self/autogroup")
    return ((group.read_text() if group.exists() else "").split() or ["none"])[-1]

before = os.nice(0), session()
step_back()
print(os.nice(0) - before[0], before[1], session())
"""


@pytest.mark.parametrize("leads", [False, True])
def test_it_steps_back_and_takes_no_others_along(leads: bool):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, start_new_session=leads, timeout=60
    )
    own, before, after = done.stdout.split()
    assert int(own) == NICENESS
    # A process may have no session to schedule ("none") where another, or a new one, has one.
    assert after == (str(NICENESS) if leads and before != "none" else before)
