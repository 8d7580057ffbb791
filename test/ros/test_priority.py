"""Who looks on goes last: by niceness, and by its session where it leads one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puma560_dynamics.nodes.priority import NICENESS

SCRIPT = """
import os
from pathlib import Path
from puma560_dynamics.nodes.priority import step_back
before = os.nice(0)
step_back()
group = Path("/proc/self/autogroup")
print(os.nice(0) - before, ((group.read_text() if group.exists() else "").split() or ["none"])[-1])
"""


@pytest.mark.parametrize("leads", [False, True])
def test_it_steps_back_and_takes_no_others_along(leads: bool):
    group = Path("/proc/self/autogroup")
    ours = ((group.read_text(encoding="ascii") if group.exists() else "").split() or ["none"])[-1]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, start_new_session=leads, timeout=60
    )
    own, session = done.stdout.split()
    assert int(own) == NICENESS
    assert session == (str(NICENESS) if leads and ours != "none" else ours)
